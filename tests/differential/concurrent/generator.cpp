// The frame of a random concurrent program: its classes, the methods of its threads, and
// the entry, which makes objects, starts threads and takes part itself.
#include "generator.h"

#include <fmt/format.h>

#include <algorithm>

#include "writer.h"

namespace concurrent {

namespace {

class ProgramWriter {
 public:
  ProgramWriter(std::uint64_t seed, int size, bool has_inputs) : w_(seed), size_(size) {
    w_.shape.has_inputs = has_inputs;
  }

  Generated write() {
    choose_shape();
    choose_threads();
    write_statics();
    write_cells();
    write_main_class();
    Generated result;
    Subject& s = result.subject;
    s.text = std::move(w_.text);
    s.entry = "Main.main";
    s.int_mode = w_.chance(8) ? ir::IntMode::Bits32 : ir::IntMode::Math;
    s.bounds = bounds_for(static_cast<std::size_t>(inputs_));
    s.join_children = w_.chance(10);
    s.deadlock_main = w_.chance(10);
    result.features = std::move(w_.features);
    return result;
  }

 private:
  void choose_shape() {
    Shape& s = w_.shape;
    s.theme = static_cast<Theme>(w_.below(kThemes));
    s.favourite = static_cast<Favourite>(w_.below(3));
    bool aliasing = s.theme == Theme::Aliasing;
    bool arrays = s.theme == Theme::Arrays;
    if (s.has_inputs) choose_inputs();
    s.has_null = input_objects_ > 0 && !inputs_not_null_;
    s.has_second = aliasing || s.theme == Theme::Deadlocks || w_.chance(30);
    s.has_array = arrays || input_array_ || w_.chance(15);
    s.has_index = input_index_ || (s.has_array && w_.chance(60)) || w_.chance(10);
    s.has_flag = input_flag_ || w_.chance(10);
    s.has_field_g = input_objects_ == 0 && w_.chance(40);
    s.has_static_y = w_.chance(50);
    s.has_static_z = w_.chance(25);
    s.has_shared = aliasing || w_.chance(10);
    s.has_subclass = w_.chance(8);
    s.has_helper = w_.chance(30);
    s.has_next = input_objects_ > 0 && w_.chance(30);
    s.writes_alike = w_.chance(30);
    if (s.writes_alike) w_.note("equal writes");
  }

  void choose_inputs() {
    bool aliasing = w_.shape.theme == Theme::Aliasing;
    bool arrays = w_.shape.theme == Theme::Arrays;
    if (w_.chance(aliasing ? 95 : 40)) input_objects_ = 1 + static_cast<int>(w_.below(2));
    input_array_ = w_.chance(arrays ? 60 : 8) && input_objects_ < 2;
    input_index_ = w_.chance(arrays ? 60 : 30);
    input_second_ = input_index_ && w_.chance(60);
    input_flag_ = w_.chance(25);
    if (input_objects_ == 0 && !input_array_ && !input_index_) input_flag_ = true;
    inputs_not_null_ = w_.chance(50);
    w_.shape.is_index_good = !input_index_ || w_.chance(70);
    inputs_ = input_objects_ + (input_array_ ? 1 : 0);
  }

  // How many threads run which methods, and who starts them.
  void choose_threads() {
    auto way = w_.below(100);
    int threads = size_ < 3 || way < 40 ? 2 : way < 85 || size_ < 4 ? 3 : 4;
    int methods = threads > 2 && w_.chance(35) ? 1 : threads - 1;
    int shares = 2 * (threads - 1) + 1;  // main's is the smallest
    main_share_ = std::max(1, size_ / shares);
    worker_share_ = std::max(1, (size_ - main_share_) / (threads - 1));
    for (int i = 0; i < methods; ++i) {
      workers_.push_back({fmt::format("w{}", i), w_.chance(75)});
    }
    bool nests = methods > 1 && w_.chance(35);
    if (nests) w_.note("thread started by another");
    for (int i = 0; i < threads - 1; ++i) {
      const Worker& worker = workers_[static_cast<std::size_t>(i % methods)];
      (nests && i == methods - 1 ? nested_ : forked_).push_back(worker);
    }
    w_.note(fmt::format("{} threads", threads));
  }

  // ---------------------------------------------------------------- classes

  void write_statics() {
    const Shape& s = w_.shape;
    w_.open("class G");
    w_.line("static int x;");
    if (s.has_static_y) w_.line("static int y;");
    if (s.has_static_z) w_.line("static bool z;");
    w_.line("static Cell c;");
    w_.line("static Cell d;");
    if (s.has_array) w_.line("static int[] a;");
    if (input_index_) w_.line("static int i;");
    if (input_second_) w_.line("static int j;");
    if (input_flag_) w_.line("static bool t;");
    for (int k = 0; k < input_objects_; ++k) w_.line(fmt::format("static int p{};", k));
    if (input_objects_ == 2) w_.line("static bool same;");
    w_.close();
    w_.line("");
    if (!s.has_shared) return;
    w_.open("class S");
    w_.line("static Cell r;");
    w_.close();
    w_.line("");
  }

  void write_cells() {
    w_.open("class Cell");
    w_.line("int f;");
    if (w_.shape.has_field_g) w_.line("int g;");
    if (w_.shape.has_next) w_.line("Cell next;");
    write_workers(false);
    w_.close();
    w_.line("");
    if (!w_.shape.has_subclass) return;
    w_.note("subclass");
    w_.open("class Sub extends Cell");
    write_workers(false);
    w_.close();
    w_.line("");
  }

  void write_workers(bool is_static) {
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (workers_[i].is_static == is_static) write_worker(workers_[i], i == 0);
    }
  }

  std::string parameters(bool is_static) {
    const Shape& s = w_.shape;
    std::vector<std::string> all;
    if (is_static) all.emplace_back("Cell o");
    if (s.has_second) all.emplace_back("Cell r");
    if (s.has_array) all.emplace_back("int[] a");
    if (s.has_index) all.emplace_back("int i");
    if (s.has_flag) all.emplace_back("bool t");
    return fmt::format("{}", fmt::join(all, ", "));
  }

  void write_worker(const Worker& worker, bool is_first) {
    const Shape& s = w_.shape;
    w_.begin_method();
    w_.objects.push_back({worker.is_static ? "o" : "this", worker.is_static && s.has_null});
    if (s.has_second) w_.objects.push_back({"r", s.has_null});
    if (s.has_array) w_.arrays.push_back({"a", input_array_});
    if (s.has_index) w_.numbers.emplace_back("i");
    if (s.has_flag) w_.flags.emplace_back("t");
    w_.open(fmt::format("{}void {}({})", worker.is_static ? "static " : "", worker.name,
                        parameters(worker.is_static)));
    if (is_first) w_.unstarted = nested_;
    w_.statements(worker_share_);
    for (; !w_.unstarted.empty(); w_.unstarted.pop_back()) w_.fork(w_.unstarted.back());
    w_.close();
  }

  void write_helper() {
    if (!w_.shape.has_helper) return;
    w_.begin_method();
    w_.objects.push_back({"o", w_.shape.has_null});
    w_.numbers.emplace_back("k");
    w_.shape.has_helper = false;  // it does not call itself
    w_.open("static int help(Cell o, int k)");
    w_.statements(1);
    w_.line(fmt::format("return {};", w_.number()));
    w_.close();
    w_.shape.has_helper = true;
  }

  // ---------------------------------------------------------------- the entry

  void write_main_class() {
    w_.open("class Main");
    write_helper();
    write_workers(true);
    write_entry();
    w_.close();
  }

  void write_entry() {
    std::vector<std::string> inputs;
    for (int k = 0; k < input_objects_; ++k) inputs.push_back(fmt::format("Cell p{}", k));
    if (input_array_) inputs.emplace_back("int[] b");
    if (input_index_) inputs.emplace_back("int i");
    if (input_second_) inputs.emplace_back("int j");
    if (input_flag_) inputs.emplace_back("bool t");
    w_.line(fmt::format("static void main({})", fmt::join(inputs, ", ")));
    write_clauses();
    w_.open("");
    trim_brace();
    w_.begin_method();
    make_objects();
    if (w_.shape.has_shared) w_.line("S.r := c;");
    start_and_take_part();
    conclude();
    w_.close();
  }

  // The brace of a method with clauses stands on a line of its own, without a space.
  void trim_brace() {
    std::size_t at = w_.text.rfind(" {\n");
    w_.text.erase(at, 1);
  }

  void write_clauses() {
    std::string indent = "    ";
    for (int k = 0; k < input_objects_ && inputs_not_null_; ++k) {
      w_.line(indent + fmt::format("requires(p{} != null)", k));
    }
    if (input_array_ && w_.chance(60)) w_.line(indent + "requires(b != null)");
    if (input_index_) {
      int least = w_.shape.is_index_good ? 0 : -1;
      w_.line(indent + fmt::format("requires(i >= {} && i <= 1)", least));
    }
    if (input_second_) write_relation(indent);
    if (w_.chance(w_.shape.theme == Theme::Failures ? 10 : 20)) {
      w_.line(indent + "exceptional(false)");
    }
  }

  // Of the two indices: what tells elements apart, or values together.
  void write_relation(const std::string& indent) {
    w_.line(indent + "requires(j >= 0 && j <= 1)");
    static const std::vector<std::string> kRelations = {"i != j", "i < j", "i + j == 1", "i == j"};
    if (w_.chance(20)) return;
    const std::string& relation = w_.pick(kRelations);
    w_.note("indices related by " + relation);
    w_.line(indent + fmt::format("requires({})", relation));
  }

  void make_objects() {
    const Shape& s = w_.shape;
    for (const char* name : {"c", "d"}) {
      if (*name == 'd' && w_.chance(30)) continue;
      bool sub = s.has_subclass && w_.chance(50);
      w_.line(fmt::format("Cell {0} := new {1}();", name, sub ? "Sub" : "Cell"));
      w_.line(fmt::format("G.{0} := {0};", name));
      w_.objects.push_back({name, false});
    }
    for (int k = 0; k < input_objects_; ++k) {
      for (int times = 0; times < 2; ++times) {  // more likely than the others
        w_.objects.push_back({fmt::format("p{}", k), s.has_null});
      }
    }
    if (s.has_array) {
      w_.line("int[] a := new int[2];");
      w_.line("G.a := a;");
      w_.arrays.push_back({"a", false});
    }
    if (input_array_) w_.arrays.push_back({"b", true});
    if (input_index_) {
      w_.line("G.i := i;");
      w_.numbers.emplace_back("i");
    }
    if (input_second_) {
      w_.line("G.j := j;");
      w_.numbers.emplace_back("j");
    }
    if (input_flag_) {
      w_.line("G.t := t;");
      w_.flags.emplace_back("t");
    }
  }

  void start_and_take_part() {
    std::size_t late = w_.chance(20) ? forked_.size() - 1 : forked_.size();
    for (std::size_t i = 0; i < late; ++i) w_.fork(forked_[i]);
    if (late < forked_.size()) w_.unstarted = {forked_.back()};
    if (w_.chance(75)) w_.statements(main_share_);
    for (; !w_.unstarted.empty(); w_.unstarted.pop_back()) w_.fork(w_.unstarted.back());
  }

  // What the objects of the inputs hold in the end, and perhaps a question about it all.
  void conclude() {
    if (w_.chance(90)) w_.line("join;");
    for (int k = 0; k < input_objects_; ++k) {
      if (!w_.chance(80)) continue;
      w_.open(fmt::format("if (p{} != null)", k));
      w_.line(fmt::format("G.p{0} := p{0}.f;", k));
      w_.close();
    }
    if (input_objects_ == 2 && w_.chance(40)) w_.line("G.same := p0 == p1;");
    if (!w_.chance(30)) return;
    w_.note("assert in the end");
    static const std::vector<std::string> kPlaces = {"G.x", "c.f"};
    std::string v = w_.fresh("v");
    w_.line(fmt::format("int {} := {};", v, w_.pick(kPlaces)));
    w_.line(fmt::format("assert {} != {};", v, w_.below(5)));
  }

  Writer w_;
  int size_;
  int input_objects_ = 0;
  bool input_array_ = false;
  bool input_index_ = false;
  bool input_second_ = false;  // another index
  bool input_flag_ = false;
  bool inputs_not_null_ = false;
  int inputs_ = 0;  // objects and arrays among the inputs
  int main_share_ = 0;
  int worker_share_ = 0;
  std::vector<Worker> workers_;
  std::vector<Worker> forked_;  // by the entry
  std::vector<Worker> nested_;  // by the first worker
};

}  // namespace

Generated generate(std::uint64_t seed, int size, bool has_inputs) {
  return ProgramWriter(seed, size, has_inputs).write();
}

}  // namespace concurrent
