#!/usr/bin/env python3
"""bench/papers/run must notice differences to the theses and reasons without one: it
is run with a braid that answers as the theses do, but for some lies."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PAPERS = Path(__file__).resolve().parent.parent.parent / "bench" / "papers"
sys.dont_write_bytecode = True
sys.path.insert(0, str(PAPERS))
from steps import KOPPIER, STEP, as_in_thesis  # noqa: E402

# Most calls are `check` and `verify`, and a shell starts faster than Python.
FAKE = """#!/bin/sh
answer=$VERIFIED
name=${2##*/}
case "$name" in
  *"$LIAR"*) ;;
  soundness_0[1359]*|soundness_1[02]*|symbolic_[24]*) answer=$INVALID ;;
  soundness_07*|symbolic_6*|left_*|philosophers.oox) answer=$DEADLOCK ;;
  [A-Z]*)
    case "$(grep "^${name%.oox}," "$MERGE_SORT")" in
      *,ensures,*) answer=$ENSURES ;;
      *,exceptional,*) answer=$EXCEPTIONAL ;;
    esac ;;
esac
case "$1 $3" in
  check*) ;;
  verify*) echo "$answer" ;;
  *--show) echo "class Main {" ;;
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
            "bounds_hit": [], "stats": {"seconds": 0.01, "paths": 1, "solver_queries": 0}}

names = sys.argv[sys.argv.index("--only") + 1].split(",")
print(json.dumps({"original": answer("ORIGINAL"), "mutants": [answer(n) for n in names]}))
"""

HEAD = "# reasons\nexperiment,mutant,what,ours,paper,reason\n"

# The braid of this test has one execution, where Vrooman's EXP-3 counts traces.
ONE_TRACE = ("V-EXP-3,none,traces,1,128,it follows one\n"
             "V-EXP-3,mpor,traces,1,4,it follows one\n")


class PapersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        # Each mutant of merge sort is a process: some are enough.
        self.papers = self.root / "papers"
        shutil.copytree(PAPERS, self.papers)
        table = self.papers / "merge_sort.csv"
        lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
        table.write_text("".join(lines[:3] + lines[3::20]), encoding="utf-8")
        self.braid = self.root / "braid"
        self.braid.write_text(FAKE, encoding="utf-8")
        self.braid.chmod(0o755)
        (self.root / "mutate.py").write_text(MUTATE, encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def run_with(self, experiment, lies=None, reasons="", *options, verdict="valid", cut=(),
                 liar="nobody"):
        """`lies` are verdicts and kinds of mutants; `verify` answers with `verdict` and
        `cut`, unless the thesis says otherwise; for programs with `liar` in their names
        even then. Returns the status and all output."""
        def verified(answer, kind=None):
            return json.dumps({"verdict": answer, "bounds_hit": list(cut), "complete": not cut,
                               "violation": {"kind": kind} if kind else None,
                               "stats": {"seconds": 0.01, "paths": 1, "solver_queries": 0}})
        file = self.root / "reasons.csv"
        file.write_text(HEAD + reasons, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, self.papers / "run", "--braid", self.braid, "--runs", "1",
             "--exp", experiment, "--reasons", file, *options],
            capture_output=True, check=False, text=True,
            env=dict(os.environ, LIES=json.dumps(lies or {}), LIAR=liar,
                     VERIFIED=verified(verdict), INVALID=verified("invalid"),
                     DEADLOCK=verified("deadlock"), ENSURES=verified("invalid", "ensures"),
                     EXCEPTIONAL=verified("invalid", "exceptional"),
                     MERGE_SORT=str(PAPERS / "merge_sort.csv")))
        return done.returncode, done.stdout + done.stderr

    def test_accepts_what_the_thesis_says(self):
        for experiment in [f"EXP-{i}" for i in range(1, 9)] + [f"V-EXP-{i}" for i in range(1, 7)]:
            reasons = ONE_TRACE if experiment == "V-EXP-3" else ""
            status, text = self.run_with(experiment, {}, reasons)
            self.assertEqual(status, 0, text)
            self.assertNotIn("NO:", text)

    def test_notices_another_verdict(self):
        for experiment, name in (("EXP-1", "ARITH1"), ("EXP-2", "CMP3"), ("EXP-7", "UN0")):
            status, text = self.run_with(experiment, {name: ["valid", ""]})
            self.assertEqual(status, 1, text)
            self.assertIn(f"{experiment} {name} verdict: valid, in the thesis invalid", text)

    def test_notices_another_verdict_of_a_program(self):
        for experiment, liar, name, verdict in (
                ("EXP-4", "philosophers", "random", "deadlock"),
                ("EXP-8", "CMP2", "CMP2", "invalid"),
                ("V-EXP-1", "soundness_07", "EXP-1.7", "deadlock"),
                ("V-EXP-2", "symbolic_4", "EXP-2.4", "invalid"),
                ("V-EXP-5", "left_10", "10 optimal", "deadlock")):
            status, text = self.run_with(experiment, liar=liar)
            self.assertEqual(status, 1, text)
            self.assertIn(f"{experiment} {name} verdict: valid, in the thesis {verdict}", text)

    def test_notices_another_number_of_traces(self):
        status, text = self.run_with("V-EXP-3")
        self.assertEqual(status, 1, text)
        self.assertIn("V-EXP-3 mpor traces: 1, in the thesis 4", text)

    def test_shows_what_took_too_long(self):
        for experiment in ("EXP-6", "V-EXP-4", "V-EXP-6"):
            status, text = self.run_with(experiment, verdict="unknown")
            self.assertEqual(status, 0, text)
            self.assertIn("too long", text)

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
        status, text = self.run_with("EXP-2", {}, row.replace("EXP-1", "EXP-9"))  # of no one
        self.assertEqual(status, 1, text)

    def test_notices_bad_scaling_runs(self):
        status, text = self.run_with("EXP-5", verdict="invalid")
        self.assertEqual(status, 1, text)
        status, text = self.run_with("EXP-7", cut=["array-size", "depth"])
        self.assertEqual(status, 1, text)
        self.assertIn("EXP-7 arrays of 3", text)
        for experiment in ("EXP-6", "V-EXP-3", "V-EXP-4", "V-EXP-6"):
            status, text = self.run_with(experiment, verdict="invalid")
            self.assertEqual(status, 1, text)
        status, text = self.run_with("V-EXP-4", cut=["depth"])
        self.assertEqual(status, 1, text)
        self.assertIn("V-EXP-4 without a depth", text)

    def test_prints_json(self):
        status, text = self.run_with("EXP-1", {"CMP4": ["valid", ""]}, "", "--json")
        self.assertEqual(status, 1, text)
        root = json.loads(text[:text.rindex("}") + 1])
        self.assertEqual(len(root["rows"]), 62)
        self.assertEqual(len(root["problems"]), 1)

    def test_refuses_unknown_experiments(self):
        status, text = self.run_with("EXP-9")
        self.assertNotEqual(status, 0)
        self.assertIn("EXP-5", text)


class Steps(unittest.TestCase):
    """bench/papers/steps.py: how many steps a statement takes in the thesis."""

    def check(self, statement, steps):
        text = f"class Main {{\n    static void run()\n    {{\n        {statement}\n    }}\n}}\n"
        padded = as_in_thesis(text, "run", KOPPIER)
        self.assertEqual(padded.count(STEP), steps, padded)

    def test_statements(self):
        self.check(";", 0)
        self.check("int i;", 0)
        self.check("int i := 0;", 1)
        self.check("i := i + 1;", 0)
        self.check("i := i / j;", 2)
        self.check("int a := cells[i];", 5)
        self.check("merged[k] := cells[i];", 8)
        self.check("merged[k] := merged[i];", 6)
        self.check("int[] merged := new int[right - left];", 3)
        self.check("Main.part(cells, 0, #cells - 1);", 4)
        self.check("fork Main.part(cells);", 2)
        self.check("return cells;", 1)
        self.check("join;", 0)

    def test_blocks(self):
        self.check("while (i < n) {\ni := i + 1;\n}", 2)
        self.check("if (i < n) {\ni := i + 1;\n}", 3)
        self.check("if (i < n) {\ni := i + 1;\n} else {\ni := 0;\n}", 2)
        text = "class Main {\n    static void run()\n    {\n    }\n}\n"
        self.assertEqual(as_in_thesis(text, "other", KOPPIER).count(STEP), 1)


unittest.main()
