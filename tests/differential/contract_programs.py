"""Random programs with contracts that read the heap: conditions over fields, elements, static
fields, `old`, calls of methods that compute a result, quantifiers, invariants of loops and classes.

A program is a list of lines. A line that ends in `// condition` is a clause or an invariant that
can be left out, so that a caller can drop those that fail until others are reached.
"""
import random

FRAME = """class Node {
    int v;
    Node next;
    int[] cells;
{INVARIANT}
    int get() { return this.v; }
    int size() {
        int rest := 0;
        if (this.next != null) rest := this.next.size();
        return rest + 1;
    }
    bool has(int x) {
        if (this.v == x) return true;
        return this.next != null && this.next.has(x);
    }
    int bent(int k) {
        int t := this.v + k;
        if (t > 2) { t -= 2; } else if (t < 0) { return -t; }
        return t * 2 - k;
    }
    Node last() { return this.next == null ? this : this.next.last(); }
    void raise(int by)
{RAISE}
    {
        this.v += by;
    }
}
class Sub extends Node {
    int extra;
    int get() { return super.get() + this.extra; }
    bool has(int x) { return this.extra == x || super.has(x); }
}
class G {
    static int s;
    static Node n;
}
"""


class Writer:
    def __init__(self, seed, kind):
        self.random = random.Random(f"{kind} {seed}")
        self.kind = kind  # sequential, inputs, threads, loops

    def pick(self, *items):
        return self.random.choice(items)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # ---- conditions
    def ref(self, depth=1):
        choices = list(self.refs)
        if depth > 0 and choices and self.chance(35):
            return self.ref(depth - 1) + self.pick(".next", ".next", ".last()")
        if self.chance(15):
            return "G.n"
        return self.random.choice(choices) if choices else "G.n"

    def number(self, depth=2):
        if depth == 0 or self.chance(30):
            return self.pick("0", "1", "2", "-1", *self.ints, *self.ints)
        what = self.random.randrange(10)
        if what == 0:
            return "G.s"
        if what <= 3:
            return self.ref() + self.pick(".v", ".v", ".get()", ".size()", ".bent(1)")
        if what == 4 and self.arrays:
            return self.random.choice(self.arrays) + f"[{self.pick('0', '1', self.number(0))}]"
        if what == 5 and self.arrays:
            return "#" + self.random.choice(self.arrays)
        if what <= 7 and self.old:
            return self.in_old(depth)
        if what == 8:
            return f"({self.condition(0)} ? {self.number(depth - 1)} : {self.number(depth - 1)})"
        return f"({self.number(depth - 1)} {self.pick('+', '-', '*')} {self.number(depth - 1)})"

    def in_old(self, depth):
        names = self.ints, self.refs, self.arrays, self.old
        self.ints, self.refs, self.arrays, self.old = *self.params, False
        text = f"old({self.number(depth - 1)})"
        self.ints, self.refs, self.arrays, self.old = names
        return text

    def atom(self):
        what = self.random.randrange(10)
        compare = self.pick("<", "<=", "==", "!=", ">=", ">")
        if what <= 3:
            return f"{self.number()} {compare} {self.number(1)}"
        if what == 4:
            return f"{self.ref()} {self.pick('==', '!=')} {self.pick('null', self.ref())}"
        if what <= 6:
            ref = self.ref(0)
            return f"({ref} {self.pick('!= null &&', '== null ||', '!= null ==>')} " \
                   f"{ref}.{self.pick('v', 'get()', 'next.v', 'size()')} {compare} {self.number(1)})"
        if what == 7:
            ref = self.ref(0)
            return f"({ref} != null && {ref}.has({self.number(0)}))"
        if what == 8 and self.arrays:
            array = self.random.choice(self.arrays)
            name = f"e{self.count}"
            self.count += 1
            body = f"{name} {compare} {self.pick(self.number(1), 'i' + name)}"
            return f"({self.pick('forall', 'exists')} {name}, i{name} : {array} : {body})"
        ref = self.ref(0)
        return f"({ref} instanceof Sub ==> ((Sub) {ref}).extra {compare} {self.number(0)})"

    def condition(self, depth=1):
        if depth == 0 or self.chance(30):
            return self.atom()
        sign = self.pick("||", "||", "&&", "==>")
        return f"({self.condition(depth - 1)} {sign} {self.condition(depth - 1)})"

    # Often true, so that what comes behind is reached.
    def clause(self):
        return f"{self.condition()} || {self.condition()}" if self.chance(60) else self.condition()

    # ---- statements
    def simple(self):
        return self.pick("0", "1", "2", "-1", "x", "y", "G.s", "p.v", "a[0]", "x + 1")

    def statement(self, depth, indent):
        pad = " " * indent
        what = self.random.randrange(12)
        if what <= 1:
            return [f"{pad}{self.pick('p', 'q')}.v := {self.simple()};"]
        if what == 2:
            return [f"{pad}G.s := {self.simple()};"]
        if what == 3:
            return [f"{pad}a[{self.pick('0', '1')}] := {self.simple()};"]
        if what == 4 and self.kind != "loops":
            return [f"{pad}{self.pick('p.next := null', 'q.next := p', 'G.n := q', 'p.next := q')};"]
        if what == 5:
            return [f"{pad}x := {self.simple()};"]
        if what == 6 and depth > 0:
            lines = [f"{pad}if ({self.pick('x > y', 'p.v == 1', 'G.s < 1', 'q == p')}) {{"]
            outside = list(self.ints)
            lines += self.statement(depth - 1, indent + 4)
            self.ints = outside
            return lines + [pad + "}"]
        if what <= 8 and depth > 0:
            return self.loop(depth, indent)
        if what == 9:
            return [f"{pad}{self.pick('p', 'q')}.raise({self.pick('1', '0', '-1', 'y')});"]
        if what == 10 and self.callees:
            return [f"{pad}Main.{self.random.choice(self.callees)}"
                    f"({self.pick('p', 'q')}, {self.pick('p', 'q')}, a, {self.pick('x', '1')}, y);"]
        self.old = True
        text = self.clause() if self.chance(40) else self.plain()
        self.old = False
        return [f"{pad}assert {text};  // condition"]

    # Without reads of the heap but by quantifiers, so that it is one step here, too.
    def plain(self):
        return f"x {self.pick('<=', '>=', '!=')} {self.pick('y', '1', self.in_old(1))} || " \
               f"forall e, k : a : e < {self.pick('p.v', 'q.size()', '3')}"

    def loop(self, depth, indent):
        pad = " " * indent
        index = f"i{self.count}"
        self.count += 1
        bound = self.pick("2", "3", "y", "#a")
        is_for = self.chance(50)
        lines = []
        if is_for:
            lines.append(f"{pad}for (int {index} := 0; {index} < {bound}; {index}++)")
        else:
            lines.append(f"{pad}int {index} := 0;")
            lines.append(f"{pad}while ({index} < {bound})")
        self.ints.append(index)
        lines.append(f"{pad}    invariant(0 <= {index} && ({index} <= {bound} || {bound} < 0))"
                     "  // condition")
        self.old = True
        for _ in range(self.random.randrange(3)):
            lines.append(f"{pad}    invariant({self.clause()})  // condition")
        self.old = False
        lines.append(pad + "{")
        if is_for and self.chance(25):
            lines.append(f"{pad}    if ({index} == 1) continue;")
        if self.chance(15):
            lines.append(f"{pad}    if (G.s > 2) break;")
        outside = list(self.ints)
        for _ in range(self.random.randrange(1, 3)):
            lines += self.statement(depth - 1, indent + 4)
        self.ints = outside
        if not is_for:
            lines.append(f"{pad}    {index}++;")
        lines.append(pad + "}")
        if is_for:
            self.ints.remove(index)
        return lines

    # ---- methods
    def clauses(self, word, indent, least, most):
        return [f"{' ' * indent}{word}({self.clause()})  // condition"
                for _ in range(self.random.randrange(least, most + 1))]

    def names(self, ints, refs, arrays):
        self.ints, self.refs, self.arrays = list(ints), list(refs), list(arrays)
        self.params = list(ints), list(refs), list(arrays)
        self.old = False

    def method(self, name, size):
        self.names(["x", "y"], ["p", "q"], ["a"])
        lines = [f"    static int {name}(Node p, Node q, int[] a, int x, int y)"]
        lines += self.clauses("requires", 8, 0, 1)
        self.old = True
        body_ints = self.ints
        self.ints = self.ints + ["retval"]
        lines += self.clauses("ensures", 8, 0, 2)
        self.ints = body_ints
        if self.chance(20):
            lines += self.clauses("exceptional", 8, 1, 1)
        self.old = False
        lines.append("    {")
        for _ in range(size):
            lines += self.statement(2 if self.kind == "loops" else 1, 8)
        lines += [f"        return {self.simple()};", "    }"]
        return lines

    def main(self):
        if self.kind in ("inputs", "loops"):
            self.names(["x", "y"], ["p", "q"], [])
            lines = ["    static int main(Node p, Node q, int x, int y)",
                     "        requires(-1 <= x && x <= 1 && 0 <= y && y <= 2)",
                     "        requires(p != null && q != null && p.v == x && q.v <= 1 && q.v >= 0)",
                     "        requires(p.next == null && (q.next == null || q.next == p))"]
            head = []
        else:
            lines = ["    static int main()"]
            head = ["        Node p := new Node();", f"        Node q := new {self.pick('Node', 'Sub')}();",
                    f"        int x := {self.pick('0', '1', '2')};", "        int y := 1;",
                    f"        p.v := {self.pick('0', '1')};", f"        q.v := {self.pick('1', '2')};"]
            if self.chance(50):
                head.append("        q.next := p;")
            self.names([], [], [])
        self.old = True
        lines += self.clauses("ensures", 8, 0, 1)
        lines.append("    {")
        lines += head
        self.names(["x", "y"], ["p", "q"], ["a"])
        has_inputs = self.kind in ("inputs", "loops")
        self.params = (["x", "y"], ["p", "q"], []) if has_inputs else ([], [], [])
        lines += ["        int[] a := new int[2];", f"        a[1] := {self.pick('x', '1')};"]
        if self.kind == "threads":
            for name in self.callees[-2:]:
                lines.append(f"        fork Main.{name}(p, q, a, {self.pick('0', '1')}, 1);")
            lines += [f"        {self.pick('p.v := 2', 'G.s := 1', 'a[0] := 1')};"]
            if self.chance(40):
                lines += ["        join;", "        assert p.v <= 4;  // condition"]
            return lines + ["        return 0;", "    }"]
        for _ in range(3):
            lines += self.statement(2, 8)
        return lines + ["        return G.s;", "    }"]

    def program(self):
        self.count = 0
        self.callees = []
        self.names([], ["this"], [])
        invariant = self.clauses("invariant", 4, 0, 1)
        invariant = [line.replace("  // condition", ";  // condition") for line in invariant]
        self.names(["by"], ["this"], [])
        raising = self.clauses("requires", 8, 0, 1)
        self.old = True
        raising += self.clauses("ensures", 8, 0, 1)
        text = FRAME.replace("{INVARIANT}", "\n".join(invariant)).replace("{RAISE}", "\n".join(raising))
        lines = [line for line in text.split("\n") if line.strip()]
        lines.append("class Main {")
        for i in range(2):
            self.callees_now = list(self.callees)
            lines += self.method(f"m{i}", self.random.randrange(1, 3))
            self.callees.append(f"m{i}")
        lines += self.main()
        return lines + ["}"]


def program(seed, kind):
    return Writer(seed, kind).program()
