#!/usr/bin/env python3
"""The test runners must notice failures: each is run with a braid that is a script."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent

FAKE = """#!/bin/sh
case "$1" in
  emit) echo "process p" ;;
  fmt) cat "$3" ;;
  check) exit {check} ;;
  *) echo '{json}'; exit {status} ;;
esac
"""


def result(verdict="valid", kind=None, line=None, complete=True, paths=1, pruned=0):
    violation = {"kind": kind, "line": line, "message": "m"} if kind else None
    return json.dumps({"verdict": verdict, "complete": complete, "vacuous": False,
                       "bounds_hit": [], "reason": None, "violation": violation,
                       "counterexample": {"trace": []} if kind else None,
                       "stats": {"paths": paths, "pruned": pruned}})


class RunnerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.braid = self.root / "braid"

    def tearDown(self):
        self.folder.cleanup()

    def fake(self, text):
        self.braid.write_text(text, encoding="utf-8")
        self.braid.chmod(0o755)

    def run_on(self, runner, text, *options):
        path = self.root / "check" / "test.oox"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, TESTS / runner, "--braid", self.braid, *options,
                               path], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr, path.read_text(encoding="utf-8")


class Files(RunnerTest):
    def setUp(self):
        super().setUp()
        self.fake('#!/bin/sh\necho "args: $@"\ncat "$2"\necho oops >&2\nexit 3\n')

    def test_update_then_pass(self):
        source = "class A { }\n"
        status, _, text = self.run_on("file/run.py", source, "--update")
        self.assertEqual(status, 0)
        self.assertEqual(text, "// EXIT: 3\nclass A { }\n// EXPECT STDOUT\n// args: check test.oox\n"
                               "// class A { }\n// EXPECT STDERR\n// oops\n")
        # The new EXIT line is part of the input, so it takes a second update.
        _, _, text = self.run_on("file/run.py", text, "--update")
        status, output, after = self.run_on("file/run.py", text)
        self.assertEqual(status, 0, output)
        self.assertEqual(after, text)

    def test_notices_differences(self):
        good = ("// ARGS: check %s\n// EXIT: 3\n// EXPECT STDOUT\n// args: check test.oox\n"
                "// // ARGS: check %s\n// // EXIT: 3\n// EXPECT STDERR\n// oops\n")
        status, output, _ = self.run_on("file/run.py", good)
        self.assertEqual(status, 0, output)
        for wrong in (good.replace("EXIT: 3", "EXIT: 0"), good.replace("oops", "other"),
                      good.replace("// args", "// more args"), good.replace("// oops\n", "")):
            status, output, _ = self.run_on("file/run.py", wrong)
            self.assertEqual(status, 1, output)
            self.assertIn("FAILED", output)


class Programs(RunnerTest):
    def check(self, promise, json_text, exit_status, expected, check=0):
        self.fake(FAKE.format(json=json_text, status=exit_status, check=check))
        status, output, _ = self.run_on("programs/run.py", f"// BRAID: run => {promise}\n")
        self.assertEqual(status, expected, output)

    def test_kept_promises(self):
        self.check("valid", result(), 0, 0)
        self.check("valid complete", result(), 0, 0)
        self.check("invalid assert line 7", result("invalid", "assert", 7), 10, 0)
        self.check("exceptional", result("invalid", "exceptional", 7), 12, 0)
        self.check("deadlock", result("deadlock", "deadlock", 7), 11, 0)
        self.check("valid paths 24 pruned 0", result(paths=24), 0, 0)

    def test_broken_promises(self):
        self.check("valid", result("invalid", "assert", 7), 10, 1)
        self.check("valid", result(), 5, 1)
        self.check("valid complete", result(complete=False), 0, 1)
        self.check("invalid assert line 8", result("invalid", "assert", 7), 10, 1)
        self.check("invalid ensures", result("invalid", "assert", 7), 10, 1)
        self.check("invalid assert", result("invalid", "assert", 7), 12, 1)
        self.check("valid", "no json", 0, 1)
        self.check("nonsense", result(), 0, 1)
        self.check("valid", result(), 0, 1, check=2)
        self.check("error", result(), 0, 1)
        self.check("valid paths 24", result(paths=25), 0, 1)
        self.check("valid pruned 0", result(pruned=1), 0, 1)
        self.check("valid paths", result(), 0, 1)

    def test_cycles_and_races(self):
        stuck = json.loads(result("deadlock", "deadlock", 7))
        stuck["violation"]["cycle"] = [{"thread": 2}, {"thread": 3}]
        self.check("deadlock cycle 2", json.dumps(stuck), 11, 0)
        self.check("deadlock cycle 0", json.dumps(stuck), 11, 1)
        race = json.loads(result("invalid", "race", 7))
        race["violation"]["notes"] = [{"line": 7}, {"line": 4}]
        self.check("invalid race line 7 with 4", json.dumps(race), 13, 0)
        self.check("invalid race line 7 with 5", json.dumps(race), 13, 1)
        self.check("invalid race", json.dumps(race), 10, 1)

    def test_lines_of_programs_with_threads_meet_every_reduction(self):
        """The braid of this test gives another verdict for one reduction."""
        for reduction in ("none", "simple", "guarded", "mpor", "sympath", "rf"):
            wrong = (f'case "$*" in *"--por {reduction}"*) echo \'{result("unknown")}\'; '
                     "exit 5 ;; esac\n")
            self.fake(FAKE.format(json=result(), status=0, check=0).replace("case", wrong + "case", 1))
            for text, expected in (("    fork A.b();\n", 1), ("", 0)):
                lines = "".join(f"// BRAID: verify --seed {i} => valid\n" for i in range(12))
                status, output, _ = self.run_on("programs/run.py", lines + text)
                self.assertEqual(status, expected, output)

    def test_no_promise(self):
        self.fake(FAKE.format(json=result(), status=0, check=0))
        self.assertEqual(self.run_on("programs/run.py", "class A { }\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
