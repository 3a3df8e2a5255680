"""Gives a program as many steps as the engines of Koppier and Vrooman take.

Chapter 4 of Koppier's thesis turns one statement into several nodes of the control-flow graph,
and its depth counts nodes:

  - a declaration with a value is a declaration and an assignment;
  - before a statement that may throw, each condition under which it does is a branch,
    and each branch is followed by the assumption that it was taken;
  - the conditions of loops and branches are followed by such an assumption, too;
  - a call or a fork is three nodes, the entry and the exit of a method are one each;
  - an absent `else` is an empty statement.

The text of the thesis leaves open whether the conditions are tested one by one and how
many nodes a call has. Both were chosen to fit the table of EXP-3, so its verdicts do not
confirm them independently. One by one, because mutants that use one array twice instead
of two arrays are found there, as if they saved steps. Three nodes of a call, because a
run that sorts two elements then takes 127 steps. What the table does determine is that
this run is two steps longer than the depth: with a depth one greater or smaller, verdicts
differ. It does not determine where those steps are: with calls and forks of two nodes and
a depth of 121, or forks of six nodes, the verdicts are the same.

Vrooman's engine has one node for a fork, and four for a constructor that does nothing, beside the
two of the declaration (table 6.3 and figure 6.2 of that thesis).

Here a statement is one step. So the rest is made up for by declarations in blocks of
their own, which do nothing. The programs have one statement in a line.
"""
import re

STEP = "{ int step; }"

KOPPIER = {"fork": 3}
VROOMAN = {"fork": 1}
CONSTRUCTOR = 4

DECLARATION = re.compile(r"\w+(?:\[\])? (\w+)(?: := (.*))?;")
METHOD = re.compile(r"static .* (\w+)\(")
ELEMENT = re.compile(r"(\w+)\[([^\]]*)\]")
NEW_ARRAY = re.compile(r"new \w+\[(.*)\]")
NEW_OBJECT = re.compile(r"new \w+\(\)")
SIZE = re.compile(r"#(\w+)")
DIVISOR = re.compile(r"[/%] *(\w+)")


def conditions(statement):
    """How many different conditions make the statement throw."""
    found = set()
    if match := NEW_ARRAY.search(statement):
        found.add(("negative", match[1]))
        statement = match[1]
    for match in ELEMENT.finditer(statement):
        found |= {("null", match[1]), ("bounds", match[1], match[2])}
    found |= {("null", match[1]) for match in SIZE.finditer(statement)}
    found |= {("zero", match[1]) for match in DIVISOR.finditer(statement)}
    return len(found)


def missing_steps(statement, engine):
    """The nodes of a statement without a block, but for the one that is our step."""
    if statement == ";":
        return 0
    steps = 2 * conditions(statement)
    if statement.startswith(("fork ", "Main.")):
        return steps + engine["fork"] - 1
    if statement.startswith("return"):  # and the exit, which is a step of ours elsewhere
        return steps + 1
    if match := DECLARATION.fullmatch(statement):
        if match[2] is None:
            return 0
        constructed = CONSTRUCTOR if NEW_OBJECT.search(match[2]) else 0
        return 1 + 2 * conditions(match[2]) + constructed
    return steps


def as_in_thesis(text, entry, engine):
    """The program, with the steps that are missing. Our first step at the entry of the
    method to verify is the check of its precondition."""
    lines, blocks, method = [], [], None
    for line in text.splitlines():
        statement = line.partition("//")[0].strip()
        after = 0
        if match := METHOD.match(statement):
            method = match[1]
            if statement.endswith("{"):
                blocks.append("method")
                after = 0 if method == entry else 1
        elif statement == "{":
            blocks.append("method")
            after = 0 if method == entry else 1
        elif statement == "} else {":
            blocks[-1] = "else"
            after = 1
        elif statement.endswith("{"):
            blocks.append(statement.split()[0])
            after = 0 if blocks[-1] == "class" else 1
        elif statement == "}":
            block = blocks.pop()
            if block == "if":
                lines += ["} else {", STEP, STEP]
            after = 1 if block == "while" else 0
        elif statement.endswith(";"):
            lines += [STEP] * missing_steps(statement, engine)
        lines += [line] + [STEP] * after
    return "\n".join(lines) + "\n"
