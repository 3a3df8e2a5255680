#!/usr/bin/env python3
"""Stops searches in every way and goes on with them: what is counted in pieces must be
what is counted in one go, and files that are no such checkpoint must be refused.

    tests/file/checkpoint.py --braid PATH --program tests/programs/traces/increments.oox
"""
import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENTRIES = ("Main.seven", "Main.eight", "Main.nine", "Main.ten")  # the next if one is over too soon
LIMIT = 600


class Test:
    def __init__(self, braid, program, folder):
        self.braid, self.program, self.folder = braid, program, Path(folder)
        self.file = self.folder / "checkpoint"
        self.failures = []

    def command(self, entry, *more):
        return [self.braid, "verify", self.program, "--entry", entry, "--format", "json", *more]

    def run(self, entry, *more):
        return subprocess.run(self.command(entry, *more), capture_output=True, text=True,
                              timeout=LIMIT, check=False)

    def expect(self, condition, text):
        if not condition:
            self.failures.append(text)

    def counts(self, result):
        stats = json.loads(result.stdout)["stats"]
        return stats["paths"], stats["transitions"], stats["pruned"]

    def resume(self):
        return ["--resume", str(self.file)] if self.file.exists() else []

    def written(self):
        """When; 0 if there is none. A search that is over removes the file at any time."""
        try:
            return self.file.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def stop_after_a_checkpoint(self, entry, how, jobs):
        """True: it was stopped; False: it was over before."""
        before = self.written()
        process = subprocess.Popen(
            self.command(entry, "--jobs", jobs, "--checkpoint", str(self.file), *self.resume()),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            if self.written() > before:
                process.send_signal(how)
                process.communicate()
                return True
            time.sleep(0.02)
        process.communicate()
        return False

    def pieces(self, entry):
        """Whether at least two stops came in time."""
        expected = self.counts(self.run(entry, "--por", "optimal"))
        stops = 0
        for how, jobs in ((signal.SIGKILL, "1"), (signal.SIGINT, "2"), (signal.SIGKILL, "2")):
            if self.stop_after_a_checkpoint(entry, how, jobs):
                stops += 1
        if not self.file.exists():
            return False
        found = self.counts(self.run(entry, *self.resume()))
        self.expect(found == expected, f"in one go {expected}, in pieces {found}")
        return stops >= 2

    def refusals(self, entry):
        good = self.file.read_bytes()
        digit = good.index(b"counts ") + len(b"counts ")
        other = b"1" if good[digit:digit + 1] != b"1" else b"2"
        for name, content in (("empty", b""), ("cut off", good[:len(good) // 2]),
                              ("changed", good[:digit] + other + good[digit + 1:]),
                              ("junk", b"\x00\xff" * 1000)):
            self.file.write_bytes(content)
            result = self.run(entry, "--resume", str(self.file))
            self.expect(result.returncode == 2 and "cannot go on" in result.stdout,
                        f"{name}: status {result.returncode}: {result.stdout}")
        self.file.write_bytes(good)
        for name, entry_, more in (("other entry", "Main.six", ()),
                                   ("other bound", entry, ("--depth", "50"))):
            result = self.run(entry_, "--resume", str(self.file), *more)
            self.expect(result.returncode == 2 and "another program" in result.stdout,
                        f"{name}: status {result.returncode}: {result.stdout}")
        result = self.run(entry, "--resume", str(self.folder / "missing"))
        self.expect(result.returncode == 2, f"missing file: status {result.returncode}")
        result = self.run("Main.six", "--checkpoint", str(self.folder / "none" / "file"))
        self.expect(result.returncode == 5 and "cannot write" in result.stdout,
                    f"no such folder: status {result.returncode}: {result.stdout}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        test = Test(options.braid, options.program, folder)
        for entry in ENTRIES:
            test.file.unlink(missing_ok=True)
            if test.pieces(entry):
                break
        else:
            test.failures.append("no search ran long enough to be stopped")
        if test.file.exists():
            test.refusals(entry)
    for failure in test.failures:
        print(f"FAILED {failure}")
    print(f"tests/file/checkpoint.py: {len(test.failures)} failed")
    sys.exit(1 if test.failures else 0)


main()
