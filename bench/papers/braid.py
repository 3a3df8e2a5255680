"""Runs braid and reads the tables of figures."""
import csv
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

STATUS_OF_RESULTS = (0, 5, 10, 11, 12)
NO_ANSWER = {"verdict": "unknown", "violation": None, "complete": False, "bounds_hit": [],
             "stats": {"paths": 0, "solver_queries": 0, "seconds": float("inf")}}

# The theses bound the depth alone.
UNLIMITED = ("--unwind", 1000)


def read_table(name):
    """The rows of a CSV file as dictionaries; its first line names the source."""
    with open(HERE / name, encoding="utf-8", newline="") as file:
        if not file.readline().startswith("#"):
            sys.exit(f"{name}: the first line must be a comment")
        return list(csv.DictReader(file))


class Braid:
    def __init__(self, path, runs, limit):
        self.path = path
        self.runs = runs
        self.limit = limit  # seconds of one verification
        self.start = self.start_seconds()

    def text(self, *args):
        """What braid prints."""
        return subprocess.run([self.path, *map(str, args)], capture_output=True, check=True,
                              text=True).stdout

    def json(self, *args, patience=None):
        """Runs braid and returns its JSON and the wall-clock seconds of the process; no
        JSON if it is still running after `patience` seconds."""
        command = [self.path, *map(str, args), "--format", "json"]
        begin = time.perf_counter()
        try:
            done = subprocess.run(command, capture_output=True, check=False, timeout=patience)
        except subprocess.TimeoutExpired:
            return None, patience
        seconds = time.perf_counter() - begin
        if done.returncode not in STATUS_OF_RESULTS:
            sys.exit(f"{' '.join(command)}: status {done.returncode}\n"
                     f"{done.stdout.decode()[-2000:]}{done.stderr.decode()}")
        return json.loads(done.stdout), seconds

    def verify(self, *args):
        """A result of symbolic execution, unknown if it took too long, and the seconds
        of the process. Braid has some time to notice its limit. The papers count executions of
        the whole program."""
        result, seconds = self.json("verify", *args, "--engine", "symex", "--no-drop", "--timeout",
                                    self.limit, patience=2 * self.limit + 10)
        return result or NO_ANSWER, seconds

    def start_seconds(self):
        """The median seconds of a process that only reads and checks a program."""
        times = []
        for _ in range(self.runs):
            begin = time.perf_counter()
            subprocess.run([self.path, "check", HERE / "bubble_sort.oox"], check=True)
            times.append(time.perf_counter() - begin)
        return statistics.median(times)

    def median(self, *args):
        """The result, and the median seconds of several processes, start included."""
        results = [self.json("verify", *args) for _ in range(self.runs)]
        return results[0][0], statistics.median(seconds for _, seconds in results)

    def median_verify(self, *args):
        """The same for `verify` of this class; one run is enough if it took too long."""
        results = [self.verify(*args)]
        while len(results) < self.runs and results[0][0]["verdict"] != "unknown":
            results.append(self.verify(*args))
        return results[0][0], statistics.median(seconds for _, seconds in results)


def variant(program, folder, name, line, replacement):
    """A copy of the program with one line changed, in the folder."""
    text = program.read_text(encoding="utf-8")
    if text.count(line) != 1:
        sys.exit(f"{program.name}: `{line}` must stand there once")
    path = Path(folder) / name
    path.write_text(text.replace(line, replacement), encoding="utf-8")
    return path
