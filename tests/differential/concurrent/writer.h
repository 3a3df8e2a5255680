// The inside of the generator: what the program declares, what is visible in the method
// that is being written, and random statements over it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/run/random.h"

namespace concurrent {

// What a program is mostly about, so that related features meet.
enum class Theme : std::uint8_t { Races, Locks, Deadlocks, Waiting, Aliasing, Arrays, Failures };
constexpr std::size_t kThemes = 7;

// Where threads meet more often than elsewhere.
enum class Favourite : std::uint8_t { None, Static, Field };

struct Reference {
  std::string name;
  bool may_be_null = false;
};

// A method that threads run.
struct Worker {
  std::string name;
  bool is_static = true;  // else a method of class Cell
};

// What the program has besides its methods; decided first.
struct Shape {
  Theme theme = Theme::Races;
  Favourite favourite = Favourite::None;
  bool has_inputs = false;
  bool has_null = false;      // objects given to threads may be null
  bool has_second = false;    // threads get two objects
  bool has_array = false;     // and an array
  bool has_index = false;     // and a number,
  bool is_index_good = true;  // 0 or 1,
  bool has_flag = false;      // and a truth value
  bool has_field_g = false;   // besides f
  bool has_static_y = false;  // besides x
  bool has_static_z = false;  // a truth value
  bool has_shared = false;    // the reference S.r
  bool has_subclass = false;
  bool has_helper = false;    // a method that threads may call
  bool has_next = false;      // a Cell refers to another one
  bool writes_alike = false;  // mostly the same value
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  // ---------------------------------------------------------------- random choices
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  bool chance(int percent) { return random_.below(100) < static_cast<std::uint64_t>(percent); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  void note(const std::string& feature) { ++features[feature]; }

  // ---------------------------------------------------------------- text
  void line(const std::string& text);
  void open(const std::string& text);  // a line that begins a block
  void between(const std::string& text);
  void close();
  std::string fresh(const std::string& stem) { return stem + std::to_string(names_++); }

  // ---------------------------------------------------------------- a method
  // Forgets what was visible in the last one.
  void begin_method();
  // Statements with about so many accesses to shared variables.
  void statements(int accesses);
  void fork(const Worker& worker);
  std::string number();     // an expression
  std::string condition();  // over what is visible

  Shape shape;
  std::vector<Reference> objects;
  std::vector<Reference> arrays;
  std::vector<std::string> numbers;  // local variables of type int
  std::vector<std::string> flags;    // and of type bool
  std::vector<Worker> unstarted;     // each to be forked once in this method
  std::map<std::string, int> features;
  std::string text;

 private:
  // A shared variable of type int (or bool) and the reference that leads to it.
  struct Place {
    std::string text;
    Reference through;
    std::string index;  // not known to be a good one
  };
  const Reference& an_object();
  Place place();
  Place element();
  template <typename Body>
  void at(const Place& place, Body body);
  template <typename Body>
  void block(const std::string& head, Body body);
  // Runs `body` where the reference is not null, most of the time.
  template <typename Body>
  void guarded(const Reference& reference, Body body);
  template <typename Body>
  void tried(Body body);

  void statement();
  void read();
  void write();
  void increment();
  void copy();
  void flag_access();
  void branch();
  void monitor();
  void nested_monitors();
  void semaphore();
  void wait_for();
  void announce();
  void attempt();
  void fail();
  void assumption();
  void assertion();
  void loop();
  void shared_reference();
  void follow();
  void call();
  void start();
  void meet();

  run::Random random_;
  int indent_ = 0;
  int names_ = 0;
  int left_ = 0;     // accesses that the method may still make
  int nesting_ = 0;  // blocks around this place
};

}  // namespace concurrent
