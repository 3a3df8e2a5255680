// The syntax tree of PL: what the parser makes and the checker annotates. Nodes live in the
// File that owns them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "base/integer.h"
#include "base/source.h"
#include "logic/dl/expr.h"
#include "logic/dl/program.h"

namespace pl {

using base::Span;

struct Expr;
struct Stmt;
using Block = std::vector<Stmt*>;

struct Name {
  std::string_view text;
  Span span;

  // checked: the variable it denotes, see check.h
  std::uint32_t slot = 0;
};

// A process in a box: a reference by name, or a text of its own.
struct BoxItem {
  std::optional<Name> reference;
  Block body;
  std::size_t process = 0;  // checked: which one the reference means
};

struct Binding {
  Name name;
  Expr* value = nullptr;
};

// Kinds and operators are those of the trees that they become.
struct Expr {
  dl::ExprKind kind = dl::ExprKind::Bool;
  dl::UnaryOp unary{};
  dl::BinaryOp binary{};
  bool flag = false;
  std::uint32_t height = 1;  // the parser bounds it, so recursion is safe
  Span span;
  base::Integer number;
  Name name;                     // Var; Forall, Exists: what is bound
  std::optional<dl::Sort> sort;  // Forall, Exists: if stated
  Expr* a = nullptr;
  Expr* b = nullptr;
  Expr* c = nullptr;
  std::vector<BoxItem> items;     // Box
  std::vector<Binding> bindings;  // Update
};

struct Stmt {
  dl::StmtKind kind = dl::StmtKind::Skip;
  Span span;  // of all of it; of If and While, the head
  Name target;
  Expr* value = nullptr;
  Block body;
  Block otherwise;
  std::optional<std::uint32_t> bound;
  std::vector<Expr*> invariants;
  Span invariant_span;
};

struct Declaration {
  dl::Sort sort{};
  Name name;
  Expr* initial = nullptr;  // null: 0 or false
};

struct Process {
  std::optional<Name> name;
  Span span;
  Block body;
};

struct Clause {
  Expr* formula = nullptr;
  Span span;
};

struct Formula {
  std::optional<Name> name;
  Expr* formula = nullptr;
  Span span;
};

struct File {
  std::deque<Expr> exprs;
  std::deque<Stmt> stmts;
  std::vector<Declaration> declarations;
  std::vector<Process> processes;
  std::vector<Clause> requires_;
  std::vector<Clause> ensures;
  std::vector<Formula> formulas;

  File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

}  // namespace pl
