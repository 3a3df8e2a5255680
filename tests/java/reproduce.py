#!/usr/bin/env python3
"""Runs counterexamples with the real `java -ea`: they must fail there as Braid says.

For each program without threads that is promised to be invalid, `braid replay --reproducer` writes
a Java class that makes the inputs and calls the entry. It must throw the exception of the
counterexample at its line.

    tests/java/reproduce.py --braid PATH --models JAR --build DIR [NAME…]
"""
import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from command import Braid
from programs import Failure, all_programs, compile_all, read_gaps, require
from together import run_together

# What no class can tell the virtual machine.
REFUSED = ("it draws values while it runs, or time passes in it", "its entry is a constructor",
           "its harness has inputs of its own")
# Programs that read the standard input, or whose objects get identity hash codes, which are drawn.
DRAWING = {"classes.BadCast", "generics.HeapPollution", "initialisers.SeesDefaults",
           "library.ObjectsClass", "library.StandardInput"}


def counterexamples(programs):
    """Pairs of a program and the arguments that find something in it."""
    for program in programs:
        if program.has_threads or program.name in read_gaps():
            continue
        for args, outcome in program.promises:
            # What breaks a property of the heap throws nothing.
            is_exception = outcome.kind != "race" and "--property" not in args
            if outcome.verdict == "invalid" and is_exception:
                yield program, args


def reproducer(braid, program, args, folder, number):
    """The name of the class and what it must throw; None: the counterexample has none."""
    done, found = braid.result(args.split(), f"{program.name}.main")
    require(found["verdict"] == "invalid", f"{args}: {found['verdict']}")
    trace = folder / f"Repro{number}.json"
    trace.write_text(done.stdout, encoding="utf-8")
    words = ["replay", "--trace", str(trace), "--reproducer", str(folder / f"Repro{number}.java")]
    again = braid.run([*words, "--entry", found["entry"]], "")
    if again.returncode == 2 and any(text in again.stderr for text in REFUSED):
        known = (program.name.startswith("unknowns.") or program.name in DRAWING
                 or "<init>" in args or "--spurious" in args)
        require(known, f"no reproducer: {again.stderr}")
        return None
    require(again.returncode == done.returncode, f"replay: {again.returncode} {again.stderr}")
    violation = found["violation"]
    return f"Repro{number}", f"{violation['exception']}@{violation['line']}"


def compile_classes(folder):
    sources = sorted(map(str, folder.glob("*.java")))
    require(sources, "no reproducers")
    done = subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-proc:none",
                           "-Xlint:none", "-d", str(folder), *sources],
                          capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"javac:\n{done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--models", required=True, type=Path)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("names", nargs="*", help="only programs whose name contains one of these")
    options = parser.parse_args()
    compile_all(options.build, options.models)
    programs = [program for program in all_programs()
                if not options.names or any(name in program.name for name in options.names)]
    folder = options.build / "reproducers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    braid = Braid(options.braid, options.build / "classes")
    expected, failed, refused = {}, 0, 0
    for number, (program, args) in enumerate(counterexamples(programs)):
        try:
            made = reproducer(braid, program, args, folder, number)
        except Failure as failure:
            failed += 1
            print(f"FAILED {program.name}: {args}: {failure}")
            continue
        if made is None:
            refused += 1
        else:
            expected[made[0]] = (program, args, made[1])
    compile_classes(folder)
    thrown = run_together([f"{name} {entry[0].name}" for name, entry in expected.items()],
                          options.build, 1, [folder])
    for name, (program, args, wanted) in expected.items():
        got = thrown[name][0][0]
        if got != wanted:
            failed += 1
            print(f"FAILED {program.name}: {args}: Braid says {wanted}, java {got} ({name}.java)")
    print(f"tests/java/reproduce.py: {len(expected)} counterexamples run with java, {refused} "
          f"cannot be, {failed} failed")
    sys.exit(1 if failed or not expected else 0)


try:
    main()
except Failure as error:
    sys.exit(f"tests/java/reproduce.py: {error}")
