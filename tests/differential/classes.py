#!/usr/bin/env python3
"""Compares one execution of each reads-from class with one of each trace on the test programs.

    tests/differential/classes.py --braid PATH --programs FOLDER [--shard K/N] [--least N]

Every `verify` line of a program with threads is searched with --por optimal and --por rf: the verdict
has to be the same, and where it is valid, rf may not run more executions, those that it gives up
included. Searches that take longer than --timeout are left out.
"""
import argparse
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

LINE = re.compile(r"BRAID:\s*(verify.*?)\s*=>")
THREADS = re.compile(r"^\s*(fork|proc|new)\b", re.MULTILINE)
# What is about other engines, or chooses the search itself.
OTHERS = ("--jobs", "--checkpoint", "--resume", "--races", "--ltl", "--property", "--cut-loops",
          "--engine interp", "--engine mc", "--engine spin", "--engine nusmv", "--engine modular")
CHOICES = re.compile(r"--por \w+|--engine \w+|--(no-)?stateful|--timeout \S+")


def commands(path):
    text = path.read_text(encoding="utf-8")
    if not THREADS.search(text):
        return []
    found = []
    for line in LINE.findall(text):
        if any(other in line for other in OTHERS):
            continue
        words = shlex.split(CHOICES.sub("", line))
        if words not in found:
            found.append(words)
    return found


def search(options, path, words, reduction, patience):
    command = [options.braid, *words, "--engine", "symex", "--no-stateful", "--no-shorten", "--por",
               reduction, "--timeout", str(patience * options.timeout), "--format", "json", path.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    if done.returncode == 2:  # an error is expected
        return None
    if done.returncode not in (0, 5, 10, 11, 12, 13, 14):
        return {"verdict": f"status {done.returncode}", "stats": {"paths": 0, "pruned": 0}}
    return json.loads(done.stdout)


def compare(options, path, words, counts):
    """What is wrong; empty: nothing."""
    traces = search(options, path, words, "optimal", 1)
    if not traces or traces["verdict"] == "unknown":
        return ""
    classes = search(options, path, words, "rf", 20)
    counts["compared"] += 1
    counts["with traces after all"] += classes.get("por") != "rf"
    if classes["verdict"] != traces["verdict"]:
        return f"{classes['verdict']} with rf, {traces['verdict']} with optimal"
    run = classes["stats"]["paths"] + classes["stats"]["pruned"]
    least = traces["stats"]["paths"] + traces["stats"]["pruned"]
    counts["fewer"] += run < least
    if traces["verdict"] == "valid" and run > least:
        return f"{run} executions with rf, {least} with optimal"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--least", type=int, default=1, help="so many comparisons at least")
    parser.add_argument("--timeout", type=float, default=3, help="seconds of one search")
    options = parser.parse_args()
    options.braid = str(Path(options.braid).resolve())
    number, shards = map(int, options.shard.split("/"))
    files = sorted(p for p in options.programs.rglob("*") if p.suffix in (".oox", ".pl"))
    counts = {"compared": 0, "fewer": 0, "with traces after all": 0}
    failed = 0
    for path in files[number::shards]:
        for words in commands(path):
            wrong = compare(options, path, words, counts)
            if wrong:
                failed += 1
                print(f"{path}: {' '.join(words)}: {wrong}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()) + f", {failed} wrong")
    if counts["compared"] < options.least:
        print(f"less than {options.least} comparisons")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
