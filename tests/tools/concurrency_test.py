#!/usr/bin/env python3
"""bench/concurrency/run must notice wrong numbers and verdicts: it is run with a braid
that knows the right ones, but for some lies."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).resolve().parent.parent.parent / "bench" / "concurrency" / "run"

FAKE = """#!/usr/bin/env python3
import json, math, os, sys
args = sys.argv[1:]
program = args[1]
lie = json.loads(os.environ["LIE"])
entry = args[args.index("--entry") + 1] if "--entry" in args else ""
numbers = {"Main." + word: i for i, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty".split())}
n = numbers.get(entry, 4)
classes = {"floatingFour": (120, 5)}  # traces and reads-from classes
if "counters" in program:
    classes.update(three=(25, 22), four=(363, 197), five=(8401, 2386))
elif "last_write" in program:
    classes.update(four=(24, 4), eight=(40320, 8))
if entry[5:] in classes:
    paths = classes[entry[5:]]["rf" in args]
elif "increments" in program:
    paths = math.factorial(n)
else:
    paths = 2 ** n if "readers" in program else 2 ** n - 2
answer = {"verdict": "deadlock" if "deadlock" in program else "valid",
          "complete": "--stateful" in args, "bounds_hit": [],
          "stats": {"paths": paths, "pruned": 0, "transitions": 9, "seconds": 0.01, "peak_memory_bytes": 1 << 20}}
if lie.get("entry") == entry:
    answer.update({key: lie[key] for key in ("verdict", "complete") if key in lie})
    answer["stats"].update(lie.get("stats", {}))
print(json.dumps(answer))
"""


class ConcurrencyTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.braid = Path(self.folder.name) / "braid"
        self.braid.write_text(FAKE, encoding="utf-8")
        self.braid.chmod(0o755)

    def tearDown(self):
        self.folder.cleanup()

    def run_with(self, lie=None, *options):
        done = subprocess.run([sys.executable, RUN, "--braid", self.braid, "--runs", "1", *options],
                              capture_output=True, check=False, text=True,
                              env=dict(os.environ, LIE=json.dumps(lie or {})))
        return done.returncode, done.stdout + done.stderr

    def test_accepts_the_right_numbers(self):
        status, text = self.run_with()
        self.assertEqual(status, 0, text)
        self.assertIn("increments 7", text)

    def test_notices_other_numbers(self):
        for stats in ({"paths": 5041}, {"pruned": 1}):
            status, text = self.run_with({"entry": "Main.seven", "stats": stats}, "--only", "rates")
            self.assertEqual(status, 1, text)
            self.assertIn("increments 7: valid", text)
        status, text = self.run_with({"entry": "Main.ten", "stats": {"paths": 7}}, "--only",
                                     "speed-up")
        self.assertEqual(status, 1, text)

    def test_notices_other_classes(self):
        status, text = self.run_with({"entry": "Main.floatingFour", "stats": {"paths": 6}}, "--only",
                                     "classes")
        self.assertEqual(status, 1, text)
        self.assertIn("floating read 4 with rf", text)

    def test_notices_other_verdicts(self):
        status, text = self.run_with({"entry": "Main.four", "verdict": "invalid"}, "--only", "times")
        self.assertEqual(status, 1, text)
        status, text = self.run_with({"entry": "Main.twelve", "complete": False}, "--only", "times")
        self.assertEqual(status, 1, text)
        self.assertIn("12 philosophers", text)

    def test_shows_what_took_too_long(self):
        status, text = self.run_with({"entry": "Main.twenty", "verdict": "unknown"})
        self.assertEqual(status, 0, text)
        self.assertIn("NOT MET", text)
        self.assertIn("took too long", text)

    def test_prints_json(self):
        status, text = self.run_with({}, "--json")
        self.assertEqual(status, 0, text)
        kinds = [row["kind"] for row in json.loads(text)["rows"]]
        self.assertEqual(set(kinds), {"rate", "time", "classes", "speed-up"})


unittest.main()
