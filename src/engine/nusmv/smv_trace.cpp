// The format, from the manual of NuSMV 2.6, section 4.7, and from its output:
//
//   -- invariant trap != error  is false
//   -- as demonstrated by the following execution sequence
//   Trace Description: AG alpha Counterexample
//   Trace Type: Counterexample
//     -> State: 1.1 <-
//       trap = none
//     -> Input: 1.2 <-
//       runs = Main
//     -- Loop starts here
//     -> State: 1.2 <-
//
// A value that has not changed is not printed again. The inputs with the number of a
// state led there. A loop may be announced several times: the last state equals each of
// the states announced, as far as the variables of the model tell.
#include "engine/nusmv/smv_trace.h"

namespace nusmv {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = trimmed(text.substr(prefix.size()));
  return true;
}

class OutputReader {
 public:
  std::vector<SmvAnswer> read(std::string_view text) {
    while (!text.empty()) {
      std::size_t end = text.find('\n');
      line(trimmed(text.substr(0, end)));
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    finish_trace();
    return std::move(answers_);
  }

 private:
  void line(std::string_view text) {
    if (answer(text)) return;
    if (text == "-- Loop starts here") {
      trace_.loops.push_back(trace_.states.size());
    } else if (take(text, "-> State:")) {
      // A step without changes may have no inputs at all.
      bool is_first = trace_.states.empty();
      if (!is_first && trace_.inputs.size() < trace_.states.size())
        trace_.inputs.push_back(inputs_);
      trace_.states.push_back(state_);
      place_ = Place::State;
    } else if (take(text, "-> Input:")) {
      trace_.inputs.push_back(inputs_);
      place_ = Place::Input;
    } else if (std::size_t at = text.find(" = "); at != std::string_view::npos) {
      assign(std::string(text.substr(0, at)), std::string(trimmed(text.substr(at + 3))));
    }
  }

  bool answer(std::string_view text) {
    bool is_invariant = take(text, "-- invariant ");
    if (!is_invariant && !take(text, "-- specification ")) return false;
    bool is_true = text.ends_with("is true");
    if (!is_true && !text.ends_with("is false")) return false;
    finish_trace();
    text.remove_suffix(is_true ? 7 : 8);
    answers_.push_back({std::string(trimmed(text)), is_invariant, is_true, {}});
    return true;
  }

  void assign(std::string name, std::string value) {
    if (place_ == Place::State) {
      trace_.states.back()[name] = value;
      state_[std::move(name)] = std::move(value);
    } else if (place_ == Place::Input) {
      trace_.inputs.back()[name] = value;
      inputs_[std::move(name)] = std::move(value);
    }
  }

  // The trace belongs to the last answer.
  void finish_trace() {
    if (!trace_.states.empty() && !answers_.empty()) {
      // A loop that begins behind the last state leads nowhere.
      std::erase_if(trace_.loops, [&](std::size_t at) { return at + 1 >= trace_.states.size(); });
      trace_.inputs.resize(trace_.states.size() - 1);
      answers_.back().trace = std::move(trace_);
    }
    trace_ = {};
    state_.clear();
    inputs_.clear();
    place_ = Place::Nowhere;
  }

  enum class Place : std::uint8_t { Nowhere, State, Input };
  std::vector<SmvAnswer> answers_;
  SmvTrace trace_;
  SmvValues state_;  // the last known values
  SmvValues inputs_;
  Place place_ = Place::Nowhere;
};

}  // namespace

std::vector<SmvAnswer> read_smv_output(std::string_view text) { return OutputReader().read(text); }

}  // namespace nusmv
