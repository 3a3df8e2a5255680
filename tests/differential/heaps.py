#!/usr/bin/env python3
"""Random heap programs with properties: the modular engine must not depend on how it treats calls.

    tests/differential/heaps.py --braid PATH [--count N] [--seed S] [--all] [--least N]
                                [--out FOLDER]

The programs are those of heap_programs.py, one for each seed from S on, with few objects and
iterations. Every property is checked with all calls inlined, with specifications for all of them,
and in one more way (with --all: in all ways).
  - What is found has been replayed, so no other way may say that the property holds. In programs
    with arithmetic, or with methods that call each other, a bound may explain that: the
    relations that stand for the arguments and results of a call have no numbers beyond the
    bitwidth, and the recursion of a specified method is counted anew. Then the same way must not
    say so with a larger bound.
  - No way gives up, unless it takes too long or, with arithmetic, because of such numbers.
  - The summary of each method, as `braid summarize` prints it, is a property of the method with
    all calls inlined, and so is what the summary says of exceptions.
  - An upper bound of a summary without one of its parts is one more property to be compared.
Programs that fail stay in the folder, with what is wrong in their first lines. The status is 1 if
there are any, or if fewer than --least properties were decided in several ways.
"""
import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from heap_programs import FIELDS, REFERENCES, STATICS, random_program

INLINED = ("--inline",)
SPECIFIED = ("--inline-size", "0")
OTHERS = ((), ("--start", "frame"), ("--start", "frame", *SPECIFIED), ("--refine-budget", "0"),
          ("--refine-budget", "0", *SPECIFIED), ("--refine-budget", "5", *SPECIFIED))
# Of summaries; the verdict does not depend on these, either.
LIMITS = ((), ("--summary-size", "30"), ("--summary-unions", "1"), ("--summary-contexts", "1"),
          ("--summary-objects", "1"), ("--no-cursor",))
STATUS = {"valid": 0, "unknown": 5, "invalid": 10}


class Failure(Exception):
    """What is wrong with a program."""


def run(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        raise Failure(f"no end of {' '.join(map(str, command))}") from None


class Comparison:
    """One program, in several ways."""

    def __init__(self, braid, path, program, counts):
        self.braid = braid
        self.path = path
        self.program = program
        self.counts = counts  # of all programs

    def verify(self, *options, **wider):
        bounds = {**self.program.bounds, **wider}
        numbers = [word for name, value in bounds.items() for word in (f"--{name}", str(value))]
        result = run([self.braid, "verify", self.path, "--format", "json", "--engine", "modular",
                      "--timeout", "8", *numbers, *options])
        try:
            found = json.loads(result.stdout)
        except ValueError:
            found = {"verdict": None}
        if STATUS.get(found["verdict"]) != result.returncode:
            raise Failure(f"{' '.join(options)}: status {result.returncode}: "
                          f"{(result.stdout + result.stderr)[-2000:]}")
        if found["verdict"] == "unknown":
            self.allow_unknown(found["reason"], options)
        return found

    def allow_unknown(self, reason, options):
        if "the time limit" in reason:
            self.counts["times out of time"] += 1
        elif self.program.has_arithmetic and "beyond the bitwidth" in reason:
            self.counts["times beyond the bitwidth"] += 1
        elif reason.endswith(": nothing was checked"):
            self.counts["times nothing was checked"] += 1
        else:
            raise Failure(f"{' '.join(options)}: unknown: {reason}")

    def compare(self, ways, *question):
        """One property, in all ways."""
        found = {way: self.verify(*question, *way) for way in ways}
        verdicts = [answer["verdict"] for answer in found.values()]
        if len(verdicts) - verdicts.count("unknown") > 1:
            self.counts["invalid" if "invalid" in verdicts else "valid"] += 1
        if not {"valid", "invalid"}.issubset(verdicts):
            return
        for way, answer in found.items():
            if answer["verdict"] == "valid" and not self.is_explained(answer, *question, *way):
                told = "; ".join(f"{' '.join(way) or 'default'}: {verdict}"
                                 for way, verdict in zip(ways, verdicts))
                raise Failure(f"{' '.join(question)}: {told}")
        self.counts["explained by a bound"] += 1

    def is_explained(self, valid, *options):
        """Whether a bound that need not mean the same in all ways has hidden a violation."""
        wider = {}
        if self.program.has_arithmetic and "bitwidth" in valid["bounds_hit"]:
            wider["bitwidth"] = self.program.bounds["bitwidth"] + 3
        if self.program.has_mutual_recursion and "unwind" in valid["bounds_hit"]:
            wider["unwind"] = 2 * self.program.bounds["unwind"] + 2
        return bool(wider) and self.verify(*options, **wider)["verdict"] != "valid"

    def check_summary(self, method, ways, limits, chance):
        printed = run([self.braid, "summarize", self.path, "--method", f"Main.{method.name}",
                       *limits])
        if printed.returncode != 0:
            raise Failure(f"summarize: status {printed.returncode}: {printed.stderr[-2000:]}")
        normal, _, raised = printed.stdout.partition("when an exception leaves it:\n")
        normal, raised = normal.splitlines()[1:], raised.splitlines()
        witness = f"returns_{method.name}"
        meaning = meaning_of_names(method)
        self.check_claims(method.name, claims_of(normal, meaning))
        if raised:
            self.check_claims(witness, claims_of(raised, meaning), "return = false => ")
        smaller = smaller_bound(normal, chance)
        if smaller:
            spec = self.write_spec(witness, [f"return = true => {smaller}"])
            self.compare(ways, str(spec), "--entry", f"Main.{witness}", "--property", "c0")
            spec.unlink()

    def check_claims(self, entry, claims, condition=""):
        spec = self.write_spec(entry, [condition + formula for formula in claims.values()])
        found = self.verify(str(spec), "--entry", f"Main.{entry}", *INLINED)
        self.counts["claims of summaries"] += len(claims)
        if found["verdict"] == "invalid":
            number = int(re.search(r"`c(\d+)`", found["violation"]["message"])[1])
            raise Failure(f"{entry} does what its summary excludes: {list(claims)[number]}")
        spec.unlink()

    def write_spec(self, entry, formulas):
        """A file beside the program, with properties c0, c1, … of a method."""
        properties = "".join(f"property c{number} {{ {formula} }}\n"
                             for number, formula in enumerate(formulas))
        path = self.path.with_suffix(".spec")
        path.write_text(f"class Main {{ method {entry} {{\n{properties}}} }}\n", encoding="utf-8")
        return path


# ---------------------------------------------------------------- summaries as properties

# In a summary null is an element of sets, in a property it is nothing: this stands for it.
NULL = "true"
UPPER_BOUND = re.compile(r"(?P<name>[\w.]+'|return) (?P<sign>in|=) (?P<value>.+)")
LOWER_BOUND = re.compile(r"(?P<value>.+) in (?P<name>[\w.]+'|return)")
LONGEST_CLAIM = 400


def with_null(kind, value):
    return f"(some {value} => {value} else {NULL})" if kind in REFERENCES else value


def meaning_of_names(method):
    """What the names in a summary are in a property. Types have the values of both states."""
    meaning = {"null": NULL, "return": with_null(method.result, "return")}
    for prime in ("", "'"):
        for name, kind in STATICS.items():
            meaning[f"Main.{name}{prime}"] = with_null(kind, name + prime)
        for name, kind in FIELDS.items():
            field = name + prime
            has_null = f"({field} + (Node{prime} - {field}.univ{prime}) -> {NULL})"
            meaning[field] = has_null if kind in REFERENCES else field
    for number, kind in enumerate(method.parameters):
        meaning[f"p{number}"] = with_null(kind, f"p{number}")
    for kind in REFERENCES:
        meaning[kind] = f"({kind}' + {NULL})"
    return meaning


def plain_meaning():
    """The same with null as nothing, which is how the engine reads a summary."""
    meaning = {"null": "none", "return": "return", **{kind: f"{kind}'" for kind in REFERENCES}}
    for prime in ("", "'"):
        meaning.update({f"Main.{name}{prime}": name + prime for name in STATICS})
        meaning.update({name + prime: name + prime for name in FIELDS})
    return meaning


def claims_of(lines, meaning):
    """What a summary claims, line by line, each as a formula; what is not listed stays the same.

    Long lines are left out, and lower bounds with allocated objects.
    """
    lines = [line.strip() for line in lines if line.strip()]
    if lines == ["never returns"]:
        return {"never returns": "some none"}
    unchanged = {**{f"{name}'": name for name in FIELDS},
                 **{f"Main.{name}'": name for name in STATICS}}
    claims = {}
    for line in lines:
        bound = UPPER_BOUND.fullmatch(line) or LOWER_BOUND.fullmatch(line)
        if not bound:
            continue  # nothing changes
        unchanged.pop(bound["name"], None)
        if is_expressible(bound, meaning):
            claims[line] = formula_of(bound, meaning)
    claims.update({f"{name}' = {name}": f"{name}' = {name}" for name in unchanged.values()})
    return claims


def smaller_bound(lines, chance):
    """An upper bound without one of its parts, as a formula that may hold or not; or None."""
    meaning = plain_meaning()
    candidates = []
    for line in lines:
        bound = UPPER_BOUND.fullmatch(line.strip())
        parts = summands(bound["value"]) if bound and is_expressible(bound, meaning) else []
        for i in range(len(parts) if len(parts) > 1 else 0):
            others = " + ".join(parts[:i] + parts[i + 1:])
            candidates.append(f"{bound['name']} in {others}")
    if not candidates:
        return None
    return formula_of(UPPER_BOUND.fullmatch(chance.choice(candidates)), meaning)


def summands(value):
    parts, depth = [[]], 0
    for word in value.split():
        depth += word.count("(") - word.count(")")
        if word == "+" and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(part) for part in parts]


def is_expressible(bound, meaning):
    if bound["name"] not in meaning or bound["value"] == "none":
        return False
    if "New" in bound["value"]:
        is_growing = not re.search(r" - (?!null\b)", bound["value"])
        return bound.re is UPPER_BOUND and is_growing and len(bound["value"]) <= LONGEST_CLAIM
    return len(bound["value"]) <= LONGEST_CLAIM


def formula_of(bound, meaning):
    text = bound["value"].replace("none ++", "(none -> none) ++")
    has_new = "New" in text
    if has_new:
        text = text.replace("++", "+")  # all new objects stand for each: nothing is overridden
    value = re.sub(r"(Main\.)?[A-Za-z][\w$]*", lambda word: meaning_of(word[0], meaning), text)
    name = meaning[bound["name"]]
    upper = f"{name} in {value}"
    # Null is no object that has fields, even if it is written to.
    objects = "Node' <: " if bound["name"].rstrip("'") in FIELDS else ""
    lower = f"{objects}({value}) in {name}"
    if bound.re is LOWER_BOUND:
        return f"({lower})"
    return f"({upper})" if has_new or bound["sign"] == "in" else f"({upper} and {lower})"


def meaning_of(word, meaning):
    if word.startswith("New"):  # New$Node, New$Node$2, NewSet$Node, …
        kind = word.split("$")[1]
        return f"({kind}' - {kind})"
    return meaning.get(word, word)


# ---------------------------------------------------------------- the command

def check(options, seed, counts):
    """Whether all agree on the program of this seed."""
    program = random_program(seed)
    path = options.out / f"heaps_{seed}.oox"
    path.write_text(program.text, encoding="utf-8")
    limits = LIMITS[seed % len(LIMITS)]
    others = OTHERS if options.all else (OTHERS[seed // len(LIMITS) % len(OTHERS)],)
    ways = (INLINED, *((*way, *limits) for way in (SPECIFIED, *others)))
    comparison = Comparison(options.braid, path, program, counts)
    try:
        for name in program.properties:
            comparison.compare(ways, "--entry", "Main.client", "--property", name)
        for method in program.methods:
            comparison.check_summary(method, ways, limits, random.Random(seed))
    except Failure as failure:
        bounds = [f"--{name} {value}" for name, value in program.bounds.items()]
        print(f"FAILED {path}: {failure}")
        told = [*str(failure).splitlines(), " ".join((*bounds, *limits))]
        path.write_text("".join(f"// {line}\n" for line in told) + program.text, encoding="utf-8")
        return False
    path.unlink()
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    counts = Counter()
    seeds = range(options.seed, options.seed + options.count)
    failed = sum(not check(options, seed, counts) for seed in seeds)
    listed = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"tests/differential/heaps.py: {options.count} programs, {failed} failed; {listed}")
    compared = counts["valid"] + counts["invalid"]
    sys.exit(1 if failed or compared < options.least else 0)


if __name__ == "__main__":
    main()
