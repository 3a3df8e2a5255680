// Expressions over int, long, floats and strings mean the same everywhere: random ones are
// evaluated by the interpreter, and turned into terms by symbolic execution, with the rules of
// terms and without, whose values under the same inputs are compared.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "base/run/random.h"
#include "certify/certify.h"
#include "engine/interp/eval.h"
#include "engine/interp/failure.h"
#include "engine/symex/engine.h"
#include "engine/symex/eval.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "ir/printer.h"
#include "ir/typing.h"
#include "ir/verify.h"
#include "logic/term/eval.h"
#include "support/bir.h"

namespace {

using ir::BinaryOp;
using ir::TypeKind;
using ir::UnaryOp;

constexpr TypeKind kKinds[] = {TypeKind::Bool,  TypeKind::Int,     TypeKind::Long,
                               TypeKind::Float, TypeKind::Float32, TypeKind::String};
constexpr int kLocals = 2;  // of each kind

class RandomExprs {
 public:
  RandomExprs(ir::IntMode mode, std::uint64_t seed) : random_(seed) {
    program_.name = "t";
    program_.int_mode = mode;
    for (TypeKind kind : kKinds) {
      for (int i = 0; i < kLocals; ++i) {
        ir::Local local;
        local.name = fmt::format("{}{}", program_.type_name(ir::simple_type(kind)), i);
        local.type = ir::simple_type(kind);
        proc_.params.emplace_back(proc_.locals.size());
        proc_.locals.push_back(std::move(local));
      }
    }
    proc_.name = "main";
    proc_.result = ir::simple_type(TypeKind::Void);
    for (const char* name : {"L", "X", "E"}) proc_.locations.push_back({name, {}});
    proc_.entry = ir::LocId(0), proc_.exit = ir::LocId(1), proc_.except = ir::LocId(2);
  }

  // The procedure assigns the expressions that were made, so that the verifier sees them.
  ir::Program finished() {
    for (ir::ExprId e : made_) {
      ir::Local local;
      local.name = fmt::format("x{}", e.index());
      local.type = program_.expr(e).type;
      ir::LocalId target(proc_.locals.size());
      proc_.locals.push_back(std::move(local));
      ir::Transition t;
      t.source = proc_.entry, t.target = proc_.exit;
      t.actions = {ir::Assign{target, e}};
      proc_.transitions.push_back(std::move(t));
    }
    program_.procs.push_back(std::move(proc_));
    program_.entry = ir::ProcId(0);
    ir::check_well_formed(program_);
    return std::move(program_);
  }
  void make(int depth) { made_.push_back(expr(kKinds[random_.below(6)], depth)); }
  const std::vector<ir::ExprId>& made() const { return made_; }

  ir::Constant value(TypeKind kind) {
    const std::int64_t numbers[] = {0,  1,   -1,  2,         7,         31,     33,
                                    65, 128, 255, INT32_MAX, INT32_MIN, 40'000, -70'000};
    std::int64_t number = numbers[random_.below(std::size(numbers))];
    switch (kind) {
      case TypeKind::Bool: return random_.below(2) == 0;
      case TypeKind::Int: return base::Integer(number);
      case TypeKind::Long: {
        const std::int64_t large[] = {INT64_MAX, INT64_MIN, INT64_MAX - 1, 0x123456789abcdef};
        return base::Integer(random_.below(2) == 0 ? number : large[random_.below(4)]);
      }
      case TypeKind::String: {
        const char* texts[] = {"", "a", "\xc3\xa9zz", "12", "a\\\"b", "\xf4\x8d\xa0\x80"};
        return std::string(texts[random_.below(6)]);
      }
      default: break;
    }
    const double reals[] = {0.0, -0.0, 1.5, -2.5, 1e10, 3e38, 1e300, 1e-45, INFINITY, NAN};
    double real = reals[random_.below(10)];
    return kind == TypeKind::Float32 ? ir::rounded_to_single(real) : real;
  }

 private:
  ir::ExprId leaf(TypeKind kind) {
    if (random_.below(3) == 0) return program_.constant_expr(ir::simple_type(kind), value(kind));
    std::size_t at = 0;
    while (kKinds[at] != kind) ++at;
    return program_.local_expr(proc_, ir::LocalId(at * kLocals + random_.below(kLocals)));
  }

  ir::ExprId expr(TypeKind kind, int depth) {
    if (depth == 0) return leaf(kind);
    if (random_.below(8) == 0) {
      ir::ExprId condition = expr(TypeKind::Bool, depth - 1);
      ir::ExprId then = expr(kind, depth - 1);
      return program_.add({.kind = ir::ExprKind::Ite,
                           .type = ir::simple_type(kind),
                           .a = condition,
                           .b = then,
                           .c = expr(kind, depth - 1)});
    }
    switch (kind) {
      case TypeKind::Bool: return comparison(depth);
      case TypeKind::String: return text(depth);
      case TypeKind::Int:
      case TypeKind::Long:
        if (random_.below(2) == 0) return bits(kind, depth);
        break;
      default: break;
    }
    if (random_.below(3) == 0) return conversion(kind, depth);
    if (random_.below(6) == 0) return program_.unary(UnaryOp::Neg, expr(kind, depth - 1));
    // Division by zero is undefined for integers.
    bool is_float = ir::is_floating(kind);
    const BinaryOp ops[] = {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div,
                            BinaryOp::Rem};
    ir::ExprId a = expr(kind, depth - 1);
    std::size_t op = random_.below(5);
    bool divides = op >= 3 && !is_float;
    ir::ExprId b = divides ? program_.constant_expr(ir::simple_type(kind), base::Integer(-1))
                           : expr(kind, depth - 1);
    return program_.binary(ops[op], a, b);
  }

  ir::ExprId comparison(int depth) {
    TypeKind kind = kKinds[1 + random_.below(4)];
    const BinaryOp ops[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt,
                            BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge};
    ir::ExprId a = expr(kind, depth - 1);
    return program_.binary(ops[random_.below(6)], a, expr(kind, depth - 1));
  }

  ir::ExprId bits(TypeKind kind, int depth) {
    const BinaryOp ops[] = {BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor,
                            BinaryOp::Shl,    BinaryOp::Shr,   BinaryOp::Ushr};
    BinaryOp op = ops[random_.below(6)];
    ir::ExprId a = expr(kind, depth - 1);
    return program_.binary(op, a, expr(ir::is_shift(op) ? TypeKind::Int : kind, depth - 1));
  }

  ir::ExprId conversion(TypeKind to, int depth) {
    UnaryOp op = UnaryOp::ToFloat;
    std::vector<TypeKind> from{TypeKind::Int, TypeKind::Long, TypeKind::Float32};
    if (to == TypeKind::Float32) op = UnaryOp::ToFloat32, from.back() = TypeKind::Float;
    if (to == TypeKind::Long) {
      op = UnaryOp::ToLong;
      from = {TypeKind::Int, TypeKind::Float, TypeKind::Float32};
    }
    if (to == TypeKind::Int) {
      op = UnaryOp::ToInt;
      from = {TypeKind::Long, TypeKind::Float, TypeKind::Float32};
      if (random_.below(2) == 0) {
        const UnaryOp cuts[] = {UnaryOp::ToByte, UnaryOp::ToShort, UnaryOp::ToChar16};
        op = cuts[random_.below(3)];
        from = {TypeKind::Int};
      } else if (random_.below(3) == 0) {
        return character(depth);
      }
    }
    return program_.unary(op, expr(from[random_.below(from.size())], depth - 1));
  }

  // The length of a string, or the first character of one that is not empty.
  ir::ExprId character(int depth) {
    ir::ExprId a = expr(TypeKind::String, depth - 1);
    ir::TypeId type = ir::simple_type(TypeKind::Int);
    if (random_.below(2) == 0) {
      return program_.add({.kind = ir::ExprKind::Length, .type = type, .a = a});
    }
    ir::ExprId last = program_.constant_expr(ir::simple_type(TypeKind::String), std::string("z"));
    return program_.add({.kind = ir::ExprKind::CharAt,
                         .type = type,
                         .a = program_.binary(BinaryOp::Add, a, last),
                         .b = program_.int_constant(0)});
  }

  ir::ExprId text(int depth) {
    switch (random_.below(4)) {
      case 0: {
        ir::ExprId a = expr(TypeKind::String, depth - 1);
        return program_.binary(BinaryOp::Add, a, expr(TypeKind::String, depth - 1));
      }
      case 1: {
        ir::ExprId unit = program_.unary(UnaryOp::ToChar16, expr(TypeKind::Int, depth - 1));
        return program_.unary(UnaryOp::CharText, unit);
      }
      case 2: {
        // All of it, from its second character on.
        ir::ExprId first =
            program_.constant_expr(ir::simple_type(TypeKind::String), std::string("x"));
        ir::ExprId whole = program_.binary(BinaryOp::Add, first, expr(TypeKind::String, depth - 1));
        ir::Expr length{.kind = ir::ExprKind::Length, .type = ir::simple_type(TypeKind::Int)};
        length.a = whole;
        return program_.add({.kind = ir::ExprKind::Substring,
                             .type = ir::simple_type(TypeKind::String),
                             .a = whole,
                             .b = program_.int_constant(1),
                             .c = program_.add(length)});
      }
      default: return program_.unary(UnaryOp::ToText, expr(kKinds[random_.below(3)], depth - 1));
    }
  }

  run::Random random_;
  ir::Program program_;
  ir::Procedure proc_;
  std::vector<ir::ExprId> made_;
};

term::Value as_term_value(const interp::Value& value, term::Sort sort) {
  if (const auto* number = std::get_if<base::Integer>(&value)) {
    if (sort == term::Sort::Int) return *number;
    return term::to_word(*number, sort);
  }
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::get<std::string>(value);
}

void compare(ir::IntMode mode, std::uint64_t seed) {
  RandomExprs random(mode, seed);
  for (int i = 0; i < 40; ++i) random.make(4);
  std::vector<ir::ExprId> made = random.made();
  ir::Program program = random.finished();
  const ir::Procedure& proc = program.proc(ir::ProcId(0));
  interp::Model model(program);
  interp::State concrete = interp::empty_state(model);
  for (auto rewrite : {term::Terms::Rewrite::On, term::Terms::Rewrite::Off}) {
    term::Terms terms(rewrite);
    symex::ProgramTables tables(program);
    symex::Heap heap(tables, terms);
    symex::Evaluator evaluator(tables, heap, terms);
    symex::State state;
    symex::Frame frame;
    std::vector<interp::Value> locals;
    term::Assignment inputs;
    for (const ir::Local& local : proc.locals) {
      ir::Constant value = random.value(program.type(local.type).kind);
      locals.push_back(interp::from_constant(value));
      term::Term variable = terms.variable(heap.sort(local.type), local.name);
      frame.locals.push_back(symex::Value::data(variable));
      inputs.set(terms.variable_of(variable), as_term_value(locals.back(), terms.sort(variable)));
    }
    for (ir::ExprId e : made) {
      interp::Value expected = interp::eval({model, concrete, locals}, e);
      term::Term t = evaluator.value(state, frame, e).term();
      term::Value found = term::evaluate(terms, t, inputs);
      EXPECT_TRUE(is_same(found, as_term_value(expected, terms.sort(t))))
          << print(program, proc, e) << "\nis " << interp::show(program, concrete, expected)
          << ", but as a term " << to_string(found);
    }
  }
}

TEST(Words, TermsMeanWhatTheInterpreterMeans) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    compare(ir::IntMode::Bits32, seed);
    compare(ir::IntMode::Bits64, seed);
  }
}

// The programs of tests/programs/words, which say what symbolic execution finds. It is not asked
// about BIR elsewhere, because BIR may do what is undefined; these programs do not.
std::string verdict_of(const std::string& path) {
  support::Bir bir(support::read_test_file(path), path);
  ir::Program& program = bir.program();
  pass::annotate_liveness(program);
  pass::mark_visibility(program);
  run::Run run;
  symex::ProgramTables tables(program);
  verdict::Answer answer = symex::verify(run, tables, {});
  const verdict::Result& result = answer.result;
  if (!result.violation) {
    bool is_valid = result.verdict == verdict::VerdictKind::Valid;
    return is_valid ? "valid" : "unknown: " + result.reason;
  }
  interp::Model model(program);
  auto replayed = certify::certify(model, answer.claim);
  if (!replayed) return replayed.error();
  return fmt::format("invalid {}", bir.sources.begin(result.violation->span).line);
}

TEST(Words, Programs) {
  std::string folder = std::string(BRAID_TESTS_DIR) + "/programs/words";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string path = "programs/words/" + entry.path().filename().string();
    std::string text = support::read_test_file(path);
    constexpr std::string_view kMark = "// SYMEX: ";
    std::size_t at = text.find(kMark);
    if (at == std::string::npos) continue;
    at += kMark.size();
    EXPECT_EQ(verdict_of(path), text.substr(at, text.find('\n', at) - at)) << path;
    ++count;
  }
  EXPECT_GE(count, 10);
}

}  // namespace
