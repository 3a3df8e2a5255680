#!/usr/bin/env python3
"""The runners of Java programs must notice failures: each is run with a braid that is a script."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

JAVA = Path(__file__).resolve().parent.parent / "java"

PROGRAM = """// A division.
// BRAID: verify => invalid line 9 throws java.lang.ArithmeticException
// JAVA: prints
package p;

public class Division {{
    public static void main(String[] args) {{
        System.out.println("text");
        System.out.println(1 / {divisor});
    }}
}}
"""


def fake(path, result, status, output="text\n"):
    """A braid with one answer to `verify`, one to `run`, and none to `replay`."""
    run = f"{output}invalid  p.Division.main: not caught"
    path.write_text(f"#!/bin/sh\ncase \"$1\" in\n  run) cat <<'END'\n{run}\nEND\n  ;;\n"
                    f"  replay) exit {status} ;;\n  *) cat <<'END'\n{json.dumps(result)}\nEND\n"
                    f"  exit {status} ;;\nesac\n", encoding="utf-8")
    path.chmod(0o755)


def answer(verdict="invalid", line=9, exception="java.lang.ArithmeticException"):
    violation = {"kind": "exceptional", "line": line, "exception": exception, "message": "m"}
    return {"verdict": verdict, "vacuous": False, "reason": None,
            "violation": violation if verdict == "invalid" else None}


@unittest.skipUnless(shutil.which("javac"), "no JDK")
class JavaRunners(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        (cls.root / "p").mkdir()
        cls.source = cls.root / "p" / "Division.java"
        cls.source.write_text(PROGRAM.format(divisor="(args.length)"), encoding="utf-8")
        cls.build = cls.root / "build"
        cls.status, cls.text = cls.run_on("jvm.py", "--runs", "2")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_on(cls, runner, *options):
        done = subprocess.run([sys.executable, JAVA / runner, "--root", cls.root, "--models",
                               cls.root, "--build", cls.build, *options],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def braid(self, *args, **options):
        fake(self.root / "braid", *args, **options)
        return self.run_on("run.py", "--braid", self.root / "braid")

    def test_java_agrees(self):
        self.assertEqual(self.status, 0, self.text)
        self.assertIn("text", (self.build / "printed.json").read_text(encoding="utf-8"))

    def test_java_notices_a_wrong_promise(self):
        right = self.source.read_text(encoding="utf-8")
        for wrong in ("invalid line 8 throws java.lang.ArithmeticException", "valid",
                      "invalid line 9 throws java.lang.Error"):
            head, _, rest = right.partition("invalid line 9 throws java.lang.ArithmeticException")
            self.source.write_text(head + wrong + rest, encoding="utf-8")
            status, text = self.run_on("jvm.py", "--runs", "1", "Division")
            self.source.write_text(right, encoding="utf-8")
            self.assertEqual(status, 1, wrong)
            self.assertIn("FAILED p.Division", text)

    def test_braid_agrees(self):
        status, text = self.braid(answer(), 12)
        self.assertEqual(status, 0, text)

    def test_braid_is_wrong(self):
        for result, code in ((answer("valid"), 0), (answer(line=8), 12), (answer(), 10 + 1),
                             (answer(exception="java.lang.Error"), 12), (answer("unknown"), 5)):
            status, text = self.braid(result, code)
            self.assertEqual(status, 1, result)
            self.assertIn("FAILED p.Division", text)

    def test_braid_prints_something_else(self):
        status, text = self.braid(answer(), 12, output="test\n")
        self.assertEqual(status, 1, text)
        self.assertIn("prints 'test", text)


if __name__ == "__main__":
    unittest.main()
