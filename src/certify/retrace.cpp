// A statement is one transition that touches shared variables, with others before and behind
// it that touch locals only. Those nobody else can notice, so that they may come at any time:
// a thread takes them as soon as the next of its statements is told. A statement that is told
// but touches locals only is one of them.
//
// The first thread may be none of those that are told (PL's processes are started by a
// procedure that the prover does not know): it moves until the told threads exist, and again
// when all has been told.
#include "certify/retrace.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/interp/enabled.h"
#include "engine/interp/execute.h"
#include "engine/interp/inputs.h"
#include "engine/interp/system.h"
#include "result/verdict/json.h"

namespace certify {

namespace {

using interp::ThreadId;

constexpr std::size_t kMostSteps = 100'000;

// Nothing is left open inside a step.
class FirstChooser : public interp::Chooser {
  std::size_t pick(run::DecisionKind, std::size_t) override { return 0; }
};

class Retracer {
 public:
  Retracer(const interp::Model& model, const interp::GivenInputs& inputs)
      : model_(model),
        system_(model, inputs),
        chooser_(inner_),
        state_(system_.initial(chooser_)) {}

  // Nullopt: it went well.
  std::optional<std::string> run(const std::vector<ToldStep>& steps) {
    ThreadId last(0);
    for (std::size_t i = 0; i < steps.size() && is_running(); ++i) {
      auto thread = reach(steps[i].thread);
      if (!thread) return fmt::format("the thread of step {} does not exist", i + 1);
      last = *thread;
      while (is_running() && next(last) && !is_shared(*next(last))) {
        if (!move(last)) return kTooLong;
      }
      const ir::Transition* t = is_running() ? next(last) : nullptr;
      if (t && t->span == steps[i].span && !move(last)) return kTooLong;
    }
    while (is_running() && next(last)) {  // what fails may be behind the statement
      if (!move(last)) return kTooLong;
    }
    while (is_running()) {
      if (!move(system_.enabled(state_).front())) return kTooLong;
    }
    return std::nullopt;
  }

  const run::Decisions& decisions() const { return decisions_; }

 private:
  static constexpr const char* kTooLong = "it has too many steps";

  const interp::State& state() const { return state_; }
  bool is_running() const { return !system_.enabled(state_).empty(); }

  // What the thread takes next; null: it cannot move.
  const ir::Transition* next(ThreadId thread) const {
    auto ways = interp::enabled_transitions(model_, state(), thread);
    if (ways.empty()) return nullptr;
    return &model_.transition(state().thread(thread).frames.back().proc, ways.front());
  }

  static bool is_shared(const ir::Transition& t) {
    return !t.reads.empty() ||
           std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& a) {
             bool is_quiet =
                 std::holds_alternative<ir::Assume>(a) || std::holds_alternative<ir::Print>(a);
             return !is_quiet && ir::info(ir::kind_of(a)).shared;
           });
  }

  bool move(ThreadId thread) {
    if (++steps_ > kMostSteps) return false;
    std::vector<ThreadId> enabled = system_.enabled(state_);
    auto found = std::find(enabled.begin(), enabled.end(), thread);
    if (enabled.size() > 1) {
      decisions_.push_back({run::DecisionKind::Schedule,
                            static_cast<std::uint32_t>(found - enabled.begin()),
                            static_cast<std::uint32_t>(enabled.size())});
    }
    std::size_t before = chooser_.decisions().size();
    system_.step(state_, thread, chooser_);
    for (std::size_t i = before; i < chooser_.decisions().size(); ++i) {
      decisions_.push_back(chooser_.decisions()[i]);
    }
    return true;
  }

  std::optional<ThreadId> find(const std::vector<std::uint32_t>& name) const {
    ThreadId at(0);
    for (std::uint32_t number : name) {
      std::uint32_t seen = 0;
      std::size_t child = at.index() + 1;
      for (; child < state().threads.size(); ++child) {
        if (state().threads[child].parent == at && seen++ == number) break;
      }
      if (child == state().threads.size()) return std::nullopt;
      at = ThreadId(child);
    }
    return at;
  }

  std::optional<ThreadId> reach(const std::vector<std::uint32_t>& name) {
    std::optional<ThreadId> result;
    while (!(result = find(name)) && is_running() && next(ThreadId(0)) && move(ThreadId(0))) {
    }
    return result;
  }

  const interp::Model& model_;
  interp::System system_;
  FirstChooser inner_;
  interp::RecordingChooser chooser_;
  interp::State state_;
  run::Decisions decisions_;
  std::size_t steps_ = 0;
};

}  // namespace

tl::expected<verdict::Result, std::string> retrace(run::Run& run, const interp::Model& model,
                                                   const verdict::Counterexample& inputs,
                                                   const std::vector<ToldStep>& steps) {
  auto parsed = interp::parse_inputs(model, verdict::inputs_json(inputs).dump());
  if (const auto* error = std::get_if<interp::InputError>(&parsed)) {
    return tl::make_unexpected("the inputs do not fit: " + error->text);
  }
  const auto& given = std::get<interp::GivenInputs>(parsed);
  Retracer retracer(model, given);
  if (auto why = retracer.run(steps)) return tl::make_unexpected(*why);
  verdict::Result result = interp::replay(run, model, retracer.decisions(), given);
  if (!result.violation) return tl::make_unexpected("the execution ends without a violation");
  return result;
}

}  // namespace certify
