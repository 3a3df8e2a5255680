"""Random finite BIR programs: threads that share ranges, booleans, locks and a few objects.

    text(seed)   the program with this seed

Threads are short chains of locations with branches and sometimes a way back; they start other
threads, in loops too, join, lock, wait and notify, choose, allocate, and assert. Some leave
their ranges, unlock what they do not own, or end with a lock: what that means is what the
searches are compared about. Some stand in a ring: each has a number, reads and writes the elements
of arrays behind it and behind the next number, and takes forks. Some have names for threads, and
ask whether those have ended; some end at once.
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
        self.ring = self.random.choice((0, 0, 2, 3))
        self.has_names = self.random.random() < 0.25

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
            kinds += ["new", "store", "load", "drop"]
        if self.ring:
            kinds += ["give", "get", "put"] * 2
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
        if kind == "drop":
            return self.pick("p := new cells; p := null;", "shared := null;", "p := null;")
        if kind in ("give", "get"):
            at = self.pick("me", "side", "side", f"k % {self.ring}")
            return f"ring[{at}] := {self.value(names)};" if kind == "give" else f"k := ring[{at}];"
        if kind == "put":
            return f"taken[{self.pick('me', 'side', 'me')}] := false;"
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
            name = "t := " if self.has_names and self.random.random() < 0.6 else ""
            number = str(self.random.randrange(self.ring)) if self.ring else ""
            again = self.random.random() < 0.15 and self.has_names
            shown = " who := t;" if name and self.random.random() < 0.5 else ""
            lines = [f"  loc {here}: when true do {{ {name}start({self.pick(*can_start)}"
                     f"{', ' if number else ''}{number});{shown} }} "
                     f"goto {f'e{at}' if again else after};"]
            if again:  # one after the other
                lines += [f"  loc e{at}: when true do {{ join; }} goto r{at};",
                          f"  loc r{at}: when {self.condition(names)} do {{ }} goto {here};",
                          f"         when true do {{ }} goto {after};"]
            return lines, lock
        if self.has_names and roll < 0.36:
            name = self.pick("who", "t")
            question = self.pick(f"when threadTerminated(u) do {{ }} goto {after};",
                                 f"when true do {{ b := threadTerminated(u); }} goto {after};",
                                 f"when true do {{ join (u); }} goto {after};")
            return [f"  loc {here}: when true do {{ u := {name}; }} goto n{at};",
                    f"  loc n{at}: when u == (null of tid) do {{ }} goto {after};",
                    f"         when u != (null of tid) do {{ }} goto q{at};",
                    f"  loc q{at}: {question}"], lock
        if self.ring and roll < 0.45:
            fork = self.pick("me", "side")
            return [f"  loc {here}: when !taken[{fork}] do {{ taken[{fork}] := true; }} "
                    f"goto {after};"], lock
        if self.ring and roll < 0.5:
            return [f"  loc {here}: when ring[{self.pick('me', 'side')}] "
                    f"{self.pick('==', '!=', '<')} {self.random.randint(0, self.high)} do {{ }} "
                    f"goto {after};"], lock
        if self.joins and roll < 0.38:
            return [f"  loc {here}: when true do {{ join; }} goto {after};"], lock
        if roll < 0.45 and not lock:
            tried = self.pick(*LOCKS)
            other = self.pick(f"!lockAvailable({tried})", f"!lockAvailable({tried})", "true")
            return [f"  loc {here}: when lockAvailable({tried}) do {{ lock({tried}); }} goto t{at};",
                    f"         when {other} do {{ {self.pick(*GLOBALS)} := {self.value(names)}; }} "
                    f"goto {after};",
                    f"  loc t{at}: when true do {{ {self.pick(*GLOBALS)} := {self.value(names)}; "
                    f"unlock({tried}); }} goto {after};"], lock
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
        number = f"me : range 0..{self.ring - 1}" if self.ring and name != "Main" else ""
        lines = [f"{head} {name}({number})", f"  k : range 0..{self.high};", "  p : ref Cell;"
                 if self.has_objects else "", "  t, u : tid;" if self.has_names else ""]
        if self.ring:
            last = self.ring - 1
            lines += ["" if number else f"  me : range 0..{last};",
                      f"  side : range 0..{last};",
                      f"  loc first: when true do {{ side := (me + 1) % {self.ring}; }} "
                      f"goto {'l0' if length else 'done'};"]
        lock = ""
        if not length and not self.ring:
            lines.append("  loc l0: when true do { } goto done;")
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
        if self.ring:
            lines += [f"ring : array [{self.ring}] of range 0..{self.high};",
                      f"taken : array [{self.ring}] of boolean;"]
        if self.has_names:
            lines.append("who : tid;")
        lines += ["b : boolean := false;", f"m : lock {kind};", "n : lock;", ""]
        names = [f"W{i}" for i in range(self.workers)]
        lines += self.thread("Main", "main thread", self.random.randint(3, 7), names)
        for i, name in enumerate(names):
            lines += self.thread(name, "thread", self.pick(0, 1, 2, 3, 4), names[i + 1:])
        return "\n".join([*lines, "end random;", ""])


def text(seed):
    return f"// seed {seed}\n" + Generator(seed).program()
