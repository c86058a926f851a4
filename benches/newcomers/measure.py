"""Checks a newcomer's claims against his own documents, as he would: ingest, then check, and what comes out beside what should."""
import collections
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

SIDE = dict.fromkeys(("true", "mostly_true"), "true") | dict.fromkeys(
    ("false", "mostly_false", "exaggerated", "misleading", "outdated"), "false")


def came_out(expected, verdict):
    """Right, left open, or wrong. Half true takes no side: it is right for nothing here, and wrong only where nothing is false."""
    side = SIDE.get(verdict, "false or open" if verdict == "half_true" else "open")
    if side == "false or open":
        return "open" if expected == "false" else "wrong"
    return "right" if side == expected else "open" if side == "open" else "wrong"


def checked(probity, folder, data, claims):
    """The verdict of each claim, from an empty data directory."""
    subprocess.run([probity, "ingest", folder / "documents", "--data", data], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    batch = pathlib.Path(data) / "claims.txt"
    batch.write_text("".join(row["claim"].strip() + "\n" for row in claims), encoding="utf-8")
    # Exit code 3 says that nothing could be answered, which is an answer here.
    told = subprocess.run([probity, "check", "--batch", batch, "--json", "--data", data], capture_output=True, text=True)
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    if len(answers) != len(claims):
        raise SystemExit(f"{folder.name}: {len(answers)} answers to {len(claims)} claims: {told.stderr.strip()[-300:]}")
    return answers


def main():
    probity, here = sys.argv[1], pathlib.Path(__file__).parent
    total = collections.Counter()
    print(f"{'set':<12}{'documents':<11}{'right':>6}{'open':>6}{'wrong':>6}   of the settled: right, open, wrong")
    for folder in sorted(path.parent for path in here.glob("*/claims.tsv")):
        with open(folder / "claims.tsv", encoding="utf-8") as lines:
            claims = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        with tempfile.TemporaryDirectory() as data:
            answers = checked(probity, folder, data, claims)
        counts = collections.Counter()
        for row, answer in zip(claims, answers):
            half = "odd" if int(row["doc"][:2]) % 2 else "even"
            outcome = came_out(row["expected"], answer["verdict"])
            counts[half, outcome] += 1
            if row["expected"] != "open":
                counts[half, "settled", outcome] += 1
        total += counts
        report(folder.name, counts)
    report("all", total)


def report(name, counts):
    for half in ("odd", "even"):
        row = "".join(f"{counts[half, outcome]:>6}" for outcome in ("right", "open", "wrong"))
        settled = ", ".join(str(counts[half, "settled", outcome]) for outcome in ("right", "open", "wrong"))
        print(f"{name:<12}{half:<11}{row}   {settled}")


main()
