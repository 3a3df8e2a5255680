#!/usr/bin/env python3
"""Whole projects: what `braid verify FOLDER` runs, what it remembers, and what it says.

    tests/file/projects.py --braid PATH [--edits N] [--seed N] [--only TEXT] [--verbose]

A verdict from the cache must be the verdict of a fresh run, whatever is edited, killed, damaged or
done twice at the same time. `--edits` is the number of random edits (default 15).
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SLOW = """class Slow {
  static void spin(int a, int b, int c) requires(a > 2 && b > 2 && c > 2) ensures(a > 0) {
    int x := 0; int y := a;
    while (x < a * b + c) { x := x + 1; y := (y * y + x) % 1009; assert y >= 0 || y < 0; }
    assert a * a * a + b * b * b != c * c * c;
  }
}
"""


class Failed(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failed(text)


class Braid:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, cwd=None, **more):
        return subprocess.run([self.path, "verify", *map(str, arguments)], cwd=cwd, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, **more)

    def json(self, *arguments, **more):
        done = self.run(*arguments, "--format", "json", "--no-progress", **more)
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError:
            raise Failed(f"no JSON: status {done.returncode}\n{done.stdout[:300]}{done.stderr[:900]}")

    def start(self, *arguments):
        return subprocess.Popen([self.path, "verify", *map(str, arguments)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def unit(number, methods):
    """A file whose methods call a helper each, and all of them a shared one."""
    text = f"class U{number} {{\n  static int shared(int x) {{ return x + 1; }}\n"
    for i in range(methods):
        wrong = i % 7 == 6
        text += (f"  static int help{i}(int x) {{ int y := U{number}.shared(x); return y + {i}; }}\n"
                 f"  // about m{i}\n"
                 f"  static int m{i}(int x) requires(x >= 0)\n"
                 f"    ensures(retval {'>' if not wrong else '<'} {i}) {{\n"
                 f"    int y := U{number}.help{i}(x);\n    return y;\n  }}\n")
    return text + "}\n"


def make_project(folder, files=3, methods=4):
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(files):
        (folder / f"u{i}.oox").write_text(unit(i, methods))
    return folder


def outcome(result):
    """What must not depend on the cache."""
    violation = result.get("violation") or {}
    return (tuple(result["input"]), result["entry"], result["verdict"], result.get("complete"),
            violation.get("kind"), violation.get("line"), violation.get("column"),
            json.dumps(result.get("counterexample"), sort_keys=True))


def outcomes(project):
    return sorted(map(outcome, project["results"]), key=repr)


def entries(folder):
    return sorted((folder / ".braid" / "cache").glob("*.verdict"))


def measured(result):
    """All of a result but what differs from run to run, and what a project adds."""
    added = ("expected", "status", "cached", "seconds")
    kept = {key: value for key, value in result.items() if key not in added}
    kept["stats"] = {key: value for key, value in result["stats"].items()
                     if "seconds" not in key and "memory" not in key}
    return kept


def same_as_alone(braid, folder):
    """A method of a project has the result that it has alone, fresh and from the cache."""
    folder.mkdir(parents=True)
    for name in ("philosophers_deadlock", "counter_unlocked", "tickets", "bubble_sort"):
        shutil.copy(EXAMPLES / f"{name}.oox", folder)
    for cached in (False, True):
        results = braid.json(folder)["results"]
        check(len(results) == 4, f"{len(results)} results")
        for result in results:
            check(result["cached"] == cached, f"cached: {result['cached']}")
            alone = braid.json(*result["input"], "--entry", result["entry"])
            check(measured(result) == measured(alone), f"another result for {result['entry']}")


# ---------------------------------------------------------------- the cache

def unchanged(braid, folder):
    make_project(folder, 10, 20)
    first = braid.json(folder)
    check(first["project"] is True, "it is a project")
    check(first["summary"]["run"] == 200, f"all 200 run at first: {first['summary']}")
    second = braid.json(folder)
    check(second["summary"]["run"] == 0, f"nothing runs again: {second['summary']}")
    check(second["summary"]["cached"] == 200, "all come from the cache")
    check(outcomes(first) == outcomes(second), "the results are the same")
    check(all(r["cached"] for r in second["results"]), "and say so")
    fresh = braid.json(folder, "--no-verdict-cache")
    check(fresh["summary"]["run"] == 200, "without the cache all run")


def dependants(braid, folder):
    make_project(folder, 2, 6)
    braid.json(folder)
    path = folder / "u0.oox"
    text = path.read_text()

    def after(changed):
        path.write_text(changed)
        project = braid.json(folder)
        return sorted(r["entry"] for r in project["results"] if not r["cached"])

    check(after(text.replace("return y + 3;", "return y + 4;")) == ["U0.m3"], "a helper of m3")
    check(after(text) == [], "back to what it was")
    check(after(text.replace("// about m2", "// about\n\n  // m2").replace("{ return", "{\n return"))
          == [], "comments and layout")
    check(after(text.replace("return x + 1;", "return x + 2;")) == [f"U0.m{i}" for i in range(6)],
          "what all of them call")
    check(after(text) == [], "back again")
    more = text.replace("  // about m0", "  static int m9(int x) ensures(retval == x) { return x; }\n"
                        "  // about m0")
    check(after(more) == ["U0.m9"], "a new method")
    again = braid.json(folder, "--depth", "500")
    check(again["summary"]["run"] == 13, "other options, other verdicts")
    more_options = braid.json(folder, "--stats", "--jobs", "1", "--fail-on", "none")
    check(more_options["summary"]["run"] == 0, "options that do not matter")


def right_lines(braid, folder):
    folder.mkdir()
    path = folder / "a.oox"
    text = ("class A {\n  static int f(int x) { return x; }\n"
            "  static void main() {\n    int y := A.f(3);\n    assert y == 4;\n  }\n"
            "  static int g(int x) ensures(retval > x) { return x; }\n}\n")
    path.write_text(text)
    braid.json(folder)
    path.write_text("// one\n// two\n" + text.replace("int y", "/* three\n */ int y"))
    moved = braid.json(folder)
    check(moved["summary"]["run"] == 0, "nothing has to run")
    fresh = braid.json(folder, "--no-verdict-cache")
    check(outcomes(moved) == outcomes(fresh), "positions are those of the file as it is")
    lines = sorted(r["violation"]["line"] for r in moved["results"])
    check(lines == [8, 10], f"lines {lines}")


EDITS = [
    lambda t, r: t.replace("// about", f"// {r.random()} about", 1),
    lambda t, r: t.replace("\n  static", "\n\n\n  static", r.randint(1, 9)),
    lambda t, r: swap(t, r, r"y \+ (\d+)", lambda m: f"y + {r.randint(0, 9)}"),
    lambda t, r: swap(t, r, r"x \+ (\d+)", lambda m: f"x + {r.randint(-2, 3)}".replace("+ -", "- ")),
    lambda t, r: swap(t, r, r"retval [<>] (\d+)", lambda m: f"retval {r.choice('<>')} {r.randint(0, 9)}"),
    lambda t, r: swap(t, r, r"requires\(x >= \d+\)", lambda m: f"requires(x >= {r.randint(0, 5)})"),
    lambda t, r: swap(t, r, r"help(\d)\(x\);", lambda m: f"help{r.randint(0, 3)}(x);"),
    lambda t, r: swap(t, r, r"    return y;", lambda m: "    if (y > 3) { y := y - 1; }\n    return y;"),
    lambda t, r: swap(t, r, r"U0\.shared\(x\);", lambda m: "U0.shared(x);\n // called\n"),
    lambda t, r: t.replace("class U0 {", f"class C{r.randint(0, 999)} {{ }}\nclass U0 {{"),
    lambda t, r: t.replace("class U0 {", f"class U0 {{ static int s{r.randint(0, 999)}(int x) "
                           "{ return x; }"),
    lambda t, r: swap(t, r, r"return y \+ (\d+); }", lambda m: f"assert y < 900; return y + {m[1]}; }}"),
]


def swap(text, rng, pattern, replacement):
    """One match of the pattern becomes something else."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = rng.choice(found)
    return text[:match.start()] + replacement(match) + text[match.end():]


def random_edits(braid, folder, edits, seed):
    rng = random.Random(seed)
    make_project(folder, 2, 4)
    braid.json(folder)
    path = folder / "u0.oox"
    hits = 0
    for number in range(edits):
        before = path.read_text()
        after = rng.choice(EDITS)(before, rng)
        path.write_text(after)
        cached = braid.json(folder)
        fresh = braid.json(folder, "--no-verdict-cache")
        check(outcomes(cached) == outcomes(fresh), f"edit {number} (seed {seed}):\n{after}")
        hits += cached["summary"]["cached"]
        if any(r["verdict"] == "error" for r in fresh["results"]) or len(after) > 6000:
            path.write_text(unit(0, 4))
    check(edits == 0 or hits > 4 * edits, f"the cache is of use: {hits} hits")


def killed(braid, folder):
    make_project(folder, 6, 6)
    fresh = braid.json(folder, "--no-verdict-cache")
    for delay in (0.01, 0.03, 0.06, 0.1):
        process = braid.start(folder)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        after = braid.json(folder)
        check(outcomes(after) == outcomes(fresh), f"killed after {delay} s")
    check(braid.json(folder)["summary"]["run"] == 0, "and then all is known")


def two_at_once(braid, folder):
    make_project(folder, 4, 6)
    runs = [braid.start(folder, "--format", "json") for _ in range(3)]
    found = [outcomes(json.loads(process.communicate()[0])) for process in runs]
    check(found[0] == found[1] == found[2], "they agree")
    check(braid.json(folder)["summary"]["run"] == 0, "and both have kept what they found")
    check(not list((folder / ".braid" / "cache").glob("*.tmp")), "nothing is left over")


def damaged(braid, folder):
    make_project(folder, 2, 6)
    fresh = outcomes(braid.json(folder))
    files = entries(folder)
    check(len(files) == 12, f"{len(files)} entries")
    rng = random.Random(1)
    damages = [lambda b: b"", lambda b: b[: len(b) // 2], lambda b: b[:-1], lambda b: b + b"x",
               lambda b: b"\0" * len(b), lambda b: b"junk",
               lambda b: flipped(b, rng), lambda b: flipped(b, rng), lambda b: flipped(b, rng)]
    for damage in damages:
        for file in files:
            file.write_bytes(damage(file.read_bytes()))
        project = braid.json(folder)
        check(outcomes(project) == fresh, "a damaged entry is none")
        check(project["summary"]["cached"] == 0, "none of them counts")
    # The entry of another method under this one's name.
    files[0].write_bytes(files[1].read_bytes())
    check(outcomes(braid.json(folder)) == fresh, "an entry with another key is none")


def flipped(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1:]


def no_room(braid, folder):
    make_project(folder, 2, 4)
    # A folder that cannot be made, also for root.
    done = braid.run(folder, "--cache", "/proc/no/such/folder")
    check(done.returncode == 0 and "warning: verdicts could not be kept" in done.stderr,
          f"a cache that cannot be written: {done.returncode} {done.stderr}")

    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = braid.run(folder, preexec_fn=full)
    check(done.returncode == 0 and "warning: verdicts could not be kept" in done.stderr,
          f"no room for a file: {done.returncode} {done.stderr}")
    check(not entries(folder), "nothing half-written is left")
    check(not list((folder / ".braid" / "cache").glob("*.tmp")), "under no name")
    check(braid.json(folder)["summary"]["run"] == 8, "the next run is as good as the first")


def bounded(braid, folder):
    make_project(folder, 1, 2)
    cache = folder / ".braid" / "cache"
    braid.json(folder)
    filler = entries(folder)[0].read_bytes()
    for i in range(40):
        name = cache / f"{i:048x}.verdict"
        name.write_bytes(filler + b"x" * 50_000)
        os.utime(name, (1, 1))
    left = cache / "x.verdict.1.1.tmp"
    left.write_text("left by a killed process")
    os.utime(left, (1, 1))
    (folder / "new.oox").write_text(unit(7, 2))
    braid.json(folder, "--cache-size", "1")
    total = sum(file.stat().st_size for file in entries(folder))
    check(total <= 1 << 20, f"{total} bytes are kept")
    check(not left.exists(), "what was left over is gone")
    check(braid.json(folder)["summary"]["run"] == 0, "the new ones are still there")


# ---------------------------------------------------------------- settings

def settings(braid, folder):
    make_project(folder, 2, 3)
    (folder / "braid.toml").write_text("""exclude = ["u1.*"]
[defaults]
depth = 5000
[method."U0.m0"]
array-size = 4
[method."u0.oox:U0.m1"]
skip = true
[method."U0.m2"]
expect = "invalid"
""")
    project = braid.json(folder)
    check(sorted(r["entry"] for r in project["results"]) == ["U0.m0", "U0.m2"], "skip, exclude")
    bounds = {b["name"]: b["value"] for r in project["results"] for b in r["bounds"]
              if r["entry"] == "U0.m0"}
    check(bounds["array-size"] == "4" and bounds["depth"] == "5000", f"bounds {bounds}")
    check(project["summary"]["status"] == 10 and project["summary"]["skipped"] == 1,
          "m2 was to be invalid, and is not")
    given = braid.json(folder, "--depth", "77")
    check(all(b["value"] == "77" for r in given["results"] for b in r["bounds"]
              if b["name"] == "depth"), "the command line counts more")


def named(braid, folder):
    """Settings are for a method that is named, too, and for that of a single file."""
    folder.mkdir()
    (folder / "a.oox").write_text("""class A {
  static void main(int[] a) { assert a == null || #a < 5; }
  static int wide(int x) ensures(retval > x) { return x + 1; }
}
""")
    (folder / "braid.toml").write_text("""[defaults]
array-size = 4
[method."A.main"]
array-size = 6
depth = 4321
[method."a.oox:A.wide"]
int = "32"
skip = true
expect = "invalid"
""")

    def bounds(*words):
        result = braid.json("a.oox", *words, cwd=folder)
        return {b["name"]: b["value"] for b in result["bounds"]}, result["verdict"]

    for words in ((), ("--entry", "A.main")):
        found, verdict = bounds(*words)
        check(found["array-size"] == "6" and found["depth"] == "4321" and verdict == "invalid",
              f"{words}: {found} {verdict}")
    found, verdict = bounds("--array-size", "3")
    check(found["array-size"] == "3" and verdict == "valid", f"the command line: {found} {verdict}")
    found, verdict = bounds("--entry", "A.wide")
    check(verdict == "invalid", f"words of 32 bits, and no skip: {verdict}")
    check(braid.run("a.oox", "--entry", "A.wide", cwd=folder).returncode == 10, "its status")
    done = braid.run("a.oox", "--entry", "A.wid", cwd=folder)
    check(done.returncode == 2 and "did you mean `A.wide`" in done.stderr, done.stderr)
    (folder / "braid.toml").write_text("[defaults]\narray-sise = 4\n")
    done = braid.run("a.oox", "--entry", "A.main", cwd=folder)
    check(done.returncode == 2 and "did you mean `array-size`" in done.stderr, done.stderr)


def wrong_settings(braid, folder):
    make_project(folder, 2, 2)
    cases = [("[defaults]\ndepht = 3\n", "there is no setting `depht`", "did you mean `depth`", 2),
             ("[defaults]\ndepth = \"many\"\n", "`depth` is wrong", "not a whole number", 2),
             ("[defaults]\nformat = \"json\"\n", "is for the command line alone", "", 2),
             ("[method.\"U0.m0\"]\njobs = 3\n", "put it in [defaults]", "", 2),
             ("[method.\"U0.m0\"]\nexpect = \"bad\"\n", "is one of valid", "", 2),
             ("[method.U0.m0]\nskip = true\n", "with quotes", "", 1),
             ("fils = []\n", "there is no setting `fils`", "did you mean `files`", 1),
             ("[defaults\n", "this is not TOML", "", 1),
             ("[defaults]\nraces = 3\n", "is true or false", "", 2)]
    for text, first, second, line in cases:
        (folder / "braid.toml").write_text(text)
        done = braid.run(folder, "--no-progress")
        check(done.returncode == 2, f"status {done.returncode} of\n{text}{done.stderr}")
        check(first in done.stderr and second in done.stderr, f"of\n{text}{done.stderr}")
        check(f"braid.toml:{line}:" in done.stderr, f"the place is told:\n{done.stderr}")
    (folder / "braid.toml").write_text("[method.\"U0.n0\"]\ndepth = 3\n")
    done = braid.run(folder, "--no-progress")
    check("no method is called `U0.n0`" in done.stderr and "did you mean `U0.m0`" in done.stderr,
          f"a section about nothing:\n{done.stderr}")


def groups(braid, folder):
    folder.mkdir()
    (folder / "lib.oox").write_text("class Lib { static int id(int x) { return x; } }\n")
    (folder / "use.oox").write_text("class Use { static int f(int x) ensures(retval == x) "
                                    "{ int y := Lib.id(x); return y; } }\n")
    (folder / "own.oox").write_text("class Own { static void main() { } }\n")
    (folder / ".hidden.oox").write_text("nonsense")
    check(braid.json(folder)["summary"]["status"] == 2, "alone, use.oox does not know Lib")
    (folder / "braid.toml").write_text("[[program]]\nfiles = [\"lib.oox\", \"use.oox\"]\n")
    project = braid.json(folder)
    check(project["summary"]["verdicts"]["valid"] == 2, f"{project['summary']}")


def single(braid, folder):
    """With one method that qualifies, nothing is said about projects."""
    folder.mkdir()
    path = folder / "a.oox"
    path.write_text("class A { static void main() { assert 1 == 2; } }\n")
    plain = braid.run(path, "--entry", "A.main")
    check(braid.run(folder).stdout == plain.stdout, "a folder with one method")
    check(braid.run(folder).returncode == plain.returncode == 10, "its status")
    (folder / "b.oox").write_text("class B { static int f() { return 1; } }\n")
    both = [path, folder / "b.oox"]
    check(braid.run(*both).stdout == braid.run(*both, "--entry", "A.main").stdout, "two files")
    settings = folder / "braid.toml"
    (folder / "b.oox").rename(folder / "b.txt")
    settings.write_text("[method.\"A.main\"]\nexpect = \"invalid\"\n")
    check(braid.run(folder, "--no-progress").returncode == 0, "what is expected is no failure")
    settings.write_text("[method.\"A.main\"]\nskip = true\n")
    done = braid.run(folder, "--no-progress")
    check(done.returncode == 0 and "does not hold" not in done.stdout, f"skipped:\n{done.stdout}")
    settings.unlink()
    (folder / "b.txt").rename(folder / "b.oox")
    empty = folder / "empty"
    empty.mkdir()
    done = braid.run(empty)
    check(done.returncode == 2 and "there is no program in" in done.stderr, done.stderr)
    path.write_text("class A { static int f() { return 1; } }\n")
    done = braid.run(folder)
    check(done.returncode == 2 and "no method has a contract" in done.stderr, done.stderr)


# ---------------------------------------------------------------- results

def statuses(braid, folder):
    folder.mkdir()
    (folder / "a.oox").write_text("class A { static int f(int x) ensures(retval > x) { return x; }\n"
                                  "static int g(int x) ensures(retval == x) { return x; } }\n")
    (folder / "b.oox").write_text("class B { static void main() { Object o } }\n")
    (folder / "c.oox").write_text("class C { int v; static void main() { C a := new C(); C b := new C();"
                                  " fork C.f(a, b); fork C.f(b, a); join; }\n static void f(C p, C q)"
                                  " { lock (p) { lock (q) { p.v := 1; } } } }\n")
    cases = {None: 10, "none": 0, "error": 2, "deadlock,error": 11, "deadlock": 11, "unknown": 0,
             "invalid": 10}
    for words, status in cases.items():
        more = ["--fail-on", words] if words else []
        done = braid.run(folder, "--no-progress", *more)
        check(done.returncode == status, f"--fail-on {words}: {done.returncode}, not {status}\n"
              f"{done.stdout}")
    check(braid.run(folder, "--fail-on", "bad").returncode == 1, "a word that it does not know")
    text = braid.run(folder).stdout
    check(text.index("invalid") < text.index("deadlock") < text.index("error  "),
          f"the worst comes first\n{text}")
    one = folder / "a.oox"
    check(braid.run(one, "--entry", "A.f", "--fail-on", "unknown").returncode == 0, "one method")
    check(braid.run(folder, "--dot", "x.dot").returncode == 1, "--dot is for one method")


def limits(braid, folder):
    make_project(folder, 1, 2)
    (folder / "slow.oox").write_text(SLOW)
    done = braid.json(folder, "--method-timeout", "0.5", "--unwind", "1000")
    slow = [r for r in done["results"] if r["entry"] == "Slow.spin"][0]
    check(slow["verdict"] == "unknown" and "time limit" in slow["reason"], f"{slow['reason']}")
    check(done["summary"]["status"] == 5, "its status")
    again = braid.json(folder, "--method-timeout", "0.4", "--unwind", "1000")
    check(again["summary"]["run"] == 1, "what a limit ended is not kept")
    start = time.monotonic()
    stopped = braid.json(folder, "--timeout", "0.7", "--unwind", "1000", "--no-verdict-cache")
    check(time.monotonic() - start < 5, "the limit of the command")
    check(stopped["summary"]["not_verified"] == 1 and stopped["summary"]["status"] == 5,
          f"{stopped['summary']}")
    for format, words in (("sarif", '"exitCode": 5'), ("junit", "<error"), ("github", "::error")):
        done = braid.run(folder, "--timeout", "0.7", "--unwind", "1000", "--no-verdict-cache",
                         "--format", format)
        check(done.returncode == 5, f"{format}: status {done.returncode}")
        check(words in done.stdout and "1 method not verified" in done.stdout,
              f"{format} says what is missing:\n{done.stdout}")


def interrupted(braid, folder):
    make_project(folder, 1, 3)
    (folder / "v_slow.oox").write_text(SLOW)
    process = braid.start(folder, "--unwind", "1000", "--format", "json")
    wait_for(process, "[3/4]")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    project = json.loads(out)
    check(process.returncode == 5, f"status {process.returncode}")
    check(project["summary"]["not_verified"] == 1 and len(project["results"]) == 3,
          f"what was done by then is shown: {project['summary']}")


def crash(braid, folder):
    make_project(folder, 1, 2)
    (folder / "a_slow.oox").write_text(SLOW)
    process = braid.start(folder, "--unwind", "1000", "--format", "json", "--jobs", "2")
    wait_for(process, "[2/3]")
    children = subprocess.run(["pgrep", "-P", str(process.pid)], stdout=subprocess.PIPE,
                              text=True).stdout.split()
    check(len(children) == 1, f"one worker is left: {children}")
    os.kill(int(children[0]), signal.SIGSEGV)
    project = json.loads(process.communicate(timeout=30)[0])
    check(process.returncode == 6, f"status {process.returncode}")
    bad = [r for r in project["results"] if r["verdict"] == "internal error"]
    check(len(bad) == 1 and bad[0]["entry"] == "Slow.spin", "a row for it")
    check(len(project["results"]) == 3, "the others are there")


def wait_for(process, text):
    for line in process.stderr:
        if line.startswith(text):
            return
    raise Failed(f"no line {text}")


def changed_since(braid, folder):
    make_project(folder, 2, 3)

    def git(*words):
        subprocess.run(["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@t",
                        *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    done = braid.run(folder, "--changed-since", "HEAD")
    check(done.returncode == 1 and "not a git repository" in done.stderr, done.stderr)
    git("init", "-q")
    (folder / "gone.oox").write_text(unit(5, 2))
    git("add", "*.oox")
    git("commit", "-q", "-m", "first")
    done = braid.run(folder, "--changed-since", "nothing")
    check(done.returncode == 1 and "no revision `nothing`" in done.stderr, done.stderr)
    plain = ["--changed-since", "HEAD", "--no-verdict-cache"]
    check(braid.json(folder, *plain)["results"] == [], "nothing has changed")
    path = folder / "u0.oox"
    path.write_text("// new\n" + path.read_text().replace("y + 1;", "y + 2;"))
    (folder / "gone.oox").unlink()
    (folder / "fresh.oox").write_text(unit(9, 1))
    project = braid.json(folder, *plain)
    names = sorted(r["entry"] for r in project["results"])
    check(names == ["U0.m1", "U9.m0"], f"what has changed: {names}")
    check(project["summary"]["unchanged"] == 5, f"{project['summary']}")


def long_lists(braid, folder):
    folder.mkdir()
    (folder / "a.oox").write_text("class A {\n" + "".join(
        f"static int f{i}(int x) ensures(retval > x) {{ return x; }}\n" for i in range(40)) + "}\n")
    text = braid.run(folder).stdout
    check(len(text.splitlines()) <= 25, "it fits a screen")
    check("and 20 more (--all lists them)" in text, text)
    check(braid.run(folder, "--all").stdout.count("invalid  ") >= 40, "all of them")


JAVA = """package demo;
public class Sum {
  static int add(int a, int b) { return a + b; }
  public static void main(String[] args) { if (add(1, 2) != 3) throw new AssertionError(); }
}
"""
JAVA_TEST = """package demo;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Test { }
public class SumTest {
  @Test public void good() { if (Sum.add(2, 2) != 4) throw new AssertionError(); }
  @Test public void bad() {
    if (Sum.add(2, 2) != 5) throw new AssertionError();
  }
}
"""


def java(braid, folder):
    if not shutil.which("javac"):
        return
    source = folder / "src" / "demo"
    source.mkdir(parents=True)
    (source / "Sum.java").write_text(JAVA)
    (source / "SumTest.java").write_text(JAVA_TEST)
    project = braid.json(folder)
    found = {r["entry"]: r["verdict"] for r in project["results"]}
    check(found == {"demo.Sum.main(java.lang.String[])": "valid", "demo.SumTest.good()": "valid",
                    "demo.SumTest.bad()": "invalid"}, f"{found}")
    (source / "SumTest.java").write_text("// moved\n" + JAVA_TEST)
    moved = braid.json(folder)
    check(moved["summary"]["run"] == 0, f"a comment: {moved['summary']}")
    lines = [r["violation"]["line"] for r in moved["results"] if r["violation"]]
    check(lines == [7], f"the line is the new one: {lines}")
    again = braid.json(folder)
    check(again["summary"]["run"] == 0 and outcomes(again) == outcomes(moved), "nothing at all")
    (source / "Sum.java").write_text(JAVA.replace("a + b;", "a + b + 1;"))
    changed = braid.json(folder)
    found = sorted(r["verdict"] for r in changed["results"])
    check(changed["summary"]["run"] == 3 and found == ["invalid", "invalid", "valid"], f"{found}")


def class_files(braid, folder):
    """Class files below a folder with sources: those that have no source there are verified."""
    if not shutil.which("javac"):
        return
    old = folder / "old"
    old.mkdir(parents=True)
    (old / "Helper.java").write_text("""package demo;
public class Helper {
  static class Inner { int one() { return 1; } }
  public static int one() { return new Inner().one(); }
  public static void main(String[] args) { assert one() == 2; }
}
""")
    (old / "Main.java").write_text("""package demo;
public class Main { public static void main(String[] args) { assert Helper.one() == 1; } }
""")
    classes = folder / "project" / "lib"
    sources = [str(path) for path in old.glob("*.java")]
    subprocess.run(["javac", "-d", classes, *sources], check=True)
    # Of Main there is the source, which tells something else now.
    source = folder / "project" / "src" / "demo"
    source.mkdir(parents=True)
    text = (old / "Main.java").read_text()
    (source / "Main.java").write_text(text.replace("== 1", "> 0"))
    project = braid.json(folder / "project")
    found = {r["entry"]: r["verdict"] for r in project["results"]}
    check(found == {"demo.Main.main(java.lang.String[])": "valid",
                    "demo.Helper.main(java.lang.String[])": "invalid"}, f"{found}")
    files = {Path(name).name for name in project["results"][0]["input"]}
    check(files == {"Main.java", "Helper.class", "Helper$Inner.class"}, f"files: {files}")
    (classes / "broken.class").write_bytes(b"\xca\xfe\xba\xbe")
    project = braid.json(folder / "project")
    kinds = sorted(str(r["verdict"]) for r in project["results"])
    check(kinds == ["error", "invalid", "valid"], f"a broken file: {kinds}")
    done = braid.run(source / "Main.java", classes / "demo" / "Helper.class", "--entry", "demo.Main")
    check(done.returncode == 0, f"a source with a class file: {done.stdout}{done.stderr}")


TESTS = [same_as_alone, unchanged, dependants, right_lines, random_edits, killed, two_at_once,
         damaged, no_room, bounded, settings, named, class_files, wrong_settings, groups, single, statuses, limits,
         interrupted, crash, changed_since, long_lists, java]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--edits", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    braid = Braid(os.path.abspath(options.braid))
    failures = 0
    for test in TESTS:
        if options.only not in test.__name__:
            continue
        start = time.monotonic()
        more = [options.edits, options.seed] if test is random_edits else []
        with tempfile.TemporaryDirectory(prefix="braid-projects-") as folder:
            try:
                test(braid, Path(folder) / "p", *more)
            except (Failed, subprocess.SubprocessError, KeyError, IndexError) as error:
                print(f"FAILED {test.__name__}: {type(error).__name__}: {error}")
                failures += 1
        if options.verbose:
            print(f"{test.__name__}: {time.monotonic() - start:.2f} s")
    print(f"tests/file/projects.py: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
