"""Serves a GGUF model behind an OpenAI-compatible address of this machine: serve.py MODEL.gguf PORT SECONDS."""

import sys
import time

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = 2
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[2])
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
time.sleep(float(sys.argv[3]))
