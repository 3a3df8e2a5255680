"""Calls of braid on class files."""
import json
import re
import subprocess

from programs import Failure

TIME_LIMIT = 300
VERDICT = re.compile(r"^(no violation in this execution|invalid|deadlock|unknown)  ", re.M)


class Braid:
    def __init__(self, path, classes):
        self.path = path
        self.classes = classes

    def run(self, words, entry):
        """A command on the class files; the entry is Class.method, unless the words name one."""
        words = list(words)
        if "--entry" not in words:
            words += ["--entry", entry]
        try:
            return subprocess.run([self.path, *words, str(self.classes)], capture_output=True,
                                  text=True, timeout=TIME_LIMIT, errors="backslashreplace",
                                  check=False)
        except subprocess.TimeoutExpired:
            raise Failure(f"{' '.join(words)}: no answer in {TIME_LIMIT} s") from None

    def result(self, words, entry):
        """The process and its JSON."""
        done = self.run([*words, "--format", "json"], entry)
        try:
            return done, json.loads(done.stdout)
        except ValueError:
            raise Failure(f"{' '.join(words)}: no JSON, status {done.returncode}:\n"
                          f"{done.stderr}{done.stdout}") from None

    def printed(self, entry, seed=1):
        """How one execution ended, and what it printed before the line that says so."""
        done = self.run(["run", "--no-races", "--seed", str(seed)], entry)
        output = done.stdout
        last = [match for match in VERDICT.finditer(output)]
        if not last:
            raise Failure(f"run: no verdict, status {done.returncode}:\n{done.stderr}{output}")
        return last[-1].group(1), output[:last[-1].start()], output[last[-1].start():]
