"""Random finite BIR programs: threads that share ranges, booleans, locks and a few objects.

    text(seed)   the program with this seed

Threads are short chains of locations with branches and sometimes a way back; they start other
threads, in loops too, join, lock, wait and notify, choose, allocate, and assert. Some leave
their ranges, unlock what they do not own, or end with a lock: what that means is what the
searches are compared about.
"""
import random

GLOBALS = ("x", "y")
LOCKS = ("m", "n")


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.high = self.random.choice((2, 3, 4))
        self.has_objects = self.random.random() < 0.4
        self.waits = self.random.random() < 0.4
        self.reentrant = self.random.random() < 0.5
        self.workers = self.random.randint(1, 2)
        self.joins = self.random.random() < 0.5

    def pick(self, *choices):
        return self.random.choice(choices)

    def value(self, names):
        number = str(self.random.randint(0, self.high))
        kind = self.random.random()
        if kind < 0.3:
            return number
        name = self.pick(*names)
        if kind < 0.6:
            return name
        if kind < 0.8:
            return f"({name} + 1) % {self.high + 1}"
        return f"{name} {self.pick('+', '-')} {self.random.randint(0, 1)}"

    def condition(self, names):
        return f"{self.pick(*names)} {self.pick('==', '<', '!=', '>=')} " \
               f"{self.random.randint(0, self.high)}"

    def action(self, locals_):
        """One action; those that wait stand alone in their transition."""
        names = locals_ + list(GLOBALS)
        kinds = ["global"] * 4 + ["local"] * 2 + ["assert"] * 2 + ["flag", "choose", "havoc"]
        if self.has_objects:
            kinds += ["new", "store", "load"]
        kind = self.pick(*kinds)
        if kind == "global":
            return f"{self.pick(*GLOBALS)} := {self.value(names)};"
        if kind == "local":
            return f"k := {self.value(names)};"
        if kind == "flag":
            return f"b := {self.pick('true', 'false', '!b')};"
        if kind == "choose":
            return f"k := externChoose(0, {self.random.randint(1, self.high)});"
        if kind == "havoc":
            return "havoc k;"
        if kind == "new":
            return "p := new cells; shared := p;"
        if kind == "store":
            return "if_shared"
        if kind == "load":
            return "if_loaded"
        return f"assert({self.pick(self.condition(names), 'b || ' + self.condition(names))});"

    def transitions(self, at, last, locals_, can_start, lock):
        """The lines of a location, and the lock that is held behind it."""
        here = f"l{at}"
        after = f"l{at + 1}" if at + 1 < last else "done"
        names = locals_ + list(GLOBALS)
        roll = self.random.random()
        if can_start and roll < 0.3:
            return [f"  loc {here}: when true do {{ start {self.pick(*can_start)}(); }} "
                    f"goto {after};"], lock
        if self.joins and roll < 0.38:
            return [f"  loc {here}: when true do {{ join; }} goto {after};"], lock
        if roll < 0.6 and not lock:
            taken = self.pick(*LOCKS)
            return [f"  loc {here}: when true do {{ lock({taken}); }} goto {after};"], taken
        if lock and roll < 0.5 and self.waits and lock == "m":
            if self.random.random() < 0.5:
                return [f"  loc {here}: when {self.condition(names)} do {{ wait(m); }} goto w{at};",
                        f"         when true do {{ }} goto {after};",
                        f"  loc w{at}: when true do {{ unwait(m); }} goto {after};"], lock
            return [f"  loc {here}: when true do {{ {self.pick('notify', 'notifyAll')}(m); }} "
                    f"goto {after};"], lock
        if lock and roll < 0.85:
            again = f"lock({lock}); unlock({lock}); " if self.random.random() < 0.2 else ""
            return [f"  loc {here}: when true do {{ {again}unlock({lock}); }} goto {after};"], ""
        body = self.action(locals_)
        if body == "if_shared":
            return [f"  loc {here}: when true do {{ p := shared; }} goto s{at};",
                    f"  loc s{at}: when p != null do {{ p.v := {self.value(locals_)}; }} "
                    f"goto {after};",
                    f"         when p == null do {{ }} goto {after};"], lock
        if body == "if_loaded":
            return [f"  loc {here}: when p != null do {{ k := p.v; }} goto {after};",
                    f"         when p == null do {{ }} goto {after};"], lock
        if self.random.random() < 0.4:
            test = self.condition(names)
            back = f"l{self.random.randint(0, at)}" if self.random.random() < 0.25 else after
            return [f"  loc {here}: when {test} do {{ {body} }} goto {after};",
                    f"         when !({test}) do {{ }} goto {back};"], lock
        return [f"  loc {here}: when true do {{ {body} }} goto {after};"], lock

    def thread(self, name, head, length, can_start):
        locals_ = ["k"]
        lines = [f"{head} {name}()", f"  k : range 0..{self.high};", "  p : ref Cell;"
                 if self.has_objects else ""]
        lock = ""
        for at in range(length):
            made, lock = self.transitions(at, length, locals_, can_start, lock)
            lines += made
        lines += ["  loc done:", f"end {name};", ""]
        return [line for line in lines if line]

    def program(self):
        kind = ("wait " if self.waits else "") + ("reentrant" if self.reentrant else "")
        lines = ["system random()"]
        if self.has_objects:
            lines += [f"Cell = record {{ v : range 0..{self.high}; }};",
                      f"cells : collection [{self.random.randint(1, 3)}] of Cell;",
                      "shared : ref Cell;"]
        lines += [f"{g} : range 0..{self.high} := {self.random.randint(0, 1)};" for g in GLOBALS]
        lines += ["b : boolean := false;", f"m : lock {kind};", "n : lock;", ""]
        names = [f"W{i}" for i in range(self.workers)]
        lines += self.thread("Main", "main thread", self.random.randint(3, 7), names)
        for i, name in enumerate(names):
            lines += self.thread(name, "thread", self.random.randint(1, 4), names[i + 1:])
        return "\n".join([*lines, "end random;", ""])


def text(seed):
    return f"// seed {seed}\n" + Generator(seed).program()
