"""The cross-encoder, written out in plain PyTorch.

It is BERT of width 384 (the shape of gte-small, or of all-MiniLM-L6-v2 for the versions before the sixth), mean pooling over
every token including the special ones, and one linear layer. The parameter names are those of the exported file, so a state dict
can be saved and loaded as it is.

Writing it out instead of importing a model library saves a dependency and lets a batch of equal lengths skip the mask.
"""
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

LABELS = ["entailment", "contradiction", "neutral"]
WIDTH, HEADS, INNER, POSITIONS, VOCAB, EPS = 384, 12, 1536, 512, 30522, 1e-12


class Projection(nn.Module):
    """A dense layer whose result is added to a residual and normalised."""

    def __init__(self, inner, drop):
        super().__init__()
        self.dense = nn.Linear(inner, WIDTH)
        self.LayerNorm = nn.LayerNorm(WIDTH, eps=EPS)
        self.drop = drop

    def forward(self, x, residual):
        return self.LayerNorm(F.dropout(self.dense(x), self.drop, self.training) + residual)


class Layer(nn.Module):
    def __init__(self, drop):
        super().__init__()
        self.attention = nn.Module()
        self.attention.self = nn.Module()
        for name in ("query", "key", "value"):
            setattr(self.attention.self, name, nn.Linear(WIDTH, WIDTH))
        self.attention.output = Projection(WIDTH, drop)
        self.intermediate = nn.Module()
        self.intermediate.dense = nn.Linear(WIDTH, INNER)
        self.output = Projection(INNER, drop)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        own = self.attention.self
        # One product for the three projections: fewer, larger matrix multiplications suit a CPU.
        weight = torch.cat([own.query.weight, own.key.weight, own.value.weight])
        bias = torch.cat([own.query.bias, own.key.bias, own.value.bias])
        q, k, v = F.linear(x, weight, bias).view(rows, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.attention.output(mixed.transpose(1, 2).reshape(rows, length, WIDTH), x)
        return self.output(F.gelu(self.intermediate.dense(x)), x)


class CrossEncoder(nn.Module):
    def __init__(self, layers, drop):
        super().__init__()
        self.drop = drop
        self.b = nn.Module()
        self.b.embeddings = nn.Module()
        self.b.embeddings.word_embeddings = nn.Embedding(VOCAB, WIDTH)
        self.b.embeddings.position_embeddings = nn.Embedding(POSITIONS, WIDTH)
        self.b.embeddings.token_type_embeddings = nn.Embedding(2, WIDTH)
        self.b.embeddings.LayerNorm = nn.LayerNorm(WIDTH, eps=EPS)
        self.b.encoder = nn.Module()
        self.b.encoder.layer = nn.ModuleList(Layer(drop) for _ in range(layers))
        self.h = nn.Linear(WIDTH, len(LABELS))

    def forward(self, ids, types, lengths):
        table = self.b.embeddings
        width = ids.shape[1]
        x = table.word_embeddings(ids) + table.token_type_embeddings(types) + table.position_embeddings.weight[:width]
        x = F.dropout(table.LayerNorm(x), self.drop, self.training)
        keep, mask = None, None
        if int(lengths.min()) < width:
            keep = torch.arange(width)[None, :] < lengths[:, None]
            mask = keep[:, None, None, :]
        for layer in self.b.encoder.layer:
            x = layer(x, mask)
        pooled = x.mean(1) if keep is None else (x * keep.unsqueeze(-1)).sum(1) / lengths.unsqueeze(-1)
        return self.h(F.dropout(pooled, 0.1, self.training))


def load(base, weights=None, drop=0.1, layers=8):
    """The first LAYERS layers of BASE (a folder with model.safetensors) or, over it, an exported cross-encoder with as many as it has.

    The last layers of an embedder are made for its one purpose; a judge does better without them for what they cost.
    """
    state = {"b." + k.removeprefix("bert."): v for k, v in load_file(f"{base}/model.safetensors").items()
             if "pooler" not in k and "position_ids" not in k}
    if weights:
        over = {k: v.float() for k, v in load_file(weights).items()}
        layers = 1 + max(map(layer_of, over))
        state.update(over)
    model = CrossEncoder(layers, drop)
    missing, unexpected = model.load_state_dict({k: v for k, v in state.items() if layer_of(k) < layers}, strict=False)
    assert not unexpected and all(k.startswith("h.") for k in missing), (missing, unexpected)
    return model


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
