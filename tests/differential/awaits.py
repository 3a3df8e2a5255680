#!/usr/bin/env python3
"""Random programs of await_programs.py: every engine and every reduction must agree.

    tests/differential/awaits.py --braid PATH [--count N] [--seed S] [--out FOLDER] [--least N] [--quick]

With --quick, two of the searches are tried for each program. The interpreter, which tries all
executions, is the truth. Symbolic execution has to say the same
with each reduction, with states remembered, and left to itself; one execution per trace must
abandon none. Every third program is searched for data races, too. Every other program has loops
that only wait: with --await they are waiting, and the verdict is that of the loops as they are, but
for threads that go round for ever, which are stuck then. A program on which they disagree
is written to the folder, and the status is 1; so it is if fewer than --least programs could be
compared.
"""
import argparse
import sys
from pathlib import Path

import await_programs
from threads import is_violated, kind, verify

ALONE = ("--no-stateful",)
SYMEX = ((), ("--por", "optimal", *ALONE), ("--por", "optimal", "--no-coarsen", *ALONE),
         ("--por", "optimal", "--no-equal-writes", *ALONE), ("--stateful",),
         ("--por", "none", "--no-coarsen", *ALONE), ("--por", "guarded", *ALONE))
RACES = (("--por", "optimal", *ALONE), ("--stateful",), ())
LIMITS = ("--timeout", "20", "--depth", "2000")


def is_unusable(found):
    return found["verdict"].startswith("status") or found["verdict"] in ("unknown", "error")


def difference(braid, path, options, searches):
    truth = verify(braid, path, "--engine", "interp", "--no-drop", *LIMITS, *options)
    if truth["verdict"] == "unknown":
        return None, False
    for extra in searches:
        found = verify(braid, path, "--engine", "symex", *LIMITS, *options, *extra)
        told = f"symex {' '.join(extra + options)}: {kind(found)}, interp: {kind(truth)}"
        reason = found.get("reason") or ""
        if "limit of" in reason or "a volatile variable and another one" in reason:
            continue  # too large for this one, or not for it
        if "--races" in options and "cut every execution" in reason:
            continue  # loops that read plainly go round, as a wait in vain has no data race
        if is_unusable(found) or is_violated(found) != is_violated(truth):
            return told + f"\n{found.get('reason', '')}", True
        pruned = found.get("statistics", {}).get("pruned", 0)
        if "optimal" in extra and pruned and not is_violated(found):
            return f"{told}\n{pruned} executions abandoned", True
    return None, True


def loops_differ(braid, path):
    """Whether waiting in place of going round changes what can happen."""
    loops = verify(braid, path, "--engine", "interp", "--no-drop", *LIMITS, "--no-await")
    waits = verify(braid, path, "--engine", "interp", "--no-drop", *LIMITS, "--await")
    if is_unusable(loops) or is_unusable(waits):
        crashed = any(found["verdict"].startswith("status") for found in (loops, waits))
        return "interp fails" if crashed else None
    told = f"interp: {kind(loops)} with loops, {kind(waits)} when they wait"
    if is_violated(loops) and not is_violated(waits):
        return told
    if is_violated(waits) and not is_violated(loops):
        is_stuck = kind(waits) == "deadlock" and loops.get("never_ends")
        return None if is_stuck else told
    return None


def check(braid, path, seed, quick):
    chosen = (SYMEX[1], SYMEX[seed % len(SYMEX)]) if quick else SYMEX
    has_loops = seed % 2 == 0
    meaning = ("--await",) if has_loops else ()
    wrong, compared = difference(braid, path, meaning, chosen)
    if not wrong and has_loops:
        wrong = loops_differ(braid, path)
    if not wrong and seed % 3 == 0:
        wrong, _ = difference(braid, path, ("--races", *meaning), RACES[:2] if quick else RACES)
    return wrong, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    compared = failed = 0
    for seed in range(options.seed, options.seed + options.count):
        path = options.out / f"awaits_{seed}.bir"
        path.write_text(await_programs.text(seed, seed % 2 == 0), encoding="utf-8")
        wrong, counts = check(options.braid, path, seed, options.quick)
        compared += counts
        if wrong:
            failed += 1
            print(f"{path}: {wrong}", flush=True)
        else:
            path.unlink()
    print(f"{compared} of {options.count} programs compared, {failed} disagreements")
    return 1 if failed or compared < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
