"""Random OOX programs about a small heap, with properties that relate the heap before and after.

A program has linked objects of a class and its subclass, whose fields refer to objects, numbers
and truth values; static fields; a virtual method; methods of `Main` that read, write, allocate,
walk, throw, catch and call those before them; and `Main.client`, which has the properties. The
same seed makes the same program.

Bounds of the modular engine mean the same however it treats calls (heaps.py says more), except
in programs with one of these:
  - `has_arithmetic`: numbers are added, so they may leave the bitwidth. In other programs only
    counters are, which a comparison keeps below another number.
  - `has_mutual_recursion`: two methods, that of the class and that of the subclass, call each
    other. In other programs methods at most call themselves.
"""
import random
from contextlib import contextmanager
from dataclasses import dataclass, replace

FIELDS = {"next": "Node", "prev": "Node", "kid": "Sub", "data": "Data", "val": "int",
          "mark": "bool"}
STATICS = {"root": "Node", "count": "int"}
REFERENCES = ("Node", "Sub", "Data")


@dataclass
class Method:
    owner: str
    name: str
    parameters: tuple  # types; their names are p0, p1, …
    result: str = "void"

    def head(self):
        listed = ", ".join(f"{kind} p{i}" for i, kind in enumerate(self.parameters))
        return f"{self.result} {self.name}({listed})"


@dataclass
class Program:
    text: str
    methods: list  # random ones of Main; for each m, the method returns_m tells how m ends
    bounds: dict   # that make it a small question
    has_arithmetic: bool
    has_mutual_recursion: bool
    properties: tuple = ("q0", "q1", "q2")


TOUCH = Method("Node", "touch", ("Node", "int"))  # the virtual method
# Methods whose summaries do not say which object they return.
ANY = Method("Main", "any", ("Node", "int"), "Node")
ANY_SUB = Method("Main", "anySub", ("Sub", "int"), "Sub")
FINDERS = (ANY, ANY_SUB)


def finder(method, field):
    """A method that follows a field so many times, by recursion."""
    return f"""\
    {method.head()} {{
        if (p1 > 0) {{
            {method.result} after := p0.{field};
            {method.result} found := this.{method.name}(after, p1 - 1);
            return found;
        }}
        return p0;
    }}
"""


def witness(method):
    """A method that tells how another one ends: true if it returns, false if it throws."""
    listed = ", ".join(f"p{i}" for i in range(len(method.parameters)))
    head = Method("Main", f"returns_{method.name}", method.parameters, "bool").head()
    return f"""\
    {head} {{
        try {{
            this.{method.name}({listed});
        }}
        catch {{
            return false;
        }}
        return true;
    }}
"""


def fits(kind, wanted):
    return kind == wanted or (kind == "Sub" and wanted == "Node")


class BodyWriter:
    """Random statements of one method."""

    def __init__(self, chance, method, callees, fields, has_arithmetic):
        self.chance = chance
        self.method = method
        self.callees = callees
        self.fields = fields  # those it reads and writes
        self.has_arithmetic = has_arithmetic
        self.variables = [(f"p{i}", kind) for i, kind in enumerate(method.parameters)]
        if method.owner != "Main":
            self.variables.append(("this", method.owner))
        self.fixed = {"this"}  # variables that are not assigned to
        self.written = set()   # fields
        self.lines = []
        self.nesting = 0  # open branches, loops and handlers
        self.loops = 0    # so far
        self.names = 0    # so far

    # ------------------------------------------------------------ text

    def line(self, text):
        self.lines.append("    " * (2 + self.nesting) + text)

    @contextmanager
    def block(self, head):
        self.line(head + " {")
        outside = self.variables
        self.variables = list(outside)
        self.nesting += 1
        yield
        self.nesting -= 1
        self.variables = outside
        self.line("}")

    def declare(self, kind, value, prefix="x"):
        self.names += 1
        name = f"{prefix}{self.names}"
        self.line(f"{kind} {name} := {value};")
        self.variables.append((name, kind))
        return name

    # ------------------------------------------------------------ expressions

    def variable(self, kind, is_target=False):
        """The name of a variable that fits, or that such a value can be assigned to, or None."""
        names = [name for name, its in self.variables
                 if (its == kind or (not is_target and fits(its, kind)))
                 and not (is_target and name in self.fixed)]
        parameters = [name for name in names if name.startswith("p")]
        if parameters and self.chance.random() < 0.4:
            names = parameters  # so that the same ones meet often
        return self.chance.choice(names) if names else None

    def value(self, kind):
        """An expression of this type."""
        if kind == "bool":
            return self.variable(kind) or self.chance.choice(("true", "false"))
        if kind == "int":
            return self.number()
        if self.chance.random() < 0.1:
            return "null"
        return self.variable(kind) or "null"

    def other(self, kind, than):
        """A value of this type, mostly another one."""
        value = self.value(kind)
        return self.value(kind) if value == than else value

    def number(self):
        name = self.variable("int")
        if not name or self.chance.random() < 0.3:
            return self.chance.choice(("0", "1", "1", "2"))
        if self.has_arithmetic and self.chance.random() < 0.4:
            return f"{name} {self.chance.choice('+-')} {self.chance.choice('12')}"
        return name

    def condition(self):
        kind = self.chance.choice(("Node", "Node", "Node", "Data", "bool", "int", "int", "class"))
        node = self.variable("Node")
        if kind == "class" and ("this", "Sub") not in self.variables:
            plain = self.variable("Node", is_target=True)
            return f"{plain} instanceof Sub" if plain else f"{node} != null"
        name = self.variable(kind)
        if not name:
            return f"{node} {self.chance.choice(('==', '!='))} {self.other('Node', node)}"
        if kind == "bool":
            return self.chance.choice(("", "!")) + name
        signs = ("<", "<=", "==", "!=", ">") if kind == "int" else ("==", "!=")
        return f"{name} {self.chance.choice(signs)} {self.other(kind, name)}"

    # ------------------------------------------------------------ statements

    def place(self, known=0.7):
        """A variable with the object to read or write, known or found somewhere."""
        if self.method.owner != "Main" or self.chance.random() < known:
            return self.variable("Node")
        found = self.chance.choice(FINDERS)
        start = self.variable(found.result)
        if not start:
            return self.variable("Node")
        return self.declare(found.result, f"this.{found.name}({start}, {self.number()})")

    def read(self):
        field = self.chance.choice(self.fields)
        source = f"{self.place()}.{field}"
        target = self.variable(FIELDS[field], is_target=True)
        if target and self.chance.random() < 0.4:
            self.line(f"{target} := {source};")
        else:
            self.declare(FIELDS[field], source)

    def write(self):
        field = self.chance.choice(self.fields)
        self.write_to(self.place(), field, self.value(FIELDS[field]))

    def write_to(self, place, field, value):
        self.written.add(field)
        self.line(f"{place}.{field} := {value};")

    def assign(self):
        target, source = self.variable("Node", is_target=True), self.variable("Node")
        if target and target != source:
            self.line(f"{target} := {source};")

    def write_if(self, known=0.4):
        """A write at an object whose fields fulfil one or two conditions.

        Perhaps the same is then written somewhere else.
        """
        tested = self.chance.sample(self.fields, self.chance.choice((1, 2, 2)))
        written = self.chance.choice((tested[-1], tested[-1], *self.fields))
        value = self.value(FIELDS[written])
        self.tests(self.place(known), tested, written, value)
        if self.chance.random() < 0.3:
            self.write_to(self.place(known), written, value)

    def tests(self, place, tested, written, value):
        if not tested:
            self.write_to(place, written, value)
            return
        field, *others = tested
        wanted = self.other(FIELDS[field], value)
        held = self.declare(FIELDS[field], f"{place}.{field}")
        with self.block(f"if ({held} {self.chance.choice(('==', '==', '==', '!='))} {wanted})"):
            self.tests(place, others, written, value)

    def branch(self):
        with self.block(f"if ({self.condition()})"):
            self.statements(self.chance.randint(1, 3))
        if self.chance.random() < 0.4:
            with self.block("else"):
                self.statements(self.chance.randint(1, 3))

    def walk(self):
        """A loop along a field."""
        self.loops += 1
        cursor = self.declare("Node", self.variable("Node"), "c")
        self.fixed.add(cursor)
        end = self.chance.choice(("null", self.other("Node", cursor)))
        with self.block(f"while ({cursor} != {end})"):
            if not self.loop_body():
                self.line(f"{cursor} := {cursor}.{self.chance.choice(('next', 'next', 'prev'))};")
        if end == "null":
            self.variables.remove((cursor, "Node"))  # what follows would only throw
        self.fixed.discard(cursor)

    def count(self):
        """A loop that counts up to a number."""
        self.loops += 1
        limit = self.variable("int") or "2"
        counter = self.declare("int", "0", "i")
        self.fixed.add(counter)
        with self.block(f"while ({counter} < {limit})"):
            if not self.loop_body():
                self.line(f"{counter} := {counter} + 1;")

    def loop_body(self):
        if self.chance.random() < 0.7:
            self.write_if(known=0.3)
        return self.statements(self.chance.randint(0, 2))

    def call(self, callee=None):
        callee = callee or self.chance.choice(self.callees)
        arguments = [self.value(kind) for kind in callee.parameters]
        if callee.name == self.method.name:
            self.call_again(callee, arguments)
        elif self.chance.random() < 0.4:
            self.call_and_catch(callee, arguments)
        else:
            self.line_of_call(callee, arguments)

    def call_again(self, callee, arguments):
        """Recursion, with a number that becomes smaller."""
        index = callee.parameters.index("int")
        arguments[index] = f"p{index} - 1"
        with self.block(f"if (p{index} > 0)"):
            self.line_of_call(callee, arguments)

    def line_of_call(self, callee, arguments):
        receiver = "this" if callee.owner == "Main" else self.variable("Node")
        call = f"{receiver}.{callee.name}({', '.join(arguments)})"
        if callee.result == "void":
            self.line(call + ";")
            return
        target = self.variable(callee.result, is_target=True)
        if target and self.chance.random() < 0.5:
            self.line(f"{target} := {call};")
        else:
            self.declare(callee.result, call)

    def call_and_catch(self, callee, arguments):
        with self.block("try"):
            self.line_of_call(callee, arguments)
            if self.chance.random() < 0.3:
                self.simple_statement()
        with self.block("catch"):
            if self.chance.random() < 0.7:
                self.simple_statement()

    def allocate(self):
        kind = self.chance.choice(("Node", "Node", "Sub"))
        made = self.declare(kind, f"new {kind}()")
        if self.chance.random() < 0.6:
            field = self.chance.choice(self.fields)
            self.write_to(made, field, self.value(FIELDS[field]))
            if self.method.owner == "Main" and self.chance.random() < 0.5:
                found = self.declare("Node", f"this.any({made}, {self.number()})")
                self.declare(FIELDS[field], f"{found}.{field}")

    def static_field(self):
        name = self.chance.choice(sorted(STATICS))
        if self.chance.random() < 0.5:
            self.declare(STATICS[name], f"Main.{name}")
        else:
            self.line(f"Main.{name} := {self.value(STATICS[name])};")

    def simple_statement(self):
        self.chance.choice((self.read, self.write, self.write, self.assign))()

    def leave(self):
        if self.chance.random() < 0.5:
            self.line("throw;")
        else:
            self.give_back()

    def give_back(self):
        is_void = self.method.result == "void"
        self.line("return;" if is_void else f"return {self.value(self.method.result)};")

    def statement(self):
        """Writes one; True if control does not come to what follows."""
        kinds = {self.read: 16, self.write: 24, self.assign: 8, self.allocate: 5,
                 self.static_field: 5}
        if self.callees:
            kinds[self.call] = 14
        if self.nesting < 3:
            kinds.update({self.write_if: 12, self.branch: 8})
        if self.nesting < 2 and self.loops < 2:
            kinds.update({self.walk: 9, self.count: 9})
        if self.nesting > 0:
            kinds[self.leave] = 3
        kind = self.chance.choices(list(kinds), list(kinds.values()))[0]
        kind()
        return kind == self.leave

    def statements(self, count):
        return any(self.statement() for _ in range(count))

    def body(self, count, last_call=None):
        """A whole body; that of the client ends by a certain call."""
        if self.method.owner == "Main" and not last_call and self.chance.random() < 0.5:
            self.count()
        self.statements(count)
        if last_call:
            self.call(last_call)
        if self.loops == 0 and self.chance.random() < 0.6:
            self.count_to_one()
        if self.method.result != "void":
            self.give_back()
        return "\n".join(self.lines)

    def count_to_one(self):
        """A method with a loop is not inlined for its size."""
        counter = self.declare("int", "0", "i")
        with self.block(f"while ({counter} < 1)"):
            self.line(f"{counter} := {counter} + 1;")


class ProgramWriter:
    """One random program."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.has_arithmetic = self.chance.random() < 0.25
        self.has_mutual_recursion = self.chance.random() < 0.15
        self.fields = self.chance.sample(sorted(FIELDS), 3)
        self.written = {}  # which fields, by the method of this name

    def method(self, method, callees, count, clauses="", last_call=None):
        writer = BodyWriter(self.chance, method, callees, self.fields, self.has_arithmetic)
        body = writer.body(count, last_call)
        self.written[method.name] = sorted(writer.written)
        return f"    {method.head()}{clauses} {{\n{body}\n    }}\n"

    def formula(self, callee):
        """A property of the client (Node p0, Node p1, int p2, Data p3, Sub p4) and its callee."""
        choice = self.chance.choice
        field = choice(self.written[callee.name] or self.fields)
        some = choice(("Node", "Node", "Node - p0", "Node - (p0 + p1)", "Node - p0.*next",
                       "Node - Sub", "p0", "Sub", "p1.*next", "p0.*next - p1"))
        if self.chance.random() < 0.7:
            return choice((
                f"all n: {some} | n.{field}' = n.{field}",
                f"all n: {some} | n.{field}' in n.{field}",
                f"all n: {some} | n.{field} in n.{field}'",
                f"{field}' = {field}", f"{field}' in {field}", f"{field} in {field}'",
                f"some p0 or {field}' = {field}", f"some p0 and some p1 or {field}' = {field}",
            ))
        return choice((
            f"all n: {some} | n.next' in n.next + p1",
            f"all n: {some} | n.next' in n.next + p0 + p1 + fresh[Node]",
            f"all n: {some} | n.next = p1 => n.next' = p1 or n.next' = p0",
            f"all n: {some} | n.kid' in n.kid + p4",
            f"all n: {some} | n.data' in n.data + p3",
            f"all n: {some} | n.val' != 3",
            f"all n: {some} | n.mark = true => n.mark' = true",
            "some p0", "some p0 and some p1", "p0 != p1", "some p4 or p0 = p1",
            "Node' = Node", "Sub' = Sub", "#Node' = #Node",
            "no root'", "no root' or root' in Node", "count' = 0",
        ))

    def virtual_methods(self):
        texts = {}
        for owner in ("Node", "Sub"):
            method = replace(TOUCH, owner=owner)
            callees = [method] if self.has_mutual_recursion else []
            texts[owner] = self.method(method, callees, self.chance.randint(1, 4))
        return texts

    def main_methods(self):
        """The methods of Main, each of which may call those before it."""
        methods = []
        texts = [finder(ANY, "next"), finder(ANY_SUB, "kid")]
        for number in range(self.chance.randint(1, 3)):
            parameters = self.chance.choice((
                ("Node", "Node"), ("Node", "Node", "int"), ("Node", "Node", "Data"),
                ("Node", "Node", "int", "Data"), ("Node", "Sub"), ("Node", "Sub", "int", "Data")))
            result = self.chance.choice(("void", "void", "Node", "int"))
            method = Method("Main", f"m{number}", parameters, result)
            callees = [*FINDERS, *methods]
            callees += [TOUCH] * (self.chance.random() < 0.4)
            callees += [method] * ("int" in parameters and self.chance.random() < 0.3)
            texts.append(self.method(method, callees, self.chance.randint(2, 5)))
            methods.append(method)
        return methods, texts

    def program(self):
        virtual = self.virtual_methods()
        methods, texts = self.main_methods()
        texts += [witness(method) for method in methods]
        last = self.chance.choice(methods)
        clauses = "".join(f"\n        property {name} {{ {self.formula(last)} }}"
                          for name in Program.properties) + "\n   "
        client = Method("Main", "client", ("Node", "Node", "int", "Data", "Sub"),
                        self.chance.choice(("void", "Node")))
        texts.append(self.method(client, [*FINDERS, TOUCH, *methods],
                                 self.chance.choice((0, 0, 1, 2)), clauses, last))
        fields = "".join(f"    {kind} {name};\n" for name, kind in FIELDS.items())
        statics = "".join(f"    static {kind} {name};\n" for name, kind in STATICS.items())
        text = (f"class Data {{}}\nclass Node {{\n{fields}{virtual['Node']}}}\n"
                f"class Sub extends Node {{\n{virtual['Sub']}}}\n"
                f"class Main {{\n{statics}    static void main() {{}}\n{''.join(texts)}}}\n")
        scope, unwind = self.chance.choice(((2, 2), (2, 3), (3, 2)))
        return Program(text, methods, {"scope": scope, "unwind": unwind, "bitwidth": 4},
                       self.has_arithmetic, self.has_mutual_recursion)


def random_program(seed):
    return ProgramWriter(seed).program()
