#!/usr/bin/env python3
"""The property patterns in all scopes on three models: what the explicit-state engine says of the
pattern, SPIN must say of the formula that the pattern is shown to stand for, by its own translation
of the formula and on the same model, written in Promela. Chains need the next-step operator,
which SPIN is not built with, and bounded existence takes it minutes: with --all SPIN searches for
these with Braid's automaton (`--engine spin`). Without SPIN the test is skipped (status 77).

    tests/file/patterns.py --braid PATH [--models N] [--all]
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
VARIABLES = "pqrst"
PATTERNS = ("absent(p)", "exists(p)", "at_most(2, p)", "always(p)", "precedes(s, p)",
            "responds(s, p)", "precedes(s then t, p)", "precedes(p, s then t)",
            "responds(p, s then t)", "responds(s then t, p)")
SCOPES = ("{}", "before(r, {})", "after(q, {})", "between(q, r, {})", "until(q, r, {})")
PROPERTIES = [scope.format(pattern) for scope in SCOPES for pattern in PATTERNS]


def is_for_spin(text):
    """SPIN translates the formula, and soon."""
    return "then" not in text and "at_most" not in text

# Threads by the rows of their locations: the guard, the variables that become true, those that
# become false, and where it goes. A step changes all of them at once. The first thread starts the
# others, one a step.
RING = [[
    [("", "q", "", 1)], [("", "s", "q", 2)], [("", "t", "s", 3)], [("", "p", "t", 4)],
    [("", "", "p", 5)], [("", "r", "", 6)], [("", "", "r", 0)],
]]
BRANCHES = [[
    [("", "s", "", 1), ("", "", "", 1)],
    [("", "qt", "s", 2)],
    [("", "p", "t", 3)],
    [("", "s", "p", 4)],
    [("", "t", "s", 5), ("", "p", "", 3)],
    [("", "r", "qt", 6), ("", "", "q", 6)],
    [("", "", "r", 6)],
]]
SERVER = [
    [[("", "q", "", 1)], [("p", "", "", 2)], [("t", "r", "", 3)], [("!p", "", "qr", 0)]],
    [[("q && !r", "p", "", 1)], [("", "s", "", 2), ("", "", "", 2)], [("", "t", "s", 3)],
     [("r", "", "pt", 4)], [("!q", "", "", 0)]],
]
MODELS = {"ring": RING, "branches": BRANCHES, "server": SERVER}


def bir(threads):
    lines = ["system model()"] + [f"{v} : boolean;" for v in VARIABLES]
    for number, rows in enumerate(threads):
        head = "main thread T0()" if number == 0 else f"thread T{number}()"
        lines.append(head)
        starts = range(1, len(threads)) if number == 0 else ()
        for other in starts:
            target = f"start{other + 1}" if other + 1 < len(threads) else "at0"
            lines.append(f"  loc start{other}: when true do {{ start(T{other}); }} goto {target};")
        for at, ways in enumerate(rows):
            lines.append(f"  loc at{at}:")
            for guard, on, off, target in ways:
                stores = "".join(f"{v} := true; " for v in on) + \
                    "".join(f"{v} := false; " for v in off)
                lines.append(f"    when {guard or 'true'} do {{ {stores}}} goto at{target};")
        lines.append(f"end T{number};")
    return "\n".join(lines + ["end model;", ""])


def promela(threads, formulas):
    lines = [f"bool {', '.join(VARIABLES)};"]
    for number, rows in reversed(list(enumerate(threads))):
        lines.append("init {" if number == 0 else f"proctype T{number}() {{")
        if number == 0:
            lines += [f"  run T{other}();" for other in range(1, len(threads))]
        for at, ways in enumerate(rows):
            lines.append(f"at{at}: if")
            for guard, on, off, target in ways:
                stores = "; ".join([f"{v} = true" for v in on] + [f"{v} = false" for v in off])
                lines.append(f"  :: d_step {{ {guard or 'true'} -> {stores or 'skip'} }}; "
                             f"goto at{target}")
            lines.append("  fi;")
        lines.append("}")
    lines += [f"ltl f{i} {{ {formula} }}" for i, formula in enumerate(formulas)]
    return "\n".join(lines + [""])


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 14):
        raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def verdict_of(braid, text, folder, *options):
    return json.loads(run([braid, "verify", "model.bir", "--ltl", text, "--format", "json",
                           *options], folder))


def disagreements(braid, name, threads, folder, all_of_them):
    Path(folder, "model.bir").write_text(bir(threads), encoding="utf-8")
    by_mc = {text: verdict_of(braid, text, folder) for text in PROPERTIES}
    own = [text for text in PROPERTIES if is_for_spin(text)]
    formulas = [by_mc[text]["options"]["formula"] for text in own]
    Path(folder, "model.pml").write_text(promela(threads, formulas), encoding="utf-8")
    run(["spin", "-a", "model.pml"], folder)
    run(["cc", "-w", "-DNOREDUCE", "-o", "pan", "pan.c"], folder)
    by_spin = {}
    for i, text in enumerate(own):
        errors = re.search(r"errors: (\d+)", run(["./pan", "-a", "-m100000", "-N", f"f{i}"], folder))
        by_spin[text] = "valid" if int(errors[1]) == 0 else "invalid"
    for text in PROPERTIES if all_of_them else ():
        if text not in by_spin:
            by_spin[text] = verdict_of(braid, text, folder, "--engine", "spin")["verdict"]
    for text, verdict in by_spin.items():
        if by_mc[text]["verdict"] != verdict:
            yield f"{name}: {text}: mc {by_mc[text]['verdict']}, SPIN {verdict}"
    held = sum(verdict == "valid" for verdict in by_spin.values())
    print(f"patterns.py: {name}: {held} of {len(by_spin)} hold")
    if not 0 < held < len(by_spin):
        yield f"{name}: tells nothing"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    parser.add_argument("--models", type=int, default=len(MODELS))
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("spin"):
        print("patterns.py: SPIN is not installed; tools/setup installs it")
        sys.exit(SKIPPED)
    failures = []
    for name, threads in list(MODELS.items())[:arguments.models]:
        with tempfile.TemporaryDirectory() as folder:
            failures += disagreements(str(Path(arguments.braid).resolve()), name, threads, folder,
                                      arguments.all)
    for failure in failures:
        print(f"patterns.py: {failure}")
    sys.exit(1 if failures else 0)


main()
