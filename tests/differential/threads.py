#!/usr/bin/env python3
"""Random programs of thread_programs.py: every engine and every reduction must agree.

    tests/differential/threads.py --braid PATH [--count N] [--seed S] [--out FOLDER] [--least N]

The interpreter, which tries all executions of the whole program, is the truth. It has to say the
same of the slice, and so do symbolic execution with each reduction and with states remembered,
and, for every third program, which is finite, `--engine mc`. Every fifth program is searched for
data races, too, and every seventh with spurious wake-ups. The text of each program must read back as it was printed. A program on
which they disagree is written to the folder, and the status is 1; so it is if fewer than --least
programs could be compared.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import thread_programs

SYMEX = ((), ("--por", "none"), ("--por", "simple"), ("--por", "guarded"), ("--por", "mpor"),
         ("--por", "sympath"), ("--por", "rf"), ("--stateful",), ("--no-coarsen",), ("--no-drop",),
         ("--no-distinct-indices", "--no-equal-writes", "--no-early-inputs"))
RACES = tuple(("symex", extra) for extra in ((), ("--stateful",), ("--stateful", "--no-coarsen"),
                                             ("--no-equal-writes",)))
MC = ((), ("--por", "none", "--no-coarsen", "--no-live", "--no-symmetry"), ("--bfs",),
      ("--no-stubborn",), ("--no-reclaim",))
LIMITS = ("--timeout", "20", "--depth", "2000")


def run(braid, *arguments):
    return subprocess.run([braid, *arguments], capture_output=True, text=True, check=False,
                          timeout=120)


def verify(braid, path, *options):
    result = run(braid, "verify", str(path), "--format", "json", *options)
    try:
        return json.loads(result.stdout)
    except ValueError:
        return {"verdict": f"status {result.returncode}: {(result.stdout + result.stderr)[-3000:]}"}


def kind(found):
    """What a search says: the kind of the violation, or the verdict."""
    violation = found.get("violation")
    return violation["kind"] if violation else found["verdict"]


def is_violated(found):
    return bool(found.get("violation"))


def difference(braid, path, options, searches):
    truth = verify(braid, path, "--engine", "interp", "--no-drop", *LIMITS, *options)
    if truth["verdict"] == "unknown":
        return None, False
    for engine, extra in searches:
        # The depth of mc counts states, and switches its reduction off.
        limits = LIMITS if engine != "mc" else LIMITS[:2]
        found = verify(braid, path, "--engine", engine, *limits, *options, *extra)
        told = f"{engine} {' '.join(extra + options)}: {kind(found)}, interp: {kind(truth)}"
        if "limit of" in (found.get("reason") or ""):
            continue  # too large for this one
        if found["verdict"].startswith("status") or found["verdict"] in ("unknown", "error"):
            return told + f"\n{found.get('reason', '')}", True
        # Which of several violations is found first is open.
        if is_violated(found) != is_violated(truth):
            return told, True
    return None, True


def check(braid, path, seed, finite):
    text = run(braid, "emit", "--to", "bir", str(path))
    if text.returncode != 0:
        return f"emit: {text.stderr}", True
    again = path.with_suffix(".again.bir")
    again.write_text(text.stdout, encoding="utf-8")
    second = run(braid, "emit", "--to", "bir", str(again))
    again.unlink()
    if second.stdout != text.stdout:
        return f"the text reads back otherwise: {second.stderr}", True
    searches = [("interp", ()), *(("symex", extra) for extra in SYMEX)]
    if finite:
        searches += [("mc", extra) for extra in MC]
    wrong, compared = difference(braid, path, (), searches)
    if not wrong and seed % 5 == 0 and not finite:
        wrong, _ = difference(braid, path, ("--races",), RACES)
    if not wrong and seed % 7 == 0:
        wrong, _ = difference(braid, path, ("--spurious",), searches)
    return wrong, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    compared = failed = 0
    for seed in range(options.seed, options.seed + options.count):
        finite = seed % 3 == 0
        path = options.out / f"threads_{seed}.bir"
        path.write_text(thread_programs.text(seed, finite), encoding="utf-8")
        wrong, counts = check(options.braid, path, seed, finite)
        compared += counts
        if wrong:
            failed += 1
            print(f"{path}: {wrong}")
        else:
            path.unlink()
    print(f"{compared} of {options.count} programs compared, {failed} disagreements")
    return 1 if failed or compared < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
