#!/usr/bin/env python3
"""Input that no one should write: braid must answer with a diagnostic and the right
status, quickly, and without a complaint of the sanitizers.

    tests/file/bad_input.py --braid PATH

Each case is a command in a folder of its own. A crash, a failed CHECK (status 6), a
sanitizer report or a slow answer fails the test.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# One second is promised, and the sanitizers make everything slower. Processor time
# is measured, so that a busy machine does not fail the test.
CPU_LIMIT = 10
WALL_LIMIT = 300
DEPTH = 100_000
CRASH_SIGNS = ("AddressSanitizer", "runtime error:", "LeakSanitizer", "internal error")

GOOD = "class Main {\n    static void main() {\n        int x := 1;\n        assert x == 1;\n    }\n}\n"
BODY = "class Main {{ static void main() {{ {} }} }}"
BIR_BODY = "process p()\n{}"

USAGE, BAD, GAVE_UP = 1, 2, 5


def program(statements):
    return BODY.format(statements).encode()


def nested(opening, middle, closing):
    return program(opening * DEPTH + middle + closing * DEPTH)


def ten_megabytes(piece):
    return piece * (10_000_000 // len(piece) + 1)


# name: (bytes of the file, expected status, part of standard error)
FILES = {
    "empty.oox": (b"", BAD, "error["),
    "only_blanks.oox": (b" \n\t\r\n ", BAD, "error["),
    "only_comment.oox": (b"// nothing\n", BAD, "error["),
    "zero_bytes.oox": (b"\0" * 1000, BAD, "error["),
    "junk.oox": (bytes((i * 7919 + i // 256) % 256 for i in range(100_000)), BAD, "error["),
    "elf.oox": (b"\x7fELF\x02\x01\x01\0\0\0", BAD, "error["),
    "latin1.oox": (b"class Caf\xe9 { }", BAD, "invalid UTF-8"),
    "cut_character.oox": (b"class A { } // \xe2\x82", BAD, "invalid UTF-8"),
    "surrogate.oox": (b"class A { } // \xed\xa0\x80", BAD, "invalid UTF-8"),
    "byte_order_mark.oox": (b"\xef\xbb\xbfclass { }", BAD, "error["),
    "open_string.oox": (program('string s := "abc;'), BAD, "error["),
    "open_string_at_end.oox": (b'class A { void f() { throw "abc', BAD, "error["),
    "open_comment.oox": (b"class A { } /* never closed", BAD, "error["),
    "open_char.oox": (program("char c := 'a;"), BAD, "error["),
    "bad_escape.oox": (program('throw "\\q\\u{ffffffffff}\\u{";'), BAD, "error["),
    "one_line.oox": (b"class A { int x" + ten_megabytes(b"x") + b"; }; }", BAD, "error["),
    "one_line_of_errors.oox": (program("x := " + "$ " * 5_000_000), BAD, "error["),
    "one_line_of_names.oox": (ten_megabytes(b"name "), BAD, "error["),
    "one_line_of_digits.oox": (program("int x := " + "9" * 10_000_000 + ";"), BAD, "error["),
    "one_line_of_quotes.oox": (ten_megabytes(b'"'), BAD, "error["),
    "lines_of_braces.oox": (ten_megabytes(b"}\n"), BAD, "error["),
    "parentheses.oox": (nested("", "int x := " + "(" * DEPTH + "1" + ")" * DEPTH + ";", ""),
                        BAD, "error["),
    "open_parentheses.oox": (program("int x := " + "(" * DEPTH), BAD, "error["),
    "blocks.oox": (nested("{", "", "}"), BAD, "error["),
    "open_blocks.oox": (program("{" * DEPTH), BAD, "error["),
    "ifs.oox": (nested("if (true) {", "", "}"), BAD, "error["),
    "else_ifs.oox": (program("if (true) { }" + " else if (true) { }" * DEPTH), BAD, "error["),
    "whiles.oox": (program("while (true) " * DEPTH + ";"), BAD, "error["),
    "nots.oox": (program("assert " + "!" * DEPTH + "true;"), BAD, "error["),
    "minuses.oox": (program("int x := " + "- " * DEPTH + "1;"), BAD, "error["),
    "long_sum.oox": (program("int x := 1" + " + 1" * DEPTH + ";"), BAD, "error["),
    "long_implication.oox": (program("assert true" + " ==> true" * DEPTH + ";"), BAD, "error["),
    "conditionals.oox": (program("int x := " + "true ? 1 : " * DEPTH + "1;"), BAD, "error["),
    "quantifiers.oox": (program("assert " + "forall v, i : a : " * DEPTH + "true;"), BAD, "error["),
    "casts.oox": (program("Main x := " + "(Main) " * DEPTH + "null;"), BAD, "error["),
    "dimensions.oox": (program("int" + "[]" * DEPTH + " x;"), BAD, "error["),
    "sizes.oox": (program("int[] x := new int" + "[1]" * DEPTH + ";"), BAD, "error["),
    "tries.oox": (nested("try {", "", "} catch { }"), BAD, "error["),
    "locks.oox": (nested("lock (this) {", "", "}"), BAD, "error["),
    "deep_hierarchy.oox": (("class C0 { }\n" + "".join(
        f"class C{i} extends C{i - 1} {{ }}\n" for i in range(1, 20_000))).encode(), BAD, "error["),
    "cyclic_hierarchy.oox": (("class C0 extends C9999 { }\n" + "".join(
        f"class C{i} extends C{i - 1} {{ }}\n" for i in range(1, 10_000))).encode(), BAD, "error["),
    "unknown_language.xyz": (b"class A { }", BAD, "error["),
    "no_extension": (b"class A { }", BAD, "error["),
    "empty.bir": (b"", BAD, "error["),
    "junk.bir": (bytes((i * 7919 + i // 256) % 256 for i in range(100_000)), BAD, "error["),
    "latin1.bir": (b"process caf\xe9()", BAD, "invalid UTF-8"),
    "open_string.bir": (b'process p() "', BAD, "error["),
    "open_comment.bir": (b"process p() /* ", BAD, "error["),
    "one_line.bir": (ten_megabytes(b"name "), BAD, "error["),
    "one_line_of_junk.bir": (ten_megabytes(b"$ # @ "), BAD, "error["),
    "parentheses.bir": (BIR_BODY.format("  x : int := " + "(" * DEPTH).encode(), BAD, "error["),
    "empty.pl": (b"", BAD, "error["),
    "zero_bytes.pl": (b"\0" * 1000, BAD, "error["),
    "junk.pl": (bytes((i * 7919 + i // 256) % 256 for i in range(100_000)), BAD, "error["),
    "latin1.pl": (b"proc { caf\xe9 := 1 }", BAD, "invalid UTF-8"),
    "open_comment.pl": (b"proc { x := 1 } /* ", BAD, "error["),
    "one_line.pl": (ten_megabytes(b"name "), BAD, "error["),
    "one_line_of_junk.pl": (ten_megabytes(b"$ # @ "), BAD, "error["),
    "one_line_of_digits.pl": (b"proc { x := " + b"9" * 10_000_000 + b" }", BAD, "error["),
    "many_errors.pl": (b"proc { " + ten_megabytes(b"x = 1; ") + b" }", BAD, "error["),
    "parentheses.pl": (b"proc { x := " + b"(" * DEPTH + b"1" + b")" * DEPTH + b" }", BAD, "error["),
    "nots.pl": (b"proc { b := " + b"not " * DEPTH + b"c }", BAD, "error["),
    "ifs.pl": (b"proc { " + b"if (a) { " * DEPTH + b"}" * DEPTH + b" }", BAD, "error["),
    "else_ifs.pl": (b"proc { if (a) { }" + b" else if (a) { }" * DEPTH + b" }", BAD, "error["),
    "news.pl": (b"proc { " + b"new(" * DEPTH, BAD, "error["),
    "boxes.pl": (b"formula " + b"[proc { skip }] " * DEPTH + b"a", BAD, "error["),
    "updates.pl": (b"formula " + b"{x := 1} " * DEPTH + b"a", BAD, "error["),
    "quantifiers.pl": (b"formula " + b"forall x : " * DEPTH + b"a", BAD, "error["),
    "long_sum.pl": (b"proc { x := 1" + b" + 1" * DEPTH + b" }", BAD, "error["),
    "implications.pl": (b"formula a" + b" ==> a" * DEPTH, BAD, "error["),
    "conditionals.pl": (b"proc { x := " + b"a ? 1 : " * DEPTH + b"1 }", BAD, "error["),
    "oox_as.pl": (GOOD.encode(), BAD, "error["),
    "oox_as.bir": (GOOD.encode(), BAD, "error["),
}


def diamond(layers):
    """Interfaces that extend both of the layer above: 2 ** layers ways to the top."""
    text = "interface L0 { int f(); }\ninterface R0 { int f(); }\n"
    for i in range(1, layers):
        for side in "LR":
            text += f"interface {side}{i} extends L{i - 1}, R{i - 1} {{ }}\n"
    last = layers - 1
    return (text + f"class C implements L{last}, R{last} {{ int f() {{ return 1; }} }}\n"
            "class Main { static void main() { C c := new C(); int x := c.f(); assert x == 1; } }\n")


def many_methods(count):
    return "class Main {\n" + "".join(
        f"  static int m{i}(int a, int b) {{ int c := a + b; if (c > {i}) {{ c := c - 1; }} return c; }}\n"
        for i in range(count)) + "  static void main() { int x := Main.m0(1, 2); assert x == 2; }\n}\n"


def many_classes(count):
    body = "".join(f"C{i} c{i} := new C{i}(); c{i}.set();\n" for i in range(0, count, 10))
    return "".join(f"class C{i} {{ int f; void set() {{ this.f := {i}; }} }}\n"
                   for i in range(count)) + BODY.format(body + "assert c0 != null;")


def many_subclasses(count):
    calls = "x := b.get();\n" * 200
    return ("class B { int get() { return 0; } }\n" + "".join(
        f"class C{i} extends B {{ int get() {{ return {i}; }} }}\n" for i in range(count)) +
        BODY.format(f"B b := new C7(); int x := 0; {calls} assert x == 7;"))


def many_locals(count):
    return BODY.format("".join(f"int x{i} := {i};\n" for i in range(count)) + "assert x5 == 5;")


# Large programs that are right: the text, and commands that have to answer them with status 0.
VERIFY = ["verify", "--timeout", "60"]
LARGE = {
    "diamond.oox": (diamond(60), [["check"], VERIFY, ["fmt", "--stdout"]]),
    "methods.oox": (many_methods(150), [["check"], ["mutate", "--list"], VERIFY]),
    "classes.oox": (many_classes(2000), [["check"], VERIFY]),
    "subclasses.oox": (many_subclasses(2000), [["check"], VERIFY]),
    "locals.oox": (many_locals(10_000), [["check"], VERIFY]),
    "conjunction.oox": (BODY.format("bool b := true; assert b" + " && b" * 9000 + ";"),
                        [["check"], VERIFY, ["fmt", "--stdout"]]),
    "long_string.oox": (BODY.format('string s := "' + "a" * 1_000_000 + '"; assert s != null;'),
                        [["check"], ["fmt", "--stdout"]]),
}


def run_large(runner):
    for name, (text, commands) in LARGE.items():
        (runner.folder / name).write_text(text, encoding="utf-8")
        for command in commands:
            runner.expect(f"{name} {command[0]}", [command[0], name, *command[1:]], 0)
        (runner.folder / name).unlink()


def cpu_seconds():
    """Processor time of all children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Runner:
    def __init__(self, braid, folder):
        self.braid = braid
        self.folder = folder
        self.failures = []
        self.count = 0

    def expect(self, name, args, status, stderr_part="", stdin=None, stdout=subprocess.PIPE):
        self.count += 1
        begin = cpu_seconds()
        try:
            result = subprocess.run([self.braid, *args], cwd=self.folder, stdin=stdin,
                                    stdout=stdout, stderr=subprocess.PIPE, timeout=WALL_LIMIT,
                                    check=False)
        except subprocess.TimeoutExpired:
            self.failures.append(f"{name}: no answer in {WALL_LIMIT} s")
            return
        seconds = cpu_seconds() - begin
        errors = result.stderr.decode("utf-8", "backslashreplace")
        problems = []
        if seconds > CPU_LIMIT:
            problems.append(f"took {seconds:.1f} s")
        if result.returncode != status:
            problems.append(f"status {result.returncode}, expected {status}")
        if any(sign in errors for sign in CRASH_SIGNS):
            problems.append("crashed")
        if stderr_part not in errors:
            problems.append(f"no `{stderr_part}` in standard error")
        if len(errors) > 200_000:
            problems.append(f"{len(errors)} characters of messages")
        if problems:
            self.failures.append(f"{name} (braid {' '.join(args)}): {', '.join(problems)}\n"
                                 f"{errors[:1500]}")


def run_files(runner):
    for name, (data, status, part) in FILES.items():
        (runner.folder / name).write_bytes(data)
        runner.expect(name, ["check", name], status, part)
        (runner.folder / name).unlink()


def model(expression):
    return f"sig A {{ f: A }}\nfact {{ {expression} }}\nrun {{}}\n".encode()


# Models for `braid solve`: text, status, part of the messages.
MODELS = {
    "empty.als": (b"", 0, ""),
    "binary.als": (bytes(range(256)) * 40, BAD, "error["),
    "words.als": (b"fun run fact some { | } : -> " * 5000, BAD, "error["),
    "parentheses.als": (model("(" * DEPTH + "A" + ")" * DEPTH + " = A"), BAD, "nested deeper"),
    "negations.als": (model("not " * DEPTH + "some A"), BAD, "nested deeper"),
    "closures.als": (model("some " + "^" * DEPTH + "f"), BAD, "nested deeper"),
    "joins.als": (model("some A" + ".f" * DEPTH), BAD, "nested deeper"),
    "implications.als": (model("some A => " * DEPTH + "some A"), BAD, "nested deeper"),
    "blocks.als": (b"sig A {}\nfact " + b"{" * DEPTH, BAD, "nested deeper"),
    "columns.als": (model("some A" + "->A" * 30), BAD, "columns"),
    "tuples.als": (b"sig A { f: A->A->A->A->A->A->A->A }\nrun {} for 10", BAD, "too many tuples"),
    "scope.als": (b"sig A {}\nrun {} for 999999999", BAD, "REL0200"),
    "bitwidth.als": (b"sig A { n: Int }\nrun {} for 3 but 99 Int", BAD, "REL0200"),
    "unknown.als": (model("some B.g & C"), BAD, "not declared"),
}


def run_models(runner):
    for name, (data, status, part) in MODELS.items():
        (runner.folder / name).write_bytes(data)
        runner.expect(name, ["solve", name, "--timeout", "5"], status, part)
        (runner.folder / name).unlink()
    runner.expect("missing model", ["solve", "missing.als"], BAD, "no such file")


def run_other_paths(runner):
    folder = runner.folder
    (folder / "good.oox").write_text(GOOD, encoding="utf-8")
    (folder / "folder.oox").mkdir()
    runner.expect("a good file", ["check", "good.oox"], 0)
    runner.expect("missing file", ["check", "missing.oox"], BAD, "no such file")
    runner.expect("a directory", ["check", "folder.oox"], BAD, "directory")
    # Permissions do not bind root; a path through a file fails for everyone.
    runner.expect("a path through a file", ["check", "good.oox/inner.oox"], BAD, "not a directory")
    runner.expect("good and missing", ["check", "good.oox", "missing.oox"], BAD, "missing.oox")
    runner.expect("a file twice", ["check", "good.oox", "good.oox"], BAD, "error[")
    runner.expect("two languages", ["check", "good.oox", "empty.bir"], BAD, "error[")
    runner.expect("wrong entry", ["run", "good.oox", "--entry", "Main.nothing"], BAD, "error[")
    runner.expect("wrong input", ["run", "good.oox", "--input", "{"], USAGE, "input")
    runner.expect("missing schedule", ["run", "good.oox", "--schedule", "missing.json"], USAGE,
                  "no such file")
    runner.expect("an unknown mutant", ["mutate", "good.oox", "--show", "LIT99"], BAD, "error[")
    runner.expect("mutants of nothing", ["mutate", "missing.oox"], BAD, "no such file")
    runner.expect("a schedule that is none", ["run", "good.oox", "--schedule", "good.oox"], USAGE,
                  "no schedule")


def run_traces(runner):
    """Traces for `replay` that no one recorded."""
    start = b'{"counterexample": {"inputs": {}, "decisions": ['
    traces = {
        "nothing": (b"", "ends too early"),
        "blanks": (b" \n ", "ends too early"),
        "zeros": (b"\0" * 1000, "not JSON"),
        "bytes": (bytes(range(256)) * 100, "not JSON"),
        "an ELF file": (b"\x7fELF\x02\x01\x01\0", "not JSON"),
        "a cut trace": (start, "ends too early"),
        "a list": (b"[]", "no result"),
        "a number": (b"7", "no result"),
        "no decisions": (b"{}", "no list of decisions"),
        "no execution": (b'{"verdict": "valid", "counterexample": null}', "`valid`"),
        "a strange decision": (start + b'{"kind": 1, "chosen": [], "of": {}}]}}', "decision 1"),
        "a huge decision": (start + b'{"kind": "schedule", "chosen": 0, "of": ' + b"9" * 4000 +
                            b"}]}}", "too large"),
        "too many decisions": (start + b", ".join(
            [b'{"kind": "schedule", "chosen": 0, "of": 2}'] * 10_000) + b"]}}", "does not fit"),
        "nested brackets": (b"[" * 1_000_000 + b"]" * 1_000_000, "nested"),
        "open brackets": (b"[" * 1_000_000, "nested"),
        "nested inputs": (b'{"inputs": {"x": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 +
                          b'}, "decisions": []}', "nested"),
        "unknown inputs": (b'{"inputs": {"x": 1}, "decisions": []}', "inputs do not fit"),
        "a strange heap": (b'{"inputs": {}, "heap": [1], "decisions": []}', "inputs do not fit"),
        "a heap of one reference": (b'{"inputs": {}, "heap": [{"ref": 1e300, "type": "Main"}], '
                                    b'"decisions": []}', "inputs do not fit"),
        "another ending": (b'{"verdict": "deadlock", "violation": {"kind": "deadlock"}, '
                           b'"counterexample": {"inputs": {}, "decisions": []}}', "does not fit"),
        "a strange step": (b'{"decisions": [], "trace": [[]]}', "step 1"),
        "a strange thread": (b'{"decisions": [], "trace": [{"thread": -1}]}', "step 1"),
        "thread 0": (b'{"decisions": [], "trace": [{"thread": 0}]}', "does not fit"),
        "a strange option": (b'{"decisions": [], "options": {"int": "33"}}', "`33`"),
        "a strange option for races": (b'{"decisions": [], "options": {"races": "maybe"}}',
                                       "`maybe`"),
    }
    path = runner.folder / "trace.json"
    for name, (data, part) in traces.items():
        path.write_bytes(data)
        runner.expect(name, ["replay", "good.oox", "--trace", path.name], BAD, part)
    path.write_bytes(b'{"decisions": [], "entry": "Main.nothing"}')
    runner.expect("another entry", ["replay", "good.oox", "--trace", path.name], BAD, "error[")
    path.write_bytes(b'{"decisions": []}')
    runner.expect("a good trace", ["replay", "good.oox", "--trace", path.name], 0)
    runner.expect("no trace", ["replay", "good.oox"], USAGE, "--trace")
    runner.expect("missing trace", ["replay", "good.oox", "--trace", "no.json"], BAD, "no such file")
    runner.expect("a folder as trace", ["replay", "good.oox", "--trace", "."], BAD, "directory")
    runner.expect("program and trace exchanged", ["replay", path.name, "--trace", "good.oox"], BAD,
                  "not JSON")
    interactive = ["replay", "good.oox", "--trace", path.name, "--interactive"]
    with open("/dev/zero", "rb") as zero, open("/dev/null", "rb") as null:
        commands = runner.folder / "commands"
        commands.write_bytes(bytes(range(256)) * 100 + zero.read(100_000) + b"\nnext 9\n" * 1000)
        runner.expect("no commands", interactive, 0, stdin=null)
        with open(commands, "rb") as strange:
            runner.expect("strange commands", interactive, 0, stdin=strange)
        with open("/dev/full", "wb") as full:
            runner.expect("full standard output of the stepper", interactive, GAVE_UP,
                          "cannot write", stdin=null, stdout=full)


def run_proofs(runner):
    """Files for `check-proof` that the prover did not write."""
    (runner.folder / "proved.pl").write_text("ensures x == 1\nproc { x := 1 }\n", encoding="utf-8")
    path = runner.folder / "proof.json"
    runner.expect("a proof", ["prove", "proved.pl", "--proof", path.name], 0)
    runner.expect("its check", ["check-proof", path.name], 0)
    good = path.read_bytes()
    files = {
        "nothing": (b"", "ends too early"),
        "zeros": (b"\0" * 1000, "not JSON"),
        "bytes": (bytes(range(256)) * 100, "not JSON"),
        "a list": (b"[]", "not a proof"),
        "an empty object": (b"{}", "not a proof"),
        "another version": (b'{"braid_proof": 2}', "version"),
        "no sequents": (b'{"braid_proof": 1, "source": "", "proofs": []}', "no proofs"),
        "nested brackets": (b"[" * 1_000_000 + b"]" * 1_000_000, "nested"),
        "a huge number": (good.replace(b'"goal":', b'"goal":' + b"9" * 400, 1), "refused"),
        "a number out of range": (good.replace(b'"premises":[1]', b'"premises":[99]', 1),
                                  "out of range"),
        "half of it": (good[:len(good) // 2], "JSON"),
        "a quarter of it": (good[:len(good) // 4], "JSON"),
    }
    for name, (data, part) in files.items():
        path.write_bytes(data)
        runner.expect(name, ["check-proof", path.name], BAD, part)
    path.write_bytes(good.replace(b'"x"', b'"y"'))
    runner.expect("another variable", ["check-proof", path.name], 10, "refused")
    path.write_bytes(good.replace(b"x == 1", b"x == 2"))
    runner.expect("another program", ["check-proof", path.name], 10, "not about its program")
    path.write_bytes(good.replace(b"proc {", b"pr0c {"))
    runner.expect("a program with errors", ["check-proof", path.name], 10, "has errors")
    runner.expect("no proof", ["check-proof", "no.json"], BAD, "no such file")
    runner.expect("a folder as proof", ["check-proof", "."], BAD, "directory")
    runner.expect("prove BIR", ["prove", "empty.bir"], BAD)
    runner.expect("an unknown goal", ["prove", "proved.pl", "--goal", "nothing"], USAGE, "nothing")
    runner.expect("a method of PL", ["prove", "proved.pl", "--method", "A.b"], USAGE, "--method")
    runner.expect("an unknown method", ["prove", "good.oox", "--method", "A.b"], BAD, "PRV0002")
    runner.expect("no time to prove", ["prove", "long.pl", "--timeout", "0.1"], GAVE_UP)
    runner.expect("a proof nowhere", ["prove", "proved.pl", "--proof", "no/such/file"], GAVE_UP,
                  "no such file")


def run_command_lines(runner):
    runner.expect("no arguments", [], USAGE)
    runner.expect("unknown command", ["frobnicate", "good.oox"], USAGE)
    runner.expect("unknown option", ["check", "good.oox", "--frobnicate"], USAGE)
    for options in (["--ltl", ""], ["--engine", "mc", "--races"],
                    ["--engine", "interp", "--search", "choose-free"],
                    ["--engine", "mc", "--range", "5..1"], ["--engine", "mc", "--instances", "0"]):
        runner.expect(" ".join(options), ["verify", "good.oox", *options], USAGE)
    runner.expect("no file", ["check"], USAGE)
    runner.expect("emit to nothing", ["emit", "good.oox"], USAGE)
    runner.expect("emit to something else", ["emit", "good.oox", "--to", "poetry"], USAGE)
    runner.expect("seed that is no number", ["run", "good.oox", "--seed", "x"], USAGE)
    runner.expect("width that is none", ["run", "good.oox", "--int", "33"], USAGE)
    runner.expect("reduction that is none", ["verify", "good.oox", "--por", "some"], USAGE,
                  "optimal")
    runner.expect("reduction without a name", ["verify", "good.oox", "--por"], USAGE)
    runner.expect("no job", ["verify", "good.oox", "--jobs", "0"], USAGE, "--jobs")
    runner.expect("jobs below zero", ["verify", "good.oox", "--jobs", "-1"], USAGE, "--jobs")
    runner.expect("too many jobs", ["verify", "good.oox", "--jobs", "9" * 30], USAGE, "--jobs")
    runner.expect("checkpoint of an enumeration",
                  ["verify", "good.oox", "--engine", "interp", "--checkpoint", "c"], USAGE,
                  "--engine symex")
    runner.expect("resumed enumeration",
                  ["verify", "good.oox", "--engine", "interp", "--resume", "c"], USAGE,
                  "--engine symex")
    runner.expect("checkpoint of mutants", ["mutate", "good.oox", "--checkpoint", "c"], USAGE)
    runner.expect("two things at once", ["mutate", "good.oox", "--run", "--show", "LIT0"], USAGE)
    runner.expect("an option without a name", ["mutate", "good.oox", "--only"], USAGE)
    (runner.folder / "good.pl").write_text("proc { while (a)[1] { x := 1 } }", encoding="utf-8")
    (runner.folder / "loop.pl").write_text("proc { while (a) { x := 1 } }", encoding="utf-8")
    (runner.folder / "goal.pl").write_text("formula x == x", encoding="utf-8")
    (runner.folder / "long.pl").write_bytes(b"proc { " + b"x := x + 1;\n" * 100_000 + b" }")
    runner.expect("explore", ["explore", "good.pl"], 0)
    runner.expect("a long program", ["check", "long.pl"], 0)
    runner.expect("explore an OOX program", ["explore", "good.oox"], BAD, "PL0203")
    runner.expect("explore a loop without a bound", ["explore", "loop.pl"], BAD, "PL0204")
    runner.expect("explore with too many bounds", ["explore", "good.pl", "--bound", "1,2"], BAD,
                  "PL0205")
    runner.expect("explore formulas", ["explore", "goal.pl"], BAD, "PL0202")
    runner.expect("verify formulas", ["verify", "goal.pl"], BAD, "PL0202")
    runner.expect("explore nothing", ["explore"], USAGE)
    runner.expect("explore two files", ["explore", "good.pl", "loop.pl"], USAGE)
    runner.expect("a bound that is none", ["explore", "good.pl", "--bound", "x"], USAGE)
    runner.expect("a bound below zero", ["explore", "good.pl", "--bound=-1"], USAGE)
    runner.expect("an order without a reduction",
                  ["explore", "good.pl", "--canonical", "adjacent"], USAGE, "--por")
    runner.expect("no time", ["explore", "loop.pl", "--bound", "1000000", "--timeout", "0.1"],
                  GAVE_UP)
    runner.expect("format PL", ["fmt", "good.pl"], BAD, "error[")
    runner.expect("a plot nowhere", ["explore", "good.pl", "--plot", "no/such/file.svg"], GAVE_UP,
                  "cannot write")
    runner.expect("unknown code", ["explain", "OOX9999"], USAGE)
    runner.expect("a code that is none", ["explain", "\x01" * 1000], USAGE)
    runner.expect("help", ["--help"], 0)
    runner.expect("help of a command", ["run", "--help"], 0)
    runner.expect("version", ["--version"], 0)


def run_outputs(runner):
    with open("/dev/full", "wb") as full:
        runner.expect("full standard output", ["emit", "good.oox", "--to", "bir"], GAVE_UP,
                      "no space left", stdout=full)
        runner.expect("full standard output of run", ["run", "good.oox"], GAVE_UP,
                      "no space left", stdout=full)
        runner.expect("full standard output of mutate", ["mutate", "good.oox", "--run"], GAVE_UP,
                      "no space left", stdout=full)
        runner.expect("full standard output of explain", ["explain", "BRD0001"], GAVE_UP,
                      "no space left", stdout=full)
    runner.expect("full device", ["emit", "good.oox", "--to", "bir", "-o", "/dev/full"], GAVE_UP,
                  "no space left")
    (runner.folder / "changes.oox").write_text(
        "class A { int n; void f() property same { n' = n } { this.n := 1; } }\n"
        "class Main { static void main() { } }\n", encoding="utf-8")
    runner.expect("full device for heaps",
                  ["verify", "changes.oox", "--engine", "modular", "--entry", "A.f",
                   "--dot", "/dev/full"], GAVE_UP, "no space left")
    runner.expect("missing folder", ["emit", "good.oox", "--to", "dot", "-o", "no/where.dot"],
                  GAVE_UP, "no such file")
    runner.expect("output is a folder", ["emit", "good.oox", "--to", "bir", "-o", "folder.oox"],
                  GAVE_UP, "directory")


def run_truncated(runner):
    """Every 50th beginning of a real program: an error, or good, but no crash."""
    examples = sorted((HERE.parent.parent / "examples").glob("*.oox"))
    if not examples:
        runner.failures.append("no example to cut")
        return
    text = max((path.read_bytes() for path in examples), key=len)
    for size in range(0, len(text), 50):
        path = runner.folder / "cut.oox"
        path.write_bytes(text[:size])
        result = subprocess.run([runner.braid, "check", path.name], cwd=runner.folder,
                                capture_output=True, timeout=WALL_LIMIT, check=False)
        runner.count += 1
        errors = result.stderr.decode("utf-8", "backslashreplace")
        if result.returncode not in (0, BAD) or any(sign in errors for sign in CRASH_SIGNS):
            runner.failures.append(f"cut after {size} bytes: status {result.returncode}\n"
                                   f"{errors[:1500]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--braid", required=True)
    options = parser.parse_args()
    os.environ["NO_COLOR"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(str(Path(options.braid).resolve()), Path(folder))
        run_files(runner)
        run_large(runner)
        run_models(runner)
        run_other_paths(runner)
        run_traces(runner)
        run_command_lines(runner)
        run_proofs(runner)
        run_outputs(runner)
        run_truncated(runner)
    for failure in runner.failures:
        print(f"FAILED {failure}")
    print(f"tests/file/bad_input.py: {runner.count} cases, {len(runner.failures)} failed")
    sys.exit(1 if runner.failures else 0)


main()
