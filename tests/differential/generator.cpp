// The frame of a random program: a small class hierarchy, an interface, helper methods
// and the entry.
#include "generator.h"

#include <fmt/format.h>

#include "builder.h"

namespace differential {

namespace {

class ProgramWriter {
 public:
  ProgramWriter(std::uint64_t seed, const interp::Bounds& bounds,
                const std::optional<std::string>& forbidden)
      : b_(seed, bounds), forbidden_(forbidden) {}

  Generated write(const interp::Bounds& bounds) {
    Generated result;
    result.int_mode = choose_mode();
    b_.has_words = result.int_mode != ir::IntMode::Math;
    b_.theme = static_cast<Theme>(b_.below(kThemes));
    choose_classes();
    bool on_object = b_.chance(20);  // the entry is an instance method
    helpers_ = choose_helpers();
    for (std::size_t c = 0; c < b_.classes.size(); ++c) {
      write_class(static_cast<int>(c), on_object && c == root_);
    }
    write_main_class(!on_object);
    if (on_object) b_.note("entry on an object");
    result.entry = (on_object ? b_.classes[root_].name : "Main") + ".main";
    result.text = std::move(b_.text);
    result.features = std::move(b_.features);
    result.bounds = bounds;
    return result;
  }

 private:
  ir::IntMode choose_mode() {
    if (b_.chance(80)) return ir::IntMode::Math;
    b_.note("integers of fixed width");
    return b_.chance(50) ? ir::IntMode::Bits32 : ir::IntMode::Bits64;
  }

  // ---------------------------------------------------------------- declarations

  Type scalar() {
    return b_.pick(std::vector<Type>{
        kInt, kInt, kInt, kBool, {Base::Uint}, {Base::Char}, {Base::String}, {Base::Float}});
  }

  // A; B extends A; perhaps an interface I, a C below B or A, and a D of its own.
  void choose_classes() {
    bool has_interface = b_.chance(50);
    if (has_interface) {
      b_.note("interface");
      b_.classes.push_back({.name = "I", .is_interface = true, .fields = {}});
    }
    root_ = b_.classes.size();
    auto root = static_cast<int>(root_);
    Class a{.name = "A", .is_abstract = b_.chance(15), .implements = false, .fields = {}};
    if (a.is_abstract) b_.note("abstract class");
    bool plain = b_.theme == Theme::Aliasing ? b_.chance(90) : b_.chance(60);
    Type other = b_.theme == Theme::Text ? Type{Base::String} : scalar();
    a.fields.push_back({"val", plain && b_.theme != Theme::Text ? kInt : other});
    if (b_.chance(65)) a.fields.push_back({"next", {Base::Class, root, 0}});
    if (b_.chance(25)) a.fields.push_back({"also", scalar()});
    if (b_.chance(15)) a.fields.push_back({"data", {Base::Int, -1, 1}});
    b_.classes.push_back(a);
    Class sub{.name = "B", .parent = root, .implements = has_interface, .fields = {}};
    if (b_.chance(30)) sub.fields.push_back({"more", scalar()});
    b_.classes.push_back(sub);
    if (b_.chance(35)) {
      int parent = b_.chance(50) ? root : root + 1;
      b_.classes.push_back({.name = "C", .parent = parent, .fields = {}});
    }
    if (has_interface && b_.chance(40)) {
      Class d{.name = "D", .implements = true, .fields = {}};
      if (b_.chance(60)) d.fields.push_back({"held", {Base::Class, root, 0}});
      b_.classes.push_back(d);
    }
    if (b_.chance(35)) b_.statics.push_back({"count", kInt});
    if (b_.chance(20)) b_.statics.push_back({"shared", {Base::Class, root, 0}});
    b_.methods.push_back({root, "get", false, {kInt}});
    if (has_interface) b_.methods.push_back({0, "eval", false, {kInt}});
  }

  // By theme, half of the time.
  Type parameter() {
    auto root = static_cast<int>(root_);
    Type object{Base::Class, b_.chance(75) ? root : root + 1, 0};
    Type ints{Base::Int, -1, 1};
    if (b_.chance(50)) {
      switch (b_.theme) {
        case Theme::Aliasing: return object;
        case Theme::Arrays: return b_.chance(60) ? ints : kInt;
        case Theme::Calls: return b_.chance(50) ? kInt : object;
        case Theme::Text: return {Base::String, -1, b_.chance(15) ? 1 : 0};
        case Theme::Exceptions: return b_.chance(50) ? object : ints;
        case Theme::Mixed: break;
      }
    }
    switch (b_.below(16)) {
      case 0:
      case 1:
      case 2: return kInt;
      case 3: return ints;
      case 4: return {Base::Class, root, 1};
      case 5: return {Base::Int, -1, 2};
      case 6:
      case 7: return scalar();
      case 8: return {b_.pick(std::vector<Base>{Base::String, Base::Uint, Base::Char})};
      case 9: return {b_.pick(std::vector<Base>{Base::Bool, Base::Char, Base::String}), -1, 1};
      case 10: return {Base::Class, static_cast<int>(b_.below(b_.classes.size())), 0};
      default: return object;
    }
  }

  std::vector<Method> choose_helpers() {
    std::vector<Method> result;
    bool calls = b_.theme == Theme::Calls;
    if (b_.chance(calls ? 90 : 40)) {
      result.push_back({-1, "help", true, {kInt, parameter()}});
    }
    if (b_.chance(calls ? 50 : 25)) result.push_back({-1, "rec", true, {kInt, parameter()}});
    return result;
  }

  // ---------------------------------------------------------------- classes

  void write_class(int index, bool has_entry) {
    Class cls = b_.classes[static_cast<std::size_t>(index)];
    if (cls.is_interface) return write_interface(cls);
    std::string head = (cls.is_abstract ? "abstract class " : "class ") + cls.name;
    if (cls.parent >= 0) {
      head += " extends " + b_.classes[static_cast<std::size_t>(cls.parent)].name;
      b_.note("subclass");
    }
    if (cls.implements) head += " implements I";
    b_.open(head);
    for (const Field& f : cls.fields) {
      b_.line(fmt::format("{} {};", b_.name(f.type), f.name));
      if (f.type == Type{Base::Class, index, 0}) b_.note("self-referential class");
      if (f.type.is_scalar()) b_.note("field of type " + b_.name(f.type));
    }
    write_constructors(cls);
    bool is_root = static_cast<std::size_t>(index) == root_;
    bool inherits_get = b_.is_subclass(index, static_cast<int>(root_));
    if (is_root || (inherits_get && b_.chance(80))) write_get(index);
    if (cls.implements && (!has_default_ || b_.chance(60))) write_eval(index);
    if (has_entry) write_entry(index);
    b_.close();
    b_.line("");
  }

  void write_interface(const Class& cls) {
    b_.open("interface " + cls.name);
    has_default_ = b_.chance(40);
    if (has_default_) {
      b_.note("default method");
      method("default int eval(int k)", {{"k", kInt, false, false}}, 0, 1);
    } else {
      b_.line("int eval(int k);");
    }
    b_.close();
    b_.line("");
  }

  void write_constructors(const Class& cls) {
    b_.open(cls.name + "()");
    b_.close();
    b_.open(cls.name + "(int k)");
    if (cls.parent >= 0) b_.line("super(k);");
    for (const Field& f : cls.fields) {
      if (f.type == kInt) b_.line(fmt::format("this.{} := k;", f.name));
      if (f.type == kBool) b_.line(fmt::format("this.{} := k > 0;", f.name));
    }
    b_.close();
  }

  // A method with a body of some statements and a result, without a contract unless
  // `head` brings one.
  void method(const std::string& head, std::vector<Variable> params, int cls, int budget) {
    std::vector<Method> none;
    std::swap(none, b_.methods);
    b_.scope = std::move(params);
    if (cls >= 0) b_.scope.push_back({"this", {Base::Class, cls, 0}, true, true});
    b_.open(head);
    b_.statements(budget);
    b_.line(fmt::format("return {};", b_.expression(kInt, 2)));
    b_.close();
    b_.scope.clear();
    std::swap(none, b_.methods);
  }

  // Bodies call what stands in `methods`: for the methods of objects nothing, so that
  // dispatch does not recurse without end; only the chain is followed, by fuel.
  void write_get(int index) {
    std::vector<Method> all;
    std::swap(all, b_.methods);
    bool is_override = static_cast<std::size_t>(index) != root_;
    b_.scope = {{"k", kInt, true, false}, {"this", {Base::Class, index, 0}, true, true}};
    b_.open("int get(int k)");
    if (is_override && b_.chance(40)) {
      b_.note("super call");
      b_.line("int s := super.get(k);");
      b_.scope.push_back({"s", kInt, false, false});
    }
    bool chain = false;
    for (const Field& f : b_.all_fields(index)) chain = chain || f.name == "next";
    if (chain && b_.chance(40)) follow_chain();
    b_.statements(static_cast<int>(b_.below(3)));
    b_.line(fmt::format("return {};", b_.expression(kInt, 2)));
    b_.close();
    b_.scope.clear();
    std::swap(all, b_.methods);
    if (is_override) b_.note("overriding method");
  }

  void follow_chain() {
    b_.note("recursive dispatch");
    b_.line("A n := this.next;");
    b_.line("int r := 0;");
    b_.open("if (n != null && 0 < k && k < 3)");
    b_.line("r := n.get(k - 1);");
    b_.close();
    b_.scope.push_back({"n", {Base::Class, static_cast<int>(root_), 0}, false, false});
    b_.scope.push_back({"r", kInt, false, false});
  }

  void write_eval(int index) {
    method("int eval(int k)", {{"k", kInt, false, false}}, index, static_cast<int>(b_.below(3)));
  }

  // ---------------------------------------------------------------- Main

  void write_main_class(bool has_entry) {
    b_.open("class Main");
    for (const Field& f : b_.statics) {
      b_.line(fmt::format("static {} {};", b_.name(f.type), f.name));
    }
    for (const Method& m : helpers_) write_helper(m);
    if (has_entry) write_entry(-1);
    b_.close();
  }

  void write_helper(const Method& m) {
    Type type = m.params[1];
    b_.scope = {{"n", kInt, true, false}, {"p", type, false, false}};
    b_.line(fmt::format("static int {}(int n, {} p)", m.name, b_.name(type)));
    int clauses = b_.theme == Theme::Calls ? static_cast<int>(b_.below(3)) : b_.chance(35) ? 1 : 0;
    for (int i = 0; i < clauses; ++i) helper_contract(type);
    b_.line("{");
    b_.open("if (n <= 0 || n > 3)");  // every recursion ends
    b_.line(fmt::format("return {};", b_.expression(kInt, 1)));
    b_.close();
    if (m.name == "rec") {
      b_.note("recursion");
      b_.line("int r := Main.rec(n - 1, p);");
      b_.scope.push_back({"r", kInt, false, false});
    }
    b_.statements(1 + static_cast<int>(b_.below(2)));
    b_.line(fmt::format("return {};", b_.expression(kInt, 2)));
    b_.line("}");
    b_.scope.clear();
  }

  // Mostly wide enough to hold; the parameter `p` has the type.
  void helper_contract(Type type) {
    switch (b_.below(3)) {
      case 0:
        b_.note("requires of a helper");
        if (type.is_nullable() && b_.chance(30)) return b_.line("requires(p != null || n <= 1)");
        return b_.line(fmt::format("requires(n <= {})", 2 + b_.below(8)));
      case 1:
        b_.note("ensures of a helper");
        return b_.line(
            fmt::format("ensures(retval <= {} || {})", 3 + b_.below(30), b_.bool_expression(1)));
      default:
        b_.note("exceptional of a helper");
        return b_.line(fmt::format("exceptional({})", b_.bool_expression(1)));
    }
  }

  void write_entry(int cls) {
    // The entry of an object stands before the helpers' text, but may call them.
    b_.methods.insert(b_.methods.end(), helpers_.begin(), helpers_.end());
    std::vector<Variable> params;
    auto count = 1 + b_.below(4);
    for (std::size_t i = 0; i < count; ++i) {
      Type type = i > 0 && b_.chance(25) ? params[0].type : parameter();
      params.push_back({fmt::format("p{}", i), type, false, false});
    }
    std::string list;
    for (const Variable& v : params) {
      list += (list.empty() ? "" : ", ") + b_.name(v.type) + " " + v.name;
      b_.note("parameter of type " + kind(v.type));
    }
    b_.scope = params;
    if (cls >= 0) b_.scope.push_back({"this", {Base::Class, cls, 0}, true, true});
    b_.line(fmt::format("{}int main({})", cls < 0 ? "static " : "", list));
    entry_contract(params);
    b_.line("{");
    b_.statements(4 + static_cast<int>(b_.below(6)));
    b_.digest();
    b_.line("}");
    b_.scope.clear();
  }

  std::string kind(Type type) {
    if (!type.is_class() && type.base == Base::Class) return "array of objects";
    return type.is_class() ? "class" : b_.name(type);
  }

  void entry_contract(const std::vector<Variable>& params) {
    for (const Variable& v : params) {
      std::string condition = b_.within_domain(v.type, v.name);
      if (!condition.empty()) b_.line(fmt::format("requires({})", condition));
    }
    if (b_.chance(25)) {
      b_.note("requires of the entry");
      b_.line(fmt::format("requires({} || {})", b_.bool_expression(1), b_.bool_expression(1)));
    }
    if (b_.chance(30)) {
      b_.note("exceptional of the entry");
      b_.line(fmt::format("exceptional({})", b_.chance(50) ? "false" : b_.bool_expression(1)));
    }
    if (b_.chance(10)) {
      b_.note("ensures of the entry");
      b_.line(fmt::format("ensures(retval <= {} || {})", 10 + b_.below(40), b_.bool_expression(1)));
    }
    if (forbidden_) b_.line(fmt::format("ensures(retval != {})", *forbidden_));
  }

  Builder b_;
  std::optional<std::string> forbidden_;
  std::size_t root_ = 0;      // the class A
  bool has_default_ = false;  // the interface brings a body
  std::vector<Method> helpers_;
};

}  // namespace

Generated generate(std::uint64_t seed, const interp::Bounds& bounds,
                   const std::optional<std::string>& forbidden) {
  return ProgramWriter(seed, bounds, forbidden).write(bounds);
}

}  // namespace differential
