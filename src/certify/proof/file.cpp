#include "certify/proof/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <variant>

#include "logic/dl/subst.h"

namespace proof {

namespace {

using Json = nlohmann::ordered_json;
using dl::ExprId;
using dl::Sort;

// Trees nested deeper than this are refused: recursive functions walk over them.
constexpr std::uint32_t kDeepest = 20'000;
// Trees share parts, which most functions here would walk over again and again: so many parts,
// shared ones counted each time, may a formula or a program have.
constexpr std::uint64_t kLargest = 1'000'000;
// Larger numbers have no use and cost memory.
constexpr std::size_t kMostDigits = 10'000;

// Ends reading. It does not leave this file.
struct Bad {
  std::string text;
};

[[noreturn]] void bad(std::string text) { throw Bad{std::move(text)}; }

using Tree = std::variant<ExprId, dl::StmtId, dl::CodeId, dl::PoolId, dl::SubstId>;

class Reader {
 public:
  explicit Reader(const Json& json) : json_(json), store_(std::make_unique<dl::Store>()) {}

  static ProofFile read_all(const Json& json) {
    if (!json.is_object()) bad("it is not an object");
    if (number(field(json, "braid_proof"), UINT32_MAX) != 1) bad("its version is not known");
    ProofFile file;
    file.source = text(field(json, "source"));
    const Json& proofs = list(field(json, "proofs"));
    if (proofs.empty()) bad("it has no proofs");
    for (const Json& entry : proofs) file.proofs.push_back(Reader(entry).read());
    return file;
  }

 private:
  Proof read() {
    Proof file;
    const Json& formula_number = field(json_, "formula");
    if (!is_none(formula_number)) file.formula = number(formula_number, UINT32_MAX);
    for (const Json& entry : list(field(json_, "variables"))) read_variable(entry);
    for (const Json& entry : list(field(json_, "threads"))) read_thread(entry);
    for (const Json& entry : list(field(json_, "trees"))) read_tree(entry);
    for (const Json& entry : list(field(json_, "events"))) read_event(entry);
    file.goal = formula(field(json_, "goal"));
    const Json& nodes = list(field(json_, "nodes"));
    if (nodes.empty()) bad("it has no sequents");
    for (const Json& entry : nodes) file.nodes.push_back(read_node(entry, nodes.size()));
    file.store = std::move(store_);
    return file;
  }

  // ---- JSON
  static const Json& field(const Json& object, const char* name) {
    if (!object.is_object()) bad("an object was expected");
    auto found = object.find(name);
    if (found == object.end()) bad(fmt::format("`{}` is missing", name));
    return *found;
  }
  static const Json& list(const Json& json) {
    if (!json.is_array()) bad("a list was expected");
    return json;
  }
  static const Json& list(const Json& json, std::size_t size) {
    if (!json.is_array() || json.size() != size) bad("a list has the wrong length");
    return json;
  }
  static std::string text(const Json& json) {
    if (!json.is_string()) bad("a text was expected");
    return json.get<std::string>();
  }
  static std::size_t number(const Json& json, std::size_t most) {
    bool is_natural =
        json.is_number_unsigned() || (json.is_number_integer() && json.get<std::int64_t>() >= 0);
    if (!is_natural || json.get<std::uint64_t>() > most) bad("a number is out of range");
    return json.get<std::uint64_t>();
  }
  static std::size_t index(const Json& json, std::size_t size) {
    if (size == 0) bad("a number is out of range");
    return number(json, size - 1);
  }
  static bool is_none(const Json& json) { return json.is_number_integer() && json == -1; }
  static bool flag(const Json& json) {
    if (!json.is_boolean()) bad("true or false was expected");
    return json.get<bool>();
  }

  // ---- variables and threads
  void read_variable(const Json& json) {
    list(json, 3);
    dl::Variable var;
    var.name = text(json[0]);
    std::string sort = text(json[1]);
    std::string kind = text(json[2]);
    if (sort != "int" && sort != "bool") bad("a variable has no sort");
    var.sort = sort == "int" ? Sort::Int : Sort::Bool;
    if (kind != "program" && kind != "bound" && kind != "new") bad("a variable has no kind");
    var.is_bound = kind == "bound";
    var.is_fresh = kind == "new";
    if (!var.is_bound && store_->find_var(var.name)) bad("two variables have one name");
    variables_.push_back(store_->add_var(std::move(var)));
  }
  dl::VarId variable(const Json& json) { return variables_[index(json, variables_.size())]; }
  dl::VarSet variable_set(const Json& json) {
    dl::VarSet vars;
    for (const Json& entry : list(json)) vars.push_back(variable(entry));
    std::sort(vars.begin(), vars.end());
    if (std::adjacent_find(vars.begin(), vars.end()) != vars.end()) bad("a set has duplicates");
    return vars;
  }

  void read_thread(const Json& json) {
    list(json, 2);
    auto own = static_cast<std::uint32_t>(number(json[1], UINT32_MAX - 1));
    dl::ThreadId parent = is_none(json[0]) ? dl::ThreadId() : thread(json[0]);
    std::uint32_t depth = parent ? thread_depths_[parent.index()] + 1 : 0;
    if (depth > kDeepest) bad("threads are nested too deeply");
    dl::ThreadId made = store_->make_child(parent, own);
    if (std::find(threads_.begin(), threads_.end(), made) != threads_.end()) {
      bad("a thread is listed twice");
    }
    threads_.push_back(made);
    thread_depths_.push_back(depth);
  }
  dl::ThreadId thread(const Json& json) { return threads_[index(json, threads_.size())]; }

  // ---- trees
  template <class Id>
  Id part(const Json& json, const char* what) {
    std::size_t i = index(json, trees_.size());
    const Id* id = std::get_if<Id>(&trees_[i]);
    if (id == nullptr) bad(fmt::format("{} was expected", what));
    depth_ = std::max(depth_, depths_[i] + 1);
    size_ += sizes_[i];
    return *id;
  }
  ExprId expr(const Json& json, Sort sort) {
    auto id = part<ExprId>(json, "an expression");
    if (store_->expr(id).sort != sort) bad("an expression has the wrong sort");
    return id;
  }
  ExprId formula(const Json& json) { return expr(json, Sort::Bool); }
  // In programs: neither quantifiers nor modalities.
  ExprId program_expr(const Json& json, Sort sort) {
    ExprId id = expr(json, sort);
    if (store_->expr(id).has_modality || store_->expr(id).has_quantifier) {
      bad("a formula stands in a program");
    }
    return id;
  }
  dl::CodeId code(const Json& json) {
    return is_none(json) ? dl::CodeId() : part<dl::CodeId>(json, "a program");
  }

  void read_tree(const Json& json) {
    if (!json.is_array() || json.empty()) bad("a tree is not a list");
    depth_ = 0;
    size_ = 1;
    std::string kind = text(json[0]);
    Tree made = make_tree(kind, json);
    const ExprId* id = std::get_if<ExprId>(&made);
    // Functions on expressions of programs remember what they have seen.
    if (id && !store_->expr(*id).has_modality && !store_->expr(*id).has_quantifier) size_ = 1;
    if (depth_ > kDeepest) bad("a tree is nested too deeply");
    if (size_ > kLargest) bad("a tree is too large");
    trees_.push_back(made);
    depths_.push_back(depth_);
    sizes_.push_back(size_);
  }

  Tree make_tree(const std::string& kind, const Json& json) {
    if (auto made = make_expr(kind, json)) return *made;
    if (auto made = make_formula(kind, json)) return *made;
    if (auto made = make_stmt(kind, json)) return store_->make_stmt(*made);
    if (kind == "code") {
      list(json, 3);
      auto first = part<dl::StmtId>(json[1], "a statement");
      return store_->make_code(first, code(json[2]));
    }
    if (kind == "pool") return make_pool(list(json, 2)[1]);
    if (kind == "subst") return make_subst(list(json, 2)[1]);
    bad(fmt::format("a tree of unknown kind `{}`", kind.substr(0, 20)));
  }

  std::optional<ExprId> make_expr(const std::string& kind, const Json& json) {
    if (kind == "int") {
      std::string digits = text(list(json, 2)[1]);
      auto value = digits.size() > kMostDigits ? std::nullopt : base::Integer::parse(digits);
      if (!value) bad("a number is not one");
      return store_->make_int(*value);
    }
    if (kind == "bool") return store_->make_bool(flag(list(json, 2)[1]));
    if (kind == "var") return store_->make_var(variable(list(json, 2)[1]));
    if (kind == "neg") {
      return store_->make_unary(dl::UnaryOp::Neg, expr(list(json, 2)[1], Sort::Int));
    }
    if (kind == "not") return store_->make_not(formula(list(json, 2)[1]));
    if (kind == "ite") {
      list(json, 4);
      ExprId a = formula(json[1]);
      auto b = part<ExprId>(json[2], "an expression");
      return store_->make_ite(a, b, expr(json[3], store_->expr(b).sort));
    }
    for (int i = 0; i <= static_cast<int>(dl::BinaryOp::Rem); ++i) {
      auto op = static_cast<dl::BinaryOp>(i);
      if (kind == dl::spelling(op)) return make_binary(op, list(json, 3));
    }
    return std::nullopt;
  }

  ExprId make_binary(dl::BinaryOp op, const Json& json) {
    auto a = part<ExprId>(json[1], "an expression");
    auto b = part<ExprId>(json[2], "an expression");
    bool is_equality = op == dl::BinaryOp::Eq || op == dl::BinaryOp::Ne;
    Sort sort = store_->expr(a).sort;
    if (sort != store_->expr(b).sort || (!is_equality && sort != dl::operand_sort(op))) {
      bad("operands have the wrong sort");
    }
    return store_->make_binary(op, a, b);
  }

  std::optional<ExprId> make_formula(const std::string& kind, const Json& json) {
    if (kind == "forall" || kind == "exists") {
      list(json, 3);
      dl::VarId var = variable(json[1]);
      if (!store_->var(var).is_bound) bad("a quantifier binds a variable that is not its own");
      ExprId body = formula(json[2]);
      return kind == "forall" ? store_->make_forall(var, body) : store_->make_exists(var, body);
    }
    if (kind == "box") {
      list(json, 3);
      auto pool = part<dl::PoolId>(json[1], "a pool");
      return store_->make_box(pool, formula(json[2]));
    }
    if (kind != "update") return std::nullopt;
    list(json, 3);
    auto subst = part<dl::SubstId>(json[1], "a substitution");
    return store_->make_update(subst, formula(json[2]));
  }

  std::optional<dl::Stmt> make_stmt(const std::string& kind, const Json& json) {
    using enum dl::StmtKind;
    dl::Stmt made;
    if (kind == "skip" || kind == "join") {
      list(json, 1);
      made.kind = kind == "skip" ? Skip : Join;
    } else if (kind == "await" || kind == "assert" || kind == "assume") {
      made.kind = kind == "await" ? Await : kind == "assert" ? Assert : Assume;
      made.value = program_expr(list(json, 2)[1], Sort::Bool);
    } else if (kind == "new") {
      made.kind = Spawn;
      made.body = code(list(json, 2)[1]);
    } else if (kind == "assign") {
      made.kind = Assign;
      made.target = variable(list(json, 3)[1]);
      made.value = program_expr(json[2], store_->var(made.target).sort);
    } else if (kind == "if") {
      made.kind = If;
      made.value = program_expr(list(json, 4)[1], Sort::Bool);
      made.body = code(json[2]);
      made.otherwise = code(json[3]);
    } else if (kind == "while") {
      made.kind = While;
      made.value = program_expr(list(json, 5)[1], Sort::Bool);
      made.body = code(json[2]);
      if (!is_none(json[3])) {
        made.bound = static_cast<std::uint32_t>(number(json[3], UINT32_MAX - 1));
      }
      if (!is_none(json[4])) made.invariant = first_order(json[4]);
    } else {
      return std::nullopt;
    }
    return made;
  }

  ExprId first_order(const Json& json) {
    ExprId id = formula(json);
    if (store_->expr(id).has_modality) bad("a condition has a modality");
    return id;
  }

  dl::PoolId make_pool(const Json& json) {
    dl::Pool pool;
    for (const Json& entry : list(json)) {
      list(entry, 3);
      dl::PoolEntry made{thread(entry[0]), part<dl::CodeId>(entry[1], "a program"),
                         static_cast<std::uint32_t>(number(entry[2], UINT32_MAX - 1))};
      bool is_known = std::any_of(pool.begin(), pool.end(), [&](const dl::PoolEntry& other) {
        return other.thread == made.thread;
      });
      if (is_known) bad("a thread stands twice in a pool");
      pool.push_back(made);
    }
    return store_->make_pool(std::move(pool));
  }

  dl::SubstId make_subst(const Json& json) {
    dl::Subst subst;
    for (const Json& entry : list(json)) {
      list(entry, 2);
      dl::VarId var = variable(entry[0]);
      subst.emplace_back(var, program_expr(entry[1], store_->var(var).sort));
      for (std::size_t i = 0; i + 1 < subst.size(); ++i) {
        if (subst[i].first == var) bad("a variable stands twice in a substitution");
      }
    }
    return store_->make_subst(std::move(subst));
  }

  // ---- events and sequents
  void read_event(const Json& json) {
    list(json, 6);
    dl::Event event;
    event.thread = thread(json[0]);
    event.condition = program_expr(json[1], Sort::Bool);
    event.writes = variable_set(json[2]);
    event.reads = variable_set(json[3]);
    if (!is_none(json[4])) event.spawned = thread(json[4]);
    event.joins = flag(json[5]);
    events_.push_back(std::move(event));
  }

  std::vector<ExprId> formulas(const Json& json) {
    std::vector<ExprId> all;
    for (const Json& entry : list(json)) all.push_back(formula(entry));
    return all;
  }

  ProofNode read_node(const Json& json, std::size_t count) {
    ProofNode node;
    node.rule = text(field(json, "rule"));
    node.sequent.assumptions = formulas(field(json, "assumptions"));
    for (const Json& entry : list(field(json, "path"))) {
      node.sequent.path.push_back(events_[index(entry, events_.size())]);
    }
    node.sequent.claims = formulas(field(json, "claims"));
    for (const Json& entry : list(field(json, "premises"))) {
      node.premises.push_back(index(entry, count));
    }
    if (json.contains("principal")) node.principal = number(json["principal"], UINT32_MAX);
    if (json.contains("new")) node.fresh = variable(json["new"]);
    if (json.contains("witnesses")) {
      for (const Json& entry : list(json["witnesses"])) {
        node.witnesses.push_back(part<ExprId>(entry, "an expression"));
      }
    }
    if (json.contains("instance")) {
      node.instance = part<dl::SubstId>(json["instance"], "a substitution");
    }
    if (json.contains("heads")) {
      for (const Json& entry : list(json["heads"])) node.heads.push_back(thread(entry));
    }
    if (json.contains("forgotten")) {
      for (const Json& entry : list(json["forgotten"])) {
        list(entry, 2);
        dl::VarId var = variable(entry[0]);
        node.forgotten.emplace_back(var, variable(entry[1]));
      }
    }
    return node;
  }

  const Json& json_;
  std::unique_ptr<dl::Store> store_;
  std::vector<dl::VarId> variables_;
  std::vector<dl::ThreadId> threads_;
  std::vector<std::uint32_t> thread_depths_;
  std::vector<Tree> trees_;
  std::vector<std::uint32_t> depths_;  // of trees_
  std::vector<std::uint64_t> sizes_;   // of trees_
  std::uint32_t depth_ = 0;            // of the tree in hand
  std::uint64_t size_ = 0;
  std::vector<dl::Event> events_;
};

}  // namespace

tl::expected<ProofFile, std::string> read_proofs(const Json& json) {
  try {
    return Reader::read_all(json);
  } catch (Bad& problem) {
    return tl::make_unexpected(std::move(problem.text));
  }
}

}  // namespace proof
