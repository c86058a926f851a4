"""Builds the MiniLM encoder as an ONNX graph from the safetensors file, in the shape onnxruntime runs fastest.

Two forms: `plain` uses standard operators only (MatMul, Softmax, LayerNormalization, Gelu), as an exporter would write them;
`fused` uses onnxruntime's own fused operators (Attention, SkipLayerNormalization, BiasGelu), as its transformer optimiser would.
Output: the mean-pooled last hidden state, so that both sides do the same work.
"""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

LAYERS, WIDTH, HEADS = 6, 384, 12
HEAD = WIDTH // HEADS


class Graph:
    def __init__(self, weights):
        self.nodes, self.constants, self.weights, self.count = [], [], weights, 0

    def constant(self, value, name=None):
        self.count += 1
        name = name or f"c{self.count}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, *inputs, domain="", **attributes):
        self.count += 1
        name = f"t{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], domain=domain, **attributes))
        return name

    def weight(self, name):
        return self.constant(self.weights[name])

    def linear(self, x, name):
        product = self.op("MatMul", x, self.constant(self.weights[f"{name}.weight"].T))
        return self.op("Add", product, self.weight(f"{name}.bias"))

    def norm(self, x, name):
        return self.op("LayerNormalization", x, self.weight(f"{name}.weight"), self.weight(f"{name}.bias"), axis=-1, epsilon=1e-12)


def heads(g, x):
    split = g.op("Reshape", x, g.constant(np.array([0, 0, HEADS, HEAD], np.int64)))
    return g.op("Transpose", split, perm=[0, 2, 1, 3])


def layer_plain(g, x, bias, name):
    q, k, v = (heads(g, g.linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
    scores = g.op("MatMul", q, g.op("Transpose", k, perm=[0, 1, 3, 2]))
    scores = g.op("Add", g.op("Mul", scores, g.constant(np.float32(HEAD ** -0.5))), bias)
    context = g.op("Transpose", g.op("MatMul", g.op("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3])
    context = g.op("Reshape", context, g.constant(np.array([0, 0, WIDTH], np.int64)))
    joined = g.linear(context, f"{name}.attention.output.dense")
    x = g.norm(g.op("Add", x, joined), f"{name}.attention.output.LayerNorm")
    inner = g.op("Gelu", g.linear(x, f"{name}.intermediate.dense"))
    return g.norm(g.op("Add", x, g.linear(inner, f"{name}.output.dense")), f"{name}.output.LayerNorm")


def layer_fused(g, x, lengths, name):
    parts = ("query", "key", "value")
    weight = np.concatenate([g.weights[f"{name}.attention.self.{p}.weight"].T for p in parts], axis=1)
    bias = np.concatenate([g.weights[f"{name}.attention.self.{p}.bias"] for p in parts])
    context = g.op("Attention", x, g.constant(weight), g.constant(bias), lengths, domain="com.microsoft", num_heads=HEADS)

    def skip(x, product, norm, bias):
        gamma, beta = g.weight(f"{norm}.weight"), g.weight(f"{norm}.bias")
        return g.op("SkipLayerNormalization", product, x, gamma, beta, g.weight(bias), domain="com.microsoft", epsilon=1e-12)

    def product(x, dense):
        return g.op("MatMul", x, g.constant(g.weights[f"{dense}.weight"].T))

    output = f"{name}.attention.output"
    x = skip(x, product(context, f"{output}.dense"), f"{output}.LayerNorm", f"{output}.dense.bias")
    inner = product(x, f"{name}.intermediate.dense")
    inner = g.op("BiasGelu", inner, g.weight(f"{name}.intermediate.dense.bias"), domain="com.microsoft")
    return skip(x, product(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm", f"{name}.output.dense.bias")


def build(path, fused):
    g = Graph(load_file(path))
    words = g.op("Gather", g.weight("embeddings.word_embeddings.weight"), "ids")
    length = g.op("Slice", g.op("Shape", "ids"), *(g.constant(np.array([n], np.int64)) for n in (1, 2)))
    zero = g.constant(np.array([0], np.int64))
    # The axis is named because rten asks for it.
    places = g.op("Slice", g.weight("embeddings.position_embeddings.weight"), zero, length, zero)
    segment = g.constant(g.weights["embeddings.token_type_embeddings.weight"][0])
    x = g.norm(g.op("Add", g.op("Add", words, places), segment), "embeddings.LayerNorm")
    if fused:
        extra = g.op("Cast", g.op("ReduceSum", "mask", g.constant(np.array([1], np.int64)), keepdims=0), to=TensorProto.INT32)
    else:
        absent = g.op("Sub", g.constant(np.float32(1)), "mask")
        extra = g.op("Unsqueeze", g.op("Mul", absent, g.constant(np.float32(-1e9))), g.constant(np.array([1, 2], np.int64)))
    for i in range(LAYERS):
        x = (layer_fused if fused else layer_plain)(g, x, extra, f"encoder.layer.{i}")
    one = g.constant(np.array([1], np.int64))
    kept = g.op("Mul", x, g.op("Unsqueeze", "mask", g.constant(np.array([2], np.int64))))
    total = g.op("ReduceSum", kept, one, keepdims=0)
    pooled = g.op("Div", total, g.op("ReduceSum", "mask", one, keepdims=1))
    inputs = [
        helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "length"]),
        helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["batch", "length"]),
    ]
    outputs = [helper.make_tensor_value_info(pooled, TensorProto.FLOAT, ["batch", WIDTH])]
    graph = helper.make_graph(g.nodes, "minilm", inputs, outputs, g.constants)
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    return model.SerializeToString()
