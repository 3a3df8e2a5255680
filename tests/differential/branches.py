#!/usr/bin/env python3
"""Random programs with branches on elements that others have written, at indices that a
precondition keeps apart, and with values that it makes equal.

    tests/differential/branches.py --braid PATH [--count N] [--seed S] [--out FOLDER] [--least N]

Such writes commute, but leave terms that differ in form, so that a branch on them is open in one
execution and answered in an equivalent one. One execution per trace, as `optimal` explores them, must be
as many as `guarded` and `mpor` let come to their end, and none may be abandoned. Then an assertion
about the end is added, which must get the verdict that it has without what the reductions know of
the path condition. A program on which they disagree is written to the folder, and the status is 1;
so it is if fewer than --least programs could be compared.
"""
import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

INDICES = ("i >= 0 && i <= 0 && j == i + 1", "i >= 0 && i <= 1 && j >= 0 && i + j == 1",
           "i >= 0 && i <= 1 && j == 1 - i", "i >= 0 && i < 2 && j >= 0 && j < 2 && i != j",
           "i >= 1 && i <= 1 && j >= 0 && j < 1", "i >= 0 && i < 2 && j >= 0 && j < 2")
VALUES = ("k == 1", "k >= 1 && k <= 1", "k == i + 1", "k == j", "k >= 0 && k <= 1",
          "k >= 0 && k <= 1 && l == 1 - k")
PLAIN = ("--no-distinct-indices", "--no-equal-writes", "--no-early-inputs")


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def index(self):
        return self.random.choice(("i", "j", "0", "1", "i", "j", "1"))

    def branch(self):
        pick = self.random.choice
        lines = [f"v := a[{self.index()}];",
                 f"if (v {pick(('!=', '==', '>', '<='))} {pick((0, 1, 2))}) "
                 f"{{ w := w + {pick((1, 2))}; }}"]
        if self.random.random() < 0.5:
            lines[1] += f" else {{ {pick(('Main.x := w;', 'z := Main.x;', 'w := w + 3;'))} }}"
        return lines

    def step(self):
        pick = self.random.choice
        kind = self.random.randrange(10)
        if kind < 3:
            return [f"a[{self.index()}] := {pick(('k', '1', '0', '1', 'l', '2', 'w'))};"]
        if kind < 6:
            return self.branch()
        if kind < 7:
            more = pick(("", "Main.x := 3;", "z := Main.x;"))
            return [f"if ({pick('bc')}) {{ w := w + {pick((4, 8))}; {more} }}"]
        return [f"Main.x := {pick(('1', 'w', 'k'))};" if kind < 8 else "z := Main.x;"]

    def body(self, thread):
        lines = ["int w := 0;", "int v := 0;", "int z := 0;"]
        for _ in range(self.random.randint(1, 3)):
            lines += self.step()
        return lines + [f"Main.r{thread} := w + 100 * z;"]

    def program(self):
        """The program up to where an assertion may stand."""
        takes = "int[] a, int i, int j, int k, int l, bool b, bool c"
        lines = ["class Main {", "static int x;"]
        lines += [f"static int r{t};" for t in range(3)]
        for t in range(2):
            lines += [f"static void t{t}({takes}) {{", *self.body(t), "}"]
        lines += [f"static void main({takes.split(', ', 1)[1]})",
                  f"requires({self.random.choice(INDICES)})",
                  f"requires({self.random.choice(VALUES)})", "requires(l >= 0 && l <= 1)", "{",
                  "int[] a := new int[2];"]
        lines += [f"fork Main.t{t}(a, i, j, k, l, b, c);" for t in range(2)]
        if self.random.random() < 0.6:
            lines += self.body(2)
        return "\n".join(lines + ["join;"])

    def assertion(self):
        pick = self.random.choice
        places = self.random.sample(("a[0]", "a[1]", "Main.x", "Main.r0", "Main.r1", "Main.r2"), 2)
        values = [pick((0, 1, 2, 3, 4, 5, 100, 101)) if "r" in p else pick((0, 1, 2, 3))
                  for p in places]
        return "assert !(" + " && ".join(f"{p} == {v}" for p, v in zip(places, values)) + ");"


def found(braid, path, reduction, extra=()):
    """The verdict, and how many executions there are; None: too large."""
    result = subprocess.run(
        [braid, "verify", "--engine", "symex", "--no-stateful", "--no-drop", "--no-shorten",
         "--timeout", "20", "--format", "json", "--por", reduction, *extra, path],
        capture_output=True, text=True, check=False)
    if result.returncode not in (0, 5, 10):
        return f"status {result.returncode}: {result.stderr[-300:]}", 0
    told = json.loads(result.stdout)
    if told["verdict"] == "unknown":
        return None
    if reduction == "optimal" and told["stats"]["pruned"]:
        return f"{told['stats']['pruned']} executions abandoned", 0
    return told["verdict"], told["stats"]["paths"]


def disagreement(answers):
    if None in answers.values() or len(set(answers.values())) == 1:
        return None
    return ", ".join(f"{name}: {answer[0]}, {answer[1]} executions"
                     for name, answer in answers.items())


def check(braid, path, seed):
    """What is wrong, or None; and whether the searches could be compared."""
    writer = Writer(seed)
    program = writer.program()
    path.write_text(program + "\n}\n}\n", encoding="utf-8")
    answers = {name: found(braid, path, name) for name in ("optimal", "guarded", "mpor")}
    wrong = disagreement(answers)
    if wrong or None in answers.values():
        return wrong, not wrong and None not in answers.values()
    path.write_text(f"{program}\n{writer.assertion()}\n}}\n}}\n", encoding="utf-8")
    answers = {"optimal": found(braid, path, "optimal"),
               "optimal without the path condition": found(braid, path, "optimal", PLAIN)}
    verdicts = {name: answer and (answer[0], "any") for name, answer in answers.items()}
    return disagreement(verdicts), True


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
        path = options.out / f"branches_{seed}.oox"
        wrong, counts = check(options.braid, path, seed)
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
