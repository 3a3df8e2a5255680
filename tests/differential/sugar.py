#!/usr/bin/env python3
"""The short style of OOX against the long form that `braid fmt --explicit` prints.

    sugar.py --braid PATH --count 50 --seed 1 [--out FOLDER]   random programs
    sugar.py --braid PATH --pairs FOLDER                       NAME.short.oox and NAME.long.oox

Both forms must have one verdict, one kind of violation and equal numbers of executions and
steps (pairs: executions), with symbolic execution and with the interpreter. Printing the long form again changes
nothing. The sequential random programs are valid: they were evaluated before (sugar_programs.py).
Pairs are written by hand, so they say independently what the long form is.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import sugar_programs

ENGINES = (["--engine", "symex"], ["--engine", "interp"])


class Difference(Exception):
    pass


def braid(args, *command):
    done = subprocess.run([args.braid, *command], capture_output=True, text=True, timeout=120)
    if done.returncode < 0 or done.returncode == 6:
        raise Difference(f"{' '.join(command)} ended with status {done.returncode}:\n{done.stderr}")
    return done


def long_form(args, path):
    done = braid(args, "fmt", "--explicit", str(path))
    if done.returncode != 0:
        raise Difference(f"{path} has no long form:\n{done.stderr}")
    return done.stdout


def result(args, path, engine):
    done = braid(args, "verify", *engine, "--format", "json", "--timeout", "60", str(path))
    if done.returncode == 2:
        raise Difference(f"{path} is rejected:\n{done.stderr}{done.stdout}")
    data = json.loads(done.stdout)
    stats = data["stats"]
    violation = data.get("violation") or {}
    return {"verdict": data["verdict"], "kind": violation.get("kind"),
            "executions": stats["paths"], "steps": stats["transitions"]}


def compare(args, short, long, wanted=None, keys=("verdict", "kind", "executions", "steps")):
    for engine in ENGINES:
        a, b = ({key: found[key] for key in keys}
                for found in (result(args, short, engine), result(args, long, engine)))
        if a != b:
            raise Difference(f"{' '.join(engine)}:\nshort {a}\nlong  {b}")
        if wanted and a["verdict"] != wanted:
            raise Difference(f"{' '.join(engine)}: {a['verdict']}, but {wanted} is right")


def examine(args, text, folder, wanted):
    short, long = folder / "short.oox", folder / "long.oox"
    short.write_text(text, encoding="utf-8")
    long.write_text(long_form(args, short), encoding="utf-8")
    if long_form(args, long) != long.read_text(encoding="utf-8"):
        raise Difference("the long form of the long form differs")
    formatted = folder / "formatted.oox"
    formatted.write_text(braid(args, "fmt", "--stdout", str(short)).stdout, encoding="utf-8")
    if long_form(args, formatted) != long.read_text(encoding="utf-8"):
        raise Difference("formatting changes the long form")
    compare(args, short, long, wanted)


def random_programs(args, folder):
    failures = 0
    for seed in range(args.seed, args.seed + args.count):
        is_sequential = seed % 3 != 0
        make = sugar_programs.sequential if is_sequential else sugar_programs.concurrent
        text = make(seed)
        try:
            examine(args, text, folder, "valid" if is_sequential else None)
        except Difference as problem:
            failures += 1
            kept = Path(args.out) / f"sugar_{seed}.oox"
            kept.write_text(text, encoding="utf-8")
            print(f"seed {seed}: {problem}\nsee {kept}")
    print(f"{args.count} programs, {failures} failures")
    return failures


def pairs(args, folder):
    failures = 0
    keys = ("verdict", "kind", "executions")  # local work may take other steps
    shorts = sorted(Path(args.pairs).glob("*.short.oox"))
    for short in shorts:
        long = Path(str(short).replace(".short.oox", ".long.oox"))
        try:
            compare(args, short, long, keys=keys)
            printed = folder / "printed.oox"
            printed.write_text(long_form(args, short), encoding="utf-8")
            compare(args, printed, long, keys=keys)
        except Difference as problem:
            failures += 1
            print(f"{short.name}: {problem}")
    print(f"{len(shorts)} pairs, {failures} failures")
    return failures + (not shorts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs")
    parser.add_argument("--out", default=".")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        run = pairs if args.pairs else random_programs
        sys.exit(1 if run(args, Path(name)) else 0)


if __name__ == "__main__":
    main()
