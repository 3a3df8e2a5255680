"""Random BIR programs whose threads wait for variables: flags, counters, tickets, fields and
elements, with locks, steps that try (they go one way or another, as a compare-and-set does), spin
loops, conditions over several variables, and branches that end before others have come.

    text(seed)   the program with this seed

Rounds of loops are bounded by what others can do, but for loops that wait.
"""
import random

NUMBERS = ("x", "y", "v")


class Thread:
    """The body of one thread: locations l0, l1, … in a row, with jumps forward, and spin loops."""

    def __init__(self, generator, name):
        self.g = generator
        self.name = name
        self.lines = []
        self.at = 0
        self.depth = 0
        if name != "Main":
            self.step("o := home;")

    def step(self, actions, guard="true"):
        if "o.f" in actions + guard:
            guard = f"o != null && ({guard})"
        self.lines.append(f"  loc l{self.at}: when {guard} do {{ {actions} }} goto l{self.at + 1};")
        self.at += 1

    def ways(self, *ways):
        """Each way is a guard with actions and how many locations it goes on."""
        there = "o != null && " if any("o.f" in guard + actions for guard, actions, _ in ways) else ""
        parts = [f"when {there}({guard}) do {{ {actions} }} goto l{self.at + step};"
                 for guard, actions, step in ways]
        self.lines.append(f"  loc l{self.at}: " + "\n    ".join(parts))
        self.at += 1

    def statements(self, count):
        for _ in range(count):
            getattr(self, "do_" + self.g.pick(self.g.kinds if self.depth == 0
                                              else self.g.inner))()

    def place(self):
        return self.g.pick(self.g.places)

    def condition(self, place):
        g = self.g
        return g.pick([f"{place} == {g.number()}"] * 3 + [f"{place} != {g.number()}",
                      f"{place} >= {g.number()}", f"{place} < {g.number()}"])

    def do_store(self):
        self.step(f"{self.place()} := {self.g.pick(['k', '0', '1', '2'])};")

    def do_load(self):
        self.step(f"k := {self.place()};")

    def do_add(self):
        place = self.place()
        self.step(f"k := {place}; {place} := k + 1;")

    def do_await(self):
        place = self.place()
        self.step(self.g.pick(["", "", f"{place} := {self.g.number()};", f"{self.place()} := k;",
                               f"k := {place};"]), self.condition(place))

    def do_acquire(self):
        """As of a semaphore."""
        place = self.place()
        self.step(f"n := {place}; {place} := n - 1;", f"{place} > 0")

    def do_both(self):
        """A guard over two variables."""
        a, b = self.g.random.sample(self.g.places, 2)
        self.step(f"{a} := k;" if self.g.chance(0.4) else "",
                  f"{self.condition(a)} {self.g.pick(['&&', '||'])} {self.condition(b)}")

    def do_try(self):
        place = self.place()
        number = self.g.number()
        self.ways((f"{place} == {number}", f"{place} := {self.g.number()}; b := true;", 1),
                  (f"{place} != {number}", "b := false;", 1))
        if self.g.chance(0.4):
            self.step("assert(b);")

    def do_either(self):
        """Two guards over one variable that may both hold, or none."""
        place = self.place()
        self.ways((self.condition(place), "k := 0;", 1), (self.condition(place), "k := 1;", 1))

    def do_branch(self):
        place = self.place()
        self.step(f"k := {place};")
        start = self.at
        here = len(self.lines)
        self.lines.append("")
        self.at += 1
        self.depth += 1
        self.statements(self.g.random.randint(1, 2))
        self.depth -= 1
        number = self.g.number()
        self.lines[here] = (f"  loc l{start}: when k == {number} do {{ }} goto l{start + 1};\n"
                            f"    when k != {number} do {{ }} goto l{self.at};")

    def do_spin(self):
        """while (place is not so) skip; as a loop of two steps."""
        place = self.place()
        number = self.g.number()
        op, other = self.g.pick([("==", "!="), ("!=", "=="), (">=", "<")])
        start = self.at
        self.step(f"n := {place};")
        self.lines.append(f"  loc l{self.at}: when n {op} {number} do {{ }} goto l{self.at + 1};\n"
                          f"    when n {other} {number} do {{ }} goto l{start};")
        self.at += 1

    def do_spin_set(self):
        """while (!place.compareAndSet(a, b)) skip;"""
        place = self.place()
        number = self.g.number()
        start = self.at
        self.ways((f"{place} == {number}", f"{place} := {self.g.number()}; b := true;", 1),
                  (f"{place} != {number}", "b := false;", 1))
        self.lines.append(f"  loc l{self.at}: when b do {{ }} goto l{self.at + 1};\n"
                          f"    when !b do {{ }} goto l{start};")
        self.at += 1

    def do_monitor(self):
        self.depth += 1
        self.step("enter(o);", "o != null")
        self.statements(self.g.random.randint(1, 2))
        self.step("exit(o);", "o != null")
        self.depth -= 1

    def do_assert(self):
        self.step(f"assert(k {self.g.pick(['!=', '<='])} {self.g.pick([1, 2])});")

    def text(self, main):
        head = f"{'main ' if main else ''}thread {self.name}()\n"
        locals_ = "  k : int; n : int; b : boolean; t : tid; o : ref Cell;\n"
        return head + locals_ + "\n".join(self.lines) + f"\n  loc l{self.at}:\nend {self.name};\n"


class Generator:
    def __init__(self, seed, spins):
        self.random = random.Random(seed)
        self.workers = [f"W{i}" for i in range(self.random.choice([1, 2, 2, 3]))]
        self.places = ["x", "y", "v", "o.f"]
        if self.chance(0.5):
            self.places = self.random.sample(self.places, self.random.choice([1, 2, 2]))
        several = len(self.places) > 1
        self.inner = ["store"] * 4 + ["load"] * 2 + ["await"] * 2 + ["add", "try"]
        self.kinds = self.inner + ["await"] * 3 + ["acquire", "either", "branch", "try"]
        self.kinds += ["monitor"] if self.chance(0.4) else []
        self.kinds += ["both"] if several and self.chance(0.3) else []
        self.kinds += ["spin", "spin", "spin_set"] if spins else []
        self.kinds += ["assert"] if self.chance(0.4) else []

    def pick(self, choices):
        return self.random.choice(list(choices))

    def chance(self, part):
        return self.random.random() < part

    def number(self):
        return self.pick([0, 1, 1, 2])

    def main(self):
        main = Thread(self, "Main")
        main.step("o := new Cell;")
        main.step("home := o;")
        for worker in self.workers:
            main.step(f"t := fork {worker}();")
        main.statements(self.random.randint(0, 3))
        if self.chance(0.5):
            main.step("join;")
            # What the others have left: some final state is asked for.
            for place in self.places:
                main.step(f"k := {place};")
                here = main.at
                main.lines.append(f"  loc l{here}: when k == {self.number()} do {{ }} goto l{here + 1};\n"
                                  f"    when true do {{ }} goto l{here + 1};")
                main.at += 1
            main.do_assert()
        return main.text(True)

    def text(self):
        lines = ["system generated()", "class Cell { f : int; }",
                 f"{'volatile ' if self.chance(0.3) else ''}x : int;", "y : int;",
                 "volatile v : int := 1;", "constant home : ref Cell;"]
        parts = [self.main()]
        for worker in self.workers:
            body = Thread(self, worker)
            body.statements(self.random.randint(1, 4))
            parts.append(body.text(False))
        return "\n".join(lines + parts) + "end generated;\n"


def text(seed, spins=False):
    return Generator(seed, spins).text()
