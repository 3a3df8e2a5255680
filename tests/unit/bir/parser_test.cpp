#include "lang/bir/parse.h"

#include <gtest/gtest.h>

#include "ir/printer.h"
#include "unit/bir/support.h"

namespace {

using test::parse;

// A thread in a small world; `body` is what stands between its header and its end.
std::string in_thread(const std::string& body) {
  return "system s()\n"
         "const N 3;\n"
         "Color = enum { red, green = 4, blue };\n"
         "Node_ref = ref Node { nodes };\n"
         "Node = record { next : Node_ref; value : range 0..N; mutex : lock wait; part : Box; };\n"
         "Box = record { slots : array [2] of int; };\n"
         "nodes : collection [N] of Node;\n"
         "head : Node_ref;\n"
         "flag : boolean := true;\n"
         "guard : lock reentrant;\n"
         "locks : array [2] of lock;\n"
         "worker : tid;\n"
         "thread T(n : Node_ref)\n" +
         body +
         "\nend T;\n"
         "end s;\n";
}

// The text of the transitions after lowering, one per line, without indentation.
std::vector<std::string> transitions(const std::string& body) {
  test::Parsed parsed = parse(in_thread(body));
  if (!parsed.program) return parsed.messages();
  std::vector<std::string> lines;
  std::string text = ir::print(*parsed.program);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    if (line.starts_with("    ")) lines.push_back(line.substr(4));
    at = end + 1;
  }
  return lines;
}

std::string only(const std::string& transition) {
  auto lines = transitions(
      "x : int; b : boolean; o : Node_ref; t : tid; a : array of int;\n"
      "loc l: " +
      transition + " goto m;\nloc m:");
  return lines.empty() ? "" : lines.front();
}

// The first message, without its position.
std::string error(const std::string& text) {
  std::string first = parse(text).first();
  std::size_t space = first.find(' ');
  if (space == std::string::npos) return first;
  return first.substr(0, space) + first.substr(first.find(' ', space + 1));
}

std::string error_in(const std::string& transition) {
  return error(
      in_thread("x : int; b : boolean; o : Node_ref; t : tid; a : array of int;\n"
                "f : float; u : uint; s : string;\n"
                "loc l: " +
                transition + " goto m;\nloc m:"));
}

// ---------------------------------------------------------------- the paper's form

TEST(BirPaper, ReadsInGuardsBecomeReads) {
  EXPECT_EQ(only("when n.next.value > 0 && flag do { }"),
            "read { $t0 := n.next; $t1 := $t0.value; $t2 := flag; } "
            "when $t1 > 0 && $t2 do { } goto m;");
}

TEST(BirPaper, ReadsInActionsComeBeforeThem) {
  EXPECT_EQ(only("when true do { x := 1; x := n.value + head.value; }"),
            "when true do { x := 1; $t0 := n.value; $t1 := head; $t2 := $t1.value; "
            "x := $t0 + $t2; } goto m;");
}

TEST(BirPaper, OneReadNeedsNoTemp) {
  EXPECT_EQ(only("when true do { o := n.next; b := flag; b := hasLock(guard); x := a[x]; }"),
            "when true do { o := n.next; b := flag; b := hasLock(guard); x := a[x]; } goto m;");
}

TEST(BirPaper, LeftSidesAreChains) {
  EXPECT_EQ(only("when true do { head.next.value := n.value; flag := ! flag; }"),
            "when true do { $t0 := head; $t1 := $t0.next; $t2 := n.value; $t1.value := $t2; "
            "$t3 := flag; flag := !$t3; } goto m;");
}

TEST(BirPaper, EmbeddedAggregatesAreSeenThroughReferences) {
  EXPECT_EQ(only("when n.part.slots.length > 1 do { n.part.slots[0] := 1; }"),
            "read { $t0 := n.part; $t1 := $t0.slots; } when length($t1) > 1 do "
            "{ $t2 := n.part; $t3 := $t2.slots; $t3[0] := 1; } goto m;");
}

TEST(BirPaper, LocksAndTests) {
  EXPECT_EQ(only("when lockAvailable(n.next.mutex) do { lock(n.next.mutex); unlock(guard); }"),
            "read { $t0 := n.next; $t1 := lockAvailable($t0.mutex); $t2 := n.next; } "
            "when $t1 do { enter($t2.mutex); exit(guard); } goto m;");
  EXPECT_EQ(only("when threadTerminated(worker) do { notify(head); }"),
            "read { $t0 := worker; $t1 := threadTerminated($t0); } when $t1 do "
            "{ $t2 := head; notify($t2); } goto m;");
}

TEST(BirPaper, ResultsOfActionsGoAnywhere) {
  EXPECT_EQ(only("when true do { head := new nodes; n.value := internChoose(0, N); "
                 "worker := start T(n); worker := start(T, head.next); head := forall(nodes); }"),
            "when true do { $t0 := new Node in nodes; head := $t0; "
            "$t1 := internChoose(0, 3); n.value := $t1; "
            "$t2 := fork T(n); worker := $t2; "
            "$t4 := head; $t5 := $t4.next; $t3 := fork T($t5); worker := $t3; "
            "$t6 := head; $t6 := forall(Node); head := $t6; } goto m;");
}

TEST(BirPaper, EnumsAndConstants) {
  EXPECT_EQ(only("when x == blue || x == Color.green || x == N do { x := red; }"),
            "when x == Color.blue || x == Color.green || x == 3 do { x := Color.red; } goto m;");
  auto parsed = parse(in_thread("loc a:"));
  ASSERT_TRUE(parsed.program);
  EXPECT_EQ(parsed.program->enums.front().members[2].value, 5);
}

TEST(BirPaper, TempsAreSharedBetweenTransitions) {
  auto parsed =
      parse(in_thread("loc l: when flag do { } goto m;\n"
                      "loc m: when ! flag do { } goto l;"));
  ASSERT_TRUE(parsed.program) << parsed.first();
  EXPECT_EQ(parsed.program->procs.front().locals.size(), 2u);
}

TEST(BirPaper, ThreadsEnd) {
  auto lines = transitions("loc l: when flag do { exit; } goto l;\nloc m: live { }");
  ASSERT_EQ(lines.size(), 2u) << lines.front();
  EXPECT_EQ(lines[0], "read { $t0 := flag; } when $t0 do { } goto $exit;");
  EXPECT_EQ(lines[1], "when true do invisible { } goto $exit;");
}

TEST(BirPaper, RecordsShareInheritedFields) {
  auto parsed = parse(
      "system s()\nA = record { x : int; };\nB = record { x : int; y : int; };\n"
      "B extends A;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  const ir::Program& p = *parsed.program;
  ASSERT_EQ(p.classes[1].super, ir::ClassId(0));
  ASSERT_EQ(p.classes[1].fields.size(), 1u);
  EXPECT_EQ(p.field(p.classes[1].fields.front()).name, "y");
}

TEST(BirPaper, SeveralSupertypes) {
  auto parsed = parse(
      "system s()\nA = record { x : int; };\nM = record { };\nB = record { y : int; };\n"
      "B extends A;\nB extends M;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  EXPECT_TRUE(parsed.program->classes[1].is_interface);
  EXPECT_TRUE(parsed.program->is_subclass(ir::ClassId(2), ir::ClassId(1)));
  EXPECT_EQ(error("system s()\nA = record { x : int; };\nB = record { x : int; };\n"
                  "C = record { };\nC extends A;\nC extends B;\nend s;"),
            "BIR0113 `C` has a second superclass with fields");
}

TEST(BirPaper, MainThreadIsTheEntry) {
  auto parsed =
      parse("system s()\nthread T()\nloc a:\nend T;\nmain thread M()\nloc a:\nend M;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  EXPECT_EQ(parsed.program->entry, ir::ProcId(1));
  EXPECT_EQ(parsed.program->procs[1].kind, ir::ProcKind::Thread);
}

// Braid's own words stay usable as names.
TEST(BirPaper, WordsOfExtensionsAreNames) {
  auto parsed = parse(
      "system s()\nentry : int;\nclass : boolean;\n"
      "thread T()\n  call : int; result : int; requires : int; length : int; temp : int;\n"
      "  loc check: when class do { call := entry; result := call - requires; } goto new;\n"
      "  loc new: when length == temp do { entry := result; } goto check;\nend T;\nend s;");
  EXPECT_TRUE(parsed.program) << parsed.first();
}

// ---------------------------------------------------------------- literals

TEST(BirLiterals, IntegersAdapt) {
  auto parsed = parse(
      "system s()\nf : float := 2;\nprocedure p(u : uint; f : float)\n"
      "loc a: when f < 3 && u == 4 do { u := u + 1; f := 2; } goto b;\nloc b:\nend p;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  EXPECT_EQ(std::get<double>(*parsed.program->globals.front().initial), 2.0);
}

TEST(BirLiterals, WordsOfTwoWidths) {
  auto parsed = parse(
      "system s()\nintegers 32;\nw : long := -7;\nr : float32 := 0.1;\n"
      "procedure p(x : int; w : long; r : float32)\n"
      "loc a: when w < 3 && (x & 1 | 2 ^ x << 3 + 1) == 0 && r == 0.1 do\n"
      "  { w := w + 1 << x; w := -9223372036854775808L; x := to_int(w >>> 1); } goto b;\n"
      "loc b:\nend p;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  EXPECT_EQ(std::get<double>(*parsed.program->globals[1].initial), double{0.1F});
  std::string text = ir::print(*parsed.program);
  EXPECT_NE(text.find("w < 3L && (x & 1 | 2 ^ x << 3 + 1) == 0 && "
                      "r == (0.10000000149011612 of float32)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("w := w + 1L << x; w := -9223372036854775808L; x := to_int(w >>> 1);"),
            std::string::npos)
      << text;
}

TEST(BirLiterals, Malformed) {
  EXPECT_EQ(error("system s() const A 5x; end s;"), "BIR0003 this is neither a number nor a name");
  EXPECT_EQ(error("system s() const A 'ab'; end s;"),
            "BIR0003 a character literal holds one character");
  EXPECT_EQ(error("system s() const A \"\\q\"; end s;"),
            "BIR0003 this escape or byte is not a character");
  EXPECT_EQ(error("system s() const A \"abc; end s;"), "BIR0002 unterminated string");
  EXPECT_EQ(error("system s() `x; end s;"), "BIR0002 unterminated name");
  EXPECT_EQ(error("system s() /* end s;"), "BIR0002 unterminated comment");
  EXPECT_EQ(error("system s() # end s;"), "BIR0001 unexpected '#'");
  EXPECT_EQ(error("system s() \xff end s;"), "BIR0001 unexpected a byte that is not UTF-8");
}

// ---------------------------------------------------------------- errors

TEST(BirErrors, Position) {
  test::Parsed parsed = parse("system s()\nx : int;\n  y : itn;\nend s;");
  EXPECT_EQ(parsed.first(), "BIR0102 3:7 there is no type named `itn`");
  parsed = parse(in_thread("loc l: when true do { hed := null; } goto l;"));
  EXPECT_EQ(parsed.first(), "BIR0102 14:23 there is no variable or constant named `hed`");
  ASSERT_FALSE(parsed.sink->all().front().helps.empty());
  EXPECT_EQ(parsed.sink->all().front().helps.front(), "did you mean `head`?");
}

TEST(BirErrors, SeveralInOneRun) {
  test::Parsed parsed = parse(
      "system s()\n"
      "x : ;\n"
      "class C { f int; g : boolean; h = ; }\n"
      "thread T()\n"
      "  loc a: when do { } goto b;\n"
      "         when true do { x = 1; y := ; z := 1; } goto b;\n"
      "  loc b when true do { } goto b;\n"
      "  loc c: when true do { } goto ;\n"
      "end T;\n"
      "end s;");
  std::vector<std::string> lines;
  for (const auto& m : parsed.messages()) lines.push_back(m.substr(0, m.find(' ', 8)));
  EXPECT_EQ(lines, (std::vector<std::string>{"BIR0004 2:5", "BIR0004 3:13", "BIR0004 3:33",
                                             "BIR0004 5:15", "BIR0004 6:27", "BIR0004 6:37",
                                             "BIR0004 7:9", "BIR0004 8:32"}));
}

TEST(BirErrors, Names) {
  EXPECT_EQ(error("system s()\nx : int;\nx : int;\nend s;"),
            "BIR0101 the value `x` is declared twice");
  EXPECT_EQ(error("system s()\nA = record { };\nA = enum { b };\nend s;"),
            "BIR0101 the type `A` is declared twice");
  EXPECT_EQ(error("system s()\nclass A { x : int; x : int; }\nend s;"),
            "BIR0101 the field `x` is declared twice");
  EXPECT_EQ(error(in_thread("x : int; x : int;\nloc a:")),
            "BIR0101 the variable `x` is declared twice");
  EXPECT_EQ(error(in_thread("loc a:\nloc a:")), "BIR0101 the location `a` is declared twice");
  EXPECT_EQ(error(in_thread("loc a: when true do { } goto b;")),
            "BIR0102 there is no location named `b`");
  EXPECT_EQ(error(in_thread("loc a: live { y }")), "BIR0102 there is no variable named `y`");
  EXPECT_EQ(error_in("when true do { o.valve := 1; }"),
            "BIR0102 there is no field of `Node` named `valve`");
  EXPECT_EQ(error_in("when true do { start U(); }"), "BIR0102 there is no procedure named `U`");
  EXPECT_EQ(error("system s()\nx : ref A { c };\nA = record { };\nend s;"),
            "BIR0102 there is no collection named `c`");
  EXPECT_EQ(error("system s()\nthread T()\nloc a:\nend U;\nend s;"), "BIR0007 `end U` closes `T`");
  EXPECT_EQ(
      error("system s()\nmain thread T()\nloc a:\nend T;\nmain thread U()\nloc a:\nend U;\nend s;"),
      "BIR0121 a second entry");
  EXPECT_EQ(error("system s()\nthread T()\nend T;\nend s;"), "BIR0122 `T` has no location");
}

TEST(BirErrors, Types) {
  EXPECT_EQ(error_in("when x do { }"), "BIR0103 expected boolean, found int");
  EXPECT_EQ(error_in("when true do { x := true; }"), "BIR0103 expected int, found boolean");
  EXPECT_EQ(error_in("when true do { u := x; }"), "BIR0103 expected uint, found int");
  EXPECT_EQ(error_in("when true do { x := o; }"), "BIR0103 expected int, found ref Node { nodes }");
  EXPECT_EQ(error_in("when b + x do { }"), "BIR0104 `+` cannot take boolean and int");
  EXPECT_EQ(error_in("when ! x do { }"), "BIR0104 `!` cannot take int");
  EXPECT_EQ(error_in("when x & 1 == 0 do { }"), "BIR0104 `&` cannot take int and boolean");
  EXPECT_EQ(error_in("when (x & 1) == 0 do { }"), "BIR0104 `&` cannot take int and int");
  EXPECT_EQ(error_in("when (x << 1) == 0 do { }"), "BIR0104 `<<` cannot take int and int");
  EXPECT_EQ(error_in("when to_byte(x) == 0 do { }"), "BIR0104 `to_byte` cannot take int");
  EXPECT_EQ(error_in("when to_int(f) == 0 do { }"), "BIR0104 `to_int` cannot take float");
  EXPECT_EQ(error_in("when to_long(x) == x do { }"), "BIR0104 `==` cannot take long and int");
  EXPECT_EQ(error_in("when to_text(s) == s do { }"), "BIR0104 `to_text` cannot take string");
  EXPECT_EQ(error_in("when charAt(x, 0) == 0 do { }"), "BIR0103 expected string, found int");
  EXPECT_EQ(error_in("when substring(s, 0) == s do { }"), "BIR0004 expected `,`, found `)`");
  EXPECT_EQ(error_in("when (b ? x : b) do { }"), "BIR0104 `?:` cannot take int and boolean");
  EXPECT_EQ(error_in("when true do { 5 := x; }"), "BIR0105 this cannot be assigned");
  EXPECT_EQ(error_in("when true do { a.length := x; }"), "BIR0105 this cannot be assigned");
  EXPECT_EQ(error_in("when true do { o.part := null; }"), "BIR0103 expected Box, found nulltype");
  EXPECT_EQ(error_in("when (forall v, i : a : v < head.value) do { }"),
            "BIR0106 a quantifier cannot read shared variables");
  EXPECT_EQ(error_in("when true do { start T(o, x); }"),
            "BIR0107 `T` takes 1 arguments, but 2 are given");
  EXPECT_EQ(error_in("when true do { exit; x := 1; }"), "BIR0108 `exit` must be the last action");
  EXPECT_EQ(error_in("when x.y do { }"), "BIR0115 a value of type int has no fields");
  EXPECT_EQ(error_in("when x[0] do { }"), "BIR0116 a value of type int is not an array");
  EXPECT_EQ(error_in("when true do { lock(x); }"), "BIR0117 a value of type int cannot be locked");
  EXPECT_EQ(error_in("when true do { lock(locks[0]); }"), "");
  EXPECT_EQ(error_in("when guard == null do { }"), "BIR0118 a lock is not a value");
  EXPECT_EQ(error_in("when x of int == 1 do { }"),
            "BIR0119 only a literal or a conditional can have a type");
  EXPECT_EQ(error_in("read { x := x; } when true do { }"), "BIR0120 only reads can stand here");
  EXPECT_EQ(error_in("read { flag := b; } when true do { }"), "BIR0120 only reads can stand here");
}

TEST(BirErrors, Definitions) {
  EXPECT_EQ(error("system s()\nx : range 3..1;\nend s;"),
            "BIR0109 expected a range that is not empty");
  EXPECT_EQ(error("system s()\nx : range 0..99999999999999999999;\nend s;"),
            "BIR0109 expected an integer of 64 bits");
  EXPECT_EQ(error("system s()\nconst B true;\nx : range 0..B;\nend s;"),
            "BIR0109 expected an integer");
  EXPECT_EQ(error("system s()\nc : collection [0] of A;\nA = record { };\nend s;"),
            "BIR0109 expected a size of at least 1");
  EXPECT_EQ(error("system s()\nx : int := -y;\nend s;"), "BIR0110 this is not a constant");
  EXPECT_EQ(error("system s()\nx : range 0..3 := 7;\nend s;"),
            "BIR0111 this is not a value of type range 0..3");
  EXPECT_EQ(error("system s()\nE = enum { a };\nx : ref E;\nend s;"),
            "BIR0112 `E` is not a class or record");
  EXPECT_EQ(error("system s()\nclass A extends B { }\nclass B extends A { }\nend s;"),
            "BIR0113 `B` is above itself");
  EXPECT_EQ(error("system s()\nA = record { x : int; };\nB = record { x : boolean; };\n"
                  "B extends A;\nend s;"),
            "BIR0113 the field `x` is inherited with another type");
  EXPECT_EQ(error("system s()\nA = array [2] of B;\nB = array [3] of A;\nx : A;\nend s;"),
            "BIR0114 the type `A` contains itself");
}

// Rules of the IR that only the verifier knows.
TEST(BirErrors, Malformed) {
  EXPECT_EQ(error_in("when true do { x := 1; lock(o); }"),
            "BIR0900 procedure T, location l: Enter can block and is not the first action");
  EXPECT_EQ(error_in("when flag do invisible { }"),
            "BIR0900 procedure T, location l: an invisible transition reads shared variables");
  test::Parsed parsed = parse(in_thread("x : int;\nloc l:\n  when true do invisible { } goto l;"));
  EXPECT_EQ(parsed.first(), "BIR0900 16:3 procedure T: invisible transitions lead back to l");
}

// ---------------------------------------------------------------- robustness

TEST(BirRobust, Nesting) {
  auto nested = [](std::size_t depth) {
    return in_thread("x : int;\nloc a: when true do { x := " + std::string(depth, '(') + "1" +
                     std::string(depth, ')') + "; } goto a;");
  };
  EXPECT_TRUE(parse(nested(900)).program);
  EXPECT_EQ(error(nested(1100)), "BIR0005 nesting deeper than 1000 levels");
  EXPECT_EQ(error(nested(200'000)), "BIR0005 nesting deeper than 1000 levels");
  EXPECT_EQ(parse(nested(200'000)).messages().size(), 1u);
  std::string type;
  for (int i = 0; i < 2000; ++i) type += "array of ";
  EXPECT_EQ(error("system s()\nx : " + type + "int;\nend s;"),
            "BIR0005 nesting deeper than 1000 levels");
  EXPECT_EQ(error(in_thread("b : boolean;\nloc a: when true do { b := " + std::string(5000, '!') +
                            "b; } goto a;")),
            "BIR0005 nesting deeper than 1000 levels");
}

TEST(BirRobust, LongChains) {
  auto chain = [](int length, const std::string& op) {
    std::string text = "x";
    for (int i = 0; i < length; ++i) text += op + "x";
    return in_thread("x : int;\nloc a: when true do { x := " + text + "; } goto a;");
  };
  EXPECT_TRUE(parse(chain(9'000, "+")).program);
  EXPECT_EQ(error(chain(20'000, "+")), "BIR0006 expression with more than 10000 levels");
  EXPECT_EQ(error(chain(20'000, ".")), "BIR0006 expression with more than 10000 levels");
}

TEST(BirRobust, Junk) {
  for (std::string text : {"",
                           " ",
                           "\n",
                           "system",
                           "system s",
                           "system s(",
                           "end",
                           "}",
                           ";;;;",
                           "system s() end s",
                           "system s() end t;",
                           "system s() end s; x",
                           "system s() thread",
                           "system s() class C {",
                           "system s() x",
                           "system s() thread T() loc",
                           "system s() predicates end s;",
                           "system s() predicates p = end s;",
                           "`",
                           "\"",
                           "'",
                           "/*",
                           "0x",
                           "\\",
                           "system s() procedure p() loc a: when true do { call virtual x(); }"}) {
    test::Parsed parsed = parse(text);
    bool valid = text == "system s() predicates end s;";
    EXPECT_EQ(parsed.program.has_value(), valid) << text;
    EXPECT_EQ(parsed.sink->has_errors(), !valid) << text;
  }
  std::string junk = "system s()\n";
  for (int i = 0; i < 10'000; ++i) junk += "? ";
  EXPECT_LE(parse(junk).messages().size(), 60u);
  EXPECT_LE(parse(std::string(100'000, '#')).messages().size(), 60u);
}

// Every prefix of a program ends in a message, never in a crash.
TEST(BirRobust, Prefixes) {
  std::string text = in_thread(
      "x : int;\nloc l: live { x } read { x := head.value; } when x > N && lockAvailable(guard)\n"
      "do { lock(guard); x := externChoose(1, 2); println(\"a\", x); } goto m;\nloc m:");
  ASSERT_TRUE(parse(text).program) << parse(text).first();
  for (std::size_t n = 0; n + 1 < text.size() - 1; n += 3) {
    EXPECT_FALSE(parse(text.substr(0, n)).program) << n;
  }
}

}  // namespace
