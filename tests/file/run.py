#!/usr/bin/env python3
"""Runs file tests: input, arguments and expected output in one file.

    // ARGS: check %s          arguments of braid; %s: the input (default by folder)
    // EXIT: 2                 expected exit status (default 0)
    // STDIN: next             a line of standard input; there may be several
    class Main { … }
    // FILE: other.oox         starts a further input file (also part of %s, unless .json)
    // EXPECT STDOUT           from here on: what braid printed, as comments
    // error[OOX0201]: …
    // EXPECT STDERR

The expected part is cut off before braid sees the file, so it may hold anything.
braid runs in a folder of its own, so all names in its output are relative. Times in
the output (0.123, or "seconds": 0.1234 in JSON) read as 0.000 and 0.0, memory as 0. In reports on
Java programs, the numbers of steps read as #.

    tests/file/run.py [--braid PATH] [--update] [FILE…]

Without files: all of tests/file. With --update, expectations are rewritten to what
braid does now; the diff is then what a reviewer reads. The folder `explain` holds
.txt files, which are not passed to braid.
"""
import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STREAMS = ("STDOUT", "STDERR")
DEFAULT_ARGS = {
    "check": "check %s",
    "fmt": "fmt --stdout %s",
    "bir": "emit %s --to bir",
    "dot": "emit %s --to dot",
    "run": "run %s --seed 1",
    "mutate": "mutate %s",
    "solve": "solve %s",
    "replay": "replay %s --trace trace.json",
    "explain": "",
}
NO_NEWLINE = "// (no line break at the end)"
TIME_LIMIT = 60


class Test:
    """One parsed test file."""

    def __init__(self, path):
        self.path = path
        self.args = DEFAULT_ARGS.get(path.parent.name)
        self.exit = 0
        self.exit_line = None
        self.stdin = ""
        self.files = [(path.name, [])]
        self.expected = {stream: "" for stream in STREAMS}
        self.parse(path.read_text(encoding="utf-8").split("\n"))

    def parse(self, lines):
        for number, line in enumerate(lines):
            if line.startswith("// EXPECT "):
                self.source = lines[:number]
                self.parse_expected(lines[number:])
                return
            if line.startswith("// ARGS: "):
                self.args = line[len("// ARGS: "):]
            elif line.startswith("// EXIT: "):
                self.exit = int(line[len("// EXIT: "):])
                self.exit_line = number
            elif line.startswith("// STDIN:"):
                self.stdin += line[len("// STDIN:"):].strip() + "\n"
            elif line.startswith("// FILE: "):
                self.files.append((line[len("// FILE: "):].strip(), []))
                continue
            self.files[-1][1].append(line)
        self.source = lines

    def parse_expected(self, lines):
        stream = None
        for line in lines:
            if line.startswith("// EXPECT "):
                stream = line[len("// EXPECT "):].strip()
                if stream not in STREAMS:
                    sys.exit(f"{self.path}: unknown stream {stream}")
            elif line == NO_NEWLINE:
                self.expected[stream] = self.expected[stream][:-1]
            elif line.startswith("//"):
                self.expected[stream] += line[3:] + "\n"
            elif line:
                sys.exit(f"{self.path}: text after the expected output: {line}")

    def run(self, braid):
        """Returns (exit status, {stream: text})."""
        if self.args is None:
            sys.exit(f"{self.path}: no ARGS, and its folder has no default")
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in self.files:
                text = "\n".join(lines).rstrip("\n") + "\n"
                (Path(folder) / name).write_text(text, encoding="utf-8")
            names = " ".join(name for name, _ in self.files if not name.endswith(".json"))
            command = [braid, *shlex.split(self.args.replace("%s", names))]
            result = subprocess.run(command, cwd=folder, input=self.stdin.encode(),
                                    capture_output=True, timeout=TIME_LIMIT, check=False)
        texts = (result.stdout, result.stderr)
        return result.returncode, {stream: text.decode("utf-8", "backslashreplace")
                                   for stream, text in zip(STREAMS, texts)}

    def update(self, status, actual):
        """Rewrites the file so that it expects `status` and `actual`."""
        lines = list(self.source)
        if status != self.exit:
            if self.exit_line is None:
                at = 1 if lines[0].startswith("// ARGS: ") else 0
                lines.insert(at, f"// EXIT: {status}")
            else:
                lines[self.exit_line] = f"// EXIT: {status}"
        while lines and not lines[-1]:
            lines.pop()
        for stream in STREAMS:
            if actual[stream]:
                lines.append(f"// EXPECT {stream}")
                lines += [f"// {line}".rstrip() for line in actual[stream].splitlines()]
                if not actual[stream].endswith("\n"):
                    lines.append(NO_NEWLINE)
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def strip_line_ends(text):
    # Comments carry no trailing blanks, so neither does what they are compared to.
    return "\n".join(line.rstrip() for line in text.split("\n"))


def hide_times(text):
    text = re.sub(r"\b\d+\.\d{3}\b", "0.000", text)
    text = re.sub(r'(seconds": )[-+.e\d]+', r"\g<1>0.0", text)
    return re.sub(r'(peak_memory_bytes": )\d+', r"\g<1>0", text)


def hide_steps(text):
    """Numbers of steps in a report on Java: the models of its library decide how many there are."""
    text = re.sub(r"^([> ]) *(?:step|\d+(?:-\d+)?)  (?=.)", r"\1 #  ", text, flags=re.M)
    return re.sub(r"\b\d+ steps?\b", "# steps", text)


def run_test(path, braid, update):
    """Returns True if the test passed (or was up to date)."""
    test = Test(path)
    try:
        status, actual = test.run(braid)
    except subprocess.TimeoutExpired:
        print(f"FAILED {os.path.relpath(path, HERE)}: no answer within {TIME_LIMIT} s")
        return False
    actual = {stream: hide_times(strip_line_ends(text)) for stream, text in actual.items()}
    if path.suffix == ".java":
        actual = {stream: hide_steps(text) for stream, text in actual.items()}
    problems = []
    if status != test.exit:
        problems.append(f"exit status {status}, expected {test.exit}")
    for stream in STREAMS:
        if actual[stream] != test.expected[stream]:
            diff = difflib.unified_diff(test.expected[stream].splitlines(),
                                        actual[stream].splitlines(),
                                        f"expected {stream}", f"actual {stream}", lineterm="")
            problems.append("\n".join(diff))
    if not problems:
        return True
    if update:
        test.update(status, actual)
        print(f"updated {os.path.relpath(path, HERE)}")
        return True
    print(f"FAILED {os.path.relpath(path, HERE)} (braid {test.args})")
    print("\n".join(problems))
    print("tests/file/run.py --update rewrites the expectation, if the new output is right")
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", default=HERE.parent.parent / "build/dev/src/braid")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    braid = str(Path(options.braid).resolve())
    files = options.files or sorted(
        p for p in HERE.glob("*/*") if p.suffix in (".oox", ".bir", ".pl", ".als", ".java", ".txt"))
    results = [run_test(path.resolve(), braid, options.update) for path in files]
    print(f"tests/file/run.py: {len(results)} tests, {results.count(False)} failed")
    sys.exit(0 if all(results) else 1)


main()
