"""The cross-encoder, written out in plain PyTorch.

It is BERT (of the width of gte-small, or of all-MiniLM-L6-v2 for the versions before the sixth) or MPNet, which is BERT with a bias
for the distance between two tokens; mean pooling over every token including the special ones, and one linear layer. The parameter
names are those of the exported file, so a state dict can be saved and loaded as it is. Its shape is read off the weights.

Writing it out instead of importing a model library saves a dependency and lets a batch of equal lengths skip the mask.
"""
import math

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

LABELS = ["entailment", "contradiction", "neutral"]
HEADS, POSITIONS, VOCAB = 12, 512, 30522
# What is added to a variance before its root is taken, without and with distances.
EPS, EPS_DISTANCES = 1e-12, 1e-5
# Distances share a bucket with their neighbours from 8 on, and from 128 on all are one; half of the buckets are for what lies ahead.
BUCKETS, NEAR, FAR = 32, 8, 128
# A weight in bytes is a whole number of steps of its row's scale, this many on either side of nothing.
STEPS = 127
DISTANCES = "b.encoder.relative_attention_bias.weight"


class Projection(nn.Module):
    """A dense layer whose result is added to a residual and normalised."""

    def __init__(self, inner, width, eps, drop):
        super().__init__()
        self.dense = nn.Linear(inner, width)
        self.LayerNorm = nn.LayerNorm(width, eps=eps)
        self.drop = drop

    def forward(self, x, residual):
        return self.LayerNorm(F.dropout(self.dense(x), self.drop, self.training) + residual)


class Layer(nn.Module):
    def __init__(self, width, eps, drop):
        super().__init__()
        self.attention = nn.Module()
        self.attention.self = nn.Module()
        for name in ("query", "key", "value"):
            setattr(self.attention.self, name, nn.Linear(width, width))
        self.attention.output = Projection(width, width, eps, drop)
        self.intermediate = nn.Module()
        self.intermediate.dense = nn.Linear(width, 4 * width)
        self.output = Projection(4 * width, width, eps, drop)

    def forward(self, x, mask):
        rows, length, width = x.shape
        own = self.attention.self
        # One product for the three projections: fewer, larger matrix multiplications suit a CPU.
        weight = torch.cat([own.query.weight, own.key.weight, own.value.weight])
        bias = torch.cat([own.query.bias, own.key.bias, own.value.bias])
        q, k, v = F.linear(x, weight, bias).view(rows, length, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.attention.output(mixed.transpose(1, 2).reshape(rows, length, width), x)
        return self.output(F.gelu(self.intermediate.dense(x)), x)


class CrossEncoder(nn.Module):
    def __init__(self, layers, drop, width=384, has_distances=False):
        super().__init__()
        self.drop = drop
        eps = EPS_DISTANCES if has_distances else EPS
        self.b = nn.Module()
        self.b.embeddings = nn.Module()
        self.b.embeddings.word_embeddings = nn.Embedding(VOCAB, width)
        self.b.embeddings.position_embeddings = nn.Embedding(POSITIONS, width)
        self.b.embeddings.token_type_embeddings = nn.Embedding(2, width)
        self.b.embeddings.LayerNorm = nn.LayerNorm(width, eps=eps)
        self.b.encoder = nn.Module()
        self.b.encoder.layer = nn.ModuleList(Layer(width, eps, drop) for _ in range(layers))
        if has_distances:
            # Learned by the base once and for all: a mask that needs no gradient is what the quick attention takes.
            self.b.encoder.relative_attention_bias = nn.Embedding(BUCKETS, HEADS).requires_grad_(False)
        self.h = nn.Linear(width, len(LABELS))

    def forward(self, ids, types, lengths):
        table = self.b.embeddings
        width = ids.shape[1]
        x = table.word_embeddings(ids) + table.token_type_embeddings(types) + table.position_embeddings.weight[:width]
        x = F.dropout(table.LayerNorm(x), self.drop, self.training)
        keep, mask = None, None
        if int(lengths.min()) < width:
            keep = torch.arange(width)[None, :] < lengths[:, None]
            mask = keep[:, None, None, :]
        if hasattr(self.b.encoder, "relative_attention_bias"):
            bias = self.b.encoder.relative_attention_bias(buckets(width)).permute(2, 0, 1)[None]
            mask = bias if mask is None else bias.masked_fill(~mask, -torch.inf)
            mask = mask.to(torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else x.dtype)
        for layer in self.b.encoder.layer:
            x = layer(x, mask)
        pooled = x.mean(1) if keep is None else (x * keep.unsqueeze(-1)).sum(1) / lengths.unsqueeze(-1)
        return self.h(F.dropout(pooled, 0.1, self.training))


def buckets(length):
    """The bucket of the distance from each token (row) to each other one (column)."""
    ahead = torch.arange(length)[None, :] - torch.arange(length)[:, None]
    far = NEAR + (torch.log(ahead.abs().clamp(min=1) / NEAR) / math.log(FAR / NEAR) * (BUCKETS // 2 - NEAR)).long()
    return (ahead > 0) * (BUCKETS // 2) + torch.where(ahead.abs() < NEAR, ahead.abs(), far.clamp(max=BUCKETS // 2 - 1))


def load(base, weights=None, drop=0.1, layers=8):
    """The first LAYERS layers of BASE (a folder with model.safetensors) or, over it, an exported cross-encoder with as many as it has.

    The last layers of an embedder are made for its one purpose; a judge does better without them for what they cost.
    """
    state = {"b." + k.removeprefix("bert."): v for k, v in load_file(f"{base}/model.safetensors").items()
             if "pooler" not in k and "position_ids" not in k}
    if weights:
        over = load_file(weights)
        over = {k: v.float() * over[scale_of(k)][:, None] if v.dtype == torch.int8 else v.float() for k, v in over.items() if not k.endswith(".scale")}
        layers = 1 + max(map(layer_of, over))
        state.update(over)
    width = state["b.embeddings.LayerNorm.weight"].numel()
    model = CrossEncoder(layers, drop, width, DISTANCES in state)
    missing, unexpected = model.load_state_dict({k: v for k, v in state.items() if layer_of(k) < layers}, strict=False)
    assert not unexpected and all(k.startswith("h.") for k in missing), (missing, unexpected)
    return model


def scale_of(name):
    """The name of the scales of a matrix in bytes."""
    return name.removesuffix(".weight") + ".scale"


def in_bytes(state):
    """The matrices of the layers and the word embeddings in bytes, each row with a scale of its own; everything else, and what is in bytes already, as it is."""
    out = {}
    for name, value in state.items():
        if value.dtype != torch.int8 and value.ndim == 2 and (layer_of(name) >= 0 or "word_embeddings" in name):
            scale = value.float().abs().amax(1).clamp(min=1e-12) / STEPS
            out[name], out[scale_of(name)] = torch.round(value.float() / scale[:, None]).to(torch.int8), scale
        else:
            out[name] = value
    return out


def layer_of(name):
    """The number of the layer a parameter belongs to; -1 for what belongs to none."""
    return int(name.split(".")[3]) if name.startswith("b.encoder.layer.") else -1


def tokenizer(base, longest):
    made = Tokenizer.from_file(f"{base}/tokenizer.json")
    made.no_padding()
    made.enable_truncation(longest)
    return made


def by_length(lengths, budget):
    """Batches of row numbers, each of near-equal length and of at most BUDGET tokens, padding counted."""
    batch, out = [], []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[row] > budget:
            out.append(batch)
            batch = []
        batch.append(row)
    return out + [batch] if batch else out


def collate(encoded):
    longest = max(len(ids) for ids, _ in encoded)
    ids = torch.zeros(len(encoded), longest, dtype=torch.long)
    types = torch.zeros_like(ids)
    for row, (token_ids, type_ids) in enumerate(encoded):
        ids[row, :len(token_ids)] = torch.as_tensor(token_ids, dtype=torch.long)
        types[row, :len(type_ids)] = torch.as_tensor(type_ids, dtype=torch.long)
    return ids, types, torch.tensor([len(t) for t, _ in encoded])


@torch.no_grad()
def logits(model, tok, pairs, budget=4096):
    """Logits for (premise, hypothesis) pairs, in the order given."""
    model.eval()
    encoded = [(e.ids, e.type_ids) for e in tok.encode_batch(pairs)]
    out = torch.zeros(len(pairs), len(LABELS))
    for batch in by_length([len(ids) for ids, _ in encoded], budget):
        out[batch] = model(*collate([encoded[k] for k in batch])).float()
    return out
