#!/usr/bin/env python3
"""Random sequential methods over linked objects: the modular engine must agree with symbolic
execution, with specifications in the place of calls and with everything inlined.

    tests/java/random_modular.py --braid PATH --build DIR [--count N] [--seed S] [--least N]

If symbolic execution finds something, the modular engine finds it, or names a bound besides the
scope that may have hidden it. What the modular engine finds, symbolic execution finds, too, unless
a bound cut it. The status is 1 if any disagrees, or if fewer than --least could be compared.
"""
import argparse
import random
import shutil
import subprocess
import sys
import json
from pathlib import Path

BOUNDS = ("--scope", "3", "--unwind", "4", "--bitwidth", "5", "--timeout", "10")
STARTS = ((), ("--inline-size", "0"), ("--inline",))


class Generator:
    """The text of one class. Methods call those with a smaller number."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.temps = 0

    def reference(self, depth=0):
        kind = self.random.randrange(8 if depth < 2 else 4)
        if kind == 7 and depth == 0:
            return "null"
        if kind >= 4:
            return f"{self.reference(depth + 1)}.{self.random.choice(['next', 'other'])}"
        return self.random.choice(["a", "b", "c"])

    def number(self, depth=0):
        kind = self.random.randrange(9 if depth < 2 else 3)
        if kind == 0:
            return str(self.random.randrange(-3, 5))
        if kind <= 2:
            return "x"
        if kind <= 4:
            return f"{self.reference(1)}.value"
        if kind == 5:
            return f"({self.number(depth + 1)} {self.random.choice('&|^')} {self.number(depth + 1)})"
        if kind == 6:
            places = self.random.randrange(0, 4)
            return f"({self.number(depth + 1)} {self.random.choice(['>>', '<<', '>>>'])} {places})"
        return f"({self.number(depth + 1)} {self.random.choice('+-*')} {self.number(depth + 1)})"

    def condition(self, depth=0):
        kind = self.random.randrange(6 if depth < 2 else 4)
        if kind == 0:
            return f"{self.reference(1)} == {self.reference()}"
        if kind == 1:
            return f"{self.reference(1)} != null"
        if kind == 2:
            return f"{self.number(1)} {self.random.choice(['<', '<=', '==', '!='])} {self.number(1)}"
        if kind == 3:
            return f"{self.reference(1)} instanceof Below"
        if kind == 4:
            return f"!({self.condition(depth + 1)})"
        return (f"({self.condition(depth + 1)} {self.random.choice(['&&', '||'])} "
                f"{self.condition(depth + 1)})")

    def statements(self, method, depth, count):
        return "".join(self.statement(method, depth) for _ in range(count))

    def statement(self, method, depth):
        kind = self.random.randrange(13 if depth < 3 else 7)
        some = self.random.choice(["a", "b", "c"])
        if kind == 0:
            return f"{some} = {self.reference()};\n"
        if kind == 1:
            return f"if ({some} != null) {{ {some}.next = {self.reference(1)}; }}\n"
        if kind == 2:
            return f"if ({some} != null) {{ {some}.value = {self.number(1)}; }}\n"
        if kind == 3:
            return f"x = {self.number()};\n"
        if kind == 4:
            made = self.random.choice(["Node", "Below"])
            return f"{some} = new {made}(); {some}.value = {self.number(2)};\n"
        if kind == 5:
            return f"assert {self.condition()} || {self.condition()};\n"
        if kind == 6 and method > 0:
            return f"{some} = m{self.random.randrange(method)}(a, b, x);\n"
        if kind == 6:
            return f"counter += {self.number(2)};\n"
        inside = self.statements(method, depth + 1, self.random.randrange(1, 3))
        if kind <= 9:
            other = self.statements(method, depth + 1, 1)
            return f"if ({self.condition()}) {{\n{inside}}} else {{\n{other}}}\n"
        if kind == 10:
            self.temps += 1
            at = f"i{self.temps}"
            return f"for (int {at} = 0; {at} < {self.random.randrange(1, 4)}; {at}++) {{\n{inside}}}\n"
        if kind == 11:
            return f"while ({some} != null && {some}.next != null) {{\n{inside}{some} = {some}.next;\n}}\n"
        self.temps += 1
        e = f"e{self.temps}"
        caught = self.random.choice(["NullPointerException", "RuntimeException", "Thrown"])
        thrown = f"if ({self.condition()}) {{ throw new Thrown(x); }}\n"
        held = f"x = {e}.held;\n" if caught == "Thrown" else ""
        return f"try {{\n{inside}{thrown}}} catch ({caught} {e}) {{\n{held}}}\n"

    def program(self, name):
        methods = []
        for method in range(3):
            body = self.statements(method, 0, self.random.randrange(2, 5))
            asserted = f"assert {self.condition()} || {self.condition()};\n" if method == 2 else ""
            methods.append(f"static Node m{method}(Node a, Node b, int x) {{\nNode c = null;\n"
                           f"{body}{asserted}return {self.random.choice(['a', 'b', 'c'])};\n}}\n")
        # Most dereferences would fail at once.
        entry = ("static void entry(Node a, Node b, int x) {\n"
                 "if (a == null || b == null || a.next == null) { return; }\n"
                 "if (x < -4 || x > 4) { return; }\n"
                 "try { m2(a, b, x); } catch (NullPointerException e) { }\n}\n")
        return (f"public class {name} {{\n"
                "static class Node { int value; Node next; Node other; }\n"
                "static class Below extends Node { }\n"
                "static class Thrown extends RuntimeException {\n"
                "final int held; Thrown(int held) { this.held = held; } }\n"
                f"static int counter;\n{''.join(methods)}{entry}}}\n")


def verify(braid, classes, name, *options):
    command = [braid, "verify", "--format", "json", "--entry", f"{name}.entry",
               *options, str(classes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": f"status {done.returncode}: {done.stderr}", "bounds_hit": []}


def disagreement(braid, classes, name):
    """What does not fit together, or None; and whether anything could be compared."""
    answers = [verify(braid, classes, name, "--engine", "modular", *BOUNDS, *start)
               for start in STARTS]
    for start, found in zip(STARTS, answers):
        told = f"{found['verdict']} {found.get('reason') or ''}"
        if found["verdict"].startswith(("status", "error")) or "replay" in told:
            return f"modular {' '.join(start)}: {told}", True
    known = [found for found in answers if found["verdict"] != "unknown"]
    if len({found["verdict"] for found in known}) > 1:
        return f"modular: {[found['verdict'] for found in answers]}", True
    truth = verify(braid, classes, name, "--engine", "symex", "--no-races", "--timeout", "10")
    if not known or truth["verdict"] == "unknown":
        return None, False
    first = known[0]
    if truth["verdict"].startswith("status"):
        return f"symex: {truth['verdict']}", True
    if first["verdict"] == "invalid" and truth["verdict"] == "valid" and not truth["bounds_hit"]:
        return "modular: invalid, symex: valid without bounds", True
    hidden = set(first["bounds_hit"]) - {"scope"}
    if truth["verdict"] == "invalid" and first["verdict"] == "valid" and not hidden:
        return "symex: invalid, modular: valid within the scope", True
    return None, True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=1)
    options = parser.parse_args()
    folder = options.build / f"random_modular_{options.seed}"
    shutil.rmtree(folder, ignore_errors=True)
    classes = folder / "classes"
    classes.mkdir(parents=True)
    names = [f"M{options.seed + i}" for i in range(options.count)]
    for i, name in enumerate(names):
        text = Generator(options.seed + i).program(name)
        (folder / f"{name}.java").write_text(text, encoding="utf-8")
    subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-d", str(classes),
                    *(str(folder / f"{name}.java") for name in names)], check=True)
    failed = compared = 0
    for name in names:
        problem, was_compared = disagreement(options.braid, classes, name)
        compared += was_compared
        if problem:
            failed += 1
            print(f"FAILED {folder}/{name}.java: {problem}")
    print(f"tests/java/random_modular.py: {len(names)} programs, {compared} compared, "
          f"{failed} failed")
    sys.exit(1 if failed or compared < options.least else 0)


if __name__ == "__main__":
    main()
