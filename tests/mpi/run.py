#!/usr/bin/env python3
"""braid-mpi: several processes must say what one says.

    tests/mpi/run.py programs --braid PATH --braid-mpi PATH [--ranks 2,3] [--part I/N] [FILE…]
    tests/mpi/run.py random … [--seed S] [--count N]
    tests/mpi/run.py kill … [--count N] [--seed S]
    tests/mpi/run.py stops …
    tests/mpi/run.py refusals …

`programs`: the `// BRAID: verify` lines of tests/programs that symbolic execution answers, as they
stand and with one execution per trace, which is the search that all processes share. Verdict,
bounds and the kind of a violation must be those of `braid`, and the counts, too, unless a violation
ended the search: which of several is found first is open, and when the others stop.
`random`: the same for random programs with threads, of both generators that make such.
`kill`: `kill -9` of a process, at a moment and of a rank that are drawn. The job must end, and the
search, resumed by as many processes as are drawn, or by `braid`, must count what it counts in one
go.
`stops`: Ctrl-C, --timeout and --memory, with checkpoints that `braid` resumes; a violation stops
all processes soon.
`refusals`: what cannot be done, and processes that do not fit together.

Without mpirun or braid-mpi the status is 77: skipped.
"""
import argparse
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "differential"))

SKIPPED = 77
TIME_LIMIT = 120
LINE = re.compile(r"^\s*// BRAID: verify\b(.*?)=>")
FORK = re.compile(r"^\s*(fork|proc|active thread) ", re.MULTILINE)
INCREMENTS = HERE.parent / "programs" / "traces" / "increments.oox"
# The order in which eight threads come is what the counter shows.
ORDER = """class Counter { int value; }
class Main {
    static void add(Counter c, int k) {
        lock c;
        int old := c.value;
        c.value := old * 10 + k;
        unlock c;
    }
    static void main(int x)
        exceptional(false)
    {
        Counter c := new Counter();
""" + "".join(f"        fork Main.add(c, {k});\n" for k in range(1, 9)) + """        join;
        int last := c.value;
        assert(last != 47182635 || x != 5);
    }
}
"""
COUNTS = ("paths", "pruned", "cut", "discarded", "checks", "transitions", "max_depth")
TOLD = ("verdict", "complete", "vacuous", "bounds_hit")
ENVIRONMENT = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


class Test:
    def __init__(self, options):
        self.braid = options.braid
        self.braid_mpi = options.braid_mpi
        self.failures = []
        self.checked = 0

    def expect(self, condition, text):
        self.checked += 1
        if not condition:
            self.failures.append(text)

    def mpirun(self, ranks, *arguments):
        return ["mpirun", "--quiet", "--oversubscribe", "-n", str(ranks), self.braid_mpi,
                "verify", *map(str, arguments)]

    def run(self, command):
        try:
            return subprocess.run(command, capture_output=True, text=True, errors="replace",
                                  timeout=TIME_LIMIT, check=False, env=ENVIRONMENT)
        except subprocess.TimeoutExpired as late:
            text = f"no answer in {TIME_LIMIT} s: {shlex.join(command)}"
            return subprocess.CompletedProcess(command, -1, late.stdout or "", text)

    def one(self, *arguments):
        return self.run([self.braid, "verify", *map(str, arguments)])

    def several(self, ranks, *arguments):
        return self.run(self.mpirun(ranks, *arguments))

    def document(self, result):
        try:
            return json.loads(result.stdout)
        except ValueError:
            return {"verdict": f"status {result.returncode}: {(result.stdout + result.stderr)[-2000:]}"}

    # ---- the same as one process

    def told(self, result):
        """What must be equal."""
        found = self.document(result)
        violation = found.get("violation")
        answer = {key: found.get(key) for key in TOLD}
        answer["violation"] = violation["kind"] if violation else None
        answer["status"] = result.returncode
        answer["reason"] = found.get("reason")
        # With time limits anything can be counted.
        if not violation and found["verdict"] != "unknown" and "stats" in found:
            answer["search"] = found.get("search")
            answer["counts"] = {key: found["stats"][key] for key in COUNTS}
        return answer

    def compare(self, ranks, arguments):
        expected = self.told(self.one(*arguments, "--format", "json"))
        if "time limit" in str(expected["reason"]):
            return  # several may be faster
        for count in ranks:
            found = self.told(self.several(count, *arguments, "--format", "json"))
            self.expect(found == expected, f"{shlex.join(map(str, arguments))}\n"
                                           f"  one process: {expected}\n"
                                           f"  {count} processes: {found}")

    def programs(self, files, ranks, part):
        cases = []
        for path in files:
            text = path.read_text(encoding="utf-8")
            if not FORK.search(text):
                continue
            seen = set()
            for line in text.splitlines():
                match = LINE.match(line)
                words = tuple(shlex.split(match[1])) if match else ()
                engine = words[words.index("--engine") + 1] if "--engine" in words else "symex"
                others = {"--ltl", "--abstract", "--property", "--deepen"}
                if not match or engine != "symex" or others.intersection(words):
                    continue
                cases.append((path, words))
                chosen = {"--por", "--stateful", "--jobs", "--cut-loops", "--search"}
                plain = tuple(word for word in words if word not in ("--engine", "symex"))
                if not chosen.intersection(words) and plain not in seen:
                    seen.add(plain)
                    cases.append((path, (*plain, "--engine", "symex", "--por", "optimal")))
        first, step = part
        for path, words in cases[first::step]:
            words = [path.parent / w if w.endswith((".spec", ".ltl")) else w for w in words]
            self.compare(ranks, [path, *words, "--timeout", "60"])

    def random_programs(self, seed, count, folder):
        import await_programs
        import thread_programs
        for number in range(seed, seed + count):
            draw = random.Random(number)
            make = await_programs.text if number % 4 == 3 else thread_programs.text
            path = Path(folder) / f"random_{number}.bir"
            path.write_text(make(number, False), encoding="utf-8")
            options = ["--engine", "symex", "--depth", "2000", "--timeout", "30"]
            if number % 3:
                options += ["--por", "optimal"]
            if number % 5 == 0:
                options += ["--races"]
            if number % 7 == 0:
                options += ["--jobs", "2"]
            self.compare([draw.choice((2, 3, 4))], [path, *options])
            path.unlink()

    # ---- ends

    def counts(self, result):
        stats = self.document(result).get("stats")
        return stats and {key: stats[key] for key in COUNTS}

    def children(self, process):
        """The processes of a job, by rank. mpirun's are its own children."""
        found = {}
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                status = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                if int(status[1]) != process.pid:
                    continue
                for word in (entry / "environ").read_bytes().split(b"\0"):
                    if word.startswith(b"OMPI_COMM_WORLD_RANK="):
                        found[int(word.split(b"=")[1])] = int(entry.name)
            except OSError:
                continue
        return found

    def wait_for(self, process, condition):
        end = time.monotonic() + TIME_LIMIT
        while process.poll() is None and time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False

    def start(self, ranks, *arguments):
        # What mpirun says of processes that are killed is wanted here.
        command = [word for word in self.mpirun(ranks, *arguments) if word != "--quiet"]
        return subprocess.Popen(command, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)

    def finish(self, process, what):
        try:
            out, err = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.expect(False, f"{what}: does not end: {err}")
        return subprocess.CompletedProcess([], process.returncode, out, err)

    def kill(self, count, seed, folder):
        draw = random.Random(seed)
        file = Path(folder) / "checkpoint"
        search = [INCREMENTS, "--entry", "Main.ten", "--por", "optimal", "--format", "json"]
        expected = self.counts(self.one(*search))
        killed = 0
        resume = []
        while killed < count:
            ranks = draw.choice((2, 3, 4))
            before = file.stat().st_mtime_ns if file.exists() else 0
            process = self.start(ranks, *search, "--checkpoint", file, *resume)
            newer = lambda: file.exists() and file.stat().st_mtime_ns > before
            if not self.wait_for(process, newer):
                # It was over before.
                result = self.finish(process, "a search that was resumed")
                self.expect(self.counts(result) == expected,
                            f"in one go {expected}, in pieces {self.document(result)}")
                resume = []
                continue
            time.sleep(draw.random() * 1.2)
            victim = draw.randrange(ranks)
            pid = self.children(process).get(victim)
            if pid is None or process.poll() is not None:
                self.finish(process, "a search that was over")
                resume = []
                file.unlink(missing_ok=True)
                continue
            os.kill(pid, signal.SIGKILL)
            start = time.monotonic()
            result = self.finish(process, f"rank {victim} of {ranks} killed")
            took = time.monotonic() - start
            killed += 1
            self.expect(result.returncode != 0, f"rank {victim} killed, but status 0")
            self.expect(took < 20, f"rank {victim} killed, and it took {took:.1f} s to end")
            self.expect("signal 9" in result.stderr or "Killed" in result.stderr,
                        f"nobody says that rank {victim} was killed: {result.stderr}")
            if not file.exists():  # only a search that is over removes it
                self.expect(self.counts(result) == expected,
                            f"no checkpoint is left: {self.document(result)}")
                resume = []
                continue
            resume = ["--resume", file]
            if draw.random() < 0.3:  # the rest by one process
                found = self.counts(self.one(*search, *resume, "--jobs", "2"))
                self.expect(found == expected, f"in one go {expected}, in pieces {found}")
                resume = []
                file.unlink()
        if resume:
            found = self.counts(self.several(3, *search, *resume))
            self.expect(found == expected, f"in one go {expected}, in pieces {found}")

    def resumed(self, search, file, expected, what):
        found = self.counts(self.one(*search, "--resume", file))
        self.expect(found == expected, f"{what}: in one go {expected}, in pieces {found}")

    def stops(self, folder):
        file = Path(folder) / "checkpoint"
        search = [INCREMENTS, "--entry", "Main.ten", "--por", "optimal", "--format", "json"]
        expected = self.counts(self.one(*search))
        # Ctrl-C.
        process = self.start(2, *search, "--checkpoint", file)
        self.wait_for(process, file.exists)
        process.send_signal(signal.SIGINT)
        result = self.finish(process, "Ctrl-C")
        found = self.document(result)
        self.expect(found["verdict"] == "unknown" and found.get("reason") == "interrupted",
                    f"Ctrl-C: {found} {result.stderr}")
        self.resumed(search, file, expected, "Ctrl-C")
        # Begun by one process, gone on with by several.
        file.unlink(missing_ok=True)
        self.one(*search, "--checkpoint", file, "--timeout", "1")
        self.expect(file.exists(), "no checkpoint of one process")
        found = self.counts(self.several(3, *search, "--resume", file))
        self.expect(found == expected, f"one, then three: {expected}, {found}")
        # Limits.
        result = self.several(3, *search, "--checkpoint", file, "--timeout", "1.5")
        found = self.document(result)
        self.expect(found["verdict"] == "unknown" and "time limit" in str(found.get("reason"))
                    and result.returncode == 5, f"--timeout: {result.returncode} {found}")
        self.resumed(search, file, expected, "--timeout")
        result = self.several(2, *search, "--memory", "12")
        found = self.document(result)
        self.expect(found["verdict"] == "unknown" and "memory limit" in str(found.get("reason"))
                    and result.returncode == 5, f"--memory: {result.returncode} {found}")
        self.violation(folder)

    def violation(self, folder):
        """Of a search that would go on for minutes, seen by the first execution."""
        path = Path(folder) / "wrong.oox"
        text = INCREMENTS.read_text(encoding="utf-8").replace("assert(last == n);",
                                                             "assert(last != n);")
        path.write_text(text, encoding="utf-8")
        start = time.monotonic()
        result = self.several(3, path, "--entry", "Main.ten", "--por", "optimal",
                              "--format", "json", "--no-shorten")
        took = time.monotonic() - start
        found = self.document(result)
        self.expect(found["verdict"] == "invalid" and result.returncode == 10,
                    f"a violation: {result.returncode} {found}")
        self.expect(took < 10, f"a violation that the first execution meets takes {took:.1f} s")
        # In one of 40320 executions, and for one input: what any rank finds, rank 0 can show.
        path = Path(folder) / "order.oox"
        path.write_text(ORDER, encoding="utf-8")
        for ranks in (2, 4):
            result = self.several(ranks, path, "--entry", "Main.main", "--por", "optimal",
                                  "--format", "json", "--no-shorten")
            found = self.document(result)
            inputs = (found.get("counterexample") or {}).get("inputs")
            self.expect(result.returncode == 10 and inputs == {"x": 5},
                        f"a rare violation: {result.returncode} {inputs} {result.stderr}")

    # ---- refusals

    def refused(self, what, command, status, *texts):
        result = self.run(command)
        said = result.stdout + result.stderr
        self.expect(result.returncode == status, f"{what}: status {result.returncode}: {said}")
        for text in texts:
            self.expect(said.count(text) == 1, f"{what}: {said.count(text)} times `{text}`: {said}")

    def refusals(self, folder):
        mpi = ["mpirun", "--quiet", "--oversubscribe", "-n"]
        verify = [self.braid_mpi, "verify", str(INCREMENTS), "--por", "optimal"]
        six = [*verify, "--entry", "Main.six"]
        self.refused("another command", [*mpi, "3", self.braid_mpi, "run", str(INCREMENTS)], 1,
                     "braid-mpi has `verify` alone")
        self.refused("a folder", [*mpi, "2", self.braid_mpi, "verify", str(INCREMENTS.parent)], 1,
                     "verifies one method")
        self.refused("no file", [*mpi, "3", self.braid_mpi, "verify", "missing.oox"], 2,
                     "cannot read missing.oox")
        self.refused("an unknown option", [*mpi, "3", *six, "--never"], 1, "--never")
        self.refused("an engine that is not distributed",
                     [*mpi, "2", self.braid_mpi, "verify", str(INCREMENTS), "--entry", "Main.two",
                      "--engine", "interp"], 0, "rank 0 searches alone", "valid")
        other = [*verify, "--entry", "Main.four"]
        for text, mine in (("another program or other options", other),
                           ("cannot read missing.oox", [self.braid_mpi, "verify", "missing.oox"])):
            self.refused(text, [*mpi, "2", *six, ":", "-n", "1", *mine], 5, "rank 2 on", text)
        copy = Path(folder) / "braid-mpi"
        self.other_build(copy)
        for models in Path(self.braid_mpi).parent.glob("braid-models.jar"):
            (Path(folder) / models.name).symlink_to(models)
        self.refused("another build", [*mpi, "1", *six, ":", "-n", "1", str(copy), *six[1:]], 5,
                     "rank 1 on", "another build")
        result = self.run([self.braid_mpi, *six[1:]])
        self.expect(result.returncode == 0 and "720 executions" in result.stdout,
                    f"without mpirun: {result.returncode} {result.stdout} {result.stderr}")

    def other_build(self, copy):
        """The same program with one bit of its identifier changed."""
        shutil.copy(self.braid_mpi, copy)
        content = bytearray(copy.read_bytes())
        note = b"\x04\x00\x00\x00" + b"\x14\x00\x00\x00" + b"\x03\x00\x00\x00" + b"GNU\x00"
        at = content.find(note)
        if at < 0:
            at = content.find(b"\x03\x00\x00\x00GNU\x00") - 8
        self.expect(at >= 0, "braid-mpi has no build identifier")
        content[at + 16] ^= 1
        copy.write_bytes(content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=("programs", "random", "kill", "stops", "refusals"))
    parser.add_argument("--braid", required=True)
    parser.add_argument("--braid-mpi", default="")
    parser.add_argument("--ranks", default="2,3")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if not shutil.which("mpirun") or not os.access(options.braid_mpi or "none", os.X_OK):
        print("skipped: there is no MPI")
        return SKIPPED
    test = Test(options)
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "programs":
            files = options.files or sorted(p for s in ("oox", "bir", "pl")
                                            for p in (HERE.parent / "programs").rglob(f"*.{s}"))
            first, count = map(int, options.part.split("/"))
            test.programs(files, [int(n) for n in options.ranks.split(",")], (first, count))
        elif options.what == "random":
            test.random_programs(options.seed, options.count, folder)
        elif options.what == "kill":
            test.kill(options.count, options.seed, folder)
        elif options.what == "stops":
            test.stops(folder)
        else:
            test.refusals(folder)
    for failure in test.failures:
        print(f"FAILED {failure}")
    print(f"tests/mpi/run.py {options.what}: {test.checked} checks, {len(test.failures)} failed")
    return 1 if test.failures or test.checked == 0 else 0


sys.exit(main())
