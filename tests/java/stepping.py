#!/usr/bin/env python3
"""Steps through a counterexample of a Java program, and looks at its JSON.

    tests/java/stepping.py --braid PATH
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "file" / "java" / "Race.java"
# Commands, and what their answers must contain.
SESSION = [
    ("next", 'thread "main", Race.main, line 13'),
    ("next", 'thread "main", Race.main, line 14'),
    ("back", "c = Race$Counter#1"),
    ("step", 'thread "main", Race.main, line 14'),
    ("until 8", "reads Race$Counter#1.value = 0"),
    ("locals", "this = Race$Counter#1 { value = 0 }"),
    ("thread", 'thread "adder"'),
    ("last", "races with thread"),
    ("why", "data race on Race$Counter#1.value"),
]


def braid(path, folder, words, **more):
    return subprocess.run([path, *words], cwd=folder, capture_output=True, text=True, check=False,
                          **more)


def check_session(output):
    """The commands are echoed behind their prompts, so that they divide the output."""
    problems, at = [], 0
    for command, wanted in SESSION:
        start = output.find(f") {command}\n", at)
        end = output.find("\n(", start + 1)
        answer = output[start:end]
        if start < 0 or wanted not in answer:
            problems.append(f"`{command}` does not answer `{wanted}`, but:\n{answer}")
        at = max(start + 1, at)
    return problems


def check_json(result):
    steps = result["counterexample"]["trace"]
    accesses = [step for step in steps if step.get("reads") == {"Race$Counter#1.value": "0"}]
    wanted = {"class": "Race$Counter", "name": "inc", "descriptor": "()V", "line": 8}
    problems = []
    if {step["thread_name"] for step in accesses} != {"adder", "Thread-0"}:
        problems.append(f"names of threads: {accesses}")
    for step in accesses:
        if {key: step.get(key) for key in wanted} != wanted:
            problems.append(f"expected {wanted}, got {step}")
    if not steps[0].get("internal") or any(step.get("internal") for step in accesses):
        problems.append("which steps are internal is wrong")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    path = parser.parse_args().braid
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "Race.java"
        program.write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
        braid(path, folder, ["verify", "Race.java", "--format", "json", "-o", "race.json"])
        commands = "".join(f"{command}\n" for command, _ in SESSION) + "quit\n"
        done = braid(path, folder, ["replay", "Race.java", "--trace", "race.json", "--interactive"],
                     input=commands)
        problems = check_session(done.stdout)
        problems += check_json(json.loads((Path(folder) / "race.json").read_text()))
    if done.returncode != 13:
        problems.append(f"status {done.returncode}: {done.stderr}")
    print("\n".join(problems) or "tests/java/stepping.py: passed")
    sys.exit(1 if problems else 0)


main()
