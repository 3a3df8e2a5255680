#!/usr/bin/env python3
"""Help that fits a screen, completion by a real bash, manual pages without a warning of groff,
and `braid init`. Whatever program is not installed is left out.

    tests/file/shell.py --braid PATH

The last line counts the failures.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH, LINES = 80, 40

# The words of a command line, the last one to be completed, and what bash must offer (all of it),
# or, behind a minus, must not.
COMPLETED = [
    (["ver"], ["verify"]),
    (["check"], ["check", "check-proof"]),
    (["--he"], ["--help", "--help-all"]),
    (["verify", "--ent"], ["--entry"]),
    (["verify", "--no-sh"], ["--no-shorten"]),
    (["verify", "--engine", "s"], ["symex", "spin"]),
    (["verify", "--engine", "="], ["auto", "symex", "interp", "mc", "spin", "nusmv", "modular"]),
    (["verify", "--engine", "=", "nu"], ["nusmv"]),
    (["verify", "--depth", ""], []),
    (["verify", "--format", "s"], ["sarif", "svcomp", "shiviz"]),
    (["check", "--format", ""], ["text", "json", "sarif", "junit", "github"]),
    (["verify", ""], ["a.oox", "sub", "A.java"]),
    (["verify", "sub/"], ["sub/b.oox"]),
    (["verify", "a.oox", "-o", ""], ["a.oox", "A.java", "sub", "note.txt", "m.als"]),
    (["solve", ""], ["m.als", "sub"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["man", "sol"], ["solve"]),
    (["mer"], ["merge"]),
    (["verify", "--sh"], ["--shard"]),
    (["explain", "--"], ["--help", "--help-all"]),
    (["no-such-command", ""], []),
]


class Shell:
    def __init__(self, braid, folder):
        self.braid, self.folder = braid, folder
        self.failures, self.count = [], 0

    def run(self, *args, cwd=None, program=None, text=None):
        return subprocess.run([program or self.braid, *args], cwd=cwd or self.folder, input=text,
                              capture_output=True, timeout=100, check=False, text=True,
                              encoding="utf-8")

    def expect(self, good, what):
        self.count += 1
        if not good:
            self.failures.append(what)


def commands_of(shell):
    listed = shell.run("--help-all").stdout.split("Commands:")[1].split("Options:")[0]
    return re.findall(r"^  (\S+) ", listed, re.M)


def check_help(shell, commands):
    pages = [["--help"], ["--help-all"]] + [[c, h] for c in commands for h in ("--help", "-h")]
    for args in pages:
        result = shell.run(*args)
        lines = result.stdout.splitlines()
        wide = [line for line in lines if len(line) > WIDTH]
        shell.expect(result.returncode == 0 and not result.stderr, f"{args}: {result.stderr}")
        shell.expect(not wide, f"{args}: more than {WIDTH} columns: {wide}")
        shell.expect(len(lines) <= LINES, f"{args}: {len(lines)} lines")
    for command in commands:
        short, full = (set(re.findall(r"--[a-z-]+", shell.run(command, option).stdout))
                       for option in ("--help", "--help-all"))
        shell.expect(short <= full, f"{command}: only --help shows {short - full}")
    short, full = (shell.run("verify", option).stdout for option in ("--help", "--help-all"))
    for option in ("--no-repair", "--hash-compact", "--summary-size"):
        shell.expect(option in full and option not in short, f"{option} is rare")


def check_bash(shell):
    script = shell.folder / "braid.bash"
    script.write_text(shell.run("completion", "bash").stdout, encoding="utf-8")
    (shell.folder / "sub").mkdir()
    for name in ("a.oox", "A.java", "m.als", "note.txt", "sub/b.oox"):
        (shell.folder / name).write_text("", encoding="utf-8")
    script = script.rename(shell.folder.parent / "braid.bash")
    asked = ["source ../braid.bash", "complete -p braid || exit 1"]
    for words, _ in COMPLETED:
        line = " ".join(f"'{word}'" for word in ["braid", *words])
        asked.append(f"COMP_WORDS=({line}); COMP_CWORD={len(words)}; _braid; "
                     "echo \"${COMPREPLY[*]}\"")
    result = shell.run("--norc", "-c", "\n".join(asked), program="bash")
    lines = result.stdout.splitlines()
    shell.expect(result.returncode == 0 and not result.stderr, f"bash: {result.stderr}")
    shell.expect(lines[:1] == ["complete -F _braid braid"], f"bash: {lines[:1]}")
    for (words, expected), line in zip(COMPLETED, lines[1:]):
        offered = sorted(set(line.split()))
        shell.expect(offered == sorted(expected), f"bash completes {words} by {offered}")
    # The script names every option of every command.
    text = script.read_text(encoding="utf-8")
    for command in commands_of(shell):
        block = text.split(f"\n    {command})\n")[1].split("\n      ;;\n")[0]
        options = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", shell.run(command, "--help-all").stdout,
                             re.M)
        missing = [o for o in options if not re.search(rf"{o}\b", block)]
        shell.expect(not missing, f"bash: {command} lacks {missing}")


def check_other_shells(shell):
    for name in ("zsh", "fish"):
        script = shell.folder.parent / f"braid.{name}"
        result = shell.run("completion", name)
        script.write_text(result.stdout, encoding="utf-8")
        shell.expect(result.returncode == 0 and "verify" in result.stdout, f"completion {name}")
        if shutil.which(name):
            result = shell.run("-n", str(script), program=name)
            shell.expect(result.returncode == 0 and not result.stderr, f"{name}: {result.stderr}")


def check_man(shell, commands):
    folder = shell.folder.parent / "man"
    folder.mkdir()
    result = shell.run("man", "--folder", str(folder))
    names = sorted(p.name for p in folder.iterdir())
    shell.expect(names == sorted(["braid.1"] + [f"braid-{c}.1" for c in commands]),
                 f"the pages are {names}: {result.stderr}")
    printed = shell.run("man", "verify").stdout
    shell.expect(printed == (folder / "braid-verify.1").read_text(encoding="utf-8"), "man verify")
    if shutil.which("groff"):
        result = shell.run("-ww", "-man", "-z", *[str(folder / n) for n in names], program="groff")
        shell.expect(result.returncode == 0 and not result.stderr, f"groff: {result.stderr}")
        shown = shell.run("-man", "-Tascii", "-P-cbou", str(folder / "braid-verify.1"),
                          program="groff").stdout
        for part in ("--engine auto|symex", "--no-repair", "SYNOPSIS", "braid(1)"):
            shell.expect(part in shown, f"braid-verify(1) lacks {part}")


def check_init(shell):
    for options, program, verdicts in (
            (["--oox"], "counter.oox", [([], 10), (["--entry", "Main.fixed"], 0)]),
            (["--java"], "Counter.java", [([], 13)] if shutil.which("javac") else [])):
        result = shell.run("init", "project" + options[0], *options)
        folder = shell.folder / ("project" + options[0])
        shell.expect(result.returncode == 0 and (folder / program).exists() and
                     (folder / "braid.toml").exists() and "braid verify" in result.stdout,
                     f"init {options}: {result.stdout}{result.stderr}")
        again = shell.run("init", "project" + options[0], *options)
        shell.expect(again.returncode == 2 and "is there already" in again.stderr,
                     f"init {options} again: {again.stdout}{again.stderr}")
        for more, status in verdicts:
            result = shell.run("verify", program, *more, cwd=folder)
            shell.expect(result.returncode == status, f"{program} {more}: {result.stdout}")
        # What the settings offer as a comment, they take.
        settings = (folder / "braid.toml").read_text(encoding="utf-8")
        offered = re.sub(r"^# (\S+ = |\[)", r"\1", settings, flags=re.M)
        (folder / "braid.toml").write_text(offered, encoding="utf-8")
        for more, status in verdicts:
            result = shell.run("verify", program, *more, cwd=folder)
            shell.expect(offered != settings and result.returncode == status,
                         f"{program} {more} with all settings: {result.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "here"
        folder.mkdir()
        shell = Shell(str(Path(args.braid).resolve()), folder)
        commands = commands_of(shell)
        check_help(shell, commands)
        check_bash(shell)
        check_other_shells(shell)
        check_man(shell, commands)
        check_init(shell)
    for failure in shell.failures:
        print(f"FAILED {failure}")
    print(f"{shell.count} checks, {len(shell.failures)} failures")
    return 1 if shell.failures else 0


if __name__ == "__main__":
    sys.exit(main())
