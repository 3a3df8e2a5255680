#!/usr/bin/env python3
"""Random Java programs with threads: the JVM against Braid, and engine against engine.

What a program computes under `java` in 50 runs must be among what Braid finds: a method that asserts
that it is never computed must be `invalid`. Whether there are other results, engines, reductions
and ways of lowering must agree. A program that is neither racy nor may deadlock or fail must be
valid; of others, only agreement is asked. Who finds nothing in some seconds is not asked.

    tests/java/random_programs.py --braid PATH --build DIR [--count 30] [--seed 1] [--quick]
    tests/java/random_programs.py --print --seed 7
"""
import argparse
import random
import shutil
import subprocess
import sys
from pathlib import Path

from command import Braid
from programs import HERE, Failure, require
from random_generator import Generator

RUNS, QUICK_RUNS = 50, 10
MOST_RESULTS = 3  # of one program, that are looked for
SYMEX = ["--engine", "symex"]
INTERP = ["--engine", "interp"]
# A finite model with all numbers that it can have.
MC = ["--engine", "mc", "--range", f"{-2 ** 31}..{2 ** 31 - 1}"]
# Beside the default. What explores many interleavings has state matching to end in time.
SETTINGS = ([*SYMEX, "--no-stateful"], [*SYMEX, "--stateful"], [*SYMEX, "--jobs", "2"],
            [*SYMEX, "--stateful", "--no-coarsen"], [*SYMEX, "--no-repetitions"],
            *([*SYMEX, "--stateful", "--por", name]
              for name in ("none", "simple", "guarded", "mpor", "sympath")),
            [*SYMEX, "--no-early"], [*INTERP, "--no-early"], [*SYMEX, "--no-rta"],
            [*SYMEX, "--no-races"], [*INTERP, "--no-races"],
            MC, [*MC, "--no-coarsen"], [*MC, "--no-drop"], [*MC, "--no-early"])


class Case:
    def __init__(self, seed):
        self.name = f"R{seed}"
        self.seed = seed
        generator = Generator(random.Random(seed))
        self.text = generator.program(self.name)
        self.plain = not (generator.racy or generator.may_deadlock or generator.may_fail)
        self.seen = []  # results under java

    def promises(self):
        """A class with a method for each result: that it does not occur; and for all of them."""
        methods = [f"    public static void not{i}() throws InterruptedException {{\n"
                   f"        assert {self.name}.run() != {value}L;\n    }}\n"
                   for i, value in enumerate(self.seen)]
        known = " || ".join(f"code == {value}L" for value in self.seen)
        methods.append("    public static void others() throws InterruptedException {\n"
                       f"        long code = {self.name}.run();\n        assert {known};\n    }}\n")
        return f"public class Not{self.name} {{\n" + "\n".join(methods) + "}\n"


def javac(folder, names):
    done = subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-d",
                           folder / "classes", "-cp", folder / "classes",
                           *(folder / f"{name}.java" for name in names)],
                          capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"javac:\n{done.stdout}{done.stderr}")


def run_java(cases, folder, runs):
    """Fills in what the programs compute, all in one virtual machine."""
    done = subprocess.run(["javac", "-d", folder / "harness", HERE / "harness" / "Harness.java"],
                          capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"javac:\n{done.stderr}")
    listing = folder / "list"
    listing.write_text("".join(f"{case.name}\n" for case in cases))
    done = subprocess.run(["java", "-ea", "-cp", folder / "harness", "harness.Harness",
                           folder / "classes", str(runs), listing],
                          capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"java:\n{done.stdout[-500:]}{done.stderr}")
    by_name = {case.name: case for case in cases}
    for line in done.stdout.splitlines():
        name, thrown, output = line.split("\t")
        require(not thrown, f"{name}: {thrown} under java")
        value = int(output.replace("\\n", ""))
        if value not in by_name[name].seen:
            by_name[name].seen.append(value)


class Judge:
    """Asks Braid, and counts what had no answer in time."""

    def __init__(self, braid, seconds):
        self.braid = braid
        self.seconds = seconds
        self.asked = self.late = 0

    def verdict(self, words, entry):
        """Nothing: a limit ended the search."""
        self.asked += 1
        done, found = self.braid.result(["verify", "--timeout", str(self.seconds), *words], entry)
        if done.returncode == 5:  # a limit, or the bound on steps
            reason = found.get("reason") or ""
            is_bound = any(word in reason for word in ("limit", "depth", " cut "))
            require(found["verdict"] == "valid" or is_bound, f"{entry}: {words}: {reason}")
            self.late += 1
            return None
        if "mc" in words and found["verdict"] == "valid" and found.get("bounds_hit"):
            self.late += 1
            return None
        require(done.returncode in (0, 10, 11, 12, 13), f"{entry}: status {done.returncode}")
        violation = found.get("violation") or {}
        return f"{found['verdict']} {violation.get('kind', '')}".strip()

    def agree(self, words, entry, settings):
        """The verdict of all settings. The place of a violation may differ, its kind may not."""
        verdicts = {" ".join(setting): self.verdict([*words, *setting], entry)
                    for setting in settings}
        known = set(verdicts.values()) - {None}
        require(len(known) <= 1, f"{entry}: {verdicts}")
        return known.pop() if known else None

    def check_quickly(self, case, chance):
        """One of the questions of `check`, in turns."""
        setting = chance.choice((INTERP, *SETTINGS))
        if not case.plain:
            self.agree(["--no-races"], f"{case.name}.main", [[], setting])
        elif case.seed % 3 == 0:
            found = self.verdict(setting, f"{case.name}.main")
            require(found in (None, "valid"), f"main is {found}")
        elif case.seed % 3 == 1:
            self.check_seen(case, 0, setting)
        else:
            self.agree(["--no-races"], f"Not{case.name}.others", [[], setting])

    def check_seen(self, case, i, setting):
        found = self.verdict(setting, f"Not{case.name}.not{i}")
        require(found is None or found.startswith("invalid"),
                f"{case.seen[i]} is computed by java: {setting} {found}")

    def check(self, case, chance):
        settings = [[], INTERP, *chance.sample(SETTINGS, 3)]
        if not case.plain:
            # Several things may be wrong with it, and any may be found.
            self.agree(["--no-races"], f"{case.name}.main", settings)
            self.agree([], f"{case.name}.main", settings[:2])
            return
        found = self.agree([], f"{case.name}.main", settings[:3])
        require(found in (None, "valid"), f"main is {found}")
        for i in range(min(len(case.seen), MOST_RESULTS)):
            self.check_seen(case, i, chance.choice(([], INTERP, *SETTINGS)))
        self.agree(["--no-races"], f"Not{case.name}.others", settings)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid")
    parser.add_argument("--build", type=Path)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="one question for each program")
    parser.add_argument("--seconds", type=int, default=10, help="for one answer")
    parser.add_argument("--print", action="store_true", help="only show the program of the seed")
    parser.add_argument("--java", action="store_true", help="only run java, and show the results")
    options = parser.parse_args()
    if options.print:
        print(Case(options.seed).text)
        return
    cases = [Case(options.seed + i) for i in range(options.count)]
    folder = options.build / f"random_{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    for case in cases:
        (folder / f"{case.name}.java").write_text(case.text)
    javac(folder, [case.name for case in cases])
    plain = [case for case in cases if case.plain]
    run_java(plain, folder, QUICK_RUNS if options.quick else RUNS)
    if options.java:
        for case in plain:
            print(case.name, *case.seen)
        return
    for case in plain:
        (folder / f"Not{case.name}.java").write_text(case.promises())
    javac(folder, [f"Not{case.name}" for case in plain])
    judge, failed = Judge(Braid(options.braid, folder / "classes"), options.seconds), 0
    for case in cases:
        try:
            check = judge.check_quickly if options.quick else judge.check
            check(case, random.Random(case.seed))
        except Failure as failure:
            failed += 1
            print(f"FAILED {folder / case.name}.java, seed {case.seed}: {failure}\n", flush=True)
    if not failed:
        shutil.rmtree(folder)
    many = sum(len(case.seen) > 1 for case in plain)
    print(f"tests/java/random_programs.py: {len(cases)} programs, {many} with several results under "
          f"java, {judge.asked} questions, {judge.late} without an answer in time, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failure as error:
        sys.exit(f"tests/java/random_programs.py: {error}")
