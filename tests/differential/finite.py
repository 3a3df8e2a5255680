#!/usr/bin/env python3
"""Concurrent programs as finite models: every way to search them must agree.

    tests/differential/finite.py --braid PATH --concurrent PATH [--count N] [--seed S] [--spin N]
    tests/differential/finite.py --braid PATH --bir [--count N] [--seed S] [--spin N] [--pan N]
    tests/differential/finite.py --braid PATH --floats [--count N] [--seed S]
    tests/differential/finite.py --braid PATH --programs FOLDER [--shard I/N] [--least N]
                                 [--spin N] [--out FOLDER]

The programs are random ones, which `concurrent --print` writes, with --bir random finite ones
of bir_programs.py, with --floats those of float_programs.py, or those of a folder, with the entries and bounds of their
`// BRAID: verify` lines. Each is searched by `--engine mc`
with all reductions, without any, and (random ones) with each one alone switched off, and by
symbolic execution with state matching.
  - All searches by mc have the same verdict, hit the same bounds, and say alike whether
    they are complete.
  - What mc finds has been replayed, so symbolic execution must find something, too, unless
    a bound cut it.
  - If symbolic execution finds something, so must mc, unless a bound of the model cut it.
  - With two and four threads, mc tells what it tells breadth first with one: the same numbers, the
    same execution.
With --bir, the truth is the interpreter, every bound is one of the program, and `auto` must
say the same. With --pan N, the text of `emit --to promela` is given to SPIN by hand on every
N-th program, and its verifier must find an error exactly if mc does.
With --floats, where the model takes tests of floats for choices, the truth is the interpreter: what
is valid must be, what is wrong must be, with and without the choices, and enough must be decided.
With --spin N, SPIN's verdict must be mc's on every N-th program. A random program on which
they disagree is written to the folder, and the status is 1; so it is if fewer than --least
programs were small enough for a comparison.
"""
import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bir_programs
import float_programs

BOUNDS = ("--range", "-2..5", "--instances", "2", "--array-size", "2", "--timeout", "4")
PLAIN = ("--por", "none", "--no-coarsen", "--no-live", "--no-symmetry", "--no-reclaim")
VARIANTS = ((), PLAIN, ("--por", "none"), ("--no-coarsen",), ("--no-live",), ("--no-symmetry",),
            ("--bfs",), ("--bfs", "--por", "none"), ("--hash-compact",), ("--no-stubborn",),
            ("--no-reclaim",), ("--no-coarsen", "--bfs"))
# Switches that take turns when numbers of threads are compared.
SHARED = (PLAIN, (), ("--hash-compact",), ("--no-coarsen",), ("--no-symmetry", "--no-coarsen"),
          ("--por", "none"), ("--search", "random"))
# What may differ from run to run.
TIME_AND_MEMORY = ("seconds", "solver_seconds", "peak_memory_bytes", "bytes_per_state")
# What is kept may take the places of what is needed: only these bounds.
KEEPS = ("--no-reclaim", "--no-live")
RECLAIMED = ("instances", "threads")
LINE = re.compile(r"^\s*//\s*BRAID:\s*verify\b(.*?)=>")
# Methods that are given by specification only have nothing to search.
SPEC = re.compile(r"(?m)^\s*spec\s*\{")
# What only the other engines take: mc says so by name.
REFUSED = "--engine mc does not support"
# Options that say what is searched for; those that say how are left to this script.
KEPT = ("--entry", "--deadlock", "--join")


def verify(braid, path, *options):
    try:
        result = subprocess.run([braid, "verify", path, "--format", "json", *options],
                                capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    try:
        found = json.loads(result.stdout)
    except ValueError:
        found = {"verdict": "error"}
    if found["verdict"] == "error":
        why = (result.stdout + result.stderr)[-2000:]
        return {"verdict": f"status {result.returncode}: {why}"}
    return found


def is_wrong(found):
    return found["verdict"] in ("invalid", "deadlock")


def same_bounds(found, first, extra):
    """Alike complete, and cut by the same bounds; but objects and threads that only another order
    of steps leaves behind in time are found dead in that order alone."""
    if (found["complete"], found["bounds_hit"]) == (first["complete"], first["bounds_hit"]):
        return True
    different = set(found["bounds_hit"]) ^ set(first["bounds_hit"])
    may_differ = not set(first["bounds_hit"]) - set(found["bounds_hit"]) or \
        not set(KEEPS) & set(extra)
    return different <= set(RECLAIMED) and may_differ


def disagreement(braid, path, options, variants, spin):
    """What does not fit together, or None; and whether anything could be compared."""
    searches = [verify(braid, path, "--engine", "mc", *BOUNDS, *options, *extra)
                for extra in variants]
    first = searches[0]
    for extra, found in zip(variants, searches):
        if found is None or found["verdict"] == "unknown":
            return None, False  # too large for one of them
        if REFUSED in found["verdict"]:
            return None, False
        if found["verdict"].startswith("status"):
            return f"mc {' '.join(extra)}: {found['verdict']}", True
        if is_wrong(found) != is_wrong(first):
            return f"mc {' '.join(extra)}: {found['verdict']}, not {first['verdict']}", True
        exact = "--hash-compact" not in extra and not is_wrong(found)
        if exact and not same_bounds(found, first, extra):
            return (f"mc {' '.join(extra)}: complete {found['complete']}, bounds "
                    f"{found['bounds_hit']}, not {first['bounds_hit']}"), True
    # Symbolic execution takes undefined values for granted, which BIR can name.
    other = ("interp",) if path.suffix == ".bir" else ("symex", "--stateful")
    truth = verify(braid, path, "--engine", *other, "--array-size", "2", "--timeout", "4",
                   *options)
    if truth and not truth["verdict"].startswith(("status", "unknown")):
        if is_wrong(first) and not is_wrong(truth) and truth["complete"]:
            return f"mc: {first['verdict']}, {other[0]}: {truth['verdict']}, complete", True
        if is_wrong(truth) and not is_wrong(first) and first["complete"]:
            return f"{other[0]}: {truth['verdict']}, mc: {first['verdict']}, complete", True
    if spin:
        found = verify(braid, path, "--engine", "spin", *BOUNDS, *options)
        if found and found["verdict"] != "unknown" and is_wrong(found) != is_wrong(first):
            return f"spin: {found['verdict']}, mc: {first['verdict']}", True
    return None, True


def jobs_disagreement(braid, path, options, number):
    """What several threads tell otherwise than one; None: nothing. Each program has its turn."""
    extra = SHARED[number % len(SHARED)]
    jobs = ("2", "4")[number // len(SHARED) % 2]
    told = []
    for way in (("--bfs",), ("--jobs", jobs)):
        found = verify(braid, path, "--engine", "mc", *options, *extra, *way)
        if found is None or found["verdict"] == "unknown" and "limit" in (found["reason"] or ""):
            return None
        if found["verdict"].startswith("status"):
            return None if REFUSED in found["verdict"] else f"mc {way}: {found['verdict']}"
        for key in TIME_AND_MEMORY:
            del found["stats"][key]
        told.append(found)
    if told[0] == told[1]:
        return None
    different = [key for key in told[0] if told[0][key] != told[1][key]]
    return f"mc {' '.join(extra)} --jobs {jobs}: not as with --bfs: {', '.join(different)}"


def random_programs(options):
    command = [options.concurrent, "--print", "--steps", "2000", "--count", str(options.count),
               "--seed", str(options.seed)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for program in re.split(r"(?m)^(?=// seed \d+$)", printed)[1:]:
        seed = re.match(r"// seed (\d+)", program)[1]
        path = options.out / f"finite_{seed}.oox"
        path.write_text(program, encoding="utf-8")
        yield path, ()


def pan_errors(braid, path):
    """What SPIN's verifier says about the text that Braid writes: the number of errors, or None."""
    with tempfile.TemporaryDirectory() as folder:
        text = subprocess.run([braid, "emit", "--to", "promela", path], capture_output=True,
                              text=True, check=False, timeout=60)
        if text.returncode != 0:
            return None
        (Path(folder) / "model.pml").write_text(text.stdout, encoding="utf-8")
        for command in (["spin", "-a", "model.pml"], ["cc", "-w", "-o", "pan", "pan.c"]):
            made = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                                  check=False, timeout=120)
            if made.returncode != 0:
                raise RuntimeError(f"{command}: {made.stdout}{made.stderr}")
        ran = subprocess.run(["./pan", "-m200000"], cwd=folder, capture_output=True, text=True,
                             check=False, timeout=120)
        errors = re.search(r"errors: (\d+)", ran.stdout)
        return int(errors[1]) if errors else None


def bir_disagreement(braid, path, variants, spin, pan):
    """As `disagreement`, for a finite BIR program: mc, the interpreter and SPIN mean the same."""
    truth = verify(braid, path, "--engine", "interp", "--no-drop", "--timeout", "10", "--depth",
                   "100000")
    if truth is None or truth["verdict"] == "unknown":
        return None, False
    searches = [("mc " + " ".join(extra),
                 verify(braid, path, "--engine", "mc", "--timeout", "10", *extra))
                for extra in variants]
    searches.append(("auto", verify(braid, path, "--timeout", "10")))
    if spin:
        searches.append(("spin", verify(braid, path, "--engine", "spin", "--timeout", "60")))
    for name, found in searches:
        if found is None or found["verdict"] == "unknown":
            is_large = found and "limit of" in (found["reason"] or "")
            if name == "spin" or is_large:
                continue  # what it found could not be confirmed, or it took too long
            return f"{name}: {found and found['reason']}, interp: {truth['verdict']}", True
        if found["verdict"].startswith("status") or is_wrong(found) != is_wrong(truth):
            return f"{name}: {found['verdict']}, interp: {truth['verdict']}", True
        exact = not is_wrong(found) and "hash" not in name and name != "spin"
        kept = any(option in name for option in KEEPS) and found["bounds_hit"] == ["threads"]
        if exact and not found["complete"] and not kept:
            return f"{name}: cut by {found['bounds_hit']}", True
    if pan:
        errors = pan_errors(braid, path)
        if errors is not None and (errors > 0) != is_wrong(truth):
            return f"pan: {errors} errors, interp: {truth['verdict']}", True
    return None, True


def float_disagreement(braid, path, spin):
    """A model in which floats are guessed says nothing that the interpreter denies."""
    truth = verify(braid, path, "--engine", "interp", "--timeout", "10")
    if truth is None or truth["verdict"] == "unknown":
        return None, False
    options = [("mc",), ("mc", "--search", "choose-free"), ("mc", *PLAIN)]
    if spin:
        options.append(("spin",))
    is_decided = False
    for engine, *extra in options:
        found = verify(braid, path, "--engine", engine, "--range", "-2..9", "--timeout", "10",
                       *extra)
        name = f"{engine} {' '.join(extra)}"
        if found is None:
            continue
        if found["verdict"].startswith("status"):
            return f"{name}: {found['verdict']}", True
        is_all = found["verdict"] == "valid" and found["complete"]
        is_decided = is_decided or is_all or is_wrong(found)
        if (is_all and is_wrong(truth)) or (is_wrong(found) and not is_wrong(truth)):
            return f"{name}: {found['verdict']}, interp: {truth['verdict']}", True
    return None, is_decided


def random_floats(options):
    for seed in range(options.seed, options.seed + options.count):
        path = options.out / f"floats_{seed}.oox"
        path.write_text(float_programs.text(seed), encoding="utf-8")
        yield path, ()


def random_models(options):
    for seed in range(options.seed, options.seed + options.count):
        path = options.out / f"finite_{seed}.bir"
        path.write_text(bir_programs.text(seed), encoding="utf-8")
        yield path, ()


def kept_options(line):
    words, kept = shlex.split(line), []
    while words:
        word = words.pop(0)
        if word in KEPT:
            kept += [word, words.pop(0)]
    return tuple(kept)


def stored_programs(options):
    """Each file with the different questions that its header asks."""
    index, count = map(int, options.shard.split("/"))
    files = sorted(p for p in options.programs.rglob("*") if p.suffix in (".oox", ".bir"))
    for path in files[index::count]:
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        questions = [match[1] for match in map(LINE.match, lines)
                     if match and "--ltl" not in match[1] and "--races" not in match[1]]
        if SPEC.search(text) or any("=> error" in line for line in lines):
            continue
        for question in sorted(set(map(kept_options, questions))):
            yield path, question


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--concurrent")
    source.add_argument("--programs", type=Path)
    source.add_argument("--bir", action="store_true")
    source.add_argument("--floats", action="store_true")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0)
    parser.add_argument("--pan", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    programs = stored_programs(options) if options.programs else \
        random_models(options) if options.bir else \
        random_floats(options) if options.floats else random_programs(options)
    variants = VARIANTS[:2] if options.programs else VARIANTS
    spin = options.spin if shutil.which("spin") else 0
    pan = options.pan if shutil.which("spin") and shutil.which("cc") else 0
    failed = compared = total = 0
    for path, question in programs:
        total += 1
        if options.floats:
            problem, was_compared = float_disagreement(options.braid, path,
                                                       spin and total % spin == 0)
        elif options.bir:
            # One switch at a time: the others take their turn.
            some = (*VARIANTS[:2], VARIANTS[2 + total % (len(VARIANTS) - 2)])
            problem, was_compared = bir_disagreement(options.braid, path, some,
                                                     spin and total % spin == 0,
                                                     pan and total % pan == 0)
        else:
            problem, was_compared = disagreement(options.braid, path, question, variants,
                                                 spin and total % spin == 0)
        if not problem and was_compared and not options.floats:
            limits = ("--timeout", "10") if options.bir else (*BOUNDS, *question)
            problem = jobs_disagreement(options.braid, path, limits, total)
        compared += was_compared
        if problem:
            failed += 1
            print(f"FAILED {path} {' '.join(question)}: {problem}")
        elif not options.programs:
            path.unlink()
    print(f"tests/differential/finite.py: {total} programs, {compared} compared, "
          f"{failed} failed")
    sys.exit(1 if failed or compared < options.least else 0)


if __name__ == "__main__":
    main()
