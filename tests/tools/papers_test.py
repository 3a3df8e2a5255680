#!/usr/bin/env python3
"""bench/papers/run must notice differences to the thesis and reasons without one: it
is run with a braid that answers from the thesis's own tables, but for some lies."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PAPERS = Path(__file__).resolve().parent.parent.parent / "bench" / "papers"

# Most calls are `check` and `verify`, and a shell starts faster than Python.
FAKE = """#!/bin/sh
case "$1" in
  check) ;;
  verify) echo "$VERIFIED" ;;
  *) exec python3 "${0%/*}/mutate.py" "$@" ;;
esac
"""

MUTATE = """
import csv, json, os, sys
program = sys.argv[2]
lies = json.loads(os.environ["LIES"])
with open(program[:-len("oox")] + "csv", encoding="utf-8") as file:
    file.readline()
    rows = {row["mutant"]: row for row in csv.DictReader(file)}

def answer(name):
    verdict, kind = rows[name]["verdict"], rows[name]["kind"]
    if program.endswith("list_min.oox") and kind == "ensures":
        kind = "assert"
    verdict, kind = lies.get(name, [verdict, kind])
    return {"name": name, "verdict": verdict, "violation": {"kind": kind} if kind else None,
            "bounds_hit": [], "stats": {"seconds": 0.01}}

names = sys.argv[sys.argv.index("--only") + 1].split(",")
print(json.dumps({"original": answer("ORIGINAL"), "mutants": [answer(n) for n in names]}))
"""

HEAD = "# reasons\nexperiment,mutant,what,ours,paper,reason\n"


class PapersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.braid = self.root / "braid"
        self.braid.write_text(FAKE, encoding="utf-8")
        self.braid.chmod(0o755)
        (self.root / "mutate.py").write_text(MUTATE, encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def run_with(self, experiment, lies=None, reasons="", *options, verdict="valid", cut=()):
        """`lies` are verdicts and kinds of mutants; `verify` answers with the last two.
        Returns the status and all output."""
        verified = {"verdict": verdict, "violation": None, "bounds_hit": list(cut),
                    "stats": {"seconds": 0.01, "paths": 1}}
        file = self.root / "reasons.csv"
        file.write_text(HEAD + reasons, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, PAPERS / "run", "--braid", self.braid, "--runs", "1",
             "--exp", experiment, "--reasons", file, *options],
            capture_output=True, check=False, text=True,
            env=dict(os.environ, LIES=json.dumps(lies or {}), VERIFIED=json.dumps(verified)))
        return done.returncode, done.stdout + done.stderr

    def test_accepts_what_the_thesis_says(self):
        for experiment in ("EXP-1", "EXP-2", "EXP-5", "EXP-7"):
            status, text = self.run_with(experiment)
            self.assertEqual(status, 0, text)
            self.assertNotIn("NO:", text)

    def test_notices_another_verdict(self):
        for experiment, name in (("EXP-1", "ARITH1"), ("EXP-2", "CMP3"), ("EXP-7", "UN0")):
            status, text = self.run_with(experiment, {name: ["valid", ""]})
            self.assertEqual(status, 1, text)
            self.assertIn(f"{experiment} {name} verdict: valid, in the thesis invalid", text)

    def test_notices_another_kind(self):
        status, text = self.run_with("EXP-1", {"CMP4": ["invalid", "exceptional"]})
        self.assertEqual(status, 1, text)
        self.assertIn("EXP-1 CMP4 kind: exceptional, in the thesis ensures", text)
        status, text = self.run_with("EXP-1", {"CMP4": ["invalid", "assert"]})
        self.assertEqual(status, 1, text)

    def test_accepts_a_difference_with_a_reason(self):
        lies = {"CMP4": ["invalid", "exceptional"]}
        row = "EXP-1,CMP4,kind,exceptional,ensures,the empty array comes first\n"
        status, text = self.run_with("EXP-1", lies, row)
        self.assertEqual(status, 0, text)
        self.assertIn("the empty array comes first", text)
        for other in (row.replace("exceptional,ensures", "ensures,exceptional"),
                      row.replace("the empty array comes first", ""),
                      row.replace("CMP4", "CMP5")):
            status, text = self.run_with("EXP-1", lies, other)
            self.assertEqual(status, 1, other)

    def test_notices_a_reason_without_a_difference(self):
        row = "EXP-1,CMP4,kind,exceptional,ensures,the empty array comes first\n"
        status, text = self.run_with("EXP-1", {}, row)
        self.assertEqual(status, 1, text)
        self.assertIn("EXP-1 CMP4 kind: a reason, but no such difference", text)
        status, text = self.run_with("EXP-2", {}, row)  # another experiment's reason
        self.assertEqual(status, 0, text)
        status, text = self.run_with("EXP-2", {}, row.replace("EXP-1", "EXP-9"))
        self.assertEqual(status, 1, text)

    def test_notices_bad_scaling_runs(self):
        status, text = self.run_with("EXP-5", verdict="invalid")
        self.assertEqual(status, 1, text)
        status, text = self.run_with("EXP-7", cut=["array-size", "depth"])
        self.assertEqual(status, 1, text)
        self.assertIn("EXP-7 arrays of 3", text)

    def test_prints_json(self):
        status, text = self.run_with("EXP-1", {"CMP4": ["valid", ""]}, "", "--json")
        self.assertEqual(status, 1, text)
        root = json.loads(text[:text.rindex("}") + 1])
        self.assertEqual(len(root["rows"]), 62)
        self.assertEqual(len(root["problems"]), 1)

    def test_refuses_unknown_experiments(self):
        status, text = self.run_with("EXP-6")
        self.assertNotEqual(status, 0)
        self.assertIn("EXP-5", text)


unittest.main()
