#!/usr/bin/env python3
"""Runs the commands of the Java examples and of documents, and compares with what they say.

In an example, a comment says what Braid answers:

    //   braid verify examples/java/Account.java
    //
    // Braid answers: invalid. A data race.

In a document, a command is followed by its output, up to the next command or the end of the block,
without empty lines. The commands are those of Braid, java and javac. A line that ends with `…` is
the beginning of one; a line `…` stands for any number of them. Behind a last line that ends so, the
output may go on.

    $ tools/braid verify examples/java/Account.java
    invalid…

    tests/java/examples.py --braid PATH [FILE…]
"""
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = re.compile(r"^//   braid (.*?)\s*$")
ANSWER = re.compile(r"^// Braid answers: (\w+)")
STATUS = {"valid": {0}, "invalid": {10, 12, 13, 14}, "deadlock": {11}, "unknown": {5}}


def of_example(path):
    """Pairs of arguments and the lines that are expected."""
    found, command = [], None
    for line in path.read_text(encoding="utf-8").splitlines():
        if COMMAND.match(line):
            command = COMMAND.match(line)[1]
        elif ANSWER.match(line) and command:
            found.append((command, [ANSWER.match(line)[1] + "…"]))
            command = None
    return found


def of_document(path):
    found, inside, expected = [], False, None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside, expected = not inside, None
        elif inside and line.startswith("$ "):
            expected = []
            command = line.removeprefix("$ ").removeprefix("tools/")
            found.append((command.removeprefix("braid "), expected))
        elif inside and expected is not None and line.strip():
            expected.append(line.rstrip())
    return found


def matches(expected, output):
    """The first expected line that the output lacks, or the first one that it has behind all of
    them; or None."""
    lines, anywhere = iter([line for line in output.splitlines() if line.strip()]), False
    for wanted in expected:
        if wanted == "…":
            anywhere = True
            continue
        for line in lines:
            line = line.rstrip()
            if line == wanted or wanted.endswith("…") and line.startswith(wanted[:-1]):
                break
            if not anywhere:
                return wanted
        else:
            return wanted
        anywhere = False
    more = next(lines, None)
    is_open = not expected or expected[-1].endswith("…")
    return None if is_open or more is None else f"{more}` too many, `"


def check(braid, folder, args, expected):
    """The folder has a link to the examples, so that output names them as the document does."""
    words = shlex.split(args)
    is_java = words[0] in ("java", "javac")  # what java throws is told on standard error
    if is_java:  # which writes beside what it compiles
        words = [str(ROOT / word) if word.startswith("examples/") else word for word in words]
    done = subprocess.run(words if is_java else [braid, *words], cwd=folder, capture_output=True,
                          text=True, check=False)
    missing = matches(expected, done.stderr if is_java else done.stdout)
    if missing is not None:
        return f"no line `{missing}`, status {done.returncode}:\n{done.stdout}{done.stderr}"
    verdict = re.match(r"\w+", expected[0])[0] if expected else None
    if verdict in STATUS and done.returncode not in STATUS[verdict]:
        return f"status {done.returncode} of {verdict}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("files", nargs="*", type=Path,
                        default=[*sorted((ROOT / "examples" / "java").glob("*.java")),
                                 ROOT / "docs" / "tutorial" / "java.md"])
    options = parser.parse_args()
    options.braid = str(Path(options.braid).resolve())
    commands, failed = 0, 0
    for path in options.files:
        found = of_document(path) if path.suffix == ".md" else of_example(path)
        if not found:
            failed += 1
            print(f"FAILED {path}: no commands")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "examples").symlink_to(ROOT / "examples")
            for args, expected in found:
                commands += 1
                problem = check(options.braid, folder, args, expected)
                if problem:
                    failed += 1
                    print(f"FAILED {path}\n  braid {args}\n{problem}\n")
    print(f"tests/java/examples.py: {commands} commands, {failed} failed")
    sys.exit(1 if failed else 0)


main()
