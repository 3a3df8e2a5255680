"""Random BIR programs with what OOX does not have: identifiers of threads, joins of one thread,
volatile and constant variables, waits with a timeout, arbitrary values, and (unless `finite`)
exceptions that are objects, calls, the object of the current thread, daemons, and the end of all
threads at once.

    text(seed, finite)   the program with this seed

Every program ends: there are no loops. Nothing in it is undefined, and every transition that
may be guards against null itself, so that symbolic execution takes it.
"""
import random


class Thread:
    """The body of one thread: locations l0, l1, … in a row, with jumps forward only."""

    def __init__(self, generator, name, can_fork):
        self.g = generator
        self.name = name
        self.can_fork = can_fork
        self.lines = []
        self.at = 0
        self.depth = 0

    def step(self, actions, guard="true"):
        self.lines.append(f"  loc l{self.at}: when {guard} do {{ {actions} }} goto l{self.at + 1};")
        self.at += 1

    def call(self, actions):
        self.lines.append(f"  loc l{self.at}: when true do {{ {actions} }} "
                          f"goto l{self.at + 2} except l{self.at + 1};")
        self.at += 1
        self.step("catch e;")
        self.step("b := e instanceof First;")
        if self.g.chance(0.3):
            self.step("assert(b);")

    def branch(self, condition, body):
        """The body is left out unless the condition holds."""
        here = len(self.lines)
        start = self.at
        self.lines.append("")
        self.at += 1
        body()
        self.lines[here] = (f"  loc l{start}: when {condition} do {{ }} goto l{start + 1};\n"
                            f"    when !({condition}) do {{ }} goto l{self.at};")

    def statements(self, count):
        for _ in range(count):
            self.statement()

    def statement(self):
        g = self.g
        kinds = ["load"] * 3 + ["store"] * 4 + ["assert"] * 2 + ["branch", "choose", "flag"]
        if self.depth == 0:
            kinds += ["monitor"] * 2 + ["join", "test", "publish"]
            if self.can_fork:
                kinds += ["fork"] * 2
        else:
            kinds += ["notify", "wait"]
        if not g.finite:
            kinds += ["havoc", "throw", "self", "field", "field", "halt"]
        kind = g.pick(kinds)
        getattr(self, "do_" + kind)()

    def do_load(self):
        self.step(f"k := {self.g.pick(self.g.numbers)};")

    def do_store(self):
        self.step(f"{self.g.pick(self.g.numbers[:-1])} := {self.g.pick(['k', '0', '1', '2'])};")

    def do_assert(self):
        self.step(f"assert(k {self.g.pick(['!=', '<='])} {self.g.pick([1, 2])});")

    def do_branch(self):
        if self.depth > 3:
            return
        self.branch(f"k == {self.g.pick([0, 1, 2])}",
                    lambda: self.statements(self.g.random.randint(1, 2)))

    def do_choose(self):
        self.step(self.g.pick(["k := externChoose(0, 1);", "k := internChoose(1, 2);",
                               "k := externChoose(2);"]))

    def do_flag(self):
        self.step("havoc b;")
        self.branch("b", lambda: self.step(f"k := {self.g.pick([0, 1, 2])};"))

    def do_havoc(self):
        self.step("havoc n;")
        self.step("assume(n >= -3 && n <= 3);")
        self.branch(f"n == {self.g.pick([-2, 0, 3])}", lambda: self.step("k := 1;"))

    def do_halt(self):
        self.branch(f"k == {self.g.pick([0, 1, 2])}", lambda: self.step("halt;"))

    def do_monitor(self):
        self.step("o := home;")
        self.depth += 1

        def body():
            self.step("enter(o);")
            self.statements(self.g.random.randint(1, 3))
            self.step("exit(o);")

        self.branch("o != null", body)
        self.depth -= 1

    def do_notify(self):
        self.step(self.g.pick(["notify(o);", "notifyAll(o);"]))

    def do_wait(self):
        self.step("wait(o);")
        self.step(self.g.pick(["unwait(o);", "timedUnwait(o);", "timedUnwait(o);"]))

    def do_fork(self):
        self.can_fork = False
        self.step(f"t := {self.g.fork()} {self.g.pick(self.g.workers)}();")
        if self.g.chance(0.5):
            self.do_publish()

    def do_publish(self):
        self.step("who := t;")

    def thread(self):
        if self.g.chance(0.4):
            self.step("t := who;")

    def do_join(self):
        self.thread()
        self.branch("t != (null of tid)", lambda: self.step("join (t);"))

    def do_test(self):
        self.thread()
        self.branch("t != (null of tid)", lambda: self.step("b := threadTerminated(t);"))
        self.branch("b", lambda: self.step("k := x;"))

    def do_throw(self):
        self.call(f"call Thrower({self.g.pick(['k', '0', '1'])});")

    def do_self(self):
        self.step("s := self();")
        self.branch("s == me", lambda: self.step("k := 0;"))

    def do_field(self):
        self.step("o := home;")
        name = self.g.pick(["v", "w"])
        action = self.g.pick([f"k := o.{name};", f"o.{name} := k;", f"o.{name} := 1;"])
        self.branch("o != null", lambda: self.step(action, "o != null"))

    def text(self, main):
        number = "range 0..2" if self.g.finite else "int"
        locals_ = f"  k : {number}; b : boolean; t : tid; o : ref Cell;\n"
        if not self.g.finite:
            locals_ += "  n : int; e : ref Exc; s : ref Cell; me : self ref Cell;\n"
        head = f"{'main ' if main else ''}thread {self.name}()\n"
        return head + locals_ + "\n".join(self.lines) + f"\n  loc l{self.at}:\nend {self.name};\n"


class Generator:
    def __init__(self, seed, finite):
        self.random = random.Random(seed)
        self.finite = finite
        self.numbers = ["x", "y", "f", "limit_"]
        self.workers = [f"W{i}" for i in range(self.random.randint(1, 2))]

    def pick(self, choices):
        return self.random.choice(list(choices))

    def chance(self, part):
        return self.random.random() < part

    def fork(self):
        return "fork daemon" if not self.finite and self.chance(0.3) else "fork"

    def main(self):
        main = Thread(self, "Main", True)
        main.step("o := new cells;" if self.finite else "o := new Cell;")
        if not self.finite:
            main.step("me := o;")
        main.step("home := o;")
        for worker in self.workers:
            main.step(f"t := {self.fork()} {worker}();")
            if self.chance(0.4):
                main.do_publish()
        main.can_fork = len(self.workers) == 1 and self.chance(0.5)
        main.statements(self.random.randint(2, 4))
        if self.chance(0.6):
            main.do_join()
            main.statements(1)
        return main.text(True)

    def thrower(self):
        return ("procedure Thrower(k : int)\n  e : ref Exc; entry a; exit z; except bad;\n"
                "  loc a: when k == 0 do { } goto z;\n    when k == 1 do { e := new First; } goto t;\n"
                "    when !(k == 0) && !(k == 1) do { e := new Second; } goto t;\n"
                "  loc t: when true do { throw user \"thrown\" with e; } goto bad;\n"
                "  loc z:\n  loc bad:\nend Thrower;\n")

    def text(self):
        number = "range 0..2" if self.finite else "int"
        lines = ["system generated()"]
        if self.finite:
            lines += ["class Cell { }", "cells : collection [1] of Cell;"]
        else:
            lines += ["class Cell { v : int; volatile w : int; }", "class Exc { }",
                      "class First extends Exc { }", "class Second extends Exc { }"]
        lines += [f"x : {number};", f"y : {number};", f"volatile f : {number};",
                  f"constant limit_ : {number} := 1;"]
        # Finite engines know no constant that is written.
        lines += [f"{'' if self.finite else 'constant '}home : ref Cell;", "who : tid;"]
        parts = [self.main()]
        for worker in self.workers:
            body = Thread(self, worker, self.chance(0.2) and worker == "W1")
            body.statements(self.random.randint(2, 4))
            parts.append(body.text(False))
        if not self.finite:
            parts.append(self.thrower())
        return "\n".join(lines + parts) + "end generated;\n"


def text(seed, finite):
    return Generator(seed, finite).text()
