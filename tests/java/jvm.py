#!/usr/bin/env python3
"""Runs the programs with the real `java -ea`, and compares with what their headers promise.

Programs whose verdict is valid must end without an exception in every run; sequential ones that are
invalid must fail in every run, at the promised line, with the promised exception. What programs
print is kept in BUILD/printed.json, for run.py to compare with.

    tests/java/jvm.py --models build/dev/src/braid-models.jar --build DIR [--runs 20] [NAME…]
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

from programs import HERE, Failure, all_programs, compile_all, require
from together import JAVA, run_together

HANG = 3  # s, after which a program that must hang is believed to do so


def run_alone(programs, build):
    """name → (exit status or None, output), from a virtual machine each, all side by side."""
    started = [(program, subprocess.Popen([*JAVA, "-cp", str(build / "classes"), program.name],
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                          text=True)) for program in programs]
    results = {}
    for program, process in started:
        try:
            output, _ = process.communicate(timeout=HANG if program.mode == "hangs" else 60)
            results[program.name] = (process.returncode, output)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            results[program.name] = (None, "")
    return results


def check_together(program, results):
    """Returns the output if it is always the same."""
    outcome = program.of_main()
    thrown = {entry[0] for entry in results}
    outputs = {entry[1] for entry in results}
    if program.mode == "prints":
        require(len(outputs) == 1, f"different outputs: {sorted(outputs)}")
    if outcome is None or outcome.verdict == "unknown":
        return outputs.pop()
    if outcome.verdict == "valid":
        require(thrown == {""}, f"valid, but {sorted(thrown)}")
    elif program.mode == "prints":
        expected = f"{outcome.throws}@{outcome.line if outcome.line else ''}"
        require(len(thrown) == 1 and thrown.copy().pop().startswith(expected),
                f"expected {expected}, got {sorted(thrown)}")
        if outcome.line:
            require(thrown == {expected}, f"expected {expected}, got {sorted(thrown)}")
    else:
        allowed = {"", f"{outcome.throws}@{outcome.line}" if outcome.line else outcome.throws}
        seen = thrown if outcome.line else {text.partition("@")[0] for text in thrown}
        require(seen <= allowed, f"expected {sorted(allowed)}, got {sorted(thrown)}")
    return outputs.pop()


def check_alone(program, result):
    status, output = result
    if program.mode == "hangs":
        require(status is None, f"must hang, but ended with {status}: {output}")
    else:
        require(status == program.status, f"ended with {status}: {output}")
    return output


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", required=True, type=Path)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--root", type=Path, default=HERE, help="programs of another folder")
    parser.add_argument("names", nargs="*", help="only programs whose name contains one of these")
    options = parser.parse_args()
    programs = all_programs(options.root)
    compile_all(options.build, options.models, options.root)
    chosen = [program for program in programs if program.mode not in ("never", "may hang") and
              (not options.names or any(name in program.name for name in options.names))]
    together = [program for program in chosen if program.mode in ("prints", "runs")]
    alone = [program for program in chosen if program not in together]
    shared = run_together([program.name for program in together], options.build,
                          options.runs)
    single = run_alone(alone, options.build)
    printed, failed = {}, 0
    for program in chosen:
        try:
            output = (check_together(program, shared[program.name]) if program in together
                      else check_alone(program, single[program.name]))
            if program.mode.startswith("prints"):
                printed[program.name] = output
        except Failure as failure:
            failed += 1
            print(f"FAILED {program.name}: {failure}")
    if not options.names:
        (options.build / "printed.json").write_text(json.dumps(printed, indent=1))
    print(f"tests/java/jvm.py: {len(chosen)} of {len(programs)} programs, {failed} failed")
    sys.exit(1 if failed or not chosen else 0)


try:
    main()
except Failure as error:
    sys.exit(f"tests/java/jvm.py: {error}")
