#include "logic/dl/print.h"

namespace dl {

namespace {

// Symbolic values share parts, so their text can be much larger than they are. In the paper's
// notation, text is cut here; source text never is.
constexpr std::size_t kLongest = 4000;
// So is what lies deeper than this.
constexpr int kDeepest = 1000;

constexpr int kUnary = 9;     // binds tighter than any binary operator
constexpr int kTernary = 0;   // and ?: and quantifiers weaker
constexpr int kModality = 5;  // as a comparison, which may stand behind it

std::string subscript(std::uint32_t number) {
  std::string text;
  for (char digit : std::to_string(number)) {
    text += "\xe2\x82";
    text += static_cast<char>(0x80 + (digit - '0'));
  }
  return text;
}

class Printer {
 public:
  Printer(const Store& store, Style style) : store_(store), style_(style) {}

  std::string take() { return std::move(out_); }

  // Parenthesised if it binds weaker than `least`.
  void expr(ExprId id, int least) {
    if (is_cut()) return;
    if (style_ == Style::Paper && depth_ == kDeepest) {
      out_ += "…";
      return;
    }
    ++depth_;
    const Expr& node = store_.expr(id);
    const int own = level(node);
    if (own < least) out_ += '(';
    body(node, own);
    if (own < least) out_ += ')';
    --depth_;
  }

  void code(CodeId id) {
    for (bool first = true; id; id = store_.code(id).rest, first = false) {
      if (is_cut()) return;
      if (!first) out_ += "; ";
      stmt(store_.first(id));
    }
  }

  void head(const Stmt& node) {
    switch (node.kind) {
      case StmtKind::Assign:
        out_ += store_.var(node.target).name + " := ";
        expr(node.value, kTernary);
        break;
      case StmtKind::Skip: out_ += "skip"; break;
      case StmtKind::If: condition("if ", node.value); break;
      case StmtKind::While:
        condition("while ", node.value);
        if (node.bound) out_ += "[" + std::to_string(*node.bound) + "]";
        break;
      case StmtKind::Await: condition("await", node.value); break;
      case StmtKind::Spawn:
        out_ += "new";
        if (!node.name.empty()) out_ += " " + node.name;
        break;
      case StmtKind::Join: out_ += "join"; break;
      case StmtKind::Assert: condition("assert", node.value); break;
      case StmtKind::Assume: condition("assume", node.value); break;
    }
  }

  void thread(ThreadId id) {
    if (style_ == Style::Source) {
      out_ += store_.thread_name(id);
      return;
    }
    out_ += print_thread(store_, id);
  }

  void pool(PoolId id) {
    out_ += '{';
    bool first = true;
    for (const PoolEntry& entry : store_.pool(id)) {
      if (!first) out_ += ", ";
      first = false;
      thread(entry.thread);
      out_ += '(';
      code(entry.code);
      out_ += ')';
    }
    out_ += '}';
  }

  void subst(SubstId id) {
    bool first = true;
    for (const auto& [var, value] : store_.subst(id)) {
      if (!first) out_ += ", ";
      first = false;
      out_ += store_.var(var).name + (style_ == Style::Paper ? " ↦ " : " := ");
      expr(value, kTernary);
    }
  }

  void event(const Event& node) {
    thread(node.thread);
    out_ += "⟨";
    expr(node.condition, kTernary);
    out_ += ", ";
    vars(node.writes);
    out_ += ", ";
    vars(node.reads);
    if (node.spawned) {
      out_ += ", new ";
      thread(node.spawned);
    }
    if (node.joins) out_ += ", join";
    out_ += "⟩";
  }

  void text(std::string_view text) { out_ += text; }

 private:
  bool is_cut() {
    if (style_ == Style::Source || out_.size() < kLongest) return false;
    if (!cut_) out_ += "…";
    cut_ = true;
    return true;
  }

  int level(const Expr& node) const {
    switch (node.kind) {
      case ExprKind::Binary: return precedence(node.binary);
      case ExprKind::Ite:
      case ExprKind::Forall:
      case ExprKind::Exists: return kTernary;
      case ExprKind::Int: return node.number.is_negative() ? kUnary : kUnary + 1;
      case ExprKind::Unary: return kUnary;
      case ExprKind::Box:
      case ExprKind::Update: return kModality;
      default: return kUnary + 1;
    }
  }

  void body(const Expr& node, int own) {
    const bool paper = style_ == Style::Paper;
    switch (node.kind) {
      case ExprKind::Int: out_ += node.number.to_string(); break;
      case ExprKind::Bool:
        out_ += node.flag ? (paper ? "True" : "true") : (paper ? "False" : "false");
        break;
      case ExprKind::Var: out_ += store_.var(node.var).name; break;
      case ExprKind::Unary:
        out_ += node.unary == UnaryOp::Neg ? "-" : (paper ? "¬" : "!");
        expr(node.a, kUnary + 1);
        break;
      case ExprKind::Binary: binary(node, own); break;
      case ExprKind::Ite:
        expr(node.a, kTernary + 1);
        out_ += " ? ";
        expr(node.b, kTernary + 1);
        out_ += " : ";
        expr(node.c, kTernary + 1);
        break;
      case ExprKind::Forall: quantifier(paper ? "∀" : "forall ", node); break;
      case ExprKind::Exists: quantifier(paper ? "∃" : "exists ", node); break;
      case ExprKind::Box: box(node); break;
      case ExprKind::Update:
        out_ += '{';
        subst(node.subst);
        out_ += paper ? "}" : "} ";
        expr(node.a, kModality);
        break;
    }
  }

  void binary(const Expr& node, int own) {
    const bool is_comparison = node.binary >= BinaryOp::Eq && node.binary <= BinaryOp::Ge;
    const bool to_right = node.binary == BinaryOp::Implies;
    expr(node.a, is_comparison || to_right ? own + 1 : own);
    out_ += ' ';
    out_ += style_ == Style::Paper ? symbol(node.binary) : spelling(node.binary);
    out_ += ' ';
    expr(node.b, to_right ? own : own + 1);
  }

  void quantifier(std::string_view word, const Expr& node) {
    const Variable& var = store_.var(node.var);
    out_ += word;
    if (style_ == Style::Source) {
      if (var.sort == Sort::Bool) out_ += "bool ";
      out_ += var.name + " : ";
    } else {
      out_ += var.name + " · ";
    }
    expr(node.a, kTernary);
  }

  void box(const Expr& node) {
    out_ += '[';
    if (style_ == Style::Paper) {
      pool(node.pool);
    } else {
      bool first = true;
      for (const PoolEntry& entry : store_.pool(node.pool)) {
        if (!first) out_ += ' ';
        first = false;
        out_ += "proc { ";
        code(entry.code);
        out_ += " }";
      }
    }
    out_ += "] ";
    expr(node.a, kModality);
  }

  void condition(std::string_view word, ExprId value) {
    out_ += word;
    out_ += '(';
    expr(value, kTernary);
    out_ += ')';
  }

  void block(CodeId id) {
    out_ += " {";
    code(id);
    out_ += '}';
  }

  void stmt(const Stmt& node) {
    head(node);
    if (node.kind == StmtKind::While && node.invariant && style_ == Style::Source) {
      out_ += " invariant ";
      expr(node.invariant, kTernary);
    }
    if (node.kind == StmtKind::If || node.kind == StmtKind::While) block(node.body);
    if (node.kind == StmtKind::If && node.otherwise) {
      out_ += " else";
      block(node.otherwise);
    }
    if (node.kind == StmtKind::Spawn) {
      out_ += '(';
      code(node.body);
      out_ += ')';
    }
  }

  void vars(const VarSet& set) {
    if (set.empty()) {
      out_ += "∅";
      return;
    }
    out_ += '{';
    bool first = true;
    for (VarId var : set) {
      if (!first) out_ += ", ";
      first = false;
      out_ += store_.var(var).name;
    }
    out_ += '}';
  }

  const Store& store_;
  Style style_;
  std::string out_;
  bool cut_ = false;
  int depth_ = 0;
};

}  // namespace

std::string print(const Store& store, ExprId expr, Style style) {
  Printer printer(store, style);
  printer.expr(expr, kTernary);
  return printer.take();
}

std::string print(const Store& store, CodeId code, Style style) {
  Printer printer(store, style);
  printer.code(code);
  return printer.take();
}

std::string print_head(const Store& store, const Stmt& stmt, Style style) {
  Printer printer(store, style);
  printer.head(stmt);
  return printer.take();
}

std::string print(const Store& store, PoolId pool) {
  Printer printer(store, Style::Paper);
  printer.pool(pool);
  return printer.take();
}

std::string print(const Store& store, SubstId subst) {
  Printer printer(store, Style::Paper);
  printer.text("[");
  printer.subst(subst);
  printer.text("]");
  return printer.take();
}

std::string print(const Store& store, const Event& event) {
  Printer printer(store, Style::Paper);
  printer.event(event);
  return printer.take();
}

std::string print(const Store& store, const std::vector<Event>& path) {
  if (path.empty()) return "ε";
  std::string text;
  for (const Event& event : path) {
    if (!text.empty()) text += " · ";
    text += print(store, event);
  }
  return text;
}

std::string print_thread(const Store& store, ThreadId thread) {
  const Thread& node = store.thread(thread);
  if (!node.parent) return "ι" + subscript(node.index);
  return print_thread(store, node.parent) + "." + subscript(node.index);
}

}  // namespace dl
