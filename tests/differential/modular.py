#!/usr/bin/env python3
"""Sequential programs as relations: the modular engine must agree with symbolic execution.

    tests/differential/modular.py --braid PATH --programs FOLDER [--shard I/N] [--least N]
    tests/differential/modular.py --braid PATH --random PATH [--count N] [--seed S] [--least N]
                                  [--out FOLDER]

The programs are those of a folder, with the entries of their `// BRAID: verify` lines, or random
ones, which `differential --print` writes. Each is checked with specifications in the place of
calls, with such for the smallest methods, too, with frame conditions at first, and inlined.
  - All have the same verdict, unless one gives up.
  - What the modular engine finds has been replayed, so symbolic execution must find something,
    too, unless a bound cut it.
  - If symbolic execution finds something, the modular engine finds it, or names a bound
    besides the scope that may have hidden it: `unwind` or `bitwidth`.
Programs that relational logic cannot express, or that have formulas, which only the modular
engine reads, do not count; the status is 1 if fewer than
--least are left, or if any disagrees.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

from finite import is_wrong, stored_programs, verify

BOUNDS = ("--scope", "4", "--unwind", "6", "--bitwidth", "6", "--timeout", "4")
FORMULA = re.compile(r"(?m)^\s*(property|invariant)\b")
STARTS = ((), ("--inline-size", "0"), ("--start", "frame", "--inline-size", "0"), ("--inline",))


def disagreement(braid, path, question):
    """What does not fit together, or None; and whether anything could be compared."""
    answers = [verify(braid, path, "--engine", "modular", *BOUNDS, *question, *start)
               for start in STARTS]
    for start, found in zip(STARTS, answers):
        # The bound on nested calls of a condition has no model there, which it says.
        if found and "a part of the program that has no model" in found["verdict"]:
            return None, False
        if found and found["verdict"].startswith("status"):
            return f"modular {' '.join(start)}: {found['verdict']}", True
    answers = [found for found in answers if found and found["verdict"] != "unknown"]
    if not answers:
        return None, False
    first = answers[0]
    for found in answers[1:]:
        if is_wrong(found) != is_wrong(first):
            return f"modular: {found['verdict']} and {first['verdict']}", True
    truth = verify(braid, path, "--engine", "symex", "--timeout", "4", *question)
    if not truth or truth["verdict"] == "unknown":
        return None, False
    if truth["verdict"].startswith("status"):
        return f"symex: {truth['verdict']}", True
    if is_wrong(first) and not is_wrong(truth) and truth["complete"]:
        return f"modular: {first['verdict']}, symex: {truth['verdict']}, complete", True
    if is_wrong(truth) and not is_wrong(first) and first["bounds_hit"] == ["scope"]:
        return f"symex: {truth['verdict']}, modular: {first['verdict']} within the scope", True
    return None, True


def random_programs(options):
    command = [options.random, "--print", "--count", str(options.count), "--seed",
               str(options.seed)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for program in re.split(r"(?m)^(?=// seed \d+$)", printed)[1:]:
        seed = re.match(r"// seed (\d+)", program)[1]
        path = options.out / f"modular_{seed}.oox"
        path.write_text(program, encoding="utf-8")
        before_main = program[:re.search(r"\bmain\(", program).start()]
        owner = re.findall(r"(?m)^(?:abstract )?class (\w+)", before_main)[-1]
        yield path, ("--entry", f"{owner}.main")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--programs", type=Path)
    source.add_argument("--random")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    programs = stored_programs(options) if options.programs else random_programs(options)
    failed = compared = total = 0
    for path, question in programs:
        if path.suffix != ".oox" or FORMULA.search(path.read_text(encoding="utf-8")):
            continue
        if set(question[::2]) - {"--entry"}:
            continue  # a question about threads, which the modular engine refuses
        total += 1
        problem, was_compared = disagreement(options.braid, path, question)
        compared += was_compared
        if problem:
            failed += 1
            print(f"FAILED {path} {' '.join(question)}: {problem}")
        elif options.random:
            path.unlink()
    print(f"tests/differential/modular.py: {total} programs, {compared} compared, "
          f"{failed} failed")
    sys.exit(1 if failed or compared < options.least else 0)


if __name__ == "__main__":
    main()
