"""Random OOX programs in the short style: accesses and calls inside of expressions.

A sequential program (`sequential`) is evaluated here as it is written, by the rules of
docs/language/oox.md, "Order of evaluation"; at its end it asserts what came out. So its verdict
is `valid`, whatever form it is brought into. Every call of `G.tick` leaves a mark in `G.log`:
the order of evaluation shows there.

A concurrent program (`concurrent`) has threads that share static fields; nobody knows its
verdict beforehand.
"""
import random

MOD = 10007
CLASSES = """class Node {
    int val;
    Node next;
    Node(int v) { this.val := v; }
    int get(int k) { G.log := (G.log * 31 + k + 7) % 10007; return this.val + k; }
}
class G {
    static int log;
    static int s;
    static int tick(int k) { G.log := (G.log * 31 + k) % 10007; return k; }
    static bool test(int k) { return G.tick(k) > 1; }
"""


class Thrown(Exception):
    """An exception of the program."""


class Break(Exception):
    pass


class Continue(Exception):
    pass


class TooLong(Exception):
    """The program runs too long to be a test."""


class World:
    """The state of the program while it is evaluated."""

    def __init__(self):
        self.log = 0
        self.s = 0
        self.locals = {}
        self.steps = 0

    def tick(self, k):
        self.steps += 1
        if self.steps > 300:
            raise TooLong
        self.log = remainder(self.log * 31 + k, MOD)
        return k


def remainder(a, b):
    return a - b * quotient(a, b)


def quotient(a, b):
    if b == 0:
        raise Thrown
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


class Sequential:
    """Each method answers a text and a function from a World to the value."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.ints = []
        self.names = 0
        self.loops = 0

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---------------------------------------------------------------- expressions

    def number(self, depth):
        kinds = ["literal", "local", "static", "field", "element", "tick"]
        if depth > 0:
            kinds += ["sum", "sum", "sum", "divide", "get", "tick", "choice", "new", "element", "size"]
        return getattr(self, self.r.choice(kinds))(depth - 1)

    def literal(self, depth):
        k = self.r.randrange(4)
        return str(k), lambda w: k

    def local(self, depth):
        if not self.ints:
            return self.literal(depth)
        x = self.r.choice(self.ints)
        return x, lambda w: w.locals[x]

    def static(self, depth):
        return "G.s", lambda w: w.s

    def node(self):
        path = self.r.choice(["n", "n", "n", "m", "n.next", "n.next.next"])

        def value(w):
            o = w.locals["n" if path[0] == "n" else "m"]
            for _ in range(path.count(".")):
                o = fields(o)["next"]
            return o
        return path, value

    def field(self, depth):
        path, node = self.node()
        return f"{path}.val", lambda w: fields(node(w))["val"]

    def element(self, depth):
        text, index = self.number(max(depth, 0)) if self.chance(60) else self.literal(0)
        return f"a[{text}]", lambda w: w.locals["a"][bounded(w, index(w))]

    def size(self, depth):
        return "#a", lambda w: len(w.locals["a"])

    def tick(self, depth):
        text, value = self.number(depth) if depth > 0 else self.literal(0)
        return f"G.tick({text})", lambda w: w.tick(value(w))

    def get(self, depth):
        path, node = self.node()
        text, value = self.number(depth)

        def call(w):
            o, k = node(w), value(w)
            fields(o)
            w.tick(k + 7)
            return o["val"] + k
        return f"{path}.get({text})", call

    def new(self, depth):
        text, value = self.number(depth)
        return f"new Node({text}).val", value

    def sum(self, depth):
        op = self.r.choice("+-*")
        a, f = self.number(depth)
        b, g = self.number(depth)
        work = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y}[op]
        return f"({a} {op} {b})", lambda w: work(f(w), g(w))

    def divide(self, depth):
        op = self.r.choice("/%")
        a, f = self.number(depth)
        b, g = self.number(depth)
        work = quotient if op == "/" else remainder
        return f"({a} {op} {b})", lambda w: work(f(w), g(w))

    def choice(self, depth):
        c, t = self.condition(depth)
        a, f = self.number(depth)
        b, g = self.number(depth)
        return f"({c} ? {a} : {b})", lambda w: f(w) if t(w) else g(w)

    def condition(self, depth):
        kind = self.r.randrange(7 if depth > 0 else 2)
        if kind == 0:
            text, value = self.literal(0)
            return f"G.test({text})", lambda w: w.tick(value(w)) > 1
        if kind <= 2:
            op = self.r.choice(["==", "!=", "<", "<=", ">", ">="])
            a, f = self.number(depth)
            b, g = self.number(depth)
            return f"{a} {op} {b}", lambda w: eval("x" + op + "y", {"x": f(w), "y": g(w)})
        a, f = self.condition(depth - 1)
        b, g = self.condition(depth - 1)
        if kind == 3:
            return f"({a} && {b})", lambda w: f(w) and g(w)
        if kind == 4:
            return f"({a} || {b})", lambda w: f(w) or g(w)
        if kind == 5:
            return f"({a} ==> {b})", lambda w: not f(w) or g(w)
        return f"!({a})", lambda w: not f(w)

    # ---------------------------------------------------------------- statements

    def statements(self, budget):
        visible = len(self.ints)
        made = [self.statement(budget) for _ in range(1 + self.r.randrange(3))]
        del self.ints[visible:]

        def run(w):
            for _, f in made:
                f(w)
        return " ".join(t for t, _ in made), run

    def statement(self, budget):
        kinds = ["declare", "assign", "assign", "compound", "step", "call", "assertion"]
        if budget > 0:
            kinds += ["branch", "branch", "attempt", "monitor"]
            if self.loops < 2:
                kinds += ["loop", "count", "count"]
        return getattr(self, self.r.choice(kinds))(budget - 1)

    def declare(self, budget):
        text, value = self.number(3)
        x = self.fresh("x")

        def run(w):
            w.locals[x] = value(w)
        self.ints.append(x)
        return f"int {x} := {text};", run

    def target(self):
        """The text, what evaluates its parts, and how to read and write it then."""
        kind = self.r.randrange(4)
        if kind == 0 and self.ints:
            x = self.r.choice(self.ints)
            return (x, lambda w: None, lambda w, p: w.locals[x],
                    lambda w, p, v: w.locals.__setitem__(x, v))
        if kind == 1:
            return ("G.s", lambda w: None, lambda w, p: w.s, lambda w, p, v: setattr(w, "s", v))
        if kind == 2:
            path, node = self.node()
            return (f"{path}.val", node, lambda w, p: fields(p)["val"],
                    lambda w, p, v: fields(p).__setitem__("val", v))
        text, index = self.tick(0) if self.chance(70) else self.literal(0)
        return (f"a[{text}]", index, lambda w, p: w.locals["a"][bounded(w, p)],
                lambda w, p, v: w.locals["a"].__setitem__(bounded(w, p), v))

    def assign(self, budget):
        text, parts, _, write = self.target()
        source, value = self.number(3)

        def run(w):
            p = parts(w)
            v = value(w)
            write(w, p, v)
        return f"{text} := {source};", run

    def compound(self, budget):
        text, parts, read, write = self.target()
        op = self.r.choice("+-*/%")
        source, value = self.number(2)
        work = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y,
                "/": quotient, "%": remainder}[op]

        def run(w):
            p = parts(w)
            old = read(w, p)
            write(w, p, work(old, value(w)))
        return f"{text} {op}= {source};", run

    def step(self, budget):
        text, parts, read, write = self.target()
        sign = self.r.choice("+-")

        def run(w):
            p = parts(w)
            write(w, p, read(w, p) + (1 if sign == "+" else -1))
        return (f"{sign}{sign}{text};" if self.chance(30) else f"{text}{sign}{sign};"), run

    def call(self, budget):
        text, value = self.get(2) if self.chance(50) else self.tick(2)
        return f"{text};", value

    def assertion(self, budget):
        text, value = self.condition(1)
        more, other = self.condition(1)

        def run(w):
            if not value(w):
                other(w)
        # One of the two holds, or nothing is said; both are evaluated as needed.
        return f"assert {text} || {more} || true;", run

    def branch(self, budget):
        visible = len(self.ints)
        c, t = self.condition(2)
        a, f = self.statements(budget)
        if self.chance(40):
            d, u = self.condition(1)
            b, g = self.statements(budget)
            del self.ints[visible:]

            def chain(w):
                if t(w):
                    f(w)
                elif u(w):
                    g(w)
            return f"if ({c}) {{ {a} }} else if ({d}) {{ {b} }}", chain
        b, g = self.statements(budget)
        del self.ints[visible:]
        return f"if ({c}) {{ {a} }} else {{ {b} }}", lambda w: f(w) if t(w) else g(w)

    def attempt(self, budget):
        a, f = self.statements(budget)
        b, g = self.statements(budget)

        def run(w):
            try:
                f(w)
            except Thrown:
                g(w)
        if self.chance(30):
            c, t = self.condition(1)

            def run(w):
                try:
                    f(w)
                    if t(w):
                        raise Thrown
                except Thrown:
                    g(w)
            return f'try {{ {a} if ({c}) throw "t" + "u"; }} catch {{ {b} }}', run
        return f"try {{ {a} }} catch {{ {b} }}", run

    def monitor(self, budget):
        path, node = self.node()
        a, f = self.statements(budget)

        def run(w):
            fields(node(w))
            f(w)
        return f"lock ({path}) {{ {a} }}", run

    def jump(self, budget):
        c, t = self.condition(1)
        is_break = self.chance(40)

        def run(w):
            if t(w):
                raise Break if is_break else Continue
        word = "break" if is_break else "continue"
        if self.chance(40):
            path, node = self.node()

            def locked(w):
                fields(node(w))
                run(w)
            return f"lock ({path}) {{ if ({c}) {word}; }}", locked
        return f"if ({c}) {word};", run

    def body(self, budget):
        visible = len(self.ints)
        self.loops += 1
        a, f = self.statements(budget)
        j, g = self.jump(budget) if self.chance(60) else ("", lambda w: None)
        b, h = self.statements(0)
        self.loops -= 1
        del self.ints[visible:]

        def run(w):
            f(w)
            g(w)
            h(w)
        return f"{a} {j} {b}", run

    def loop(self, budget):
        c, t = self.condition(1)
        k = self.fresh("k")
        text, f = self.body(budget)

        def run(w):
            left = 2
            while left > 0 and t(w):
                left -= 1
                try:
                    f(w)
                except Continue:
                    pass
                except Break:
                    break
        return f"int {k} := 2; while ({k} > 0 && {c}) {{ {k}--; {text} }}", run

    def count(self, budget):
        i = self.fresh("i")
        more, value = self.tick(0)
        text, f = self.body(budget)
        end = self.r.randrange(1, 3)
        lazy, t = self.condition(1) if self.chance(50) else ("true", lambda w: True)

        def run(w):
            at = 0
            while at < end and t(w):
                try:
                    f(w)
                except Continue:
                    pass
                except Break:
                    break
                at += 1
                w.s = w.s + value(w)
        return f"for (int {i} := 0; {i} < {end} && {lazy}; {i}++, G.s += {more}) {{ {text} }}", run

    # ---------------------------------------------------------------- the program

    def program(self):
        pieces = [self.attempt(3) for _ in range(3)]
        body = " ".join(text for text, _ in pieces)

        def run(w):
            for _, piece in pieces:
                piece(w)
        w = World()
        n, m = {"val": 1, "next": None}, {"val": 2, "next": None}
        n["next"] = m
        w.locals.update(n=n, m=m if self.chance(85) else None, a=[1, 2, 3])
        m_is = "n.next" if w.locals["m"] else "null"
        try:
            run(w)
            ends = True
        except Thrown:
            ends = False
        total = [w.log, w.s, n["val"], m["val"]] + w.locals["a"]
        sums = ["G.log", "G.s", "n.val", "n.next.val", "a[0]", "a[1]", "a[2]"]
        checks = " ".join(f"assert {s} == {v};" for s, v in zip(sums, total))
        made = ("Node n := new Node(1); n.next := new Node(2); Node m := " + m_is + "; "
                "int[] a := new int[3]; for (int j := 0; j < #a; j++) a[j] := j + 1; ")
        flag = "bool done := false; try { " + body + " done := true; } catch { } "
        return (CLASSES + "    static void main() exceptional(false) { " + made + flag +
                f"assert done == {str(ends).lower()}; " + checks + " }\n}\n")


def fields(o):
    if o is None:
        raise Thrown
    return o


def bounded(w, i):
    if not 0 <= i < len(w.locals["a"]):
        raise Thrown
    return i


def sequential(seed):
    """A program whose verdict is `valid`."""
    for attempt in range(20):
        try:
            return Sequential(f"{seed}.{attempt}").program()
        except TooLong:
            continue
    return Sequential("short").program()


def concurrent(seed):
    """A program with two threads and static fields."""
    r = random.Random(f"c{seed}")

    def number(depth):
        kind = r.randrange(8 if depth > 0 else 4)
        if kind < 4:
            return r.choice(["G.x", "G.y", "this.val", "1", "2", "k"])
        if kind == 4:
            return f"this.get({number(depth - 1)})"
        if kind == 5:
            return f"({condition(depth - 1)} ? {number(depth - 1)} : {number(depth - 1)})"
        return f"({number(depth - 1)} {r.choice('+-')} {number(depth - 1)})"

    def condition(depth):
        a, b = number(depth), number(depth)
        plain = f"{a} {r.choice(['==', '<', '>=', '!='])} {b}"
        if depth <= 0 or r.random() < 0.5:
            return plain
        return f"({plain} {r.choice(['&&', '||', '==>'])} {condition(depth - 1)})"

    def statement(depth):
        place = r.choice(["G.x", "G.y", "this.val"])
        kind = r.randrange(7 if depth > 0 else 4)
        if kind == 0:
            return f"{place}{r.choice(['++', '--'])};"
        if kind == 1:
            return f"{place} {r.choice('+-')}= {number(1)};"
        if kind in (2, 3):
            return f"{place} := {number(1)};"
        if kind == 4:
            return f"if ({condition(1)}) {{ {statement(depth - 1)} }}"
        if kind == 5:
            return f"lock (this) {{ {statement(depth - 1)} }}"
        return f"for (int i := 0; i < 2 && {condition(0)}; i++) {{ {statement(depth - 1)} }}"

    bodies = [" ".join(statement(1) for _ in range(r.randrange(1, 3))) for _ in range(2)]
    bound = r.randrange(0, 6)
    return ("class G { static int x; static int y; }\n"
            "class T {\n    int val;\n"
            "    int get(int k) { return this.val + k; }\n"
            f"    void one(int k) {{ {bodies[0]} }}\n"
            f"    void two(int k) {{ {bodies[1]} }}\n"
            "    static void main() {\n"
            "        T t := new T(); fork t.one(1); fork t.two(2); join;\n"
            f"        assert G.x + G.y + t.val != {bound};\n    }}\n}}\n")
