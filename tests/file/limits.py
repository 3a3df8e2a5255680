#!/usr/bin/env python3
"""The table of limits: programs that want more time or memory than there is, in every engine and
command that takes them, under `--timeout 1 --memory 200`.

    tests/file/limits.py --braid PATH [--slack N] [--only TEXT] [--verbose]

Each row is one command. Its wall-clock time and the peak of its resident set are measured: the
time may exceed its limit by 10 % and 0.3 s, the memory by 20 % and 50 MiB. The command must end
with a status of the contract, and with `unknown` if that is 5; with `--format json` in exactly one
object. Afterwards signals, and files that cannot be written.

`--slack N` multiplies what is allowed beyond the limits: sanitizers take memory and time of their
own. A row that takes too long is measured again when nothing else runs: a busy machine is not what
is tested.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS, MEBIBYTES = 1.0, 200
LIMITS = ["--timeout", "1", "--memory", "200"]
# Valid, wrong input, unknown, and violations: whatever the command finds out in time.
HONEST = {0, 2, 5, 10, 11, 12}
UNKNOWN = 5
CRASH_SIGNS = ("AddressSanitizer", "runtime error:", "LeakSanitizer", "internal error",
               "terminate called")
KILLED_AFTER = 60


def main_with(body, more=""):
    return f"class Main {{ {more} static void main() {{ {body} }} }}"


def diamonds(layers):
    text = "interface I0 { void f(); }\n"
    for i in range(layers):
        text += (f"interface L{i} extends I{i} {{ }} interface R{i} extends I{i} {{ }}\n"
                 f"interface I{i + 1} extends L{i}, R{i} {{ }}\n")
    return (text + f"class C implements I{layers} {{ void f() {{ }} }}\n"
            + main_with(f"I{layers} c := new C(); c.f();"))


def classes(count):
    return "".join(f"class C{i} {{ int f; void set(int v) {{ this.f := v; }} }}\n"
                   for i in range(count)) + main_with("C0 c := new C0(); c.set(1);")


def subclasses(count):
    text = "class C { int f() { return 0; } }\n"
    text += "".join(f"class C{i} extends C {{ int f() {{ return {i}; }} }}\n"
                    for i in range(count))
    return text + main_with(f"C c := new C{count - 1}(); int n := c.f(); assert n >= 0;")


def variables(count):
    body = "".join(f"int v{i} := {i};\n" for i in range(count))
    return main_with(body + f"assert v{count - 1} == {count - 1};")


def methods(count):
    return "class Main {\n" + "".join(
        f"static int f{i}(int x) {{ int y := x + {i}; if (y > 3) {{ y := y - 1; }} return y; }}\n"
        for i in range(count)) + "static void main() { int z := f0(1); assert z == 1; } }"


OOX = {
    "forks": main_with("fork Main.f(); join;", "static void f() { fork Main.f(); }"),
    "quantifiers": main_with(
        "int[] a := new int[60]; int i := 0; while (i < 60) { a[i] := i; i := i + 1; } assert "
        + "".join(f"forall v{n}, i{n} : a : " for n in range(5)) + "v0 + v1 + v2 + v3 + v4 >= 0;"),
    "squares": main_with("int x := 3; int i := 0; while (i < 40) { x := x * x; i := i + 1; }"
                         "assert x > 0;"),
    "symbolic_squares": "class Main { static void main(int y) { int x := y; int i := 0; "
                        "while (i < 40) { x := x * x; i := i + 1; } assert x != 7; } }",
    "doubled_strings": main_with('string s := "ab"; int i := 0; '
                                 "while (i < 60) { s := s + s; i := i + 1; } assert #s > 0;"),
    "floats": "class Main { static void main(float x, float y) requires(x > 0.0 && y > 0.0 && "
              "x < 1e10 && y < 1e10) { float w := x * y / y; float d := w - x; "
              "assert d * d < 1e-6; } }",
    "large_array": main_with("int[] a := new int[1000000000]; assert #a == 1000000000;"),
    "large_matrix": main_with("int[][] a := new int[100000][100000]; assert #a == 100000;"),
    "endless": main_with("int i := 0; while (true) { i := i + 1; }"),
}
FILES = {f"{name}.oox": text for name, text in OOX.items()}
FILES |= {
    "hoard.oox": "class Node { int[] values; Node next; } " + main_with(
        "Node all := null; while (true) { Node n := new Node(); n.values := new int[1000000]; "
        "n.next := all; all := n; }"),
    "input_arrays.oox": "class Main { static void main(int[] a) requires(a != null) "
                        "{ int n := #a; assert n >= 0; } }",
    "diamonds.oox": diamonds(40),
    "classes.oox": classes(10_000),
    "subclasses.oox": subclasses(10_000),
    "variables.oox": variables(100_000),
    "methods.oox": methods(500),
    "squares.pl": "ensures x == 0\nproc a { " + "; ".join(["x := x * x"] * 40) + " }\n",
    "threads.pl": "int x := 0;\nensures x >= 0\n"
                  "proc a { while (true) { new (x := x + 1; x := x + 2) } }\n",
    "many.pl": "ensures x == 0\n" + "".join(
        f"proc p{i} {{ " + "; ".join(["x := x + 1"] * 6) + " }\n" for i in range(8)),
    "scope.als": "sig A { r: set A }\nrun { all a: A | one a.r and a not in a.^r } for 1000\n",
    "pigeons.als": "sig Pigeon { hole: one Hole } sig Hole { }\n"
                   "run { all disj p, q: Pigeon | p.hole != q.hole }"
                   " for exactly 13 Pigeon, exactly 12 Hole\n",
    "contains_itself.bir": "system s()\nNode = record { next : Node; };\n"
                           "nodes : collection [1] of Node;\nmain thread Main()\nn : ref Node;\n"
                           "loc a: when true do { n := new nodes; } goto b;\nloc b:\nend Main;\n"
                           "end s;\n",
}


def rows():
    """The commands, without the limits."""
    engines = ["symex", "interp", "mc", "modular"] + (["spin"] if shutil.which("spin") else [])
    for name in OOX:
        for engine in engines:
            yield ["verify", f"{name}.oox", "--engine", engine, "--format", "json"]
        yield ["run", f"{name}.oox", "--max-steps", "1000000000"]
    yield ["verify", "forks.oox", "--por", "none"]
    yield ["verify", "forks.oox", "--jobs", "2"]
    yield ["verify", "forks.oox", "--engine", "mc", "--jobs", "2"]
    yield ["verify", "input_arrays.oox", "--array-size", "100000"]
    yield ["mutate", "squares.oox", "--list"]
    for name in ("diamonds", "classes", "subclasses", "variables"):
        yield ["check", f"{name}.oox"]
        yield ["verify", f"{name}.oox", "--format", "json"]
    for engine in ("mc", "modular"):
        yield ["verify", "classes.oox", "--engine", engine]
        yield ["verify", "subclasses.oox", "--engine", engine]
    yield ["emit", "variables.oox", "--to", "bir"]
    yield ["emit", "subclasses.oox", "--to", "promela"]
    yield ["emit", "quantifiers.oox", "--to", "smv", "--array-size", "60"]
    yield ["emit", "contains_itself.bir", "--to", "smv"]
    yield ["fmt", "variables.oox", "--stdout"]
    yield ["mutate", "methods.oox", "--list"]
    yield ["summarize", "methods.oox"]
    yield ["summarize", "classes.oox"]
    for name in ("squares", "threads", "many"):
        yield ["verify", f"{name}.pl", "--format", "json"]
        yield ["prove", f"{name}.pl", "--format", "json"]
    yield ["explore", "many.pl", "--format", "json"]
    yield ["solve", "scope.als", "--format", "json"]
    yield ["solve", "pigeons.als"]
    # Nobody writes into the pipe: reading it does not end by itself.
    yield ["check", "pipe.oox"]
    yield ["verify", "pipe.oox", "--format", "json"]
    yield ["replay", "endless.oox", "--trace", "pipe.oox"]
    yield ["check-proof", "pipe.oox"]


class Measured:
    def __init__(self, command, folder):
        start = time.monotonic()
        with open(os.devnull, "rb") as nothing:
            process = subprocess.Popen(command, cwd=folder, stdin=nothing, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
        timer = threading.Timer(KILLED_AFTER, process.kill)
        timer.start()
        errors = []
        reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))
        reader.start()
        self.out = process.stdout.read().decode("utf-8", "replace")
        reader.join()
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        timer.cancel()
        process.stdout.close()
        process.stderr.close()
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.mebibytes = usage.ru_maxrss / 1024
        self.err = errors[0].decode("utf-8", "replace")


class Table:
    def __init__(self, options, folder):
        self.braid = os.path.abspath(options.braid)
        self.folder = folder
        self.verbose = options.verbose
        self.most_seconds = SECONDS + (0.1 * SECONDS + 0.3) * options.slack
        self.most_mebibytes = MEBIBYTES + (0.2 * MEBIBYTES + 50) * options.slack
        self.failures = []

    def problems(self, command, got):
        """What is wrong, whatever the time."""
        if got.status not in HONEST:
            yield f"status {got.status}"
        yield from (f"`{sign}` in the output" for sign in CRASH_SIGNS if sign in got.err + got.out)
        if got.mebibytes > self.most_mebibytes:
            yield f"{got.mebibytes:.0f} MiB, at most {self.most_mebibytes:.0f}"
        if got.status == UNKNOWN:
            gives_verdict = command[0] in ("verify", "run", "prove", "explore", "solve", "replay")
            said = got.out if gives_verdict else got.err + got.out
            if not any(word in said for word in ("unknown", "open", "stopped", "limit")):
                yield "it does not say that the answer is unknown"
        if "json" in command and got.status != 2:
            try:
                result = json.loads(got.out)
            except ValueError as error:
                yield f"not one JSON object: {error}"
            else:
                if command[0] == "verify" and (result["verdict"] == "unknown") != (
                        got.status == UNKNOWN):
                    yield f"verdict {result['verdict']} with status {got.status}"

    def measure(self, command):
        return Measured([self.braid, *command, *LIMITS], self.folder)

    def examine(self, command, got):
        found = list(self.problems(command, got))
        for _ in range(2):
            if found or got.seconds <= self.most_seconds:
                break
            got = self.measure(command)  # alone
            found = list(self.problems(command, got))
        if got.seconds > self.most_seconds:
            found.append(f"{got.seconds:.2f} s, at most {self.most_seconds:.2f}")
        if self.verbose:
            print(f"{got.seconds:5.2f} s {got.mebibytes:4.0f} MiB status {got.status:2} "
                  f"{' '.join(command)}")
        if found:
            self.fail(" ".join(command), "; ".join(found), got.out[:300] + got.err[:300])

    def fail(self, what, why, output=""):
        self.failures.append(what)
        print(f"FAILED {what}: {why}\n{output}")

    def run(self, only):
        commands = [c for c in rows() if only in " ".join(c)]
        with ThreadPoolExecutor(2) as pool:
            measured = list(pool.map(self.measure, commands))
        for command, got in zip(commands, measured):
            self.examine(command, got)
        return len(commands)

    # ---------------------------------------------------------------- signals

    def interrupted(self, command, signals):
        """Sends the signals half a second after the start, and one after the other."""
        process = subprocess.Popen([self.braid, *command], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5 + 0.5 * (self.most_seconds > 2))
        start = time.monotonic()
        for number in signals:
            process.send_signal(number)
            time.sleep(0.03)
        out, err = process.communicate(timeout=KILLED_AFTER)
        return process.returncode, time.monotonic() - start, out, err

    def run_signals(self):
        for name, command in (("search", ["verify", "quantifiers.oox"]),
                              ("solver", ["verify", "floats.oox", "--query-timeout", "60"]),
                              ("loading", ["verify", "pipe.oox"]),
                              ("cooperative", ["verify", "endless.oox", "--no-repetitions",
                                               "--depth", "1000000000"])):
            for number in (signal.SIGINT, signal.SIGTERM):
                status, seconds, out, err = self.interrupted(command, [number])
                good = (status == UNKNOWN and err.count("stopping…") == 1
                        and "interrupted" in out and seconds < self.most_seconds)
                if not good:
                    self.fail(f"{name} with {number.name}", f"status {status} after {seconds:.2f} s",
                              out + err)
        status, _, out, err = self.interrupted(["verify", "quantifiers.oox", "--engine", "interp"],
                                               [signal.SIGINT] * 2)
        if status != -signal.SIGINT or out:
            self.fail("two signals", f"status {status}", out + err)

    # ---------------------------------------------------------------- memory alone

    def run_memory(self, has_sanitizers):
        """Memory ends before time does: by the limit, or because the system has no more."""
        for command in (["run", "hoard.oox"], ["verify", "hoard.oox"],
                        ["verify", "hoard.oox", "--engine", "interp", "--format", "json"]):
            got = Measured([self.braid, *command, "--timeout", "50", "--memory", "200"], self.folder)
            if got.status != UNKNOWN or "the memory limit of 200 MiB was reached" not in got.out:
                self.fail("memory of " + " ".join(command), f"status {got.status}",
                          got.out + got.err)
            if got.mebibytes > self.most_mebibytes:
                self.fail("memory of " + " ".join(command), f"{got.mebibytes:.0f} MiB")
        if has_sanitizers:
            return  # they take all the address space there is
        for command in (["run", "hoard.oox"], ["verify", "hoard.oox", "--format", "json"]):
            got = Measured(["/bin/sh", "-c", 'ulimit -v 1200000 && exec "$0" "$@"', self.braid,
                            *command], self.folder)
            if got.status != UNKNOWN or "there is not enough memory" not in got.out:
                self.fail("no memory for " + " ".join(command), f"status {got.status}",
                          got.out + got.err)

    # ---------------------------------------------------------------- files

    def run_files(self):
        for option in ("-o", "--checkpoint"):
            got = Measured([self.braid, "verify", "endless.oox", option, "no/where", *LIMITS],
                           self.folder)
            if got.status != UNKNOWN or "cannot write no/where" not in got.err or got.out:
                self.fail(f"{option} in a folder that does not exist", f"status {got.status}",
                          got.out + got.err)
            if got.seconds > 0.9 * self.most_seconds:
                self.fail(f"{option} in a folder that does not exist", "said too late")
        result = self.folder / "result.json"
        got = Measured([self.braid, "verify", "quantifiers.oox", "--format", "json",
                        "-o", "result.json", *LIMITS], self.folder)
        if got.out or json.loads(result.read_text(encoding="utf-8"))["verdict"] != "unknown":
            self.fail("-o of a command that is ended", f"status {got.status}", got.out + got.err)
        got = Measured([self.braid, "verify", "quantifiers.oox", "-o", "/dev/full", *LIMITS],
                       self.folder)
        if got.status != UNKNOWN or "no space left" not in got.err or "unknown" not in got.out:
            self.fail("full disk", f"status {got.status}", got.out + got.err)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--slack", type=float, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text, encoding="utf-8")
        os.mkfifo(folder / "pipe.oox")
        table = Table(options, folder)
        count = table.run(options.only)
        if not options.only:
            table.run_signals()
            table.run_memory(options.slack > 1)
            table.run_files()
    print(f"{count} commands, {len(table.failures)} failures")
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
