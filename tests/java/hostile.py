#!/usr/bin/env python3
"""Damaged class files and jars, given to `braid verify`.

Bits of a class are flipped, classes and jars are cut off: each ends with a verdict, or with status 2
and a diagnostic that names a byte, and never as an internal error. Code whose types do not fit is
refused with its method and byte. A method that takes long to lower ends at the time limit.

    tests/java/hostile.py --braid PATH --build DIR [--count 150] [--seed 1]
"""
import argparse
import random
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

from programs import Failure, require

VERDICTS = {0, 5, 10, 11, 12, 13}
MANY = 400  # calls of a long method

PROGRAM = """public class Victim {
    static int total;
    static volatile long wide;
    final int[] cells = new int[3];
    String name = "x";

    static class Adder extends Thread {
        int n;

        Adder(int n) {
            this.n = n;
        }

        @Override
        public void run() {
            synchronized (Victim.class) {
                total += n;
                wide += 2L;
            }
        }
    }

    interface Op {
        int apply(int a);
    }

    int sum(int k) {
        int s = 0;
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i * k;
            s += cells[i];
        }
        return s;
    }

    static int add(int a, int b) {
        return a + b;
    }

    public static void main(String[] args) throws Exception {
        Victim victim = new Victim();
        Object object = victim;
        Adder adder = new Adder(4);
        adder.start();
        adder.join();
        Op op = a -> a + 1;
        try {
            total += 10 / (total - 4);
        } catch (ArithmeticException e) {
            victim.name = "y" + op.apply(2);
        }
        if (object instanceof Victim) {
            assert ((Victim) object).sum(2) == 6;
        }
        switch (total) {
            case 4:
                wide++;
                break;
            default:
                throw new IllegalStateException();
        }
        long[][] grid = new long[2][3];
        grid[1][2] = wide;
        assert grid[1][2] == 3L && victim.name.length() == 2 && add(1, 2) == 3;
    }
}
"""
ADD = bytes((0x1a, 0x1b, 0x60, 0xac))  # iload_0 iload_1 iadd ireturn
# Instead of the addition: what a JVM refuses.
UNSAFE = {"ladd": (0x1a, 0x1b, 0x61, 0xac), "more": (0x1a, 0x60, 0x60, 0xac),
          "reference": (0x2a, 0x1b, 0x60, 0xac), "result": (0x1a, 0x1b, 0x60, 0xb0)}


def verify(options, path, *more, seconds=10):
    try:
        return subprocess.run([options.braid, "verify", "--timeout", str(seconds), *more, str(path),
                               "--entry", "Victim.main"], capture_output=True, text=True,
                              timeout=120, errors="backslashreplace", check=False)
    except subprocess.TimeoutExpired:
        raise Failure(f"{path}: no answer in 120 s") from None


def require_orderly(done, what):
    output = done.stdout + done.stderr
    require(done.returncode in VERDICTS or done.returncode == 2,
            f"{what}: status {done.returncode}\n{output}")
    if done.returncode == 2:
        require("error[JVM" in output, f"{what}: {output}")


def damaged(data, chance):
    data = bytearray(data)
    if chance.random() < 0.1:
        return data[:chance.randrange(len(data))]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data[chance.randrange(8, len(data))] ^= 1 << chance.randrange(8)
    return data


def check_bits(options, folder, good):
    chance = random.Random(options.seed)
    for turn in range(options.count):
        (folder / "Victim.class").write_bytes(damaged(good, chance))
        done = verify(options, folder, *(["--no-races"] if turn % 2 else []))
        require_orderly(done, f"seed {options.seed}, turn {turn}")
    (folder / "Victim.class").write_bytes(good)


def check_unsafe(options, folder, good):
    at = good.index(ADD)
    for name, code in UNSAFE.items():
        (folder / "Victim.class").write_bytes(good[:at] + bytes(code) + good[at + 4:])
        done = verify(options, folder)
        output = done.stdout + done.stderr
        found = re.search(r"error\[JVM0011\].*Victim\.class .* add\(II\)I: .* \(byte (\d+)\)", output)
        require(done.returncode == 2 and found, f"{name}: status {done.returncode}\n{output}")
        require(at <= int(found.group(1)) < at + 4, f"{name}: byte {found.group(1)}, not {at}")
    (folder / "Victim.class").write_bytes(good)


def check_jars(options, folder):
    jar = folder.parent / "victim.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in folder.glob("*.class"):
            archive.write(path, path.name)
    data = jar.read_bytes()
    require(verify(options, jar).returncode == 0, "the jar as it is")
    chance = random.Random(options.seed)
    for size in sorted({0, 3, len(data) - 1, *(chance.randrange(len(data)) for _ in range(8))}):
        jar.write_bytes(data[:size])
        done = verify(options, jar)
        output = done.stdout + done.stderr
        require(done.returncode == 2 and re.search(r"\(byte \d+\)", output),
                f"a jar cut off at {size}: status {done.returncode}\n{output}")


def check_time(options, folder):
    """Long methods, each with many variables: one second is not enough to lower them all."""
    folder.mkdir(exist_ok=True)
    body = "".join(f"        int v{i} = v{i - 1} * 3 + v{i // 2};\n        if (v{i} == {i}) v0++;\n"
                   for i in range(1, 1500))
    methods = "".join(f"    static int f{k}(int v0) {{\n{body}        return v0;\n    }}\n"
                      for k in range(2))
    calls = "".join(f"        f{k % 2}({k});\n" for k in range(MANY))
    (folder / "Victim.java").write_text(
        f"class Victim {{\n{methods}    public static void main(String[] a) {{\n{calls}    }}\n}}\n")
    start = time.monotonic()
    done = verify(options, folder / "Victim.java", seconds=1)
    spent = time.monotonic() - start
    require(done.returncode in (0, 5), f"long methods: status {done.returncode}\n{done.stderr}")
    require(spent < 20, f"long methods: a limit of 1 s took {spent:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = options.build / f"hostile_{options.seed}" / "classes"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder.parent / "Victim.java"
    source.write_text(PROGRAM)
    done = subprocess.run(["javac", "-g", "-d", folder, source], capture_output=True, text=True,
                          check=False)
    require(done.returncode == 0, f"javac:\n{done.stderr}")
    require(verify(options, folder).returncode == 0, "the program as it is")
    good = (folder / "Victim.class").read_bytes()
    check_unsafe(options, folder, good)
    check_bits(options, folder, good)
    check_jars(options, folder)
    check_time(options, folder.parent / "long")
    shutil.rmtree(folder.parent)
    print(f"tests/java/hostile.py: {options.count} damaged classes, none breaks Braid")


if __name__ == "__main__":
    try:
        main()
    except Failure as error:
        sys.exit(f"tests/java/hostile.py: {error}")
