#!/usr/bin/env python3
"""Random concurrent programs as finite models: every way to search them must agree.

    tests/differential/finite.py --braid PATH --concurrent PATH [--count N] [--seed S]
                                 [--spin] [--out FOLDER]

`concurrent --print` writes the programs. Each is searched by `--engine mc` with all
reductions, without any, and with each one alone switched off, and by symbolic execution.
  - All searches by mc have the same verdict, hit the same bounds, and say alike whether
    they are complete.
  - What mc finds has been replayed, so symbolic execution must find something, too, unless
    a bound cut it.
  - If symbolic execution finds something, so must mc, unless a bound of the model cut it.
With --spin, SPIN's verdict must be mc's. A program on which they disagree is written to
the folder, and the status is 1.
"""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

BOUNDS = ("--range", "-2..5", "--instances", "2", "--array-size", "2", "--timeout", "20")
VARIANTS = ((), ("--por", "none", "--no-coarsen", "--no-live", "--no-symmetry"),
            ("--por", "none"), ("--no-coarsen",), ("--no-live",), ("--no-symmetry",), ("--bfs",),
            ("--bfs", "--por", "none"), ("--hash-compact",))


def verify(braid, path, *options):
    try:
        result = subprocess.run([braid, "verify", path, "--format", "json", *options],
                                capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    try:
        return json.loads(result.stdout)
    except ValueError:
        return {"verdict": f"status {result.returncode}: {result.stderr[-2000:]}"}


def is_wrong(found):
    return found["verdict"] in ("invalid", "deadlock")


def disagreement(braid, path, spin):
    """What does not fit together, or None; and whether anything could be compared."""
    searches = [verify(braid, path, "--engine", "mc", *BOUNDS, *extra) for extra in VARIANTS]
    first = searches[0]
    for extra, found in zip(VARIANTS, searches):
        if found is None or found["verdict"] == "unknown":
            return None, False  # too large for one of them
        if found["verdict"].startswith("status"):
            return f"mc {' '.join(extra)}: {found['verdict']}", True
        if is_wrong(found) != is_wrong(first):
            return f"mc {' '.join(extra)}: {found['verdict']}, not {first['verdict']}", True
        exact = "--hash-compact" not in extra and not is_wrong(found)
        if exact and (found["complete"], found["bounds_hit"]) != \
                (first["complete"], first["bounds_hit"]):
            return (f"mc {' '.join(extra)}: complete {found['complete']}, bounds "
                    f"{found['bounds_hit']}, not {first['bounds_hit']}"), True
    symbolic = verify(braid, path, "--engine", "symex", "--array-size", "2", "--timeout", "20")
    if symbolic and not symbolic["verdict"].startswith(("status", "unknown")):
        if is_wrong(first) and not is_wrong(symbolic) and symbolic["complete"]:
            return f"mc: {first['verdict']}, symex: {symbolic['verdict']}, complete", True
        if is_wrong(symbolic) and not is_wrong(first) and first["complete"]:
            return f"symex: {symbolic['verdict']}, mc: {first['verdict']}, complete", True
    if spin:
        found = verify(braid, path, "--engine", "spin", *BOUNDS)
        if found and found["verdict"] != "unknown" and is_wrong(found) != is_wrong(first):
            return f"spin: {found['verdict']}, mc: {first['verdict']}", True
    return None, True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--concurrent", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    printed = subprocess.run([options.concurrent, "--print", "--count", str(options.count),
                              "--seed", str(options.seed)], capture_output=True, text=True,
                             check=True).stdout
    programs = re.split(r"(?m)^(?=// seed \d+$)", printed)[1:]
    failed = compared = 0
    for program in programs:
        seed = re.match(r"// seed (\d+)", program)[1]
        path = options.out / f"finite_{seed}.oox"
        path.write_text(program, encoding="utf-8")
        problem, was_compared = disagreement(options.braid, path, options.spin)
        compared += was_compared
        if problem:
            failed += 1
            print(f"FAILED {path}: {problem}")
        else:
            path.unlink()
    print(f"tests/differential/finite.py: {len(programs)} programs, {compared} compared, "
          f"{failed} failed")
    sys.exit(1 if failed or compared == 0 else 0)


main()
