#!/usr/bin/env python3
"""Installs a build into a folder, verifies programs with what is there, builds examples/api with the
library, and makes the Debian packages and runs what they hold.

    tests/install/run.py --build BUILD [--cxx COMPILER]

BUILD is a build folder with the targets `braid` and `braid_bundle` made. Ends with 77, which skips
the test, if the library is missing. The last line counts the failures.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
INSTALLED = [
    "bin/braid", "include/braid/braid.h", "lib/libbraid.a", "lib/cmake/braid/braid-config.cmake",
    "lib/cmake/braid/braid-config-version.cmake", "share/man/man1/braid.1",
    "share/man/man1/braid-verify.1", "share/bash-completion/completions/braid",
    "share/zsh/site-functions/_braid", "share/fish/vendor_completions.d/braid.fish",
    "share/doc/braid/LICENSE", "share/doc/braid/docs/command-line.md",
    "share/doc/braid/examples/tickets.oox",
]
# Programs, the status of `braid verify`, and words of the example that uses the library.
PROGRAMS = [
    ("counter_locked.oox", 0, ["Main.main is valid, complete"]),
    ("counter_unlocked.oox", 10, ["is invalid", "assert: ", "line 28: assert total == 2;"]),
    ("philosophers_deadlock.oox", 11, ["Table.main is deadlock", "deadlock: "]),
    ("bubble_sort.oox", 0, ["is valid", "not searched: arrays of more than 3 elements"]),
    ("merge_sort.oox", 2, ["BRD0010"]),
]


class Report:
    def __init__(self):
        self.failures, self.count = [], 0

    def expect(self, good, what):
        self.count += 1
        if not good:
            self.failures.append(what)


def run(*command, cwd=ROOT, env=None):
    return subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True,
                          timeout=300, check=False, env=env, encoding="utf-8")


def must(*command, cwd=ROOT):
    result = run(*command, cwd=cwd)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


def check_program(report, braid, has_models):
    for name, status, _ in PROGRAMS:
        result = run(braid, "verify", f"examples/{name}")
        report.expect(result.returncode == status, f"{braid} {name}: {result.stdout}")
    if has_models and shutil.which("javac"):
        result = run(braid, "verify", "examples/java/Account.java")
        report.expect(result.returncode == 13, f"{braid} Account.java: {result.stderr}")


def plain(text):
    """A result without what differs between two runs."""
    result = json.loads(text)
    for key in [k for k in result["stats"] if "seconds" in k or "memory" in k]:
        del result["stats"][key]
    return json.dumps(result)


def check_library(report, prefix, folder, cxx):
    """The archive shows no names but its own, whatever it is made of."""
    names = must("nm", "--defined-only", "--extern-only", "--demangle",
                 prefix / "lib/libbraid.a").splitlines()
    shown = [line.split(" ", 2)[2] for line in names if line.count(" ") >= 2]
    foreign = [name for name in shown if "braid::" not in name]
    report.expect(shown and not foreign, f"libbraid.a shows {foreign[:5]}")
    must("cmake", "-S", ROOT / "examples/api", "-B", folder, "-G", "Ninja",
         f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={cxx}",
         "-DCMAKE_BUILD_TYPE=Debug")
    must("cmake", "--build", folder)
    example = folder / "check_all"
    for name, status, words in PROGRAMS:
        result = run(example, f"examples/{name}")
        report.expect(result.returncode == (0 if status == 0 else 1) and
                      all(word in result.stdout for word in words), f"{name}: {result.stdout}")
        if status != 2:
            told = run(prefix / "bin/braid", "verify", f"examples/{name}", "--format", "json")
            same = run(example, "--json", f"examples/{name}")
            report.expect(plain(told.stdout) == plain(same.stdout), f"{name}: another JSON")
    if (prefix / "share/braid/braid-models.jar").exists() and shutil.which("javac"):
        result = run(example, "examples/java/AccountSynchronized.java")
        report.expect("is valid" in result.stdout, f"AccountSynchronized: {result.stdout}")
    # An older or newer minor version does not fit.
    text = (ROOT / "examples/api/CMakeLists.txt").read_text(encoding="utf-8")
    other = folder / "other"
    other.mkdir()
    (other / "CMakeLists.txt").write_text(text.replace("find_package(braid 0.1 ",
                                                       "find_package(braid 0.99 "),
                                          encoding="utf-8")
    (other / "check_all.cpp").write_text("int main() {}\n", encoding="utf-8")
    result = run("cmake", "-S", other, "-B", other / "build", "-G", "Ninja",
                 f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={cxx}")
    report.expect(result.returncode != 0 and "0.99" in result.stderr, "version 0.99 was found")


def check_packages(report, build, folder):
    if not shutil.which("dpkg-shlibdeps") or not shutil.which("cpack"):
        return
    folder.mkdir()
    must("cpack", "--config", build / "CPackConfig.cmake", "-B", folder, "-D",
         "CPACK_PACKAGE_CONTACT=Ann Packer <ann@example.org>", cwd=folder)
    packages = {p.name.split("_")[0]: p for p in folder.glob("*.deb")}
    has_mpi = (build / "src/braid-mpi").exists()
    names = ["braid", "braid-mpi", "libbraid-dev"] if has_mpi else ["braid", "libbraid-dev"]
    report.expect(sorted(packages) == names, f"packages: {sorted(packages)}")
    if has_mpi:
        fields = must("dpkg-deb", "--field", packages["braid-mpi"], "Depends")
        report.expect("libopenmpi" in fields and "braid (=" in fields, f"braid-mpi: {fields}")
    fields = must("dpkg-deb", "--field", packages["braid"])
    depends = re.search(r"^Depends: (.*)$", fields, re.M)
    report.expect("Maintainer: Ann Packer <ann@example.org>" in fields, f"maintainer: {fields}")
    report.expect(depends and "mpi" not in depends[1], f"braid depends on MPI: {fields}")
    for library in ("libc6", "libstdc++6", "libz3-4", "libgmp10"):
        report.expect(depends and library in depends[1], f"braid depends not on {library}: {fields}")
    fields = must("dpkg-deb", "--field", packages["libbraid-dev"], "Depends")
    report.expect("libz3-dev" in fields and "braid (=" in fields, f"libbraid-dev: {fields}")
    for package in packages.values():
        must("dpkg-deb", "--extract", package, folder / "root")
    root = folder / "root/usr"
    report.expect((root / "share/zsh/vendor-completions/_braid").exists() and
                  (root / "include/braid/braid.h").exists(), "files of the packages")
    check_program(report, root / "bin/braid", (root / "share/braid/braid-models.jar").exists())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    args = parser.parse_args()
    build = args.build.resolve()
    if not (build / "src/libbraid.a").exists():
        print(f"{build} has no libbraid.a: make the target braid_bundle")
        return SKIPPED
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefix = folder / "prefix"
        must("cmake", "--install", build, "--prefix", prefix)
        missing = [path for path in INSTALLED if not (prefix / path).exists()]
        report.expect(not missing, f"not installed: {missing}")
        check_program(report, prefix / "bin/braid",
                      (prefix / "share/braid/braid-models.jar").exists())
        check_library(report, prefix, folder / "api", args.cxx)
        check_packages(report, build, folder / "debian")
    for failure in report.failures:
        print(f"FAILED {failure}")
    print(f"{report.count} checks, {len(report.failures)} failures")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
