"""Random programs in which floats decide: branches, loops, assertions, values of booleans, arguments.

    text(seed) is a program; its entry is Main.main, and it has no inputs.
"""
import random

CONSTANTS = ("-1.5", "0.0", "0.5", "1.0", "2.25")


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 2
        self.loops = 0

    def pick(self, *options):
        return self.random.choice(options)

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def number(self):
        return self.pick("x", "y", "x + y", "x - 0.5", "y * 2.0", self.random.choice(CONSTANTS))

    def test(self):
        """A test of floats, perhaps beside one of other things."""
        own = f"{self.number()} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.number()}"
        other = self.pick("n < 2", "b", "Main.total > 0", "!b")
        return self.pick(own, own, f"!({own})", f"{own} && {other}", f"{other} || {own}",
                         f"({own}) ==> {other}", other)

    def statement(self, level):
        kind = self.random.randrange(11 if level < 3 else 7)
        if kind == 0:
            self.line(f"{self.pick('x', 'y')} := {self.number()};")
        elif kind == 1:
            self.line(f"b := {self.test()};")
        elif kind == 2:
            self.line(f"n := {self.pick('n + 1', '0', '1', 'Main.total')};")
        elif kind == 3:
            self.line(f"Main.total := {self.pick('n', '0', '1', '2')};")
        elif kind == 4:
            self.line(f"Main.flag := {self.test()};")
        elif kind == 5:
            self.line(f"b := same(x, {self.test()});")
        elif kind == 6 and self.random.randrange(3) == 0:
            self.line(f"{self.pick('assert', 'assume')} {self.test()};")
        elif kind == 7:
            self.loops += 1
            name = f"i{self.loops}"
            self.block(f"for (int {name} := 0; {name} < 2 && {self.test()}; {name}++) {{", level)
        elif kind > 7:
            self.block(f"if ({self.test()}) {{", level)
            if self.random.randrange(2):
                self.lines.pop()
                self.block("} else {", level)

    def block(self, head, level):
        self.line(head)
        self.depth += 1
        for _ in range(self.random.randrange(1, 3)):
            self.statement(level + 1)
        self.depth -= 1
        self.line("}")

    def body(self, size):
        self.line(f"float x := {self.random.choice(CONSTANTS)};")
        self.line(f"float y := {self.random.choice(CONSTANTS)};")
        self.line("int n := 0;")
        self.line("bool b := false;")
        for _ in range(size):
            self.statement(0)

    def text(self):
        self.lines = ["class Main {", "    static int total;", "    static bool flag;", "",
                      "    static bool same(float x, bool b)"]
        if self.random.randrange(4) == 0:
            self.lines.append(f"        ensures(retval || x < {self.random.choice(CONSTANTS)})")
        self.lines += ["    {", "        if (b) { return x >= 0.0; }", "        return x > 1.0;",
                       "    }", ""]
        threads = self.random.randrange(2)
        if threads:
            self.lines.append("    static void work() {")
            self.body(2)
            self.lines += ["    }", ""]
        self.lines += ["    static void main()", "        exceptional(false)", "    {"]
        if threads:
            self.line("fork work();")
        self.body(self.random.randrange(2, 6))
        if threads:
            self.line("join;")
        self.line(f"assert {self.pick('Main.total < 2', 'n < 2', '!Main.flag', 'b', 'n >= 0')};")
        return "\n".join(self.lines + ["    }", "}", ""])


def text(seed):
    return Program(seed).text()
