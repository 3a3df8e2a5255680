// A reader for the part of SMV that Braid writes: MODULE main with IVAR, VAR, CONSTANTS,
// DEFINE, ASSIGN (init and next), TRANS, INVARSPEC and LTLSPEC, of which it keeps the words
// only. It follows the manual of NuSMV 2.6
// and knows nothing of the programs that the text came from.
#pragma once

#include <cctype>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace support::smv {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Kind : std::uint8_t { Bool, Int, Symbol };

struct Value {
  Kind kind = Kind::Bool;
  std::int64_t number = 0;  // Symbol: its number
  friend bool operator==(const Value&, const Value&) = default;
  friend auto operator<=>(const Value&, const Value&) = default;
};

// "case" has condition and value in turn, "in" and "count" any number of operands.
enum class Op : std::uint8_t {
  Constant,
  Var,
  Define,
  Case,
  And,
  Or,
  Implies,
  Not,
  Negative,
  Equal,
  NotEqual,
  In,
  Count,
  Add,
  Subtract,
  Multiply,
  Divide,
  Mod,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
};

inline Op op_of(const std::string& text) {
  static const std::map<std::string, Op> kOps{{"constant", Op::Constant},
                                              {"var", Op::Var},
                                              {"define", Op::Define},
                                              {"case", Op::Case},
                                              {"&", Op::And},
                                              {"|", Op::Or},
                                              {"->", Op::Implies},
                                              {"!", Op::Not},
                                              {"negative", Op::Negative},
                                              {"=", Op::Equal},
                                              {"!=", Op::NotEqual},
                                              {"in", Op::In},
                                              {"count", Op::Count},
                                              {"+", Op::Add},
                                              {"-", Op::Subtract},
                                              {"*", Op::Multiply},
                                              {"/", Op::Divide},
                                              {"mod", Op::Mod},
                                              {"<", Op::Less},
                                              {"<=", Op::LessEqual},
                                              {">", Op::Greater},
                                              {">=", Op::GreaterEqual}};
  return kOps.at(text);
}

struct Node {
  Op op{};
  std::vector<std::size_t> args;
  Value value;            // constant
  std::size_t index = 0;  // var, define
};

struct Var {
  std::string name;
  bool is_input = false;
  std::vector<Value> domain;
  std::size_t init = SIZE_MAX;
  std::size_t next = SIZE_MAX;
};

struct Define {
  std::string name;
  std::size_t body = SIZE_MAX;
  bool needs_input = false;
};

struct Invariant {
  std::string text;
  std::size_t node = 0;
};

struct Model {
  std::vector<Node> nodes;
  std::vector<Var> vars;
  std::vector<Define> defines;
  std::vector<std::string> symbols;
  std::vector<std::size_t> trans;
  std::vector<Invariant> invariants;
  std::vector<std::vector<std::string>> formulas;  // the words of each LTLSPEC
  std::map<std::string, std::size_t> var_ids, define_ids, symbol_ids;
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) { tokenize(); }

  Model read() {
    collect();
    at_ = 0;
    expect("MODULE");
    expect("main");
    std::string section;
    while (at_ < tokens_.size()) {
      std::string word = token();
      bool begins = word == "IVAR" || word == "VAR" || word == "DEFINE" || word == "ASSIGN" ||
                    word == "TRANS" || word == "INVARSPEC" || word == "CONSTANTS" ||
                    word == "LTLSPEC";
      if (begins) {
        section = word;
        ++at_;
      }
      if (section == "TRANS") {
        model_.trans.push_back(statement());
      } else if (section == "INVARSPEC") {
        std::size_t begin = at_;
        std::size_t node = statement();
        std::string spec;
        for (std::size_t i = begin; i + 1 < at_; ++i)
          spec += (spec.empty() ? "" : " ") + tokens_[i];
        model_.invariants.push_back({spec, node});
      } else if (section == "LTLSPEC") {
        model_.formulas.emplace_back();
        while (token() != ";") model_.formulas.back().push_back(next_token());
        expect(";");
      } else if (section == "DEFINE") {
        std::size_t id = model_.define_ids.at(next_token());
        expect(":=");
        model_.defines[id].body = statement();
      } else if (section == "ASSIGN") {
        assignment();
      } else {
        while (next_token() != ";") continue;  // read by collect()
      }
    }
    for (const Var& v : model_.vars) {
      bool fine = v.is_input || (v.init != SIZE_MAX && v.next != SIZE_MAX);
      if (!fine) throw Error("the variable " + v.name + " is not assigned");
    }
    return std::move(model_);
  }

 private:
  // ---------------------------------------------------------------- tokens

  // As in NuSMV, a name may contain `-`, so that `x-1` is one.
  static bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '#' ||
           c == '-';
  }

  void tokenize() {
    for (std::size_t i = 0; i < text_.size();) {
      char c = text_[i];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++i;
      } else if (text_.compare(i, 2, "--") == 0) {
        while (i < text_.size() && text_[i] != '\n') ++i;
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        std::size_t begin = i;
        while (i < text_.size() && std::isdigit(static_cast<unsigned char>(text_[i])) != 0) ++i;
        tokens_.push_back(text_.substr(begin, i - begin));
      } else if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
        std::size_t begin = i;
        while (i < text_.size() && in_name(text_[i])) ++i;
        tokens_.push_back(text_.substr(begin, i - begin));
      } else {
        std::string two = text_.substr(i, 2);
        bool pair =
            two == ":=" || two == ".." || two == "!=" || two == "<=" || two == ">=" || two == "->";
        tokens_.push_back(pair ? two : std::string(1, c));
        i += pair ? 2 : 1;
      }
    }
  }

  const std::string& token() const {
    static const std::string kEnd = "<end>";
    return at_ < tokens_.size() ? tokens_[at_] : kEnd;
  }
  std::string next_token() {
    if (at_ >= tokens_.size()) throw Error("the text ends too early");
    return tokens_[at_++];
  }
  void expect(const std::string& wanted) {
    if (token() != wanted) throw Error("expected " + wanted + " before " + token());
    ++at_;
  }
  bool accept(const std::string& wanted) {
    if (token() != wanted) return false;
    ++at_;
    return true;
  }

  // ---------------------------------------------------------------- declarations

  // Names first: definitions may be used before they are made.
  void collect() {
    std::string section;
    for (at_ = 0; at_ < tokens_.size();) {
      std::string word = next_token();
      if (word == "MODULE" || word == "ASSIGN" || word == "TRANS" || word == "INVARSPEC" ||
          word == "LTLSPEC") {
        section.clear();
      } else if (word == "IVAR" || word == "VAR" || word == "DEFINE" || word == "CONSTANTS") {
        section = word;
      } else if (section == "IVAR" || section == "VAR") {
        declare(word, section == "IVAR");
      } else if (section == "CONSTANTS") {
        if (word != "," && word != ";") symbol(word);
      } else if (section == "DEFINE") {
        if (!model_.define_ids.emplace(word, model_.defines.size()).second) {
          throw Error(word + " is defined twice");
        }
        model_.defines.push_back({word});
        expect(":=");
        skip_expression();
      }
    }
    for (const auto& [name, id] : model_.symbol_ids) {
      if (model_.var_ids.contains(name) || model_.define_ids.contains(name)) {
        throw Error(name + " is a constant and a variable");
      }
    }
    for (const auto& [name, id] : model_.define_ids) {
      if (model_.var_ids.contains(name)) throw Error(name + " is declared twice");
    }
  }

  // To the semicolon that ends a definition, over those inside of a case.
  void skip_expression() {
    int depth = 0;
    for (;;) {
      std::string word = next_token();
      if (word == "case") ++depth;
      if (word == "esac") --depth;
      if (word == ";" && depth == 0) return;
    }
  }

  Value symbol(const std::string& name) {
    auto [at, is_new] = model_.symbol_ids.emplace(name, model_.symbols.size());
    if (is_new) model_.symbols.push_back(name);
    return {Kind::Symbol, static_cast<std::int64_t>(at->second)};
  }

  std::int64_t integer() {
    bool negative = accept("-");
    std::int64_t n = std::stoll(next_token());
    return negative ? -n : n;
  }
  bool at_integer() const {
    return token() == "-" || std::isdigit(static_cast<unsigned char>(token()[0])) != 0;
  }

  void declare(const std::string& name, bool is_input) {
    Var var{.name = name, .is_input = is_input, .domain = {}};
    expect(":");
    if (accept("boolean")) {
      var.domain = {{Kind::Bool, 0}, {Kind::Bool, 1}};
    } else if (accept("{")) {
      do {
        var.domain.push_back(at_integer() ? Value{Kind::Int, integer()} : symbol(next_token()));
      } while (accept(","));
      expect("}");
    } else {
      std::int64_t low = integer();
      expect("..");
      for (std::int64_t high = integer(); low <= high; ++low) {
        var.domain.push_back({Kind::Int, low});
      }
    }
    expect(";");
    if (!model_.var_ids.emplace(name, model_.vars.size()).second) {
      throw Error(name + " is declared twice");
    }
    model_.vars.push_back(std::move(var));
  }

  void assignment() {
    bool is_next = next_token() == "next";
    expect("(");
    Var& var = model_.vars[model_.var_ids.at(next_token())];
    expect(")");
    expect(":=");
    std::size_t& target = is_next ? var.next : var.init;
    if (var.is_input || target != SIZE_MAX) throw Error(var.name + " cannot be assigned");
    target = statement();
  }

  // ---------------------------------------------------------------- expressions

  std::size_t statement() {
    std::size_t node = expression();
    expect(";");
    return node;
  }
  std::size_t add(Node node) {
    model_.nodes.push_back(std::move(node));
    return model_.nodes.size() - 1;
  }

  std::size_t expression() {  // -> is weakest and associates to the right
    std::size_t left = binary(0);
    if (!accept("->")) return left;
    return add({op_of("->"), {left, expression()}, {}, 0});
  }

  // Levels from weak to strong: |, &, comparisons, in, sums, products.
  std::size_t binary(std::size_t level) {
    static const std::vector<std::vector<std::string>> kLevels{
        {"|"}, {"&"}, {"=", "!=", "<", "<=", ">", ">="}, {"in"}, {"+", "-"}, {"*", "/", "mod"}};
    if (level == kLevels.size()) return unary();
    std::size_t left = binary(level + 1);
    for (;;) {
      const std::string op = token();
      bool found = false;
      for (const std::string& known : kLevels[level]) found = found || known == op;
      if (!found) return left;
      ++at_;
      if (op == "in") {
        left = membership(left);
      } else {
        left = add({op_of(op), {left, binary(level + 1)}, {}, 0});
      }
    }
  }

  std::size_t membership(std::size_t left) {
    Node node{Op::In, {left}, {}, 0};
    expect("{");
    do {
      node.args.push_back(binary(4));
    } while (accept(","));
    expect("}");
    return add(std::move(node));
  }

  std::size_t unary() {
    if (accept("!")) return add({op_of("!"), {unary()}, {}, 0});
    if (accept("-")) return add({op_of("negative"), {unary()}, {}, 0});
    if (accept("(")) {
      std::size_t inner = expression();
      expect(")");
      return inner;
    }
    if (token() == "case") return alternatives();
    if (accept("TRUE")) return add({op_of("constant"), {}, {Kind::Bool, 1}, 0});
    if (accept("FALSE")) return add({op_of("constant"), {}, {Kind::Bool, 0}, 0});
    if (std::isdigit(static_cast<unsigned char>(token()[0])) != 0) {
      return add({op_of("constant"), {}, {Kind::Int, integer()}, 0});
    }
    std::string name = next_token();
    if (name == "count") {
      Node node{Op::Count, {}, {}, 0};
      expect("(");
      do {
        node.args.push_back(expression());
      } while (accept(","));
      expect(")");
      return add(std::move(node));
    }
    if (auto v = model_.var_ids.find(name); v != model_.var_ids.end()) {
      return add({op_of("var"), {}, {}, v->second});
    }
    if (auto d = model_.define_ids.find(name); d != model_.define_ids.end()) {
      return add({op_of("define"), {}, {}, d->second});
    }
    if (auto s = model_.symbol_ids.find(name); s != model_.symbol_ids.end()) {
      return add({op_of("constant"), {}, symbol(name), 0});
    }
    throw Error("unknown name " + name);
  }

  std::size_t alternatives() {
    Node node{Op::Case, {}, {}, 0};
    expect("case");
    while (!accept("esac")) {
      node.args.push_back(expression());
      expect(":");
      node.args.push_back(statement());
    }
    return add(std::move(node));
  }

  const std::string& text_;
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  Model model_;
};

}  // namespace support::smv
