#!/usr/bin/env python3
"""Projects in shares: `braid verify --shard I/N`, `--list`, and `braid merge`.

    tests/file/shards.py --braid PATH [--seed N] [--damages N] [--only TEXT] [--verbose]

The shares of a project are the project, and what `merge` makes of their results is what one run
writes, in every format, times aside. `--damages` is the number of random changes to a file
(default 40). The scripts of docs/projects.md are run as they stand there.
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FORMATS = ("text", "json", "html", "sarif", "junit", "github", "svcomp", "witness", "shiviz", "dot")
UNIT = """class {0} {{
  static int shared(int x) {{ return x + 1; }}
  static int m0(int x) requires(x >= 0) ensures(retval > 0) {{ int y := {0}.shared(x); return y; }}
  static int m1(int x) requires(x >= 0) ensures(retval < 1) {{ int y := {0}.shared(x); return y; }}
  static int m2(int x) requires(x >= 0) ensures(retval == x + 1) {{ int y := {0}.shared(x); return y; }}
}}
"""
LOCKS = """class Locks {
  int v;
  static void main() {
    Locks a := new Locks(); Locks b := new Locks();
    fork Locks.f(a, b); fork Locks.f(b, a); join;
  }
  static void f(Locks p, Locks q) { lock (p) { lock (q) { p.v := 1; } } }
}
"""
SLOW = """class Slow {
  static void spin(int a, int b, int c) requires(a > 2 && b > 2 && c > 2) ensures(a > 0) {
    int x := 0; int y := a;
    while (x < a * b + c) { x := x + 1; y := (y * y + x) % 1009; assert y >= 0 || y < 0; }
    assert a * a * a + b * b * b != c * c * c;
  }
}
"""
SETTINGS = """[method."A.m2"]
skip = true
[method."B.m1"]
expect = "invalid"
[method."B.m2"]
expect = "invalid"
[method."C.m0"]
depth = 1
"""
JAVA = {"Sum.java": """package demo;
public class Sum {
  static int add(int a, int b) { return a + b; }
  public static void main(String[] args) { assert add(1, 2) == 3; }
}
""", "SumTest.java": """package demo;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Test { }
public class SumTest {
  @Test public void good() { assert Sum.add(1, 2) == 3; }
  @Test public void bad() throws Exception {
    int[] seen = new int[1];
    Thread other = new Thread(() -> seen[0]++);
    other.start();
    seen[0]++;
    other.join();
    assert seen[0] == 2;
  }
}
"""}


class Failed(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failed(text)


class Braid:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, *arguments, program=None, **more):
        return subprocess.run([program or self.path, *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, timeout=120, **more)

    def verify(self, *arguments):
        return self.run("verify", *arguments, "--no-progress")

    def shards(self, project, count, *options, prefix="s"):
        """The files of the results."""
        names = []
        for index in range(1, count + 1):
            names.append(f"{prefix}{index}of{count}.json")
            done = self.verify(project, "--shard", f"{index}/{count}", "--format", "json", "-o",
                               names[-1], *options)
            check(done.returncode in (0, 2, 5, 10, 11, 13) and not done.stdout, f"{done.args}: {done.returncode} {done.stderr}")
        return names

    def merge(self, names, *options):
        return self.run("merge", *names, *options)

    def read(self, name):
        return json.loads((self.folder / name).read_text())

    def refused(self, names, *words):
        """`merge` ends with status 2 and says these words."""
        done = self.merge(names)
        check(done.returncode == 2 and not done.stdout, f"{names}: {done.returncode} {done.stdout}")
        for word in words:
            check(word in done.stderr, f"`{word}` is not in {done.stderr}")


def make_project(folder):
    """Every verdict, a file that cannot be read, and settings."""
    project = folder / "p"
    project.mkdir()
    for name in "ABC":
        (project / f"{name.lower()}.oox").write_text(UNIT.format(name))
    (project / "bad.oox").write_text("class B { static void main() { Object o } }\n")
    (project / "locks.oox").write_text(LOCKS)
    (project / "braid.toml").write_text(SETTINGS)
    return "p"


def make_java(folder):
    source = folder / "j" / "src" / "demo"
    source.mkdir(parents=True)
    for name, text in JAVA.items():
        (source / name).write_text(text)
    return "j"


def without_times(text):
    text = re.sub(r'(\\?"(?:solver_)?seconds\\?": ?|\\?"peak_memory_bytes\\?": ?)[0-9.e+-]+', r"\1_", text)
    text = re.sub(r'time="[0-9.]+"|creation_time: ".*"', "time", text)
    return re.sub(r"[0-9.]+ (s|MiB)\b", r"_ \1", text)


def rows_of(result):
    return [(tuple(row["input"]), row["entry"]) for row in result["results"]]


# ---------------------------------------------------------------- shares

def shares(braid):
    """For N = 1 to 7 the shares are the project, and what is listed is what is verified."""
    project = make_project(braid.folder)
    whole = rows_of(json.loads(braid.verify(project, "--format", "json").stdout))
    check(len(whole) == 10, f"{whole}")
    listed = braid.run("verify", project, "--list")
    check(listed.returncode == 2 and "bad.oox:1" in listed.stderr, "--list tells of a bad file")
    lines = listed.stdout.splitlines()
    check(len(lines) == len(whole), f"--list: {lines}")
    for count in range(1, 8):
        parts = [rows_of(braid.read(name)) for name in braid.shards(project, count)]
        check(sorted(sum(parts, []), key=str) == sorted(whole, key=str), f"{count}: {parts}")
        check(all(part == whole[i::count] for i, part in enumerate(parts)), f"turns: {parts}")
        for index in range(count):
            some = braid.run("verify", project, "--list", "--shard", f"{index + 1}/{count}")
            check(some.stdout.splitlines() == lines[index::count], f"--list of a share: {some.stdout}")
    # More shards than methods: some have nothing to do, which is no error.
    done = braid.verify(project, "--shard", "12/12")
    check(done.returncode == 0 and "nothing to verify" in done.stdout, f"{done.stdout}{done.stderr}")
    check("this is shard 12 of 12; there are 10 methods in all" in done.stdout, done.stdout)


def listed(braid):
    """What --list prints are commands, which say the same as the project."""
    project = make_project(braid.folder)
    rows = json.loads(braid.verify(project, "--format", "json").stdout)["results"]
    lines = braid.run("verify", project, "--list", "--strict", "--memory", "2000").stdout.splitlines()
    for row, line in zip(rows, lines):
        check("--strict --memory=2000" in line or "--memory=2000 --strict" in line, line)
        words = line.split()
        done = braid.run(*words[1:], "--format", "json")
        check(json.loads(done.stdout)["verdict"] == row["verdict"], f"{line}: {done.stdout[:300]}")
    for options, words in ((["--list", "--format", "json"], "--list is text alone"),
                           (["--list", "--changed-since", "HEAD"], "does not go with"),
                           (["--list", "--entry", "A.m0"], "does not go with --list"),
                           (["--shard", "1/2", "--entry", "A.m0"], "does not go with --shard")):
        done = braid.run("verify", project, *options)
        check(done.returncode == 1 and words in done.stdout + done.stderr, f"{options}: {done.stderr}")


def order_on_disk(braid):
    """The order in which files were made, and what is beside them, does not matter."""
    lists = []
    for step in (1, -1):
        folder = braid.folder / "q"
        shutil.rmtree(folder, ignore_errors=True)
        for i in range(0, 12)[::step]:
            (folder / f"d{i % 3}").mkdir(parents=True, exist_ok=True)
            (folder / f"d{i % 3}" / f"u{i}.oox").write_text(UNIT.format(f"U{i}"))
        lists.append([braid.run("verify", "q", "--list", "--shard", f"{i}/3").stdout
                      for i in (1, 2, 3)])
        (folder / ".hidden.oox").write_text("")
        (folder / "notes.txt").write_text("")
    check(lists[0] == lists[1], "the shares are the same")
    check([len(text.splitlines()) for text in lists[0]] == [12, 12, 12], "and even")


def small(braid):
    """One method, or none."""
    (braid.folder / "one.oox").write_text(
        "class One { static int f(int x) ensures(retval == x) { return x; } }\n")
    (braid.folder / "none.oox").write_text("class None { static int f(int x) { return x; } }\n")
    names = braid.shards("one.oox", 2)
    check([len(braid.read(name)["results"]) for name in names] == [1, 0], "one method, two shards")
    done = braid.merge(names)
    check(done.returncode == 0 and done.stdout.startswith("1 method in 1 file: 1 valid"), done.stdout)
    for options in (["--shard", "1/2"], ["--list"]):
        done = braid.run("verify", "none.oox", *options)
        check(done.returncode == 2 and "no method has a contract" in done.stderr, done.stderr)


def wrong_shards(braid):
    project = make_project(braid.folder)
    cases = {"0/3": "shards count from 1", "4/3": "there is no shard 4 of 3", "x": "I/N, such as 2/16",
             "1/0": "at least 1 shard", "3": "I/N", "/3": "I/N", "1/": "I/N", "-1/3": "I/N",
             "1/3/5": "I/N", " 1/3": "I/N", "1.5/3": "I/N", "1/9999999": "too many",
             "1/99999999999999999999999": "I/N"}
    for text, words in cases.items():
        done = braid.run("verify", project, f"--shard={text}")
        check(done.returncode == 1 and words in done.stderr, f"{text}: {done.returncode} {done.stderr}")
    (braid.folder / project / "braid.toml").write_text('[defaults]\nshard = "1/2"\n')
    done = braid.run("verify", project)
    check(done.returncode == 2 and "shard" in done.stderr, f"no setting: {done.stderr}")


# ---------------------------------------------------------------- merging

def same_as_one_run(braid, project, counts, formats):
    """Fresh, and from the cache."""
    for cache in ([], ["--no-verdict-cache"]):
        if not cache:
            braid.verify(project)
        ones = {format: braid.verify(project, "--format", format, *cache) for format in formats}
        for count in counts:
            names = braid.shards(project, count, *cache)
            names.reverse()
            for format, one in ones.items():
                merged = braid.merge(names, "--format", format)
                check(merged.returncode == one.returncode, f"{format}: {merged.returncode} {merged.stderr}")
                check(without_times(merged.stdout) == without_times(one.stdout),
                      f"{count} shards, {format}, {cache}: another result\n"
                      f"{difference(one.stdout, merged.stdout)}")


def difference(one, other):
    pairs = zip(without_times(one).splitlines(), without_times(other).splitlines())
    return "\n".join(f"{a[:200]}\n{b[:200]}" for a, b in pairs if a != b)[:800]


def merged(braid):
    same_as_one_run(braid, make_project(braid.folder), (1, 2, 7), FORMATS)


def merged_java(braid):
    if shutil.which("javac"):
        same_as_one_run(braid, make_java(braid.folder), (2,), ("text", "json", "html"))


def judged(braid):
    """--fail-on and --strict judge again, as if they had been given from the start."""
    project = make_project(braid.folder)
    braid.verify(project)
    names = braid.shards(project, 3)
    for options in (["--strict"], ["--fail-on", "none"], ["--fail-on", "deadlock"],
                    ["--fail-on", "error,unknown"], ["--fail-on", "unknown", "--strict"]):
        one = braid.verify(project, "--format", "json", *options)
        done = braid.merge(names, "--format", "json", *options)
        check(done.returncode == one.returncode, f"{options}: {done.returncode}, not {one.returncode}")
        check(without_times(done.stdout) == without_times(one.stdout), f"{options}: {difference(one.stdout, done.stdout)}")
    check(braid.merge(names, "--fail-on", "bad").returncode == 1, "a word that it does not know")
    check(braid.run("merge").returncode == 1, "no file")


def together(braid):
    """Shards that run at the same time with one cache."""
    project = make_project(braid.folder)
    one = braid.verify(project, "--format", "json", "--no-verdict-cache").stdout
    for _ in range(3):
        shutil.rmtree(braid.folder / project / ".braid", ignore_errors=True)
        commands = [[braid.path, "verify", project, "--shard", f"{i}/4", "--format", "json", "-o",
                     f"t{i}.json", "--no-progress"] for i in (1, 2, 3, 4)]
        running = [subprocess.Popen(command, cwd=braid.folder, stderr=subprocess.DEVNULL)
                   for command in commands + commands[:1]]  # and one of them twice
        for process in running:
            process.wait(timeout=100)
        done = braid.merge([f"t{i}.json" for i in (1, 2, 3, 4)], "--format", "json")
        plain = [without_times(re.sub(r'"(cached|run)": \w+', "", text))
                 for text in (one, done.stdout)]
        check(plain[0] == plain[1], f"another result: {difference(*plain)}")
        again = json.loads(braid.verify(project, "--format", "json").stdout)
        check(again["summary"]["run"] == 0, f"all is in the cache: {again['summary']}")


def missing(braid):
    project = make_project(braid.folder)
    names = braid.shards(project, 4)
    done = braid.merge([names[0], names[2]])
    check(done.returncode == 10, f"status {done.returncode}")
    check("shards 2 and 4 of 4 are missing: 5 methods not verified" in done.stdout, done.stdout)
    for format, words in (("json", '"stopped": "shard 2 of 4 is missing"'), ("junit", "<error"),
                          ("sarif", "shard 2 of 4 is missing"), ("github", "::error")):
        done = braid.merge([names[0], *names[2:]], "--format", format)
        check(words in done.stdout, f"{format}: {done.stdout}")
    # All that is there is valid; it is not the project.
    (braid.folder / "good.oox").write_text(UNIT.format("G").replace("retval < 1", "retval >= 1"))
    names = braid.shards("good.oox", 3, prefix="g")
    check(braid.merge(names).returncode == 0, "all of them are good")
    for some in (names[1:], names[:1], [names[0], names[2]]):
        for options in ([], ["--fail-on", "none"], ["--format", "svcomp"]):
            done = braid.merge(some, *options)
            check(done.returncode == 5, f"{some} {options}: status {done.returncode}")
            check("missing" in done.stdout + done.stderr, f"{done.stdout}{done.stderr}")


def stopped(braid):
    """A shard that came to a limit; again with more time, it fits the others."""
    make_project(braid.folder)
    (braid.folder / "p" / "slow.oox").write_text(SLOW)
    (braid.folder / "p" / "bad.oox").unlink()
    names = braid.shards("p", 2, "--unwind", "400", "--timeout", "1")
    done = braid.merge(names, "--format", "json")
    summary = json.loads(done.stdout)["summary"]
    check(summary["not_verified"] == 1 and "time limit" in summary["stopped"], f"{summary}")
    slow = [i for i in (0, 1) if braid.read(names[i])["summary"]["not_verified"]][0]
    braid.verify("p", "--unwind", "400", "--shard", f"{slow + 1}/2", "--method-timeout", "1.5",
                 "--jobs", "1", "--format", "json", "-o", names[slow])
    summary = json.loads(braid.merge(names, "--format", "json").stdout)["summary"]
    check(summary["not_verified"] == 0 and summary["stopped"] is None, f"{summary}")


def changed_since(braid):
    project = make_project(braid.folder)

    def git(*words):
        subprocess.run(["git", "-C", str(braid.folder), "-c", "user.name=t", "-c", "user.email=t@t",
                        *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    git("init", "-q")
    git("add", "p")
    git("commit", "-q", "-m", "first")
    file = braid.folder / "p" / "a.oox"
    file.write_text(file.read_text().replace("return x + 1", "return x + 2"))
    options = ["--changed-since", "HEAD", "--no-verdict-cache"]
    one = braid.verify(project, "--format", "json", *options)
    done = braid.merge(braid.shards(project, 3, *options), "--format", "json")
    check(without_times(done.stdout) == without_times(one.stdout), difference(one.stdout, done.stdout))


# ---------------------------------------------------------------- what does not fit

def not_of_one_run(braid):
    project = make_project(braid.folder)
    names = braid.shards(project, 3)
    first = names[0]
    braid.refused([first, first, *names[1:]], f"{first} is shard 1 of 3, and so is {first}")

    def other(*options, words, of=project, shard="2/3"):
        braid.verify(of, "--shard", shard, "--format", "json", "-o", "other.json", *options)
        braid.refused([first, "other.json", names[2]], "other.json does not belong", first, words)

    other("--depth", "77", words="its options are `--depth=77`, not none")
    other("--fail-on", "none", words="--fail-on=none")
    other(shard="2/4", words="it is a shard of 4, not of 3")
    other(of="p/a.oox", words="braid.toml was another file")
    other(of=braid.folder / "p", words="it is without p/a.oox")
    file = braid.folder / "p" / "b.oox"
    text = file.read_text()
    file.unlink()
    other(words="it is without p/b.oox")
    file.write_text(text + "// more\n")
    other(words="p/b.oox was another file")
    file.write_text(text)
    (braid.folder / "p" / "extra.oox").write_text(UNIT.format("Extra"))
    other(words="it is about p/extra.oox, too")
    (braid.folder / "p" / "extra.oox").unlink()
    (braid.folder / "p" / "braid.toml").write_text(SETTINGS + "# more\n")
    other(words="braid.toml was another file")
    (braid.folder / "p" / "braid.toml").write_text(SETTINGS)
    # Another build: the same program, with something behind it.
    # What has nothing to do with verdicts may differ.
    braid.verify(project, "--shard", "2/3", "--format", "json", "-o", "other.json", "--jobs", "1",
                 "--timeout", "50", "--memory", "3000", "--no-verdict-cache", "--stats")
    check(braid.merge([first, "other.json", names[2]]).returncode == 10, "limits may differ")


def no_results(braid):
    project = make_project(braid.folder)
    names = braid.shards(project, 2)
    files = {"empty": ("", "it is empty"), "text": ("hello\n", "line 1 is wrong"),
             "array": ("[1, 2]", "it is no result"), "object": ("{}", "it is no result"),
             "other": ('{"tool": "other"}', "it is no result"),
             "deep": ("[" * 5000, "nested"), "tool": ('{"tool": 7, "shard": {}}', "it is no result"),
             "shard": ('{"tool": "braid", "version": "0.1.0", "shard": {"data": ""}}', "damaged"),
             "old": ('{"tool": "braid", "version": "0.0.1", "shard": {"data": ""}}', "Braid 0.0.1"),
             "odd": ('{"tool": "braid", "version": 3, "shard": {"data": "AAAA"}}', "another"),
             "project": (braid.verify(project, "--format", "json").stdout, "not of one of its shards"),
             "method": (braid.verify("p/a.oox", "--entry", "A.m0", "--format", "json").stdout,
                        "the result of one method"),
             "error": (braid.run("verify", "none.oox", "--format", "json").stdout, "no result")}
    for name, (text, words) in files.items():
        (braid.folder / name).write_text(text)
        braid.refused([names[0], name], f"{name} cannot be merged", words)
    braid.refused([names[0], "nowhere.json"], "nowhere.json cannot be merged: no such file")
    braid.refused([names[0], "p"], "p cannot be merged: it is a directory")
    braid.refused(["empty", "text"], "empty cannot be merged", "text cannot be merged")
    done = braid.merge([names[0], "text"], "--format", "json")
    check(done.returncode == 2 and json.loads(done.stdout)["status"] == 2, "the error as JSON")


def damaged(braid, damages, seed):
    project = make_project(braid.folder)
    names = braid.shards(project, 2)
    good = braid.merge(names, "--format", "json").stdout
    text = (braid.folder / names[1]).read_text()
    for change in (lambda t: t.replace('"verdict": "invalid"', '"verdict": "valid"', 1),
                   lambda t: t.replace('"status": 10', '"status": 0'),
                   lambda t: t.replace('"index": 2', '"index": 1'),
                   lambda t: t.replace('"count": 2', '"count": 3'),
                   lambda t: re.sub(r'"data": "..', '"data": "AA', t),
                   lambda t: re.sub(r'"data": "[^"]*"', '"data": ""', t),
                   lambda t: re.sub(r'"data": "[^"]*"', '"data": null', t)):
        check(change(text) != text, "it is a change")
        (braid.folder / "damaged.json").write_text(change(text))
        braid.refused([names[0], "damaged.json"], "damaged.json cannot be merged: it is not as Braid")
    rng = random.Random(seed)
    data = text.encode()
    for _ in range(damages):
        at = rng.randrange(len(data))
        cut = rng.random() < 0.3
        bad = data[:at] if cut else data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1:]
        (braid.folder / "damaged.json").write_bytes(bad)
        done = braid.merge([names[0], "damaged.json"], "--format", "json")
        is_same = done.returncode == 10 and done.stdout == good  # white space
        is_refused = done.returncode == 2 and "damaged.json" in done.stdout
        check(is_refused or is_same, f"seed {seed}: status {done.returncode}: {done.stdout[:300]}")
    # White space is not what Braid says.
    (braid.folder / "short.json").write_text(json.dumps(json.loads(text)))
    check(braid.merge([names[0], "short.json"], "--format", "json").stdout == good, "printed again")


def limits(braid):
    names = braid.shards(make_project(braid.folder), 2)
    done = braid.merge(names, "-o", "/nowhere/x.json")
    check(done.returncode == 5 and "/nowhere/x.json" in done.stderr, f"{done.stderr}")
    done = braid.merge(names, "--format", "html", "-o", "out.html")
    check(done.returncode == 10 and (braid.folder / "out.html").stat().st_size > 1000, "-o")
    check(braid.merge(names, "--memory", "0").returncode == 1, "--memory 0")


# ---------------------------------------------------------------- documents

def scripts_of(document):
    """The blocks of ```bash."""
    return re.findall(r"^```bash\n(.*?)^```$", document.read_text(), re.M | re.S)


def in_bash(braid, script, **environment):
    (braid.folder / "bin").mkdir(exist_ok=True)
    link = braid.folder / "bin" / "braid"
    if not link.exists():
        link.symlink_to(braid.path)
    path = f"{braid.folder / 'bin'}:{os.environ['PATH']}"
    return braid.run("-c", script, program="bash",
                     env={**os.environ, **environment, "PATH": path, "HOME": str(braid.folder)})


def check_whole(done, one):
    check(done.returncode == one.returncode == 10, f"{done.returncode} {done.stderr}")
    plain = re.sub(r" \(\d+ from the cache\)", "", done.stdout)
    check(without_times(plain) == without_times(one.stdout), f"{done.stdout}{one.stdout}")


def documents(braid):
    """The batches of docs/projects.md. Slurm itself is not here: what it sets is set by hand."""
    scripts = scripts_of(ROOT / "docs" / "projects.md")
    check(len(scripts) == 3, f"{len(scripts)} scripts")
    slurm, merge, parallel = scripts
    (braid.folder / make_project(braid.folder)).rename(braid.folder / "src")
    one = braid.verify("src", "--no-verdict-cache")
    first, last = map(int, re.search(r"^#SBATCH --array=(\d+)-(\d+)$", slurm, re.M).groups())
    cores = re.search(r"^#SBATCH --cpus-per-task=(\d+)$", slurm, re.M)[1]
    variables = {"SLURM_ARRAY_TASK_COUNT": str(last - first + 1), "SLURM_CPUS_PER_TASK": cores}
    statuses = [in_bash(braid, slurm, SLURM_ARRAY_TASK_ID=str(i), **variables).returncode
                for i in range(first, last + 1)]
    check(set(statuses) == {0, 2, 5, 10, 11}, f"every task has the status of its shard: {statuses}")
    check_whole(in_bash(braid, merge), one)
    # One task again, as the comment says.
    (braid.folder / "results" / "3.json").unlink()
    again = dict(variables, SLURM_ARRAY_TASK_COUNT="1", SHARDS=str(last))
    in_bash(braid, slurm, SLURM_ARRAY_TASK_ID="3", **again)
    check("is missing" not in in_bash(braid, merge).stdout, "task 3 is there again")
    shutil.rmtree(braid.folder / "results")
    if shutil.which("parallel") is None:
        print("tests/file/shards.py: GNU parallel is not installed: its script is left out")
        return
    check_whole(in_bash(braid, parallel), one)
    done = in_bash(braid, "braid verify src --list 2>/dev/null | parallel --jobs 2")
    check(done.returncode > 0 and done.stdout.count("valid  ") >= 4, f"{done.stdout}{done.stderr}")


TESTS = [shares, listed, order_on_disk, small, wrong_shards, merged, merged_java, judged, together,
         missing, stopped, changed_since, not_of_one_run, no_results, damaged, limits, documents]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--damages", type=int, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    failures = 0
    for test in TESTS:
        if options.only not in test.__name__:
            continue
        start = time.monotonic()
        more = [options.damages, options.seed] if test is damaged else []
        with tempfile.TemporaryDirectory(prefix="braid-shards-") as folder:
            try:
                test(Braid(os.path.abspath(options.braid), Path(folder)), *more)
            except (Failed, subprocess.SubprocessError, KeyError, IndexError, ValueError) as error:
                print(f"FAILED {test.__name__}: {type(error).__name__}: {error}")
                failures += 1
        if options.verbose:
            print(f"{test.__name__}: {time.monotonic() - start:.2f} s")
    print(f"tests/file/shards.py: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
