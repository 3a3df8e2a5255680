#!/usr/bin/env python3
"""Random programs with contracts that read the heap (contract_programs.py), through several engines.

    contracts.py --braid PATH --count 50 --seed 1 [--kind sequential|inputs|threads|loops]
                 [--out FOLDER] [--least N] [--only symex,mc]

The interpreter is the truth. Where it says `invalid`, nobody says `valid`; where it has seen every
execution, verdicts are equal, and for a program with one execution the place of the violation, too.
Loops that `--cut-loops` replaces by their invariants: `valid` is confirmed by the search that goes
round and by the interpreter, `invalid` is one of theirs as well. Counterexamples are replayed. The text
survives `fmt`, `fmt --explicit` and the way through BIR with its verdict.

Of a wrong program, conditions that fail are dropped one by one, so that right ones come up, too.
"""
import argparse
import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import contract_programs

KINDS = ("sequential", "inputs", "threads", "loops")
MARK = "// condition"


class Difference(Exception):
    pass


class Runner:
    def __init__(self, braid, folder):
        self.braid, self.folder = braid, folder

    def call(self, *command):
        done = subprocess.run([self.braid, *command], capture_output=True, text=True, timeout=120)
        if done.returncode < 0 or done.returncode == 6:
            raise Difference(f"{' '.join(command)}: status {done.returncode}\n{done.stderr[-2000:]}")
        return done

    def verify(self, path, *options):
        trace = self.folder / "result.json"
        done = self.call("verify", "--format", "json", "--timeout", "8", "--no-shorten", "-o",
                         str(trace), *options, str(path))
        if done.returncode == 2:
            raise Difference(f"{' '.join(options)}: {done.stderr[-2000:]}")
        data = json.loads(trace.read_text(encoding="utf-8"))
        violation = data.get("violation") or {}
        place = violation.get("place") or violation.get("span") or {}
        return {"verdict": data["verdict"], "complete": data["complete"],
                "kind": violation.get("kind"), "line": place.get("line"),
                "reason": data.get("reason"), "bounds": data.get("bounds_hit"),
                "notes": data.get("notes", []), "is_cut": bool(data.get("bounds_hit"))}


def sure(result):
    return result["verdict"] in ("invalid", "deadlock") or (
        result["verdict"] == "valid" and result["complete"])


def demand(name, truth, found, exact):
    if "unknown" in (truth["verdict"], found["verdict"]):
        return
    wrong = truth["verdict"] != "valid" and found["verdict"] == "valid" and not found["is_cut"]
    if exact and sure(truth) and sure(found):
        wrong = wrong or truth["verdict"] != found["verdict"]
    if wrong:
        raise Difference(f"interp {truth}\n{name} {found}")


def examine(runner, lines, kind, counts, engines):
    path = runner.folder / "program.oox"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    truth = runner.verify(path, "--engine", "interp", "--array-size", "2")
    counts[f"interp {truth['verdict']}"] += 1
    has_inputs = kind in ("inputs", "loops")
    symex = runner.verify(path, "--engine", "symex")
    counts[f"symex {symex['verdict']}"] += 1
    # Inputs that the interpreter has not tried may break the program.
    demand("symex", truth, symex, not has_inputs)
    is_one = kind == "sequential" and truth["verdict"] == symex["verdict"] == "invalid"
    if is_one and (truth["line"], truth["kind"]) != (symex["line"], symex["kind"]):
        raise Difference(f"other places: interp {truth}\nsymex {symex}")
    if "mc" in engines:
        mc = runner.verify(path, "--engine", "mc", "--range", "-12..12")
        counts[f"mc {mc['verdict']}"] += 1
        if mc["verdict"] != "valid" or mc["complete"]:
            demand("mc", truth, mc, not has_inputs)
        if mc["verdict"] == "invalid" and symex["verdict"] == "valid" and not symex["is_cut"]:
            raise Difference(f"symex {symex}\nmc {mc}")
    if kind == "threads":
        for por in ("none", "guarded", "optimal"):
            other = runner.verify(path, "--engine", "symex", "--por", por, "--no-stateful")
            demand(por, truth, other, True)
        other = runner.verify(path, "--engine", "symex", "--stateful")
        demand("stateful", truth, other, True)
        first, second = (runner.verify(path, "--engine", engine, "--races")
                         for engine in ("interp", "symex"))
        demand("races", first, second, True)
    else:
        cut = runner.verify(path, "--engine", "symex", "--cut-loops")
        replaced = any("is replaced" in note for note in cut["notes"])
        counts[f"cut {cut['verdict'] if replaced else 'nothing'}"] += 1
        demand("cut loops", truth, cut, not has_inputs)
        if cut["verdict"] == "valid" and symex["verdict"] == "invalid" and not cut["is_cut"]:
            raise Difference(f"symex {symex}\ncut loops {cut}")
        if cut["verdict"] == "invalid" and symex["verdict"] == "valid" and symex["complete"]:
            raise Difference(f"symex {symex}\ncut loops {cut}")
        if "modular" in engines:
            modular = runner.verify(path, "--engine", "modular", "--scope", "3")
            counts[f"modular {modular['verdict']}"] += 1
            demand("modular", truth, {**modular, "is_cut": True}, not has_inputs)
    return truth if truth["verdict"] != "valid" else symex


def survives(runner, truth, symex_wanted):
    path = runner.folder / "program.oox"
    wanted = symex_wanted["verdict"]
    formatted = runner.folder / "formatted.oox"
    formatted.write_text(runner.call("fmt", "--stdout", str(path)).stdout, encoding="utf-8")
    again = runner.call("fmt", "--stdout", str(formatted)).stdout
    if again != formatted.read_text(encoding="utf-8"):
        raise Difference("formatting twice changes something")
    explicit = runner.folder / "explicit.oox"
    explicit.write_text(runner.call("fmt", "--explicit", str(path)).stdout, encoding="utf-8")
    bir = runner.folder / "program.bir"
    bir.write_text(runner.call("emit", "--to", "bir", str(path)).stdout, encoding="utf-8")
    second = runner.call("emit", "--to", "bir", str(bir)).stdout
    if second != bir.read_text(encoding="utf-8"):
        raise Difference("the text of the IR does not come back")
    for other in (formatted, explicit):
        found = runner.verify(other, "--engine", "symex")
        if "unknown" not in (found["verdict"], wanted) and found["verdict"] != wanted:
            raise Difference(f"{other.name}: {found}, but {symex_wanted}")


def run_one(runner, seed, kind, counts, engines, rounds):
    lines = contract_programs.program(seed, kind)
    for round_ in range(rounds):
        result = examine(runner, lines, kind, counts, engines)
        if round_ == 0:
            survives(runner, result, runner.verify(runner.folder / "program.oox"))
        line = result["line"]
        is_condition = line and line <= len(lines) and MARK in lines[line - 1]
        if result["verdict"] != "invalid" or not is_condition:
            return
        del lines[line - 1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--rounds", type=int, default=8, help="programs made of each, at most")
    parser.add_argument("--only", default="symex,mc,modular")
    parser.add_argument("--least", type=int, default=0, help="valid verdicts that have to come up")
    parser.add_argument("--out", default=".")
    args = parser.parse_args()
    failures = 0
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        runner = Runner(args.braid, Path(name))
        for seed in range(args.seed, args.seed + args.count):
            kind = args.kind or KINDS[seed % len(KINDS)]
            try:
                run_one(runner, seed, kind, counts, args.only.split(","), args.rounds)
            except (Difference, subprocess.TimeoutExpired) as problem:
                failures += 1
                kept = Path(args.out) / f"contracts_{kind}_{seed}.oox"
                kept.write_text((runner.folder / "program.oox").read_text(encoding="utf-8"),
                                encoding="utf-8")
                print(f"{kind} {seed}: {problem}\nsee {kept}", flush=True)
    print(", ".join(f"{key}: {counts[key]}" for key in sorted(counts)))
    valid = counts["interp valid"]
    print(f"{args.count} programs, {failures} failures")
    if valid < args.least:
        print(f"only {valid} valid programs, not {args.least}")
    sys.exit(1 if failures or valid < args.least else 0)


if __name__ == "__main__":
    main()
