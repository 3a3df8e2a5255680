// Coarsening: SPIN keeps a process running alone as long as it stays within one `atomic`
// sequence, and a jump inside of the sequence stays within it. So the locations whose
// steps nobody else notices, and those with a step to one of them, stand in one atomic
// sequence; control leaves it by a jump to the label of any other location.
#include "engine/spin/promela_proc.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace spin {

namespace {

// Lines of a `d_step`. SPIN refuses those with many jumps; what is longer is `atomic`.
constexpr std::ptrdiff_t kLongestStep = 250;

}  // namespace

std::string PromelaShared::limit(const std::string& bound) {
  if (!layout.options().limit_is_error) return cut(bound);
  layout.needs.over = true;
  return "LIMIT";
}

std::string PromelaShared::own_limit(const std::string& bound) {
  return layout.options().own_limit_is_error ? limit(bound) : cut(bound);
}

std::string PromelaShared::cut(const std::string& bound) {
  layout.needs.over = true;
  layout.needs.cuts = true;
  auto at = std::find(bounds.begin(), bounds.end(), bound);
  if (at == bounds.end()) at = bounds.insert(bounds.end(), bound);
  return fmt::format("CUT({})", at - bounds.begin());
}

PromelaProc::PromelaProc(PromelaShared& shared, ir::ProcId id)
    : shared_(shared),
      layout_(shared.layout),
      program_(layout_.program()),
      options_(layout_.options()),
      id_(id),
      proc_(program_.proc(id)),
      outgoing_(ir::outgoing(proc_)),
      exprs_(layout_, proc_, names_) {
  PromelaNames labels;
  for (const ir::Location& location : proc_.locations) {
    labels_.push_back(labels.make("", location.name));
  }
  for (const ir::Transition& t : proc_.transitions) {
    for (const ir::Action& action : t.actions) {
      throws_ = throws_ || std::holds_alternative<ir::Throw>(action);
    }
  }
  place_locals();
  is_local_.resize(proc_.locations.size());
  if (options_.coarsen) find_local_locations();
}

// ---------------------------------------------------------------- variables

bool PromelaProc::is_live_anywhere(ir::LocalId local) const {
  return std::any_of(proc_.locations.begin(), proc_.locations.end(), [&](const auto& location) {
    return !location.live ||
           std::find(location.live->begin(), location.live->end(), local) != location.live->end();
  });
}

// Such a transition has one outcome, and starts no process.
bool PromelaProc::is_deterministic(const ir::Transition& t) const {
  return std::none_of(t.actions.begin(), t.actions.end(), [](const ir::Action& action) {
    const auto* choose = std::get_if<ir::Choose>(&action);
    return (choose && choose->values.size() > 1) || std::holds_alternative<ir::Fork>(action) ||
           std::holds_alternative<ir::Havoc>(action) ||
           std::holds_alternative<ir::ChooseInstance>(action) ||
           std::holds_alternative<ir::ChooseReachable>(action) ||
           std::holds_alternative<ir::Notify>(action);
  });
}

void PromelaProc::place_locals() {
  PromelaNames names;
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    const ir::Local& local = proc_.locals[i];
    ir::LocalId id(i);
    bool is_param = i < proc_.params.size();
    Storage storage = local.is_bound ? Storage::None : Storage::Process;
    // SPIN does not undo hidden variables, which only matters if a step has choices.
    bool is_brief = options_.hide && options_.reset_dead && local.is_temp && !local.is_bound &&
                    !is_param && !is_live_anywhere(id);
    for (const ir::Transition& t : proc_.transitions) {
      auto writes = [&](const ir::Action& action) { return ir::written_local(action) == id; };
      bool written = std::any_of(t.reads.begin(), t.reads.end(), writes) ||
                     std::any_of(t.actions.begin(), t.actions.end(), writes);
      is_brief = is_brief && (!written || is_deterministic(t));
    }
    ir::TypeKind kind = program_.type(local.type).kind;
    bool in_place = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    if (in_place && !local.is_temp && !local.is_bound) {
      throw PromelaUnsupported{
          fmt::format("{} holds an object or array in a local variable", local.name)};
    }
    if (is_brief) {
      storage = Storage::Hidden;
      names_.push_back(layout_.names().make("h_", proc_.name + "_" + local.name));
      std::string type = layout_.type_text(local.type);
      if (type == "bool") type = "byte";  // SPIN hides no bits
      shared_.hidden.push_back(fmt::format("hidden {} {};", type, names_.back()));
    } else {
      names_.push_back(names.make("v_", local.name));
    }
    storage_.push_back(storage);
  }
}

// ---------------------------------------------------------------- coarsening

void PromelaProc::find_local_locations() {
  for (std::size_t i = 0; i < proc_.locations.size(); ++i) {
    const auto& out = outgoing_[i];
    is_local_[i] = !out.empty() && std::all_of(out.begin(), out.end(), [&](ir::TransId t) {
      const ir::Transition& way = proc_.transitions[t.index()];
      return way.invisible && !is_watched(way);
    });
  }
  // A cycle of such steps would keep everyone else from moving: one location of each
  // cycle is a place where others may come in.
  std::vector<int> seen(proc_.locations.size());
  for (std::size_t i = 0; i < proc_.locations.size(); ++i) {
    if (is_local_[i] && seen[i] == 0) visit_local(ir::LocId(i), seen);
  }
}

void PromelaProc::visit_local(ir::LocId at, std::vector<int>& seen) {
  enum { kNew, kOpen, kDone };
  seen[at.index()] = kOpen;
  for (ir::TransId id : outgoing_[at.index()]) {
    ir::LocId target = proc_.transitions[id.index()].target;
    if (!is_local_[target.index()]) continue;
    if (seen[target.index()] == kOpen) is_local_[target.index()] = false;
    if (seen[target.index()] == kNew) visit_local(target, seen);
  }
  seen[at.index()] = kDone;
}

bool PromelaProc::leads_to_local(ir::LocId at) const {
  const auto& out = outgoing_[at.index()];
  return std::any_of(out.begin(), out.end(), [&](ir::TransId t) {
    return is_local_[proc_.transitions[t.index()].target.index()];
  });
}

// ---------------------------------------------------------------- temporal properties

// A step that changes what a property sees must be seen by itself.
bool PromelaProc::is_watched(const ir::Transition& t) const {
  auto writes = [](const ir::Transition& way, ir::LocalId local) {
    auto is_it = [&](const ir::Action& action) { return ir::written_local(action) == local; };
    return std::any_of(way.reads.begin(), way.reads.end(), is_it) ||
           std::any_of(way.actions.begin(), way.actions.end(), is_it);
  };
  return std::any_of(shared_.watches.begin(), shared_.watches.end(), [&](const auto& watch) {
    if (watch.proc != id_) return false;
    if (watch.location) return t.source == watch.location || t.target == watch.location;
    bool changes = watch.local && writes(t, watch.local);
    return changes || t.target == proc_.exit || t.target == proc_.except;
  });
}

void PromelaProc::tell_watches(const ir::Transition& t) {
  bool ends = t.target == proc_.exit || t.target == proc_.except;
  for (const PromelaWatch& watch : shared_.watches) {
    if (watch.proc != id_ || !is_watched(t)) continue;
    if (watch.location && t.source == watch.location && t.target != watch.location) {
      code_->line(fmt::format("{}[_pid] = 0;", watch.variable));
    } else if (watch.location && t.target == watch.location) {
      code_->line(fmt::format("{}[_pid] = 1;", watch.variable));
    } else if (!watch.location && (watch.local || ends)) {
      code_->line(
          fmt::format("{}[_pid] = {};", watch.variable, ends ? "0" : names_[watch.local.index()]));
    }
  }
}

void PromelaProc::tell_watches_of_fork(const ir::Fork& action, const std::string& forked) {
  const ir::Procedure& callee = program_.proc(action.callee.proc);
  for (const PromelaWatch& watch : shared_.watches) {
    if (watch.proc != action.callee.proc) continue;
    std::string value = "0";
    if (watch.location) {
      value = watch.location == callee.entry ? "1" : "0";
    } else if (!watch.local) {
      value = "1";
    } else if (watch.local.index() < action.args.size()) {
      value = promela_bare(exprs_.value(action.args[watch.local.index()]).text);
    } else {
      const ir::Local& local = callee.local(watch.local);
      value = layout_.initial_text(local.type, local.initial);
    }
    if (value != "0") code_->line(fmt::format("{}[{}] = {};", watch.variable, forked, value));
  }
}

// ---------------------------------------------------------------- text

std::string PromelaProc::position(base::Span span) const {
  if (!options_.sources || !span.is_valid()) return {};
  const base::SourceFile& file = options_.sources->file(span.file);
  std::string text = fmt::format("{}:{}", file.name(), file.line_at(span.begin));
  for (auto at = text.find("*/"); at != std::string::npos; at = text.find("*/")) {
    text.replace(at, 2, "* /");
  }
  return text;
}

std::string PromelaProc::header() const {
  std::string params;
  std::string locals;
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    if (storage_[i] != Storage::Process) continue;
    const ir::Local& local = proc_.locals[i];
    std::string type = layout_.type_text(local.type);
    if (i < proc_.params.size()) {
      params += fmt::format("{}{} {}", params.empty() ? "" : "; ", type, names_[i]);
      continue;
    }
    std::string initial = layout_.initial_text(local.type, local.initial);
    bool is_plain = initial == "0" || initial == "false";
    locals +=
        fmt::format("  {} {}{};\n", type, names_[i], is_plain ? "" : " = " + promela_bare(initial));
  }
  if (throws_) locals += "  byte exception;  /* in flight; 0: none */\n";
  std::string from = position(proc_.span);
  return fmt::format("{}{}proctype {}({}) {{\n{}", from.empty() ? "" : "/* " + from + " */\n",
                     program_.entry == id_ ? "active " : "", shared_.proctypes[id_.index()], params,
                     locals);
}

std::string PromelaProc::text() {
  std::string inside;
  std::string outside;
  for (std::size_t i = 0; i < proc_.locations.size(); ++i) {
    ir::LocId at(i);
    if (at == proc_.exit || at == proc_.except) continue;
    if (is_local_[i]) {
      inside += location(at, label(at));
    } else if (leads_to_local(at)) {
      inside += location(at, "in_" + labels_[i]);
      outside += fmt::format("{}: goto in_{};\n", label(at), labels_[i]);
    } else {
      outside += location(at, label(at));
    }
  }
  std::string result = header();
  std::string start = proc_.entry == proc_.exit ? "end_done" : label(proc_.entry);
  result += fmt::format("  goto {};\n", start);
  if (!inside.empty()) result += fmt::format("atomic {{\n  skip;\n{}}}\n", inside);
  return result + outside + "end_done:\n  false\n}\n";
}

std::string PromelaProc::location(ir::LocId at, const std::string& name) {
  std::string result = fmt::format("{}:\n", name);
  const auto& out = outgoing_[at.index()];
  if (out.empty()) return result + "  false;\n";
  result += "  if\n";
  for (ir::TransId id : out) result += transition(id);
  return result + "  fi;\n";
}

// ---------------------------------------------------------------- steps

std::string PromelaProc::target_label(const ir::Transition& t) const {
  return t.target == proc_.exit || t.target == proc_.except ? "end_done" : label(t.target);
}

std::string PromelaProc::transition(ir::TransId id) {
  is_step_ = is_deterministic(proc_.transitions[id.index()]);
  std::string text = step(id);
  if (!is_step_ || std::count(text.begin(), text.end(), '\n') <= kLongestStep) return text;
  is_step_ = false;
  return step(id);
}

std::string PromelaProc::step(ir::TransId id) {
  const ir::Transition& t = proc_.transitions[id.index()];
  PromelaCode code(3);
  code_ = &code;
  is_over_ = false;
  std::string guard = enabling(t);
  code.line(fmt::format("printf(\"BRAID step %d {} {}\\n\", _pid);", id_.index(), id.index()));
  perform_reads(t);
  if (t.guard) require(exprs_.value(t.guard).defined);
  for (const ir::Action& action : t.actions) {
    if (is_over_) break;
    perform(action);
  }
  if (!is_over_) finish(t);
  code.close();
  code_ = nullptr;
  std::string from = position(t.span);
  std::string comment = from.empty() ? "" : fmt::format("  /* {} */", from);
  return fmt::format("  :: {} {{{}\n      {} ->\n{}{}{}\n", is_step_ ? "d_step" : "atomic", comment,
                     promela_bare(guard), code.text(), is_step_ ? "    } goto " : "      goto ",
                     is_step_ ? target_label(t) : target_label(t) + "\n    }");
}

// The reads are put into the guard; a step whose reads or guard fail is enabled, and an
// error.
std::string PromelaProc::enabling(const ir::Transition& t) {
  std::string defined = "true";
  for (const ir::Action& action : t.reads) {
    PromelaValue value = exprs_.read(action);
    ir::LocalId target = ir::written_local(action);
    std::string fits = exprs_.fits(value, proc_.local(target).type);
    defined = promela_and(defined, promela_and(value.defined, fits));
    exprs_.bind(target, std::move(value));
  }
  std::string holds = "true";
  if (t.guard) {
    PromelaValue guard = exprs_.value(t.guard);
    defined = promela_and(defined, guard.defined);
    holds = guard.text;
  }
  if (!t.actions.empty()) {
    PromelaValue free = exprs_.enabled(t.actions.front());
    if (free.defined != "true") {
      // It fails only if the guard holds.
      holds = promela_and(holds, promela_or(promela_not(free.defined), free.text));
    } else {
      holds = promela_and(holds, free.text);
    }
  }
  exprs_.unbind_all();
  if (defined != "true") {
    layout_.needs.over = true;
    holds = promela_or(promela_not(defined), holds);
  }
  // Whether anything can end the execution is known only when all is written.
  return promela_and("RUNNING", holds);
}

void PromelaProc::perform_reads(const ir::Transition& t) {
  for (const ir::Action& action : t.reads) assign(ir::written_local(action), exprs_.read(action));
}

void PromelaProc::finish(const ir::Transition& t) {
  tell_watches(t);
  if (t.target == proc_.except) {
    layout_.needs.over = true;
    require(throws_ ? "(exception != 0)" : "false");
    code_->line("UNCAUGHT;");
  } else if (t.target == proc_.exit) {
    end_thread();
  } else if (options_.reset_dead) {
    reset_dead(t);
  }
}

void PromelaProc::end_thread() {
  if (layout_.needs.ended) code_->line("ended[_pid] = 1;");
  if (layout_.needs.join && options_.semantics.join == ir::JoinMode::Children) {
    code_->line("if :: parent[_pid] != 0 -> alive[parent[_pid]]-- :: else fi;");
  } else if (layout_.needs.join) {
    begin_indivisible();
    code_->line("h_scratch = parent[_pid];");
    code_->line(
        "do :: h_scratch != 0 -> alive[h_scratch]--; h_scratch = parent[h_scratch] "
        ":: else -> break od;");
    end_indivisible();
  }
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    if (storage_[i] != Storage::Process) continue;
    const ir::Local& local = proc_.locals[i];
    code_->line(fmt::format("{} = {};", names_[i],
                            promela_bare(layout_.initial_text(local.type, local.initial))));
  }
}

void PromelaProc::reset_dead(const ir::Transition& t) {
  const auto& live = proc_.location(t.target).live;
  if (!live) return;
  const auto& before = proc_.location(t.source).live;
  auto contains = [](const std::vector<ir::LocalId>& all, ir::LocalId id) {
    return std::find(all.begin(), all.end(), id) != all.end();
  };
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    ir::LocalId id(i);
    if (storage_[i] != Storage::Process || contains(*live, id)) continue;
    auto writes = [&](const ir::Action& action) { return ir::written_local(action) == id; };
    bool is_clean = before && !contains(*before, id) && i >= proc_.params.size() &&
                    std::none_of(t.reads.begin(), t.reads.end(), writes) &&
                    std::none_of(t.actions.begin(), t.actions.end(), writes);
    if (is_clean) continue;
    const ir::Local& local = proc_.local(id);
    code_->line(fmt::format("{} = {};", names_[i],
                            promela_bare(layout_.initial_text(local.type, local.initial))));
  }
}

}  // namespace spin
