#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>

#include "lang/oox/pure.h"

namespace oox {

namespace {

std::size_t depth(const ClassInfo* cls) {
  std::size_t result = 0;
  for (; cls; cls = cls->super) ++result;
  return result;
}

// Why a method is more than a computation, and where.
struct Reason {
  std::string_view what;
  Span span;
};

class PureChecker {
 public:
  explicit PureChecker(const Program& program) : program_(program) {}

  std::optional<Reason> call(const Expr& e) {
    const Expr* receiver = e.a ? strip(e.a) : nullptr;
    bool is_direct = e.method->is_static || (receiver && receiver->kind == ExprKind::Super);
    if (is_direct) return method(e.method);
    for (const Target& target : implementations(program_, e.method)) {
      if (auto reason = method(target.method)) return reason;
    }
    return std::nullopt;
  }

 private:
  // While the method is being looked at, its calls of itself are fine.
  std::optional<Reason> method(const MethodInfo* m) {
    auto [entry, is_new] = known_.try_emplace(m);
    if (!is_new) return entry->second;
    std::optional<Reason> reason;
    if (!m->decl->body) {
      reason = {"is given by a specification", m->decl->name_span};
    } else if (m->lacks_return) {
      reason = {"can end without a result", m->decl->body->close};
    } else {
      reason = stmt(m->decl->body);
    }
    return known_[m] = reason;
  }

  std::optional<Reason> stmt(const Stmt* s) {
    if (!s) return std::nullopt;
    switch (s->kind) {
      case StmtKind::Skip: return std::nullopt;
      case StmtKind::Declare:
      case StmtKind::Return: return expr(s->value);
      case StmtKind::Assign:
        if (strip(s->target)->kind != ExprKind::Name) return Reason{"writes to the heap", s->span};
        return expr(s->value);
      case StmtKind::If:
        if (auto reason = expr(s->value)) return reason;
        if (auto reason = stmt(s->body)) return reason;
        return stmt(s->otherwise);
      case StmtKind::Block:
        for (const Stmt* part : s->stmts) {
          if (auto reason = stmt(part)) return reason;
        }
        return std::nullopt;
      case StmtKind::While:
      case StmtKind::For: return Reason{"has a loop", header(*s)};
      default: return Reason{"does more than compute a result", s->span};
    }
  }

  std::optional<Reason> expr(const Expr* e) {
    if (!e) return std::nullopt;
    if (e->kind == ExprKind::New || e->kind == ExprKind::NewArray) {
      return Reason{"makes an object", e->span};
    }
    if (e->kind == ExprKind::Choose) return Reason{"takes a decision", e->span};
    if (e->kind == ExprKind::Call) {
      if (auto reason = call(*e)) return reason;
    }
    for (const Expr* part : {e->a, e->b, e->c}) {
      if (auto reason = expr(part)) return reason;
    }
    for (const Expr* arg : e->args) {
      if (auto reason = expr(arg)) return reason;
    }
    return std::nullopt;
  }

  const Program& program_;
  std::unordered_map<const MethodInfo*, std::optional<Reason>> known_;
};

}  // namespace

std::vector<Target> implementations(const Program& program, const MethodInfo* method) {
  std::vector<Target> result;
  for (const ClassInfo* cls : program.classes) {
    if (cls->is_abstract || !is_subclass(cls, method->owner)) continue;
    result.push_back({cls, find_implementation(cls, method->name)});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Target& a, const Target& b) { return depth(a.cls) > depth(b.cls); });
  // Who is like the class above it is found by the test for that.
  auto is_like_above = [&](const Target& t) {
    for (const ClassInfo* above = t.cls->super; above; above = above->super) {
      auto found = std::find_if(result.begin(), result.end(),
                                [&](const Target& other) { return other.cls == above; });
      if (found != result.end()) return found->method == t.method;
    }
    return false;
  };
  std::vector<Target> kept;
  std::copy_if(result.begin(), result.end(), std::back_inserter(kept),
               [&](const Target& t) { return !is_like_above(t); });
  return kept;
}

void check_pure_calls(const Program& program, const std::vector<PureCall>& calls,
                      diag::Sink& sink) {
  PureChecker checker(program);
  for (const PureCall& pure : calls) {
    const Expr& e = *pure.call;
    bool is_direct = e.method->is_static || (e.a && strip(e.a)->kind == ExprKind::Super);
    if (!is_direct && implementations(program, e.method).empty()) {
      sink.report(diag::Kind::OoxImpureCall, e.span, program.text(e.name), "has no body anywhere")
          .label(e.method->decl->name_span, "declared here");
      continue;
    }
    auto reason = checker.call(e);
    if (!reason) continue;
    sink.report(diag::Kind::OoxImpureCall, e.span, program.text(e.name), reason->what)
        .label(reason->span, "here")
        .note("a condition is evaluated in one step, and changes nothing");
  }
}

}  // namespace oox
