#!/usr/bin/env python3
"""Gives the Java programs of this folder to Braid, and compares with what their headers promise.

    // BRAID: verify => valid
    // BRAID: verify --no-races => invalid line 12 throws java.lang.AssertionError
    // BRAID: verify => deadlock cycle 2

`verify` without an engine is symbolic execution, with --interp also the interpreter's own search,
for a program with threads also with two more searches (reductions, states remembered, two
workers), and all must agree; a counterexample must replay. Nor may the search of a finite model
disagree: it says the same, that it does not know, or that bounds cut it. A program that
prints the same in every run of `java -ea` must print that in `braid run`, whatever the seed:
tests/java/jvm.py has kept it in BUILD/printed.json.

    tests/java/run.py --braid PATH --models JAR --build DIR [--shard I/N] [--seeds 5] [NAME…]
"""
import argparse
import json
import shlex
import sys
import tempfile
import zlib
from pathlib import Path

from command import Braid
from programs import HERE, Failure, all_programs, compile_all, read_gaps, require

# Searches for programs with threads, beside the one by default.
SEARCHES = (*(("--por", por) for por in ("none", "simple", "guarded", "mpor", "sympath", "optimal",
                                          "rf")),
            ("--stateful",), ("--stateful", "--no-coarsen"), ("--jobs", "2"))
STATUS = {"valid": {0}, "invalid": {10, 12, 13, 14}, "deadlock": {11}, "unknown": {5}}
# Options that the interpreter's own search does not read.
SYMEX_OPTIONS = {"--jobs", "--por", "--unwind"}


def variants(args, program, with_interp):
    """The command with each engine and reduction it may use."""
    words = shlex.split(args)
    if words[0] != "verify" or "--engine" in words or "--ltl" in words:
        return [words]
    # The interpreter tries a few small values for inputs.
    only_symex = (SYMEX_OPTIONS.intersection(words) or "--entry" in words
                  or program.name.startswith("unknowns."))
    engines = ["symex"] if only_symex or not with_interp else ["symex", "interp"]
    found = [[*words, "--engine", engine] for engine in engines]
    for command in found:
        if "interp" in command and "--depth" not in command:
            # Java's library is made of many small steps, and the interpreter is slow.
            command += ["--depth", "20000", "--timeout", "5"]
    if program.has_threads and "--por" not in words:
        turn = zlib.crc32((program.name + args).encode()) % len(SEARCHES)
        for search in (SEARCHES + SEARCHES)[turn:turn + 2]:
            found.append([*words, "--engine", "symex", *search])
    return found


def with_formulas(words, program):
    """The modular engine is given the property file that lies beside the program."""
    spec = program.path.with_suffix(".spec")
    return [*words, str(spec)] if "modular" in words and spec.exists() else words


def check_violation(violation, outcome, seen):
    require(violation, f"no violation; {seen}")
    if outcome.kind:
        require(violation.get("kind") == outcome.kind, seen)
    else:
        require(violation.get("kind") != "race", seen)
    if outcome.line:
        require(violation.get("line") == outcome.line, seen)
    if outcome.throws:
        require(violation.get("exception") == outcome.throws, seen)
    if outcome.cycle is not None:
        require(len(violation["cycle"]) == outcome.cycle, f"cycle {violation['cycle']}; {seen}")


def check_outcome(braid, program, words, outcome):
    words = with_formulas(words, program)
    done, found = braid.result(words, f"{program.name}.main")
    violation = found.get("violation") or {}
    seen = (f"got {found['verdict']} {violation.get('kind', '')} line {violation.get('line')} "
            f"{violation.get('exception', '')} ({violation.get('message') or found.get('reason')})")
    if "interp" in words and (found["verdict"] == "unknown" or done.returncode == 5):
        return
    require(found["verdict"] == outcome.verdict, seen)
    require(done.returncode in STATUS[outcome.verdict], f"status {done.returncode}; {seen}")
    require(bool(found.get("vacuous")) == outcome.vacuous, f"vacuous {found['vacuous']}; {seen}")
    if outcome.endless and "--stateful" in words and "--engine" in words[-2:]:
        place = found["never_ends_at"]
        require(place and place["line"] == outcome.endless, f"never ends at {place}; {seen}")
    if outcome.reason:
        require(outcome.reason in (found.get("reason") or ""), seen)
    if outcome.verdict in ("invalid", "deadlock"):
        check_violation(violation, outcome, seen)
        check_replay(braid, program, words, done, outcome)


def check_replay(braid, program, words, done, outcome):
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        trace.write_text(done.stdout, encoding="utf-8")
        more = words[words.index("--entry"):][:2] if "--entry" in words else []
        more += [word for word in words if word in ("--no-races", "--spurious")]
        again = braid.run(["replay", "--trace", str(trace), *more], f"{program.name}.main")
    require(again.returncode == done.returncode,
            f"the replay ended with {again.returncode}, not {done.returncode}:\n"
            f"{again.stderr}{again.stdout}")
    if outcome.rows:
        table = again.stdout.partition("\nexecution\n")[2].partition("\n\n")[0]
        rows = len(table.splitlines()) - 1  # without the heading
        require(0 < rows <= outcome.rows, f"{rows} rows")


def check_output(braid, program, expected, seeds):
    for seed in range(1, (seeds if program.has_threads else 1) + 1):
        verdict, output, text = braid.printed(f"{program.name}.main", seed)
        if verdict == "unknown":
            require(any(outcome.verdict == "unknown" for _, outcome in program.promises),
                    f"run: {text}")
            require(expected.startswith(output), f"prints {output!r}")
        elif verdict == "invalid" and program.has_threads:
            # An exception that leaves a thread ends the execution; java goes on with the others.
            require(expected.startswith(output), f"prints {output!r}, java {expected!r}")
        else:
            require(output == expected,
                    f"seed {seed} prints {output!r}, java {expected!r}")


def check_gap(braid, program):
    """A gap is no wrong answer: the promised one, or unknown."""
    for args, outcome in program.promises:
        words = [*args.split(), "--timeout", "5"]
        _, found = braid.result(words, f"{program.name}.main")
        require(found["verdict"] in (outcome.verdict, "unknown"),
                f"{' '.join(words)} => {outcome.text}: got {found['verdict']}")


def check_finite(braid, program):
    """The finite model does not disagree with what is promised of main."""
    outcome = program.of_main()
    if not outcome or program.mode == "never":
        return
    options = next(args for args, promised in program.promises if promised is outcome).split()
    # A search of a model always remembers its states.
    words = [word for word in options if word not in ("--stateful", "--no-stateful")]
    words += ["--engine", "mc", "--timeout", "5"]
    if outcome.kind or SYMEX_OPTIONS.intersection(options) or "--engine" in options:
        return
    done, found = braid.result(words, f"{program.name}.main")
    if found["verdict"] == "unknown" or (found["verdict"] == "valid" and found["bounds_hit"]):
        return
    if found["verdict"] == "error":
        told = found["diagnostics"][0]["message"] if found.get("diagnostics") else done.stderr
        return require("cannot be made finite" in told, f"{' '.join(words)}: {told}")
    require(found["verdict"] == outcome.verdict, f"{' '.join(words)}: {found['verdict']}, not "
            f"{outcome.text}; {(found.get('violation') or {}).get('message')} {done.stderr}")


def check(braid, program, printed, seeds, with_interp):
    for args, outcome in program.promises:
        for words in variants(args, program, with_interp):
            try:
                check_outcome(braid, program, words, outcome)
            except Failure as failure:
                raise Failure(f"{' '.join(words)} => {outcome.text}: {failure}") from None
    check_finite(braid, program)
    if program.name in printed:
        check_output(braid, program, printed[program.name], seeds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--models", required=True, type=Path)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--shard", default="0/1", help="I/N: every Nth program, from the Ith")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--interp", action="store_true",
                        help="the interpreter's own search, too: 5 seconds for each program")
    parser.add_argument("--root", type=Path, default=HERE, help="programs of another folder")
    parser.add_argument("names", nargs="*", help="only programs whose name contains one of these")
    options = parser.parse_args()
    compile_all(options.build, options.models, options.root)
    kept = options.build / "printed.json"
    printed = json.loads(kept.read_text()) if kept.exists() else {}
    shard, shards = map(int, options.shard.split("/"))
    programs = [program for program in all_programs(options.root)
                if not options.names or any(name in program.name for name in options.names)]
    programs = programs[shard::shards]
    braid = Braid(options.braid, options.build / "classes")
    failed = 0
    gaps = read_gaps()
    for program in programs:
        try:
            if program.name in gaps:
                check_gap(braid, program)
            else:
                check(braid, program, printed, options.seeds, options.interp)
        except Failure as failure:
            failed += 1
            print(f"FAILED {program.name}: {failure}\n", flush=True)
    print(f"tests/java/run.py: {len(programs)} programs, {failed} failed")
    sys.exit(1 if failed or not programs else 0)


try:
    main()
except Failure as error:
    sys.exit(f"tests/java/run.py: {error}")
