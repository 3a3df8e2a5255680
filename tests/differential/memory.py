#!/usr/bin/env python3
"""Random programs of memory_programs.py: who looks for data races must find the same.

    tests/differential/memory.py --braid PATH [--count N] [--seed S] [--out FOLDER] [--all]

The interpreter, which tries all executions, is the truth; symbolic execution, with and without
reductions and with states remembered, has to agree with it on every program. Each program is asked
for one of the searches, with --all for all of them. One on which they disagree is written to the
folder, and the status is 1; so it is if fewer than a tenth of the programs have a race, or have none.
"""
import argparse
import sys
from pathlib import Path

import memory_programs
from threads import is_violated, kind, verify

SEARCHES = ((), ("--por", "none", "--no-coarsen"), ("--stateful",), ("--stateful", "--no-coarsen"),
            ("--no-equal-writes",), ("--jobs", "2"))
LIMITS = ("--timeout", "20", "--depth", "2000", "--races")


def check(braid, path, searches):
    """What is wrong, and whether there is a race; None if that is not known."""
    truth = verify(braid, path, "--engine", "interp", "--no-drop", *LIMITS)
    if truth["verdict"] not in ("valid", "invalid"):
        return f"interp: {truth['verdict']} {truth.get('reason', '')}", None
    for extra in searches:
        found = verify(braid, path, "--engine", "symex", *LIMITS, *extra)
        if found["verdict"] not in ("valid", "invalid") or is_violated(found) != is_violated(truth):
            return (f"symex {' '.join(extra)}: {kind(found)} {found.get('reason', '')}, "
                    f"interp: {kind(truth)}"), None
    return None, is_violated(truth)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."))
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    failed = races = 0
    for seed in range(options.seed, options.seed + options.count):
        path = options.out / f"memory_{seed}.bir"
        path.write_text(memory_programs.text(seed), encoding="utf-8")
        one = SEARCHES[seed % len(SEARCHES)]
        wrong, has_race = check(options.braid, path, SEARCHES if options.all else (one,))
        if wrong:
            failed += 1
            print(f"{path}: {wrong}")
        else:
            races += has_race
            path.unlink()
    print(f"{options.count} programs, {races} with a race, {failed} disagreements")
    is_balanced = options.count / 10 <= races <= options.count * 9 / 10
    return 1 if failed or not is_balanced else 0


if __name__ == "__main__":
    sys.exit(main())
