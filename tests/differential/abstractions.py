#!/usr/bin/env python3
"""Concurrent programs with abstracted data: what holds on the abstraction holds in the program.

    tests/differential/abstractions.py --braid PATH --concurrent PATH [--count N] [--seed S]
                                       [--least N] [--out FOLDER]

The programs are random ones, which `concurrent --print` writes. In each, a few integer fields and
variables get a random abstraction. Explicit-state search of the same finite model without them is the
truth, and so is symbolic execution where it is complete.
  - If the model is wrong, the abstraction must not be called valid, unless an index or a size that
    the abstraction leaves open cut it.
  - If the abstraction is called wrong, the interpreter has executed the counterexample on the
    program, so that symbolic execution must find something, too.
A program that fails is written to the folder, and the status is 1; so it is if fewer than --least
programs could be compared.
"""
import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path

import finite

KINDS = ("signs", "parity", "range(0,1)", "range(-1,2)", "points(0)", "points(1)", "points(1,3)")
CLASS = re.compile(r"^class (\w+)")
FIELD = re.compile(r"^ {4}(?:static )?int (\w+)\b[^()]*;")
METHOD = re.compile(r"^ {4}(?:static )?\w+(?:\[\])? (\w+)\((.*)\)")
LOCAL = re.compile(r"^ {8}\s*int (\w+) :=")


def variables(text):
    """Integer fields, and integer variables and parameters of methods, by their full names."""
    found, cls, method = [], "", ""
    for line in text.splitlines():
        if match := CLASS.match(line):
            cls = match[1]
        elif match := METHOD.match(line):
            method = match[1]
            found += [f"{cls}.{method}.{name}" for name in re.findall(r"\bint (\w+)", match[2])]
        elif match := FIELD.match(line):
            found.append(f"{cls}.{match[1]}")
        elif match := LOCAL.match(line):
            found.append(f"{cls}.{method}.{match[1]}")
    return sorted(set(found))


def chosen(text, seed):
    numbers = random.Random(seed)
    names = variables(text)
    some = numbers.sample(names, min(len(names), numbers.randint(1, 4)))
    return [f"--abstract={name}={numbers.choice(KINDS)}" for name in some]


def disagreement(braid, path, options):
    """What is wrong, or None; and what became of the program."""
    bounds = finite.BOUNDS
    abstract = finite.verify(braid, path, "--engine", "mc", *bounds, *options)
    if abstract is None:
        return None, "too large"
    verdict = abstract["verdict"]
    if verdict.startswith("status"):
        is_refused = "waits for a condition" in verdict or "does not support" in verdict
        return (None, "refused") if is_refused else (verdict, "failed")
    if verdict == "unknown":
        is_spurious = abstract.get("abstraction", {}).get("spurious") is not None
        return None, "spurious" if is_spurious else "too large"
    model = finite.verify(braid, path, "--engine", "mc", *bounds)
    truth = finite.verify(braid, path, "--engine", "symex", "--stateful", "--array-size", "2",
                          "--timeout", "4")
    if not model or not truth or "unknown" in (model["verdict"], truth["verdict"]):
        return None, "too large"
    if finite.is_wrong(abstract):
        is_real = finite.is_wrong(truth) or not truth["complete"]
        return (None if is_real else f"symex: {truth['verdict']}, complete"), "real"
    is_excused = "abstraction" in abstract["bounds_hit"]
    if finite.is_wrong(model) and not is_excused:
        return f"without abstraction: {model['verdict']}", "valid"
    if finite.is_wrong(truth) and abstract["complete"]:
        return f"symex: {truth['verdict']}", "valid"
    return None, "valid"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--concurrent", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    ends, failed = Counter(), 0
    for number, (path, _) in enumerate(finite.random_programs(options)):
        abstractions = chosen(path.read_text(encoding="utf-8"), options.seed + number)
        problem, end = disagreement(options.braid, path, abstractions)
        ends[end] += 1
        if problem:
            failed += 1
            print(f"FAILED {path} {' '.join(abstractions)}: {problem}")
        else:
            path.unlink()
    text = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
    print(f"tests/differential/abstractions.py: {text}; {failed} failed")
    compared = ends["valid"] + ends["real"] + ends["spurious"]
    sys.exit(1 if failed or compared < options.least else 0)


if __name__ == "__main__":
    main()
