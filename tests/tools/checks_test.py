#!/usr/bin/env python3
"""The repository checks must find faults: each is run on a small tree with one."""
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"

TABLE = """
| Rank | `src/` folder | Holds |
|---|---|---|
| 0 | `base` | ids |
| 1 | `diag`, `run` | messages |
| 3 | `lang/oox`, *`lang/pl`* | front ends |
| 3 | *`logic/solve`* | solvers |
| 7 | `cli` | commands |
"""


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.write("docs/ARCHITECTURE.md", TABLE)
        self.write("src/base/ids.h", "#pragma once\n#include <vector>\n")
        self.write("src/diag/sink.h", '#pragma once\n#include "base/ids.h"\n')
        self.write("src/run/run.h", '#pragma once\n#include "base/ids.h"\n')
        self.write("src/lang/oox/ast.h", '#pragma once\n#include "diag/sink.h"\n')
        self.write("src/cli/main.h", '#pragma once\n#include "lang/oox/ast.h"\n')

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self, tool, expected):
        """Runs a tool; `expected` is part of its complaint, None for silence."""
        result = subprocess.run([TOOLS / tool, self.root], capture_output=True, text=True,
                                check=False)
        output = result.stdout + result.stderr
        self.assertEqual(result.returncode, 0 if expected is None else 1, output)
        if expected is not None:
            self.assertIn(expected, output)


class Layers(Tree):
    def test_good_tree(self):
        self.check("check_layers", None)

    def test_include_upwards(self):
        self.write("src/base/bad.h", '#pragma once\n#include "diag/sink.h"\n')
        self.check("check_layers", "src/base/bad.h:2: base (rank 0) includes diag (rank 1)")

    def test_equal_ranks(self):
        self.write("src/run/bad.cpp", '#include "diag/sink.h"\n')
        self.check("check_layers", "run (rank 1) includes diag (rank 1)")

    def test_front_ends_are_strangers(self):
        self.write("src/lang/pl/bad.cpp", '#include "lang/oox/ast.h"\n')
        self.check("check_layers", "lang/pl (rank 3) includes lang/oox (rank 3)")

    def test_folder_without_rank(self):
        self.write("src/extra/new.h", "#pragma once\n")
        self.check("check_layers", "its folder has no rank")

    def test_missing_target(self):
        self.write("src/diag/bad.cpp", '#include "base/nothing.h"\n')
        self.check("check_layers", "which does not exist")

    def test_include_without_folder(self):
        self.write("src/diag/bad.cpp", '#include "sink.h"\n')
        self.check("check_layers", "in no folder")

    def test_mpi_header(self):
        self.write("src/cli/job.cpp", "#include <mpi.h>\n")
        self.check("check_layers", "MPI header mpi.h")

    def test_solver_header(self):
        self.write("src/cli/bad.cpp", "#include <z3++.h>\n")
        self.check("check_layers", "solver header z3++.h")
        self.write("src/cli/bad.cpp", "#include <vector>\n")
        self.write("docs/ARCHITECTURE.md", TABLE.replace("*`logic/solve`*", "`logic/solve`"))
        self.write("src/logic/solve/good.cpp", "#include <z3++.h>\n#include <cvc5/cvc5.h>\n")
        self.check("check_layers", None)

    def test_planned_folder_with_code(self):
        self.write("src/lang/pl/new.h", "#pragma once\n")
        self.check("check_layers", "lang/pl is marked as planned")

    def test_missing_folder(self):
        self.write("docs/ARCHITECTURE.md", TABLE.replace("*`logic/solve`*", "`logic/solve`"))
        self.check("check_layers", "logic/solve has no code")

    def test_no_table(self):
        self.write("docs/ARCHITECTURE.md", "nothing\n")
        self.check("check_layers", "no rank table")


class Headers(Tree):
    def test_good_tree(self):
        self.check("check_headers", None)

    def test_missing_include(self):
        self.write("src/base/bad.h", "#pragma once\nstd::string name();\n")
        self.check("check_headers", "src/base/bad.h does not compile alone with g++")

    def test_missing_guard(self):
        self.write("src/base/bad.h", "struct Twice {};\n")
        self.check("check_headers", "src/base/bad.h lacks #pragma once")

    def test_a_header_that_its_source_includes_first_is_proven_by_the_build(self):
        self.write("src/base/bad.h", "#pragma once\ninline std::string text();\n")
        self.write("src/base/bad.cpp", '#include "base/bad.h"\n')
        self.check("check_headers", None)
        self.write("src/base/bad.cpp", '#include <string>\n#include "base/bad.h"\n')
        self.check("check_headers", "src/base/bad.h does not compile alone with g++")


class Docs(Tree):
    def test_good_tree(self):
        self.write("docs/more.md", "See `src/base/ids.h`, `src/*/*.h`, [this](ARCHITECTURE.md#x),\n"
                                   "`src/{base,diag}` and `src/<folder>/README.md`; `a/b` is no path.\n"
                                   "```\nsrc/none.h\n```\n")
        self.check("check_docs", None)

    def test_missing_path(self):
        self.write("docs/more.md", "\nSee `src/base/nothing.h`.\n")
        self.check("check_docs", "docs/more.md:2: names src/base/nothing.h")

    def test_missing_pattern(self):
        self.write("docs/more.md", "See `src/base/*.def`.\n")
        self.check("check_docs", "names src/base/*.def")

    def test_missing_link(self):
        self.write("docs/more.md", "See [that](other.md).\n")
        self.check("check_docs", "links to other.md")

    def test_absolute_path(self):
        self.write("docs/more.md", "It is in /" "home/me/braid.\n")
        self.check("check_docs", "absolute path /" "home/me/braid")

    def test_file_that_no_readme_names(self):
        self.write("src/base/README.md", "# base\n\n| `ids.h` | handles |\n")
        self.check("check_docs", None)
        self.write("src/base/orphan.def", "// nobody knows it\n")
        self.check("check_docs", "src/base/README.md:1: does not name orphan.def")


if __name__ == "__main__":
    unittest.main()
