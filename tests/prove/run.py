#!/usr/bin/env python3
"""Proves PL programs and OOX methods and compares with what their first lines promise.

    // PROVE: => proved
    // PROVE: --no-merge => proved
    // PROVE: => refuted assert
    // PROVE: => open
    // PROVE: => proved vacuous

A line holds arguments of `braid prove` and the outcome; `refuted` says what kind of violation,
`proved vacuous` that the contract contradicts itself.
A proof must be accepted by `braid check-proof`, and only for the program that it is about; a
refutation of the contract must be replayed by `braid replay`. The
report must not depend on when it is made: two runs write the same proof.

    tests/prove/run.py --braid PATH FILE…
"""
import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

LINE = re.compile(r"^\s*//\s*PROVE:\s*(.*?)\s*=>\s*(.*?)\s*$")
STATUS = {"proved": 0, "refuted": 10, "open": 5}
TIME_LIMIT = 300


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


def run(braid, *args):
    try:
        return subprocess.run([braid, *map(str, args)], capture_output=True, text=True,
                              timeout=TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise Failure(f"braid {' '.join(map(str, args))}: no answer in time") from None


def check_proofs(braid, file, args, folder):
    first, second = folder / "first.json", folder / "second.json"
    for proof in (first, second):
        result = run(braid, "prove", file, *args, "--proof", proof)
        require(result.returncode == 0, f"writing the proof ended with {result.returncode}")
    require(first.read_bytes() == second.read_bytes(), "two runs write different proofs")
    extra = [] if file.suffix == ".oox" else ["--program", file]
    result = run(braid, "check-proof", first, *extra)
    require(result.returncode == 0, f"check-proof refuses the proof: {result.stderr}")
    result = run(braid, "check-proof", first, "--program", __file__)
    require(result.returncode == 10, "check-proof accepts the proof for another program")


def check_unproved(braid, file, args, goals, folder):
    """The proof of one goal alone says which others it does not prove."""
    proof = folder / "one.json"
    result = run(braid, "prove", file, *args, "--goal", goals[-1], "--proof", proof)
    require(result.returncode == 0, f"proving {goals[-1]} alone ended with {result.returncode}")
    report = json.loads(run(braid, "check-proof", proof, "--format", "json").stdout)
    require(report["unproved"] == goals[:-1], f"check-proof names {report['unproved']} as missing")
    text = run(braid, "check-proof", proof).stdout
    require(f"not proved by this file: {', '.join(goals[:-1])}\n" in text, "the text does not")


def check_replay(braid, file, report, folder):
    trace = folder / "trace.json"
    trace.write_text(json.dumps(report))
    result = run(braid, "replay", file, "--trace", trace, "--format", "json")
    refuted = [goal for goal in report["goals"] if goal["verdict"] == "refuted"]
    if refuted[0]["goal"] != "contract":
        require(result.returncode == 2, "the refutation of a formula is replayed")
        return
    require(refuted[0]["replayable"], "the counterexample of a contract cannot be replayed")
    require(result.returncode >= 10, f"the replay ends with {result.returncode}: {result.stderr}")
    replayed = json.loads(result.stdout)
    require(replayed["violation"] == report["violation"], "the replay ends otherwise")


def check_line(braid, file, args, outcome, folder):
    words = outcome.split()
    require(words and words[0] in STATUS, f"no such outcome: {outcome}")
    result = run(braid, "prove", file, *args, "--format", "json")
    require(result.returncode in (0, 5, 10), f"status {result.returncode}: {result.stderr}")
    report = json.loads(result.stdout)
    goals = [(goal["goal"], goal["verdict"]) for goal in report["goals"]]
    require(result.returncode == STATUS[words[0]],
            f"promised {outcome}, status {result.returncode}: {goals}")
    text = run(braid, "prove", file, *args)
    require(text.returncode == result.returncode, "text and JSON disagree")
    if words[0] == "refuted":
        kind = report["violation"]["kind"]
        require(words[1:] == [kind], f"promised {outcome}, but the violation is {kind}")
        require(report["counterexample"]["trace"], "a refutation without an execution")
        check_replay(braid, file, report, folder)
    if words[0] == "open":
        goals = [goal for goal in report["goals"] if goal["verdict"] == "open"]
        require(all(goal["open"] for goal in goals), "no goal is shown")
    if words[0] == "proved":
        check_proofs(braid, file, args, folder)
        vacuous = any(goal["vacuous"] for goal in report["goals"])
        require(vacuous == ("vacuous" in words), f"promised {outcome}, vacuous is {vacuous}")
        require(vacuous == ("warning: no input fulfils `requires`" in text.stdout), "no warning")
        names = [goal["goal"] for goal in report["goals"]]
        if len(names) > 1:
            check_unproved(braid, file, args, names, folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    failed = False
    for file in options.files:
        lines = [match.groups() for match in map(LINE.match, file.read_text().splitlines()) if match]
        try:
            require(lines, "no PROVE line")
            for args, outcome in lines:
                with tempfile.TemporaryDirectory() as folder:
                    check_line(options.braid, file, shlex.split(args), outcome, Path(folder))
        except Failure as failure:
            print(f"{file}: {failure}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
