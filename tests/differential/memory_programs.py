"""Random BIR programs about the order of memory: accesses in all modes, of places that are declared
plain, volatile and opaque, monitors with and without order, forks, joins, tests of the end of a
thread, and objects that are handed over.

    text(seed)   the program with this seed

Every program ends: there are no loops. Most of what a thread does with plain variables it does only
if a flag has a certain value, so that not every program has a data race.
"""
import random

MODES = ["plain", "opaque", "acquire", "release", "volatile"]


class Thread:
    """The body of one thread: locations l0, l1, … in a row, with jumps forward only."""

    def __init__(self, generator, name):
        self.g = generator
        self.name = name
        self.lines = []
        self.at = 0
        self.depth = 0

    def step(self, actions, guard="true"):
        self.lines.append(f"  loc l{self.at}: when {guard} do {{ {actions} }} goto l{self.at + 1};")
        self.at += 1

    def branch(self, condition, body):
        here = len(self.lines)
        start = self.at
        self.lines.append("")
        self.at += 1
        body()
        self.lines[here] = (f"  loc l{start}: when {condition} do {{ }} goto l{start + 1};\n"
                            f"    when !({condition}) do {{ }} goto l{self.at};")

    def flag(self, writes):
        return self.g.pick(self.g.writes if writes else self.g.reads)

    def data(self):
        name = self.g.pick(["a", "a", "b"])
        self.step(self.g.pick([f"k := {name};", f"{name} := 1;", f"{name} := 2;",
                               f"k := {name}; {name} := k;"]))

    def send(self):
        if self.g.chance(0.7):
            self.data()
        self.step(f"{self.flag(True)} := {self.g.pick([1, 1, 2])};")
        if self.g.chance(0.1):
            self.data()

    def receive(self):
        self.step(f"k := {self.flag(False)};")
        self.branch(f"k == {self.g.pick([1, 1, 2])}", self.inner)

    def exchange(self):
        """Reads and writes a flag, as one step."""
        name, mode = self.g.pick(self.g.writes).split("@")
        after = self.g.pick([mode, self.g.pick(MODES[1:])])
        more = self.g.pick(["", "", "", " b := 1;", f" k := {self.flag(False)};"])
        self.step(f"k := {name}@{mode}; {name}@{after} := {self.g.pick(['1', '2', 'k'])};{more}")
        self.branch(f"k == {self.g.pick([0, 1, 2])}", self.inner)

    def publish(self):
        self.step("o := new Cell;")
        if self.g.chance(0.8):
            self.step("o.v := 1;", "o != null")
        self.step(f"p{self.g.pick(self.g.publication)} := o;")

    def obtain(self):
        self.step(f"o := p{self.g.pick(self.g.publication)};")
        action = self.g.pick(["k := o.v;", "k := o.v;", "o.v := 2;", "k := o.v@acquire;",
                              "o.v@release := 1;"])
        self.branch("o != null", lambda: self.step(action, "o != null"))

    def monitor(self):
        if self.depth > 1:
            return self.data()
        self.depth += 1
        how = self.g.pick(["", "", "Unordered"])
        self.step("h := home;")

        def body():
            self.step(f"enter{how}(h);")
            self.data()
            if self.g.chance(0.3):
                self.inner()
            self.step(f"exit{self.g.pick([how, how, how, ''])}(h);")

        self.branch("h != null", body)
        self.depth -= 1

    def inner(self):
        if self.depth > 3:
            return
        self.depth += 1
        self.g.pick([self.data, self.data, self.data, self.send, self.receive])()
        self.depth -= 1

    def statement(self):
        kinds = [self.send] * 3 + [self.receive] * 3 + [self.exchange] * 2
        kinds += [self.publish, self.obtain] * (2 if self.g.publishes else 0)
        kinds += [self.monitor] * 2
        self.g.pick(kinds)()

    def join(self, thread):
        if self.g.chance(0.3):
            self.step(f"c := threadTerminated({thread});")
            self.branch("c", self.data)
        else:
            self.step(f"join ({thread});")
            self.data()

    def text(self, main):
        locals_ = "  k : int; c : boolean; t : tid; u : tid; o : ref Cell; h : ref Cell;\n"
        head = f"{'main ' if main else ''}thread {self.name}()\n"
        return head + locals_ + "\n".join(self.lines) + f"\n  loc l{self.at}:\nend {self.name};\n"


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        # Few programs use everything: what is wrong with one mode would hide behind the races of
        # another one.
        strong = self.chance(0.3)
        modes = ["volatile"] if strong else self.random.sample(MODES[1:], self.random.randint(1, 3))
        if self.chance(0.15):
            modes.append("plain")
        names = self.random.sample(["f", "g", "q", "m"], self.random.randint(1, 2))
        self.writes = [f"{name}@{mode}" for name in names for mode in modes]
        self.reads = list(self.writes)
        self.publishes = self.chance(0.35)
        self.publication = (["@volatile"] if strong else
                            [f"@{self.pick(MODES[1:])}", f"@{self.pick(MODES[1:])}"])

    def pick(self, choices):
        return self.random.choice(list(choices))

    def chance(self, part):
        return self.random.random() < part

    def text(self):
        lines = ["system generated()", "class Cell { v : int; }", "a : int;", "b : int;",
                 "volatile f : int;", "volatile g : int;", "opaque q : int;", "m : int;",
                 "p : ref Cell;", "constant home : ref Cell;"]
        workers = self.random.randint(1, 2)
        main = Thread(self, "Main")
        main.step("h := new Cell;")
        main.step("home := h;")
        for i in range(workers):
            if self.chance(0.4):
                main.data()
            main.step(f"{'t' if i == 0 else 'u'} := fork W{i}();")
        for _ in range(self.random.randint(1, 3)):
            main.statement()
        if self.chance(0.4):
            main.join("t")
        parts = [main.text(True)]
        for i in range(workers):
            body = Thread(self, f"W{i}")
            for _ in range(self.random.randint(1, 3)):
                body.statement()
            parts.append(body.text(False))
        return "\n".join(lines + parts) + "end generated;\n"


def text(seed):
    return Generator(seed).text()
