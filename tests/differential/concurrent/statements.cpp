// Random statements of concurrent programs.
#include <fmt/format.h>

#include <algorithm>

#include "writer.h"

namespace concurrent {

// ---------------------------------------------------------------- text

void Writer::line(const std::string& content) {
  text.append(static_cast<std::size_t>(indent_) * 4, ' ');
  text += content + "\n";
}

void Writer::open(const std::string& content) {
  line(content + " {");
  ++indent_;
}

void Writer::between(const std::string& content) {
  --indent_;
  line("} " + content + " {");
  ++indent_;
}

void Writer::close() {
  --indent_;
  line("}");
}

// What the block declares ends with it.
template <typename Body>
void Writer::block(const std::string& head, Body body) {
  std::size_t outer[] = {objects.size(), arrays.size(), numbers.size(), flags.size()};
  open(head);
  ++nesting_;
  body();
  --nesting_;
  objects.resize(outer[0]);
  arrays.resize(outer[1]);
  numbers.resize(outer[2]);
  flags.resize(outer[3]);
  close();
}

template <typename Body>
void Writer::tried(Body body) {
  block("try", body);
  text.pop_back();  // `catch` goes on the line of the brace
  text += " catch {\n";
  ++indent_;
  if (chance(40)) {
    line(fmt::format("G.x := {};", below(3)));
  } else {
    line(";");
  }
  close();
}

template <typename Body>
void Writer::guarded(const Reference& reference, Body body) {
  if (!reference.may_be_null) return body();
  auto way = below(100);
  if (way < 55) return block(fmt::format("if ({} != null)", reference.name), body);
  if (way < 80) {
    note("null caught");
    return tried(body);
  }
  note("null not caught");
  body();
}

void Writer::begin_method() {
  objects.clear();
  arrays.clear();
  numbers.clear();
  flags.clear();
}

// ---------------------------------------------------------------- expressions

std::string Writer::number() {
  if (shape.writes_alike && chance(60)) return "1";
  if (numbers.empty() || chance(35)) return std::to_string(1 + below(3));
  std::string variable = pick(numbers);
  return chance(50) ? variable : fmt::format("{} + 1", variable);
}

std::string Writer::condition() {
  if (!flags.empty() && (numbers.empty() || chance(40))) {
    return (chance(50) ? "!" : "") + pick(flags);
  }
  if (numbers.empty()) return chance(50) ? "true" : "false";
  static const std::vector<std::string> kOperators = {"==", "!=", ">", "<="};
  std::string right = numbers.size() > 1 && chance(30) ? pick(numbers) : std::to_string(below(2));
  return fmt::format("{} {} {}", pick(numbers), pick(kOperators), right);
}

// ---------------------------------------------------------------- shared variables

// The first one more often than the others.
const Reference& Writer::an_object() { return chance(40) ? objects[0] : pick(objects); }

Writer::Place Writer::element() {
  const Reference& array = pick(arrays);
  std::string index = std::to_string(below(2));
  bool is_good = true;
  if (!numbers.empty() && chance(55)) {
    index = chance(50) ? numbers.back() : pick(numbers);
    bool is_parameter = index == "i" || index == "j";
    is_good = is_parameter && shape.is_index_good;
    note(is_parameter ? "element at a parameter" : "element at a computed index");
    if (chance(30)) {
      index += chance(70) ? " + 1" : " - 1";
      is_good = false;
      note("element beside an index");
    }
  } else if (chance(5)) {
    index = "2";
    is_good = false;
  }
  note("element");
  bool is_input = array.may_be_null;  // then it may be shorter, too
  return {fmt::format("{}[{}]", array.name, index), array, is_good && !is_input ? "" : index};
}

Writer::Place Writer::place() {
  // Threads meet at a favourite.
  if (shape.favourite == Favourite::Static && chance(50)) return {"G.x", {}, ""};
  if (shape.favourite == Favourite::Field && chance(50)) {
    return {objects[0].name + ".f", objects[0], ""};
  }
  int statics = shape.theme == Theme::Aliasing || shape.theme == Theme::Arrays ? 25 : 50;
  if (!arrays.empty() && chance(shape.theme == Theme::Arrays ? 75 : 30)) return element();
  if (objects.empty() || chance(statics)) {
    note("static field");
    return {shape.has_static_y && chance(45) ? "G.y" : "G.x", {}, ""};
  }
  const Reference& object = an_object();
  note("field");
  bool g = shape.has_field_g && chance(40);
  return {fmt::format("{}.{}", object.name, g ? "g" : "f"), object, ""};
}

template <typename Body>
void Writer::at(const Place& place, Body body) {
  guarded(place.through, [&] {
    if (place.index.empty()) return body();
    auto way = below(100);
    if (way < 50) {
      return block(fmt::format("if ({0} >= 0 && {0} < #{1})", place.index, place.through.name),
                   body);
    }
    if (way < 85) return tried(body);
    body();
  });
}

void Writer::read() {
  Place from = place();
  --left_;
  std::string target = fresh("v");
  if (!from.through.may_be_null && from.index.empty()) {
    line(fmt::format("int {} := {};", target, from.text));
  } else {
    line(fmt::format("int {} := 0;", target));
    at(from, [&] { line(fmt::format("{} := {};", target, from.text)); });
  }
  numbers.push_back(target);
}

void Writer::write() {
  Place to = place();
  --left_;
  std::string value = number();
  at(to, [&] { line(fmt::format("{} := {};", to.text, value)); });
}

void Writer::increment() {
  Place both = place();
  left_ -= 2;
  note("increment");
  at(both, [&] {
    std::string v = fresh("v");
    line(fmt::format("int {} := {};", v, both.text));
    line(fmt::format("{} := {} + 1;", both.text, v));
  });
}

// Two accesses in one step.
void Writer::copy() {
  Place from = place();
  Place to = place();
  --left_;
  note("copy");
  at(from, [&] { at(to, [&] { line(fmt::format("{} := {};", to.text, from.text)); }); });
}

void Writer::flag_access() {
  if (!shape.has_static_z) return write();
  --left_;
  if (chance(50)) return line(fmt::format("G.z := {};", condition()));
  std::string target = fresh("t");
  line(fmt::format("bool {} := G.z;", target));
  flags.push_back(target);
}

void Writer::shared_reference() {
  if (!shape.has_shared || objects.empty()) return copy();
  --left_;
  note("shared reference");
  if (chance(40)) {
    bool null = chance(10);
    return line(fmt::format("S.r := {};", null ? "null" : pick(objects).name));
  }
  std::string target = fresh("o");
  line(fmt::format("Cell {} := S.r;", target));
  objects.push_back({target, true});
  if (left_ > 0) {
    --left_;
    std::string value = number();
    guarded(objects.back(), [&] { line(fmt::format("{}.f := {};", target, value)); });
  }
}

// From one object to the next, which is an input's if the first one is.
void Writer::follow() {
  if (!shape.has_next || objects.empty()) return shared_reference();
  --left_;
  Reference from = pick(objects);
  if (chance(25)) {
    note("next written");
    std::string to = chance(30) ? "null" : pick(objects).name;
    return guarded(from, [&] { line(fmt::format("{}.next := {};", from.name, to)); });
  }
  note("next read");
  std::string target = fresh("o");
  line(fmt::format("Cell {} := null;", target));
  guarded(from, [&] { line(fmt::format("{} := {}.next;", target, from.name)); });
  objects.push_back({target, true});
}

// ---------------------------------------------------------------- control

void Writer::statements(int accesses) {
  left_ = accesses;
  while (left_ > 0) statement();
}

void Writer::statement() {
  struct Kind {
    void (Writer::*write)();
    int weights[kThemes];  // Races, Locks, Deadlocks, Waiting, Aliasing, Arrays, Failures
  };
  static constexpr Kind kKinds[] = {
      {&Writer::read, {20, 10, 8, 8, 20, 22, 14}},
      {&Writer::write, {20, 10, 8, 8, 20, 22, 14}},
      {&Writer::increment, {8, 10, 2, 4, 8, 8, 4}},
      {&Writer::copy, {8, 2, 1, 1, 10, 8, 2}},
      {&Writer::flag_access, {8, 4, 2, 3, 2, 2, 3}},
      {&Writer::shared_reference, {2, 2, 2, 1, 16, 2, 4}},
      {&Writer::follow, {6, 2, 2, 1, 12, 2, 4}},
      {&Writer::branch, {12, 6, 4, 5, 10, 10, 8}},
      {&Writer::monitor, {4, 18, 6, 8, 6, 5, 6}},
      {&Writer::nested_monitors, {0, 4, 24, 2, 2, 0, 1}},
      {&Writer::semaphore, {3, 14, 14, 3, 4, 4, 4}},
      {&Writer::wait_for, {0, 2, 1, 20, 0, 0, 1}},
      {&Writer::announce, {0, 2, 1, 22, 0, 0, 1}},
      {&Writer::attempt, {1, 1, 1, 1, 1, 2, 12}},
      {&Writer::fail, {1, 1, 0, 1, 1, 1, 9}},
      {&Writer::assumption, {3, 2, 1, 1, 2, 2, 1}},
      {&Writer::assertion, {5, 4, 2, 3, 4, 4, 3}},
      {&Writer::loop, {2, 2, 1, 1, 1, 3, 1}},
      {&Writer::call, {5, 4, 2, 2, 5, 4, 8}},
      {&Writer::start, {5, 5, 5, 5, 5, 5, 5}},
      {&Writer::meet, {1, 1, 1, 1, 1, 1, 1}},
  };
  auto weight = [&](const Kind& kind) {
    return kind.weights[static_cast<std::size_t>(shape.theme)];
  };
  int total = 0;
  for (const Kind& kind : kKinds) total += weight(kind);
  auto at = static_cast<int>(below(static_cast<std::uint64_t>(total)));
  for (const Kind& kind : kKinds) {
    at -= weight(kind);
    if (at < 0) return (this->*kind.write)();
  }
}

void Writer::branch() {
  if (numbers.empty() && flags.empty()) return read();
  if (nesting_ > 3) return write();
  note("branch");
  std::string head = fmt::format("if ({})", condition());
  block(head, [&] { statement(); });
  if (left_ <= 0 || chance(50)) return;
  text.pop_back();  // `else` goes on the line of the brace
  text += " else {\n";
  ++indent_;
  write();
  close();
}

void Writer::loop() {
  if (nesting_ > 2 || left_ < 2) return write();
  note("loop");
  std::string counter = fresh("k");
  line(fmt::format("int {} := 0;", counter));
  block(fmt::format("while ({} < 2)", counter), [&] {
    int before = left_;
    read();
    if (left_ > 1) write();
    left_ -= before - left_;  // it runs twice
    line(fmt::format("{0} := {0} + 1;", counter));
  });
}

// ---------------------------------------------------------------- locks

void Writer::monitor() {
  if (objects.empty() || nesting_ > 3) return write();
  Reference lock = chance(8) && !arrays.empty() ? pick(arrays) : an_object();
  note("monitor");
  --left_;
  guarded(lock, [&] {
    block(fmt::format("lock ({})", lock.name), [&] {
      statement();
      if (left_ > 0 && chance(50)) statement();
    });
  });
}

void Writer::nested_monitors() {
  if (objects.size() < 2 || nesting_ > 2) return monitor();
  Reference outer = pick(objects);
  Reference inner = pick(objects);
  if (inner.name == outer.name && chance(80)) inner = pick(objects);
  note("nested monitors");
  left_ -= 2;
  guarded(outer, [&] {
    block(fmt::format("lock ({})", outer.name), [&] {
      guarded(inner, [&] {
        block(fmt::format("lock ({})", inner.name), [&] {
          if (left_ > 0) statement();
        });
      });
    });
  });
}

void Writer::semaphore() {
  if (objects.empty() || nesting_ > 3) return write();
  Reference lock = an_object();
  note("semaphore");
  --left_;
  auto way = below(100);
  guarded(lock, [&] {
    if (way < 94) line(fmt::format("lock {};", lock.name));
    if (left_ > 0) statement();
    if (left_ > 0 && chance(30)) statement();
    if (way >= 6) line(fmt::format("unlock {};", lock.name));
  });
}

// Until G.x is set, or once.
void Writer::wait_for() {
  if (objects.empty() || nesting_ > 2) return write();
  Reference lock = an_object();
  note("wait");
  left_ -= 2;
  std::string v = fresh("v");
  bool again = chance(60);
  guarded(lock, [&] {
    block(fmt::format("lock ({})", lock.name), [&] {
      if (chance(15)) return line(fmt::format("wait {};", lock.name));
      line(fmt::format("int {} := G.x;", v));
      block(fmt::format("{} ({} == 0)", again ? "while" : "if", v), [&] {
        line(fmt::format("wait {};", lock.name));
        if (again || chance(50)) line(fmt::format("{} := G.x;", v));
      });
      if (left_ > 0 && chance(50)) write();
    });
  });
}

void Writer::announce() {
  if (objects.empty() || nesting_ > 2) return write();
  Reference lock = an_object();
  note("notify");
  left_ -= 2;
  const char* how = chance(50) ? "notifyAll" : "notify";
  guarded(lock, [&] {
    block(fmt::format("lock ({})", lock.name), [&] {
      if (chance(85)) line(fmt::format("G.x := {};", 1 + below(2)));
      line(fmt::format("{} {};", how, lock.name));
    });
  });
}

// ---------------------------------------------------------------- failures

void Writer::attempt() {
  if (nesting_ > 2) return write();
  note("try");
  tried([&] {
    statement();
    if (left_ > 0) {
      bool conditional = !numbers.empty() && chance(60);
      line(conditional ? fmt::format("if ({}) throw;", condition()) : "throw;");
    }
  });
}

void Writer::fail() {
  if (numbers.empty() && flags.empty()) return read();
  note("uncaught throw");
  line(fmt::format("if ({}) throw;", condition()));
}

void Writer::assumption() {
  if (numbers.empty() || !chance(50)) return read();
  note("assume");
  line(fmt::format("assume {};", condition()));
}

void Writer::assertion() {
  if (numbers.empty()) return read();
  note("assert");
  line(fmt::format("assert {} != {};", pick(numbers), below(5)));
}

// ---------------------------------------------------------------- threads

void Writer::call() {
  if (!shape.has_helper || objects.empty()) return increment();
  left_ -= 2;
  note("call");
  std::string v = fresh("v");
  line(fmt::format("int {} := Main.help({}, {});", v, pick(objects).name, number()));
  numbers.push_back(v);
}

void Writer::fork(const Worker& worker) {
  std::vector<std::string> arguments;
  std::string receiver = worker.is_static ? "Main" : an_object().name;
  if (worker.is_static) arguments.push_back(an_object().name);
  if (shape.has_second) arguments.push_back(pick(objects).name);
  if (shape.has_array) arguments.push_back(pick(arrays).name);
  if (shape.has_index) {
    std::vector<std::string> known;  // parameters
    for (const std::string& n : numbers) {
      if (n == "i" || n == "j") known.push_back(n);
    }
    bool is_parameter = !known.empty() && chance(70);
    arguments.push_back(is_parameter ? pick(known) : std::to_string(below(2)));
  }
  if (shape.has_flag) arguments.push_back(flags.empty() || chance(30) ? "true" : pick(flags));
  line(fmt::format("fork {}.{}({});", receiver, worker.name, fmt::join(arguments, ", ")));
}

void Writer::start() {
  if (unstarted.empty()) return write();
  note("fork among other steps");
  fork(unstarted.back());
  unstarted.pop_back();
}

void Writer::meet() {
  if (!chance(50)) return read();
  note("join inside");
  line("join;");
}

}  // namespace concurrent
