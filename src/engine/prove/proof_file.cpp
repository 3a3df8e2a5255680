// All trees stand in one table, each after its parts and each once: a proof repeats the same
// formulas and programs in most of its sequents.
#include "engine/prove/proof_file.h"

#include <unordered_map>

#include "base/check.h"

namespace prove {

using dl::ExprId;
using dl::ExprKind;
using Json = nlohmann::ordered_json;

namespace {

class Writer {
 public:
  Writer(const dl::Store& store, const Proof& proof) : store_(store), proof_(proof) {}

  Json write(std::int64_t formula) {
    Json nodes = Json::array();
    std::size_t goal = expr(proof_.goal);
    for (const Node& node : proof_.nodes) nodes.push_back(node_json(node));
    Json file;
    file["formula"] = formula;
    file["variables"] = std::move(variables_);
    file["threads"] = std::move(threads_);
    file["trees"] = std::move(trees_);
    file["events"] = std::move(events_);
    file["goal"] = goal;
    file["nodes"] = std::move(nodes);
    return file;
  }

 private:
  std::size_t put(Json tree) {
    trees_.push_back(std::move(tree));
    return trees_.size() - 1;
  }

  std::size_t variable(dl::VarId id) {
    auto [known, is_new] = variable_index_.try_emplace(id, variables_.size());
    if (is_new) {
      const dl::Variable& var = store_.var(id);
      const char* kind = var.is_bound ? "bound" : var.is_fresh ? "new" : "program";
      variables_.push_back(Json::array({var.name, dl::spelling(var.sort), kind}));
    }
    return known->second;
  }

  // Parents first. -1: none.
  std::int64_t thread(dl::ThreadId id) {
    if (!id) return -1;
    if (auto known = thread_index_.find(id); known != thread_index_.end()) return known->second;
    std::int64_t parent = thread(store_.thread(id).parent);
    threads_.push_back(Json::array({parent, store_.thread(id).index}));
    auto index = static_cast<std::int64_t>(threads_.size()) - 1;
    thread_index_.emplace(id, index);
    return index;
  }

  std::size_t expr(ExprId id) {
    if (auto known = exprs_.find(id); known != exprs_.end()) return known->second;
    std::size_t index = put(tree_of(store_.expr(id)));
    exprs_.emplace(id, index);
    return index;
  }

  Json tree_of(const dl::Expr& e) {
    switch (e.kind) {
      case ExprKind::Int: return Json::array({"int", e.number.to_string()});
      case ExprKind::Bool: return Json::array({"bool", e.flag});
      case ExprKind::Var: return Json::array({"var", variable(e.var)});
      case ExprKind::Unary:
        return Json::array({e.unary == dl::UnaryOp::Neg ? "neg" : "not", expr(e.a)});
      case ExprKind::Binary: {
        std::size_t a = expr(e.a);
        return Json::array({dl::spelling(e.binary), a, expr(e.b)});
      }
      case ExprKind::Ite: {
        std::size_t a = expr(e.a);
        std::size_t b = expr(e.b);
        return Json::array({"ite", a, b, expr(e.c)});
      }
      case ExprKind::Forall: return Json::array({"forall", variable(e.var), expr(e.a)});
      case ExprKind::Exists: return Json::array({"exists", variable(e.var), expr(e.a)});
      case ExprKind::Box: {
        std::size_t programs = pool(e.pool);
        return Json::array({"box", programs, expr(e.a)});
      }
      case ExprKind::Update: {
        std::size_t state = subst(e.subst);
        return Json::array({"update", state, expr(e.a)});
      }
    }
    UNREACHABLE("expression");
  }

  // -1: none.
  std::int64_t optional(ExprId id) { return id ? static_cast<std::int64_t>(expr(id)) : -1; }

  Json tree_of(const dl::Stmt& s) {
    using enum dl::StmtKind;
    switch (s.kind) {
      case Assign: return Json::array({"assign", variable(s.target), expr(s.value)});
      case Skip: return Json::array({"skip"});
      case If: {
        std::int64_t then = code(s.body);
        std::int64_t otherwise = code(s.otherwise);
        return Json::array({"if", expr(s.value), then, otherwise});
      }
      case While: {
        std::int64_t body = code(s.body);
        std::int64_t bound = s.bound ? static_cast<std::int64_t>(*s.bound) : -1;
        std::int64_t invariant = optional(s.invariant);
        return Json::array({"while", expr(s.value), body, bound, invariant});
      }
      case Await: return Json::array({"await", expr(s.value)});
      case Spawn: return Json::array({"new", code(s.body)});
      case Join: return Json::array({"join"});
      case Assert: return Json::array({"assert", expr(s.value)});
      case Assume: return Json::array({"assume", expr(s.value)});
    }
    UNREACHABLE("statement");
  }

  std::size_t stmt(dl::StmtId id) {
    if (auto known = stmts_.find(id); known != stmts_.end()) return known->second;
    std::size_t index = put(tree_of(store_.stmt(id)));
    stmts_.emplace(id, index);
    return index;
  }

  std::int64_t code(dl::CodeId id) {
    if (!id) return -1;
    if (auto known = codes_.find(id); known != codes_.end()) return known->second;
    std::int64_t rest = code(store_.code(id).rest);
    auto index =
        static_cast<std::int64_t>(put(Json::array({"code", stmt(store_.code(id).first), rest})));
    codes_.emplace(id, index);
    return index;
  }

  std::size_t pool(dl::PoolId id) {
    if (auto known = pools_.find(id); known != pools_.end()) return known->second;
    Json entries = Json::array();
    for (const dl::PoolEntry& entry : store_.pool(id)) {
      std::int64_t owner = thread(entry.thread);
      entries.push_back(Json::array({owner, code(entry.code), entry.spawned}));
    }
    std::size_t index = put(Json::array({"pool", std::move(entries)}));
    pools_.emplace(id, index);
    return index;
  }

  std::size_t subst(dl::SubstId id) {
    if (auto known = substs_.find(id); known != substs_.end()) return known->second;
    Json entries = Json::array();
    for (const auto& [var, value] : store_.subst(id)) {
      std::size_t target = variable(var);
      entries.push_back(Json::array({target, expr(value)}));
    }
    std::size_t index = put(Json::array({"subst", std::move(entries)}));
    substs_.emplace(id, index);
    return index;
  }

  Json variable_list(const dl::VarSet& vars) {
    Json list = Json::array();
    for (dl::VarId var : vars) list.push_back(variable(var));
    return list;
  }

  std::size_t event(const dl::Event& event) {
    Json made =
        Json::array({thread(event.thread), expr(event.condition), variable_list(event.writes),
                     variable_list(event.reads), thread(event.spawned), event.joins});
    auto [known, is_new] = event_index_.try_emplace(made.dump(), events_.size());
    if (is_new) events_.push_back(std::move(made));
    return known->second;
  }

  Json expr_list(const std::vector<ExprId>& exprs) {
    Json list = Json::array();
    for (ExprId id : exprs) list.push_back(expr(id));
    return list;
  }

  Json node_json(const Node& node) {
    Json made;
    made["rule"] = keyword(node.rule);
    made["assumptions"] = expr_list(node.sequent.assumptions);
    Json path = Json::array();
    for (const dl::Event& e : node.sequent.path) path.push_back(event(e));
    made["path"] = std::move(path);
    made["claims"] = expr_list(node.sequent.claims);
    Json premises = Json::array();
    for (NodeId id : node.premises) premises.push_back(id.index());
    made["premises"] = std::move(premises);
    add_details(node, made);
    return made;
  }

  void add_details(const Node& node, Json& made) {
    switch (node.rule) {
      case Rule::Close:
      case Rule::Open:
      case Rule::Merge: return;
      case Rule::Link: made["instance"] = subst(node.instance); return;
      default: made["principal"] = node.principal;
    }
    if (node.fresh) made["new"] = variable(node.fresh);
    if (!node.witnesses.empty()) made["witnesses"] = expr_list(node.witnesses);
    if (node.rule != Rule::Generalise) return;
    Json heads = Json::array();
    for (dl::ThreadId id : node.heads) heads.push_back(thread(id));
    made["heads"] = std::move(heads);
    Json forgotten = Json::array();
    for (const auto& [var, fresh] : node.forgotten) {
      std::size_t old = variable(var);
      forgotten.push_back(Json::array({old, variable(fresh)}));
    }
    made["forgotten"] = std::move(forgotten);
  }

  const dl::Store& store_;
  const Proof& proof_;
  Json variables_ = Json::array();  // [name, sort, kind]
  Json threads_ = Json::array();    // [parent or -1, index]
  Json trees_ = Json::array();      // [kind, parts…]
  Json events_ = Json::array();     // [thread, condition, writes, reads, spawned, joins]
  std::unordered_map<dl::VarId, std::size_t> variable_index_;
  std::unordered_map<dl::ThreadId, std::int64_t> thread_index_;
  std::unordered_map<ExprId, std::size_t> exprs_;
  std::unordered_map<dl::StmtId, std::size_t> stmts_;
  std::unordered_map<dl::CodeId, std::int64_t> codes_;
  std::unordered_map<dl::PoolId, std::size_t> pools_;
  std::unordered_map<dl::SubstId, std::size_t> substs_;
  std::unordered_map<std::string, std::size_t> event_index_;
};

}  // namespace

Json proof_json(const dl::Store& store, const Proof& proof, std::int64_t formula) {
  return Writer(store, proof).write(formula);
}

Json proofs_json(const std::string& source, std::vector<Json> proofs) {
  Json file;
  file["braid_proof"] = 1;
  file["source"] = source;
  file["proofs"] = std::move(proofs);
  return file;
}

}  // namespace prove
