#!/usr/bin/env python3
"""A Java program has as many executions as the same program in OOX, and not many more steps.

    tests/java/executions.py --braid PATH

The programs are those of bench/java/programs. Executions are one per trace (`--por optimal`): a
step of Java's library that conflicts with others without need shows here first.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parents[2] / "bench" / "java" / "programs"
# With the number of executions, which follows from the program: increments under a monitor in all
# orders, two for each reader, and the orders of neighbours at the table (2^n - 2).
ENTRIES = {"Counter.small": 20, "Counter.medium": 1680, "Readers.small": 4, "Readers.medium": 32,
           "Philosophers.small": 6, "Philosophers.medium": 14}
# Steps of an execution of the counter, those that nobody else sees included.
MOST_STEPS = 2


def verify(braid, entry, path, *options):
    done = subprocess.run([braid, "verify", "--format", "json", "--por", "optimal", "--no-races",
                           "--entry", entry, *options, str(path)],
                          capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    if found["verdict"] != "valid" or not found["complete"]:
        sys.exit(f"{entry} of {path}: {found['verdict']}, {found.get('reason')}")
    return found["stats"]["paths"], found["stats"]["transitions"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--braid", required=True)
    braid = parser.parse_args().braid
    failed = 0
    with tempfile.TemporaryDirectory() as classes:
        subprocess.run(["javac", "-g", "-d", classes, *sorted(PROGRAMS.glob("*.java"))], check=True)
        for entry, expected in ENTRIES.items():
            name = entry.split(".", maxsplit=1)[0]
            java, steps = verify(braid, entry, classes)
            oox, fewer = verify(braid, entry, PROGRAMS / f"{name}.oox", "--int", "32")
            if java != expected or oox != expected:
                failed += 1
                print(f"FAILED {entry}: {expected} executions expected, Java {java}, OOX {oox}")
            if entry == "Counter.medium" and steps > MOST_STEPS * fewer:
                failed += 1
                print(f"FAILED {entry}: {steps} steps, OOX {fewer}")
    print(f"tests/java/executions.py: {len(ENTRIES)} programs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
