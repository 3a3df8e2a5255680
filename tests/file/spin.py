#!/usr/bin/env python3
"""Runs SPIN through the command line: it must answer what the explicit-state engine
answers, at the same line, and its executions must replay. Without SPIN the test is
skipped (status 77).

    tests/file/spin.py --braid PATH --tests tests
"""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
QUEUE = "programs/ltl/message_queue.oox"
# A file, options, and whether the line of the violation is the same on every way to it.
CASES = [
    ("programs/models/philosophers.bir", [], False),
    ("programs/models/bounded_buffer.bir", [], True),
    ("programs/models/leader_election.bir", ["--no-coarsen", "--no-live", "--por", "none"], True),
    ("../examples/tickets.oox", [], True),
    ("../examples/bank_deadlock.oox", [], False),
    ("programs/control/join_cycle.bir", [], False),
    ("programs/control/timed_wait.bir", [], True),
    ("programs/control/exception_objects.bir", [], True),
    ("programs/control/root_class.bir", [], True),
    ("programs/control/halt_late.bir", [], True),
    ("programs/ltl/peterson.bir", ["--ltl", "[](wait0 -> <>crit0)"], True),
    ("programs/ltl/peterson.bir", ["--ltl", "[]<>crit0 && []<>crit1"], True),
    ("programs/ltl/peterson.bir", ["--fair", "--ltl", "[]<>crit0 && []<>crit1"], True),
]
LINE = re.compile(r"^// BRAID: verify (.*?) => ")


def questions(path):
    """What the header of a program asks."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [shlex.split(match[1]) for match in map(LINE.match, lines) if match]


def verify(braid, engine, path, options, *more, **env):
    command = [braid, "verify", "--engine", engine, "--format", "json", *options, *more, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600,
                          env={**os.environ, **env})
    try:
        return json.loads(done.stdout), done.returncode
    except json.JSONDecodeError:
        return {"verdict": "error", "reason": done.stdout + done.stderr}, done.returncode


def same(a, b, place):
    line = (lambda r: (r.get("violation") or {}).get("line")) if place else lambda r: None
    kind = lambda r: (r.get("violation") or {}).get("kind")
    return (a["verdict"], kind(a), line(a)) == (b["verdict"], kind(b), line(b))


def replays(braid, path, result):
    """Only executions that end can be executed again."""
    if not result.get("counterexample") or result["violation"]["kind"] == "ltl":
        return True
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        trace.write_text(json.dumps(result), encoding="utf-8")
        done = subprocess.run([braid, "replay", path, "--trace", str(trace), "--format", "json"],
                              capture_output=True, text=True, timeout=600)
        return json.loads(done.stdout)["verdict"] == result["verdict"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--tests", required=True)
    arguments = parser.parse_args()
    failures = []
    folder = tempfile.TemporaryDirectory()
    os.environ["TMPDIR"] = folder.name  # where Braid makes its folders
    program = str(Path(arguments.tests) / CASES[0][0])
    missing, status = verify(arguments.braid, "spin", program, [], PATH="/nowhere")
    if status != 5 or "apt-get install spin gcc" not in (missing["reason"] or ""):
        failures.append(f"without SPIN: {missing['verdict']}: {missing['reason']}")
    if not shutil.which("spin"):
        print("spin.py: SPIN is not installed; tools/setup installs it")
        sys.exit(1 if failures else SKIPPED)
    queue = questions(Path(arguments.tests) / QUEUE)
    cases = CASES + [(QUEUE, question, True) for question in queue]
    if len(queue) < 4:
        failures.append(f"{QUEUE} asks {len(queue)} questions")
    for file, options, place in cases:
        path = str(Path(arguments.tests) / file)
        by_mc, _ = verify(arguments.braid, "mc", path, options)
        by_spin, _ = verify(arguments.braid, "spin", path, options)
        if not same(by_mc, by_spin, place):
            failures.append(f"{file} {options}: mc {by_mc['verdict']} {by_mc.get('violation')}, "
                            f"SPIN {by_spin['verdict']} {by_spin.get('violation')} "
                            f"{by_spin.get('reason')}")
        elif not replays(arguments.braid, path, by_spin):
            failures.append(f"{file} {options}: SPIN's execution does not replay")
    cut, _ = verify(arguments.braid, "spin", program, [], "--timeout", "0.01")
    if cut["verdict"] != "unknown" or "time" not in (cut["reason"] or ""):
        failures.append(f"without time: {cut['verdict']}: {cut['reason']}")
    left = list(Path(folder.name).iterdir())
    if left:
        failures.append(f"temporary folders were left: {left}")
    for failure in failures:
        print(f"spin.py: {failure}")
    print(f"spin.py: {len(cases)} cases, {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
