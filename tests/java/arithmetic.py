#!/usr/bin/env python3
"""Random arithmetic over all primitive types: the JVM against `braid run`.

Each method takes one value of each type, assigns to them in random ways (casts, shifts, compound
assignments, increments, conditional expressions) and returns the value of a random expression.
Numbers with a point are printed exactly, as an integer and a power of two, without any library.

    tests/java/arithmetic.py --braid PATH --build DIR [--count 2000] [--seed 1] [--keep]
    tests/java/arithmetic.py --print --count 10 --seed 3

The count is that of expressions; each method has six, and is called twice.
"""
import argparse
import random
import shutil
import subprocess
import sys
from pathlib import Path

from command import Braid
from programs import Failure, require

PER_METHOD, METHODS = 6, 100  # expressions of a method, methods of a class
VARIABLES = {"b": "byte", "s": "short", "c": "char", "i": "int", "l": "long", "f": "float",
             "d": "double", "z": "boolean", "j": "int", "m": "long"}
NUMBERS = ("byte", "short", "char", "int", "long", "float", "double")
# Types whose values become values of the key without a cast, in an operation with the key.
PROMOTED = {"int": ("int", "int", "byte", "short", "char"),
            "long": ("long", "long", "int", "char", "byte"),
            "float": ("float", "float", "int", "long", "short"),
            "double": ("double", "double", "float", "int", "long")}
EDGES = {"byte": [-128, 127, 0, -1, 1], "short": [-32768, 32767, 0, -1, 255],
         "char": [0, 65535, 97, 128, 55], "int": [-2**31, 2**31 - 1, 0, -1, 1, 31, 32, 33, -128],
         "long": [-2**63, 2**63 - 1, 0, -1, 1, 63, 64, 2**31, 2**32 - 1, -2**31 - 1]}
POINTS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "0.1", "1e10", "-3e18", "2147483647.5", "1e-3",
          "9.3e18", "-9.3e18", "16777217.0"]

HELPERS = """
    static void show(String name, boolean x) {
        System.out.println(name + x);
    }

    static void show(String name, long x) {
        System.out.println(name + x);
    }

    static void show(String name, double x) {
        if (x != x) {
            System.out.println(name + "NaN");
            return;
        }
        boolean negative = x < 0 || 1 / x < 0;
        double d = negative ? -x : x;
        if (d > 1.7976931348623157E308) {
            System.out.println(name + (negative ? "-" : "") + "infinite");
            return;
        }
        int power = 0;
        for (; d >= 0x1p73; d *= 0x1p-20) {
            power += 20;
        }
        for (; d >= 0x1p53; d *= 0.5) {
            power++;
        }
        for (; d != 0 && d < 0x1p32; d *= 0x1p20) {
            power -= 20;
        }
        for (; d != 0 && d < 0x1p52; d *= 2) {
            power--;
        }
        System.out.println(name + (negative ? "-" : "") + (long) d + " " + power);
    }
"""


class Generator:
    def __init__(self, chance):
        self.chance = chance

    def pick(self, options):
        return self.chance.choice(options)

    def literal(self, kind):
        if kind == "boolean":
            return self.pick(("true", "false"))
        if kind in ("float", "double"):
            text = self.pick(POINTS) if self.chance.random() < 0.7 else \
                repr(self.chance.uniform(-1000, 1000))
            return text + "f" if kind == "float" else text
        low, high = min(EDGES[kind]), max(EDGES[kind])
        value = self.pick(EDGES[kind]) if self.chance.random() < 0.5 else \
            self.chance.randint(max(low, -100), min(high, 100)) if self.chance.random() < 0.5 else \
            self.chance.randint(low, high)
        if kind == "long":
            return f"{value}L" if value != -2**63 else "Long.MIN_VALUE"
        return str(value) if kind == "int" else f"({kind}) {value}"

    def variable(self, kind):
        return self.pick([name for name, type_ in VARIABLES.items() if type_ == kind])

    def number(self, depth):
        return self.expression(self.pick(("int", "int", "long", "float", "double")), depth)

    def expression(self, kind, depth):
        if depth == 0 or self.chance.random() < 0.15:
            return self.variable(kind) if self.chance.random() < 0.7 else f"({self.literal(kind)})"
        if kind == "boolean":
            return self.condition(depth)
        if kind in ("byte", "short", "char"):
            return f"({kind}) {self.wrapped('int', depth - 1)}"
        roll = self.chance.random()
        if roll < 0.45:
            return self.binary(kind, depth)
        if roll < 0.62:
            return f"(({kind}) ({self.expression(self.pick(NUMBERS), depth - 1)}))"
        if roll < 0.70:
            return f"({self.condition(depth - 1)} ? {self.expression(kind, depth - 1)} : " \
                   f"{self.expression(self.pick(PROMOTED[kind]), depth - 1)})"
        if roll < 0.80:
            return self.side_effect(kind, depth)
        sign = self.pick(("-", "+", "~") if kind in ("int", "long") else ("-", "+"))
        return f"({sign} {self.expression(kind, depth - 1)})"

    def wrapped(self, kind, depth):
        return f"({self.expression(kind, depth)})"

    def binary(self, kind, depth):
        if kind in ("int", "long") and self.chance.random() < 0.3:
            distance = self.expression(self.pick(("int", "int", "long", "byte")), depth - 1)
            left = self.expression(kind, depth - 1)
            return f"({left} {self.pick(('<<', '>>', '>>>'))} {distance})"
        operators = ["+", "-", "*", "/", "%"] + (["&", "|", "^"] if kind in ("int", "long") else [])
        sides = [self.expression(kind, depth - 1),
                 self.expression(self.pick(PROMOTED[kind]), depth - 1)]
        self.chance.shuffle(sides)
        operator = self.pick(operators)
        if operator in "/%" and kind in ("int", "long"):
            sides[1] = self.divisor(sides[1])
        return f"({sides[0]} {operator} {sides[1]})"

    def divisor(self, text):
        """Seldom zero."""
        return text if self.chance.random() < 0.1 else f"({text} | 1)"

    def side_effect(self, kind, depth):
        name = self.variable(kind)
        if self.chance.random() < 0.4:
            return self.pick((f"({name}++)", f"({name}--)", f"(++{name})", f"(--{name})"))
        return f"({self.assignment(name, depth - 1)})"

    def assignment(self, name, depth):
        kind = VARIABLES[name]
        if kind == "boolean":
            operator = self.pick(("=", "&=", "|=", "^="))
            return f"{name} {operator} {self.expression('boolean', depth)}"
        if self.chance.random() < 0.3:
            return f"{name} = {self.expression(kind, depth)}"
        if kind in ("float", "double"):
            return f"{name} {self.pick(('+=', '-=', '*=', '/=', '%='))} {self.number(depth)}"
        if self.chance.random() < 0.5:
            return f"{name} {self.pick(('+=', '-=', '*='))} {self.number(depth)}"
        operator = self.pick(("/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="))
        right = self.expression(self.pick(("int", "long")), depth)
        return f"{name} {operator} {self.divisor(right) if operator in ('/=', '%=') else right}"

    def condition(self, depth):
        roll = self.chance.random()
        if depth <= 0 or roll < 0.5:
            left = self.number(max(0, depth - 1))
            right = self.number(max(0, depth - 1))
            return f"({left} {self.pick(('<', '<=', '>', '>=', '==', '!='))} {right})"
        left, right = self.condition(depth - 1), self.condition(depth - 1)
        if roll < 0.9:
            return f"({left} {self.pick(('&&', '||', '&', '|', '^', '==', '!='))} {right})"
        return f"(!{left})"

    def method(self, number):
        """Its text, and two calls."""
        kind = self.pick(("int", "long", "float", "double", "boolean"))
        lines = [f"        {self.assignment(self.pick(list(VARIABLES)), 3)};"
                 for _ in range(PER_METHOD - 1)]
        lines.append(f"        return {self.expression(kind, 4)};")
        parameters = ", ".join(f"{type_} {name}" for name, type_ in VARIABLES.items())
        text = "\n".join([f"    static {kind} e{number}({parameters}) {{", *lines, "    }", ""])
        calls = []
        for turn in range(2):
            values = ", ".join(self.literal(type_) for type_ in VARIABLES.values())
            calls.append(f"        try {{\n            show(\"{number}.{turn} \", "
                         f"e{number}({values}));\n        }} catch (ArithmeticException e) {{\n"
                         f"            System.out.println(\"{number}.{turn} zero\");\n        }}")
        return text, f"    static void call{number}() {{\n" + "\n".join(calls) + "\n    }\n"

    def java_class(self, name, methods):
        parts = [f"public class {name} {{{HELPERS}"]
        for number in range(methods):
            parts += self.method(number)
        body = "".join(f"        call{number}();\n" for number in range(methods))
        parts.append(f"    public static void main(String[] args) {{\n{body}    }}\n}}\n")
        return "\n".join(parts)


def source_of(text, line):
    """The method that printed a line."""
    number = line.split(".")[0]
    start = text.index(f" e{number}(")
    return text[text.rindex("\n", 0, start):text.index("    }\n", start)]


def compare(name, text, expected, found):
    ours, theirs = found.splitlines(), expected.splitlines()
    differences = [(a, b) for a, b in zip(ours, theirs) if a != b]
    if not differences and len(ours) == len(theirs):
        return 0
    if not differences:
        differences = [(f"{len(ours)} lines", f"{len(theirs)} lines")]
    a, b = differences[0]
    print(f"FAILED {name}: {len(differences)} lines differ; the first:\n  braid {a}\n  java  {b}")
    if "." in b:
        print(source_of(text, b))
    return len(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid")
    parser.add_argument("--build", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="only show a class")
    parser.add_argument("--keep", action="store_true", help="leave sources and classes in DIR")
    options = parser.parse_args()
    methods = max(1, options.count // PER_METHOD)
    generator = Generator(random.Random(options.seed))
    if options.print:
        print(generator.java_class("A0", methods))
        return
    folder = options.build / f"arithmetic_{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    texts = {}
    for start in range(0, methods, METHODS):
        name = f"A{len(texts)}"
        texts[name] = generator.java_class(name, min(METHODS, methods - start))
        (folder / f"{name}.java").write_text(texts[name])
    done = subprocess.run(["javac", "-g", "-nowarn", "-d", folder / "classes",
                           *(folder / f"{name}.java" for name in texts)],
                          capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"javac:\n{done.stdout}{done.stderr}")
    failed = 0
    for name, text in texts.items():
        java = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-cp", folder / "classes", name],
                              capture_output=True, text=True, check=False)
        require(java.returncode == 0 and java.stdout, f"java {name}: {java.stderr}")
        verdict, output, end = Braid(options.braid, folder / "classes").printed(f"{name}.main")
        require(verdict.startswith("no violation"), f"{name}: {end}")
        failed += compare(name, text, java.stdout, output)
    if not failed and not options.keep:
        shutil.rmtree(folder)
    print(f"tests/java/arithmetic.py: {methods * PER_METHOD} expressions, {failed} results differ")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failure as error:
        sys.exit(f"tests/java/arithmetic.py: {error}")
