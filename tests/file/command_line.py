#!/usr/bin/env python3
"""What braid says about command lines: options without use, numbers that are none, words that
are almost right, files that do not exist, groups of the help, and errors as JSON.

    tests/file/command_line.py --braid PATH

The last line counts the failures.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

USAGE, BAD = 1, 2

PROGRAM = """class Main {
    static void main() {
        int x := 1;
        assert x == 1;
    }
}
"""
WRONG = PROGRAM.replace("int x := 1;", "int x := y;")

# Options, the engine, and what braid answers. None: the engine reads the option.
REFUSED = [
    ("--bfs", "symex", "--bfs is for --engine mc or spin, not for symex"),
    ("--bfs", "interp", "--bfs is for --engine mc or spin, not for interp"),
    ("--bfs", "mc", None),
    ("--por optimal", "interp", "--por optimal is for --engine symex, not for interp"),
    ("--por none", "interp", "--por none is for --engine symex, mc or spin, not for interp"),
    ("--por none", "mc", None),
    ("--por guarded", "mc", "--por guarded is for --engine symex, not for mc"),
    ("--hash-compact", "spin", "--hash-compact is for --engine mc, not for spin"),
    ("--no-symmetry", "symex", "--no-symmetry is for --engine mc"),
    ("--no-stubborn", "spin", "--no-stubborn is for --engine mc"),
    ("--no-reclaim", "interp", "--no-reclaim is for --engine mc"),
    ("--no-live", "nusmv", "--no-live is for --engine mc or spin"),
    ("--no-coarsen", "nusmv", "--no-coarsen is for --engine symex, interp, mc or spin"),
    ("--search random", "interp", "--search random is for --engine symex or mc"),
    ("--search basic", "symex", "--search basic is for --engine mc, spin or nusmv"),
    ("--search default", "interp", None),
    ("--depth 9", "modular", "--depth is for --engine symex, interp, mc or spin"),
    ("--depth 9", "nusmv", "--depth is for --engine symex, interp, mc or spin"),
    ("--unwind 9", "mc", "--unwind is for --engine symex or modular"),
    ("--unwind 9", "modular", None),
    ("--array-size 2", "modular", "--array-size is for --engine symex"),
    ("--range 0..1", "symex", "--range is for --engine mc, spin or nusmv"),
    ("--threads 2", "interp", "--threads is for --engine mc, spin or nusmv"),
    ("--no-drop", "modular", "--no-drop is for --engine symex, interp, mc, spin or nusmv"),
    ("--jobs 2", "interp", "--jobs is for --engine symex or mc"),
    ("--jobs 2", "mc", None),
    ("--jobs 2 --bfs --hash-compact", "mc", None),
    ("--jobs 2 --ltl []true", "mc", "--jobs does not go with --ltl"),
    ("--jobs 1 --ltl []true", "mc", None),
    ("--list-executions", "interp", "--list-executions is for --engine symex"),
    ("--list-executions --jobs 2", "symex", "--list-executions does not go with"),
    ("--stateful", "mc", "--stateful is for --engine symex or interp"),
    ("--no-stateful", "mc", "--no-stateful is for --engine symex or interp"),
    ("--no-repetitions", "interp", "--no-repetitions is for --engine symex"),
    ("--no-distinct-indices", "interp", "--no-distinct-indices is for --engine symex"),
    ("--no-equal-writes", "mc", "--no-equal-writes is for --engine symex"),
    ("--no-early-inputs", "interp", "--no-early-inputs is for --engine symex"),
    ("--cut-loops", "interp", "--cut-loops is for --engine symex"),
    ("--no-cache", "mc", "--no-cache is for --engine symex"),
    ("--query-timeout 1", "interp", "--query-timeout is for --engine symex"),
    ("--seed 3", "interp", "--seed is for --engine symex or mc"),
    ("--races", "mc", "--races is for --engine symex or interp"),
    ("--join children", "modular", "--join is for --engine symex, interp, mc, spin or nusmv"),
    ("--int math", "modular", None),
    ("--int 32", "modular", "--int 32 is for --engine symex, interp, mc, spin or nusmv"),
    ("--scope 2", "symex", "--scope is for --engine modular"),
    ("-v", "symex", "--verbose is for --engine modular"),
    ("--ltl []true", "symex", "--ltl is for --engine mc, spin or nusmv"),
    ("--property p", "interp", "--property is for --engine mc, spin, nusmv or modular"),
    ("--property p", "mc", "--property without a property file (.ltl) is for --engine modular"),
    ("--property p --ltl []true", "mc", "--property does not go with --ltl"),
    ("--fair", "nusmv", "--fair is for --engine mc or spin"),
]

# Without an engine: what the options mean, or why they mean nothing.
CHOSEN = [
    ("--hash-compact", "mc"),
    ("--scope 2", "modular"),
    ("--no-cache", "symex"),
    ("--search bounded", "mc"),
    ("--bfs", "--bfs is for --engine mc or spin; this program would be verified by symex"),
    ("--hash-compact --jobs 2", "mc"),
    ("--jobs 2", "symex"),
    ("--hash-compact --no-cache", "is for --engine"),
]

# Commands with a number that is none, and a part of the answer.
NUMBERS = [
    ("verify p.oox --timeout nan", "--timeout: `nan` is not a number of seconds"),
    ("verify p.oox --timeout inf", "--timeout: `inf` is not a number of seconds"),
    ("verify p.oox --timeout=-1", "--timeout: `-1` is not a number of seconds"),
    ("verify p.oox --timeout 0", "--timeout: it must be more than 0"),
    ("verify p.oox --timeout 1e300", "--timeout: 1e300 is too large"),
    ("verify p.oox --timeout=", "--timeout"),
    ("verify p.oox --depth -1", "--depth: `-1` is not a whole number"),
    ("verify p.oox --depth 18446744073709551616", "--depth: 18446744073709551616 is too large"),
    ("verify p.oox --depth 1.5", "--depth: `1.5` is not a whole number"),
    ("verify p.oox --unwind x", "--unwind: `x` is not a whole number"),
    ("verify p.oox --unwind 4294967296", "--unwind: 4294967296 is too large"),
    ("verify p.oox --array-size -1", "--array-size: `-1` is not a whole number"),
    ("verify p.oox --memory 99999999999999999", "--memory: 99999999999999999 is too large"),
    ("verify p.oox --memory 0", "--memory: 0 is too small"),
    ("verify p.oox --threads 0", "--threads: 0 is too small"),
    ("verify p.oox --threads -2", "--threads: -2 is too small"),
    ("verify p.oox --range 0..99999999999999999999", "--range"),
    ("verify p.oox --instances 99999999999999999999", "--instances"),
    ("verify p.oox --scope 99999999999999999999", "--scope"),
    ("verify p.oox --query-timeout nan", "--query-timeout"),
    ("verify p.oox --seed 1e3", "--seed: `1e3` is not a whole number"),
    ("run p.oox --seeds 0", "--seeds: 0 is too small"),
    ("run p.oox --max-steps x", "--max-steps: `x` is not a whole number"),
    ("emit p.oox --to smv --array-size -1", "--array-size"),
    ("explore p.pl --timeout nan", "--timeout: `nan` is not a number of seconds"),
    ("explore p.pl --bound x", "--bound: `x` is not a whole number from 0"),
    ("explore p.pl --bound 1,1000001", "--bound: Value 1000001 not in range 0 to 1000000"),
    ("solve m.als --bitwidth 13", "--bitwidth: Value 13 not in range 1 to 12"),
    ("explore p.pl --memory -1", "--memory: `-1` is not a whole number"),
    ("prove p.pl --unfold -1", "--unfold: `-1` is not a whole number"),
    ("prove p.pl --timeout=-1", "--timeout: `-1` is not a number of seconds"),
    ("check-proof p.json --timeout nan", "--timeout: `nan` is not a number of seconds"),
    ("solve m.als --scope x", "--scope: `x` is not a whole number"),
    ("solve m.als --all 99999999999999999999", "--all: 99999999999999999999 is too large"),
    ("summarize p.oox --summary-size -1", "--summary-size: `-1` is not a whole number"),
]

# Words that are almost right, and what was meant.
MEANT = [
    ("verfy p.oox", "there is no command `verfy`; did you mean `verify`?"),
    ("verify p.oox --dept 3", "there is no option `--dept`; did you mean `--depth`?"),
    ("verify p.oox --dept=3", "there is no option `--dept`; did you mean `--depth`?"),
    ("solve m.als --bitwith 3", "there is no option `--bitwith`; did you mean `--bitwidth`?"),
    ("verify p.oox --engine symx", "there is no `symx`; did you mean `symex`?"),
    ("verify p.oox --por optimum", "there is no `optimum`; did you mean `optimal`?"),
    ("run p.oox --format jsn", "there is no `jsn`; did you mean `json`?"),
    ("emit p.oox --to promella", "there is no `promella`; did you mean `promela`?"),
    ("verify p.oox --depth", "--depth needs a value"),
    ("verify", "FILE is required"),
    ("solve m.als other.als", "`other.als` is one argument too many"),
    ("explore p.pl other.pl", "`other.pl` is one argument too many"),
    ("", "a command is needed"),
    ("mutate p.oox --list --depth 3", "--depth is for --run"),
    ("mutate p.oox --run --bfs", "--bfs is for --engine mc or spin"),
    ("mutate p.oox --run --engine interp --jobs 2", "--jobs is for --engine symex"),
    ("mutate p.oox --run --engine modular --jobs 2", "--jobs is for --engine symex"),
    ("explain OOX9999", "there is no diagnostic `OOX9999`; there is OOX"),
    ("explain oox201x", "there is no diagnostic"),
]

# Errors with `--format json`: arguments, status, and the code of the first diagnostic.
ERRORS = [
    ("verify wrong.oox", BAD, "OOX0301"),
    ("check wrong.oox", BAD, "OOX0301"),
    ("run wrong.oox", BAD, "OOX0301"),
    ("mutate wrong.oox", BAD, "OOX0301"),
    ("verify missing.oox", BAD, "BRD0001"),
    ("replay p.oox --trace missing.json", BAD, None),
    ("explore missing.pl", BAD, "BRD0001"),
    ("prove missing.pl", BAD, "BRD0001"),
    ("solve missing.als", BAD, "BRD0001"),
    ("verify p.oox --resume missing", BAD, None),
    ("verify p.oox --dept 3", USAGE, None),
    ("verify p.oox --engine symex --bfs", USAGE, None),
    ("verify p.oox --timeout nan", USAGE, None),
    ("verfy p.oox", USAGE, None),
    ("verify p.oox -o no/such/folder/out.json", 5, None),
]


class Runner:
    def __init__(self, braid, folder):
        self.braid = braid
        self.folder = folder
        self.failures = []
        self.count = 0

    def run(self, args):
        self.count += 1
        return subprocess.run([self.braid, *args], cwd=self.folder, capture_output=True,
                              timeout=100, check=False, text=True, encoding="utf-8")

    def fail(self, args, what, result):
        self.failures.append(f"braid {' '.join(args)}: {what}\n{result.stdout}{result.stderr}")

    def expect_error(self, args, status, part):
        result = self.run(args)
        lines = result.stderr.splitlines()
        if result.returncode != status:
            self.fail(args, f"status {result.returncode}, expected {status}", result)
        elif part not in result.stderr or result.stdout:
            self.fail(args, f"expected `{part}` on standard error alone", result)
        elif len(lines) != 1 or not lines[0].startswith("braid: "):
            self.fail(args, "expected one line of braid", result)


def check_engines(runner):
    for options, engine, answer in REFUSED:
        args = ["verify", "p.oox", "--engine", engine, *options.split()]
        if answer is not None:
            runner.expect_error(args, USAGE, answer)
            continue
        result = runner.run(args)
        if result.returncode == USAGE:
            runner.fail(args, "refused", result)
    for options, answer in CHOSEN:
        args = ["verify", "p.oox", "--format", "json", *options.split()]
        result = runner.run(args)
        root = json.loads(result.stdout)
        if root["verdict"] == "error":
            if answer not in root["diagnostics"][0]["message"]:
                runner.fail(args, f"expected `{answer}`", result)
        elif root["engine"] != answer:
            runner.fail(args, f"expected {answer}", result)


def check_errors(runner):
    for command, status, code in ERRORS:
        args = [*command.split(), "--format", "json"]
        result = runner.run(args)
        try:
            root = json.loads(result.stdout)
        except ValueError:
            runner.fail(args, "standard output is not one JSON object", result)
            continue
        first = root["diagnostics"][0] if root.get("diagnostics") else {}
        keys = ["code", "severity", "message", "file", "line", "column", "notes"]
        if (result.returncode != status or root.get("status") != status or
                root.get("verdict") != "error" or root.get("tool") != "braid"):
            runner.fail(args, f"expected an error with status {status}", result)
        elif list(first) != keys or first["code"] != code or not first["message"]:
            runner.fail(args, f"expected a diagnostic with code {code}", result)
        elif result.stderr:
            runner.fail(args, "expected nothing on standard error", result)
    result = runner.run(["check", "p.oox", "--format=json"])
    root = json.loads(result.stdout)
    if (result.returncode, root["verdict"], root["diagnostics"]) != (0, "accepted", []):
        runner.fail(["check"], "expected an accepted program", result)
    result = runner.run(["verify", "wrong.oox", "--format", "json"])
    place = json.loads(result.stdout)["diagnostics"][0]
    if (place["file"], place["line"], place["column"]) != ("wrong.oox", 3, 18):
        runner.fail(["verify wrong.oox"], "expected the place of the name", result)


def check_help(runner):
    """tests/file/shell.py looks at the size of the help."""
    for command in ("verify", "mutate", "run"):
        args = [command, "--help-all"]
        result = runner.run(args)
        if result.returncode != 0 or "\nOptions:" in result.stdout:
            runner.fail(args, "an option without a group", result)
    groups = re.findall(r"^(\w.*):$", runner.run(["verify", "--help-all"]).stdout, re.M)
    expected = ["Input", "Engine and search", "Bounds and limits", "Threads and properties",
                "Modular (--engine modular)", "Solver (--engine symex)", "Projects", "Output"]
    if groups != expected:
        runner.failures.append(f"the groups of `verify --help-all` are {groups}")


def check_files(runner):
    """A name that is almost that of a file or of a folder."""
    (runner.folder / "folder").mkdir()
    (runner.folder / "folder" / "Main.java").write_text("class Main {}\n", encoding="utf-8")
    for wanted, meant in [("wrog.oox", "wrong.oox"), ("foldr/Main.java", "folder/Main.java"),
                          ("foldr/Mian.java", "folder/Main.java"), ("foldr", "folder")]:
        result = runner.run(["check", wanted])
        if result.returncode != BAD or f"did you mean `{meant}`?" not in result.stderr:
            runner.fail(["check", wanted], f"expected `{meant}`", result)
    result = runner.run(["check", "nothing/like/that.oox"])
    if result.returncode != BAD or "did you mean" in result.stderr:
        runner.fail(["check"], "expected no guess", result)


def check_codes(runner):
    result = runner.run(["explain"])
    lines = result.stdout.splitlines()
    good = all(re.match(r"[A-Z]{2,3}\d{4}  (error  |warning)  \S", line) for line in lines)
    if result.returncode != 0 or len(lines) < 100 or not good:
        runner.fail(["explain"], "expected all codes, one line each", result)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "p.oox").write_text(PROGRAM, encoding="utf-8")
        (folder / "wrong.oox").write_text(WRONG, encoding="utf-8")
        runner = Runner(str(Path(args.braid).resolve()), folder)
        check_engines(runner)
        for command, part in NUMBERS + MEANT:
            runner.expect_error(command.split(), USAGE, part)
        check_errors(runner)
        check_help(runner)
        check_files(runner)
        check_codes(runner)
    for failure in runner.failures:
        print(f"FAILED {failure}")
    print(f"{runner.count} command lines, {len(runner.failures)} failures")
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
