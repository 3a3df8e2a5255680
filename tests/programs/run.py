#!/usr/bin/env python3
"""Runs programs against the outcomes that their header comments promise.

    // BRAID: run --entry Main.main --seeds 20 => valid
    // BRAID: verify => invalid assert line 12
    // BRAID: verify --engine interp => valid complete
    // BRAID: verify --engine symex --por optimal => valid paths 256 pruned 0

A line holds braid's arguments without the file, and the outcome: a verdict (valid,
invalid, deadlock, unknown, error), then in any order a kind of violation (assert, requires,
ensures, property, exceptional, race, ltl, limit, error), `line N`, `complete`, `incomplete`,
`vacuous`, for `deadlock` the number of threads that wait for each other as `cycle N`,
for `race` the line of the other access as `with N`, the most steps that the counterexample may
have as `within N`, the numbers of executions `paths N` and `pruned N`, of states `states N`, a
bound that cut the search as `cut NAME`, and for `error` the code of a diagnostic. The exit status
must agree.
`verify` without an engine is tried with every engine, for a program with threads also
with two of the reductions, and all must agree, for a program with methods given by
specification only with and without summaries; property files are looked for beside the program; with `--ltl` it is tried with and without
reductions; an example's command is run as it stands.

The examples say the same for people:

    //   braid verify --entry Main.careless examples/exceptions.oox
    //
    // Braid answers: invalid. An exception leaves a method that forbids it.

A counterexample must replay to the same end. Unless the program is expected to be an
error, it must also
  - format to a text that formats to itself and means the same;
  - survive the way through BIR: emit, check, emit again gives the same text. What is given by
    specification only must be refused there.

    tests/programs/run.py --braid PATH FILE…
"""
import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

LINE = re.compile(r"^\s*//\s*BRAID:\s*(.*?)\s*=>\s*(.*?)\s*$")
COMMAND = re.compile(r"^//   braid (.*?)\s*$")
ANSWER = re.compile(r"^// Braid answers: (\w+)")
TIME_LIMIT = 300
ENGINES = ("interp", "symex")
# Options that only one engine reads; others refuse them.
MODULAR_OPTIONS = {"--property", "--scope", "--bitwidth", "--inline", "--inline-size", "--start"}
SYMEX_OPTIONS = {"--cut-loops", "--jobs", "--por", "--unwind"}
REDUCTIONS = ("none", "simple", "guarded", "mpor", "sympath", "rf")  # and `optimal` by default
FORK = re.compile(r"^\s*(fork|proc) ", re.MULTILINE)
COUNTS = {"paths", "pruned", "states"}
SPEC = re.compile(r"^\s*(\w.*\) )?spec \{", re.MULTILINE)
KINDS = {"assert", "requires", "ensures", "property", "exceptional", "race", "ltl", "limit", "error"}
STATUS = {"valid": {0}, "invalid": {10, 12, 13, 14}, "deadlock": {11}, "unknown": {5}, "error": {2}}
STATUS_OF_KIND = {"assert": 10, "requires": 10, "ensures": 10, "property": 10, "exceptional": 12,
                  "race": 13, "ltl": 14}


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


class Outcome:
    """The right side of a BRAID line."""

    def __init__(self, text):
        words = text.split()
        if words and words[0] == "exceptional":  # short for `invalid exceptional`
            words.insert(0, "invalid")
        require(words and words[0] in STATUS, f"no such verdict: {text}")
        self.verdict = words.pop(0)
        self.kind = self.line = self.complete = self.code = self.cycle = self.other = None
        self.most_steps = None
        self.vacuous = False
        self.bounds = []
        self.counts = {}
        while words:
            word = words.pop(0)
            if word in KINDS:
                self.kind = word
            elif word == "line" and words:
                self.line = int(words.pop(0))
            elif word in COUNTS and words:
                self.counts[word] = int(words.pop(0))
            elif word == "cycle" and words and self.verdict == "deadlock":
                self.cycle = int(words.pop(0))
            elif word == "cut" and words:
                self.bounds.append(words.pop(0))
            elif word == "with" and words and self.kind == "race":
                self.other = int(words.pop(0))
            elif word == "within" and words and self.verdict in ("invalid", "deadlock"):
                self.most_steps = int(words.pop(0))
            elif word in ("complete", "incomplete"):
                self.complete = word == "complete"
            elif word == "vacuous":
                self.vacuous = True
            elif self.verdict == "error" and re.fullmatch(r"[A-Z]{2,3}\d{4}", word):
                self.code = word
            else:
                raise Failure(f"unknown word `{word}` in outcome: {text}")


class Braid:
    def __init__(self, path):
        self.path = path

    def run(self, *args):
        try:
            result = subprocess.run([self.path, *map(str, args)], capture_output=True, text=True,
                                    errors="backslashreplace", timeout=TIME_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            raise Failure(f"braid {' '.join(map(str, args))}: no answer in {TIME_LIMIT} s") \
                from None
        return result

    def output(self, *args):
        result = self.run(*args)
        require(result.returncode == 0,
                f"braid {' '.join(map(str, args))} ended with {result.returncode}:\n"
                f"{result.stderr}{result.stdout}")
        return result.stdout


def check_error(result, outcome):
    require(result.returncode == 2,
            f"expected an error (status 2), got {result.returncode}:\n"
            f"{result.stderr}{result.stdout}")
    require("error[" in result.stderr, f"status 2 without a diagnostic:\n{result.stderr}")
    if outcome.code:
        require(f"error[{outcome.code}]" in result.stderr,
                f"expected {outcome.code}:\n{result.stderr}")
    if outcome.line:
        require(re.search(rf"--> \S+:{outcome.line}:", result.stderr),
                f"expected an error at line {outcome.line}:\n{result.stderr}")


def check_outcome(braid, path, args, outcome):
    words = [path.parent / word if word.endswith((".spec", ".ltl")) else word
             for word in shlex.split(args)]
    if outcome.verdict == "error":
        check_error(braid.run(*words, path), outcome)
        return
    result = braid.run(*words, path, "--format", "json")
    try:
        found = json.loads(result.stdout)
    except ValueError:
        raise Failure(f"no JSON, status {result.returncode}:\n{result.stderr}{result.stdout}") \
            from None
    require(found["verdict"] != "error", f"status {result.returncode}:\n{result.stdout}")
    violation = found["violation"] or {}
    seen = (f"got {found['verdict']} {violation.get('kind', '')} line {violation.get('line')} "
            f"({violation.get('message') or found.get('reason')}), "
            f"complete {found['complete']}, bounds {found['bounds_hit']}")
    require(found["verdict"] == outcome.verdict, seen)
    allowed = {STATUS_OF_KIND[outcome.kind]} if outcome.kind in STATUS_OF_KIND else \
        STATUS[outcome.verdict]
    require(result.returncode in allowed, f"exit status {result.returncode}; {seen}")
    if outcome.kind:
        require(violation.get("kind") == outcome.kind, seen)
    if outcome.line:
        require(violation.get("line") == outcome.line, seen)
    if outcome.cycle is not None:
        cycle = [member["thread"] for member in violation["cycle"]]
        require(len(cycle) == outcome.cycle, f"a cycle of the threads {cycle}; {seen}")
    if outcome.other:
        lines = [note["line"] for note in violation["notes"]]
        require(sorted(lines) == sorted([violation["line"], outcome.other]),
                f"accesses in the lines {lines}; {seen}")
    if outcome.complete is not None:
        require(found["complete"] == outcome.complete, seen)
    require(found["vacuous"] == outcome.vacuous, f"vacuous {found['vacuous']}; {seen}")
    for name in outcome.bounds:
        require(name in found["bounds_hit"], f"{name} did not cut; {seen}")
    for name, count in outcome.counts.items():
        require(found["stats"][name] == count,
                f"{found['stats'][name]} {name} instead of {count}; {seen}")
    if outcome.verdict in ("invalid", "deadlock"):
        require(violation, f"{outcome.verdict} without a violation")
        require(found["counterexample"], f"{outcome.verdict} without a counterexample")
        steps = len(found["counterexample"]["trace"])
        require(outcome.most_steps is None or steps <= outcome.most_steps,
                f"{steps} steps instead of at most {outcome.most_steps}; {seen}")
        files = [word for word in words if str(word).endswith(".ltl")]
        check_replay(braid, [path, *files], result)
    else:
        require(not violation, seen)


def check_replay(braid, files, result):
    """A counterexample must replay, and end as it ended before."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        trace.write_text(result.stdout, encoding="utf-8")
        again = braid.run("replay", *files, "--trace", trace)
    require(again.returncode == result.returncode,
            f"the replay ended with {again.returncode}, not {result.returncode}:\n"
            f"{again.stderr}{again.stdout}")


def check_bir(braid, folder, name, text):
    """A BIR text must be accepted and print as itself."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    braid.output("check", path)
    again = braid.output("emit", path, "--to", "bir")
    require(again == text, f"the BIR text does not survive a round trip:\n{first_difference(text, again)}")


def first_difference(a, b):
    left, right = a.splitlines(), b.splitlines()
    for number, (x, y) in enumerate(zip(left, right), start=1):
        if x != y:
            return f"line {number}:\n  {x}\n  {y}"
    return f"{len(left)} lines against {len(right)}"


def check_refusal(braid, path):
    result = braid.run("emit", path, "--to", "bir")
    require(result.returncode == 2 and "error[BRD0028]" in result.stderr,
            f"BIR of a program with specifications: {result.stderr}{result.stdout}")


def check_layout(braid, folder, path, bir):
    once = braid.output("fmt", "--stdout", path)
    copy = folder / path.name
    copy.write_text(once, encoding="utf-8")
    twice = braid.output("fmt", "--stdout", copy)
    require(once == twice, f"formatting is not stable:\n{first_difference(once, twice)}")
    if bir is None:
        return
    again = braid.output("emit", copy, "--to", "bir")
    require(again == bir, f"formatting changed the meaning:\n{first_difference(bir, again)}")


def variants(args, threads, is_bir, has_spec):
    """The command with each engine and reduction it may use."""
    words = args.split()
    if words[0] != "verify" or "--engine" in words:
        return [args]
    if has_spec:
        return [args, f"{args} --inline"]
    if "--ltl" in words:  # for engines with finite models; the reductions must not matter
        more = [] if "--no-coarsen" in words else [f"{args} --por none --no-coarsen"]
        return [args, *more]
    if is_bir:  # what may be undefined, symbolic execution does not watch
        return [f"{args} --engine interp", f"{args} --engine mc",
                f"{args} --engine mc --por none --no-coarsen"]
    if MODULAR_OPTIONS.intersection(words):  # which choose the engine
        return [args]
    engines = ("symex",) if SYMEX_OPTIONS.intersection(words) else ENGINES
    found = [f"{args} --engine {engine}" for engine in engines]
    if threads and "--por" not in words:
        # Two of the reductions, which differ from line to line: random programs meet all.
        turn = zlib.crc32(args.encode()) % len(REDUCTIONS)
        chosen = (REDUCTIONS + REDUCTIONS)[turn:turn + 2]
        found += [f"{args} --engine symex --por {reduction}" for reduction in chosen]
    return found


def read_promises(path):
    """Pairs of arguments and outcome; a BRAID line gives one for each engine it may use."""
    promises, commands = [], []
    text = path.read_text(encoding="utf-8")
    threads = FORK.search(text)
    has_spec = SPEC.search(text)
    for line in text.splitlines():
        if match := LINE.match(line):
            promises += [(args, Outcome(match[2])) for args in
                         variants(match[1], threads, path.suffix == ".bir", has_spec)]
        elif match := COMMAND.match(line):
            words = [word for word in match[1].split() if not word.endswith(path.name)]
            commands.append(" ".join(words))
        elif match := ANSWER.match(line):
            promises += [(command, Outcome(match[1])) for command in commands]
            commands = []
    require(not commands, f"no answer to: braid {' '.join(commands)}")
    require(promises, "no `// BRAID:` line and no answer")
    return promises


def check_program(braid, path):
    promises = read_promises(path)
    failures = []
    for args, outcome in promises:
        try:
            check_outcome(braid, path, args, outcome)
        except Failure as failure:
            failures.append(f"braid {args}: {failure}")
    if all(outcome.verdict != "error" for _, outcome in promises):
        try:
            with tempfile.TemporaryDirectory() as folder:
                bir = None
                if SPEC.search(path.read_text(encoding="utf-8")):
                    check_refusal(braid, path)
                else:
                    bir = braid.output("emit", path, "--to", "bir")
                    check_bir(braid, Path(folder), path.stem + ".bir", bir)
                if path.suffix == ".oox":
                    check_layout(braid, Path(folder), path, bir)
        except Failure as failure:
            failures.append(str(failure))
    require(not failures, "\n".join(failures))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    braid = Braid(str(Path(options.braid).resolve()))
    failed = 0
    for path in options.files:
        try:
            check_program(braid, path.resolve())
        except Failure as failure:
            failed += 1
            print(f"FAILED {path}\n{failure}\n")
    print(f"tests/programs/run.py: {len(options.files)} programs, {failed} failed")
    sys.exit(1 if failed else 0)


main()
