#include "pipeline/finite.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/mc/options.h"
#include "ir/pass/abstract.h"
#include "ir/pass/default_bounds.h"
#include "pipeline/mc_engine.h"

namespace pipeline {

namespace {

constexpr std::string_view kWord = "@bound";

// What is declared on a line, by its full name.
class Declarations {
 public:
  explicit Declarations(const Input& input) : sources_(input.sources), program_(*input.program) {}

  std::string variable(base::FileId file, std::uint32_t line, std::string_view name) const {
    for (const ir::Field& f : program_.fields) {
      if (f.name == name && is_at(f.span, file, line)) {
        return fmt::format("{}.{}", program_.cls(f.owner).name, f.name);
      }
    }
    for (const ir::Global& g : program_.globals) {
      bool matches = g.name == name || g.name.ends_with("." + std::string(name));
      if (matches && is_at(g.span, file, line)) return g.name;
    }
    for (const ir::Procedure& proc : program_.procs) {
      for (const ir::Local& l : proc.locals) {
        bool matches = !l.is_temp && ir::display_name(l) == name;
        if (matches && is_at(l.span, file, line)) return fmt::format("{}.{}", proc.name, name);
      }
    }
    return "";
  }

  std::string cls(base::FileId file, std::uint32_t line, std::string_view name) const {
    for (const ir::Class& c : program_.classes) {
      if (c.name == name && is_at(c.span, file, line)) return c.name;
    }
    return "";
  }

 private:
  bool is_at(base::Span span, base::FileId file, std::uint32_t line) const {
    return span.is_valid() && span.file == file && sources_.begin(span).line == line;
  }

  const base::Sources& sources_;
  const ir::Program& program_;
};

class CommentReader {
 public:
  CommentReader(Input& input, pass::FiniteBounds& bounds)
      : input_(input), declarations_(input), bounds_(bounds) {}

  bool run() {
    for (const oox::Unit& unit : input_.oox.units) {
      for (const oox::Comment& c : unit.comments) comment(c);
    }
    return good_;
  }

 private:
  void bad(base::Span span, const std::string& what) {
    input_.sink.report(diag::Kind::BadBound, span, what);
    good_ = false;
  }

  void comment(const oox::Comment& c) {
    auto parts = base::split_words(input_.sources.text(c.span), " \t\r\n*/");
    if (parts.empty() || parts.front() != kWord) return;
    if (parts.size() != 3) return bad(c.span, "a name and a value are needed");
    std::uint32_t line = input_.sources.end(c.span).line;
    std::size_t dots = parts[2].find("..");
    if (dots == std::string_view::npos) return objects(c, line, parts[1], parts[2]);
    auto low = base::parse_number<std::int64_t>(parts[2].substr(0, dots));
    auto high = base::parse_number<std::int64_t>(parts[2].substr(dots + 2));
    if (!low || !high || *low > *high) return bad(c.span, "a range is LO..HI");
    std::string name = declarations_.variable(c.span.file, line, parts[1]);
    if (name.empty()) name = declarations_.variable(c.span.file, line + 1, parts[1]);
    if (name.empty()) return unknown(c.span, parts[1]);
    bounds_.ranges.try_emplace(name, *low, *high);
  }

  void objects(const oox::Comment& c, std::uint32_t line, std::string_view name,
               std::string_view value) {
    auto count = base::parse_number<std::int64_t>(value);
    if (!count || *count < 1) return bad(c.span, "a value is a range LO..HI, or a number from 1");
    std::string cls = declarations_.cls(c.span.file, line, name);
    if (cls.empty()) cls = declarations_.cls(c.span.file, line + 1, name);
    if (cls.empty()) return unknown(c.span, name);
    bounds_.class_instances.try_emplace(cls, *count);
  }

  void unknown(base::Span span, std::string_view name) {
    input_.sink.report(diag::Kind::UnknownBound, span, name)
        .help("the comment stands on the line of the declaration, or on the line before it");
    good_ = false;
  }

  Input& input_;
  Declarations declarations_;
  pass::FiniteBounds& bounds_;
  bool good_ = true;
};

}  // namespace

bool add_commented_bounds(Input& input, pass::FiniteBounds& bounds) {
  return input.language != Language::Oox || CommentReader(input, bounds).run();
}

bool settle_bounds(pass::FiniteBounds& bounds, Input& input) {
  if (pass::why_infinite(*input.program).empty()) {
    if (!bounds.given.contains("threads")) bounds.threads = mc::kMaxThreads;
    return true;
  }
  if (!add_commented_bounds(input, bounds)) return false;
  for (const std::string& name : pass::unknown_bounds(*input.program, bounds)) {
    input.sink.report(diag::Kind::UnknownBound, {}, name);
  }
  for (const std::string& name : pass::unknown_abstractions(*input.program, bounds)) {
    input.sink.report(diag::Kind::UnknownAbstraction, {}, name);
  }
  if (input.sink.has_errors()) return false;
  pass::choose_bounds(*input.program, bounds);
  return true;
}

std::optional<pass::FiniteModel> make_finite(const pass::FiniteBounds& bounds, Input& input) {
  auto model = pass::finitise(*input.program, bounds);
  if (!model) {
    input.sink.report(diag::Kind::NotFinite, model.error().span, model.error().what);
    return std::nullopt;
  }
  return std::move(*model);
}

void name_bounds(const Request& options, bool finitised, verdict::Result& result) {
  const pass::FiniteBounds& bounds = options.bounds;
  if (finitised) {
    result.set_bound("range", fmt::format("{}..{}", bounds.low, bounds.high));
    result.set_bound("instances", std::to_string(bounds.instances));
    result.set_bound("array-size", std::to_string(bounds.array_size));
    result.set_bound("recursion", std::to_string(bounds.recursion));
  }
  mc::Options search = mc_options(options, finitised);
  result.set_bound("threads", std::to_string(search.threads));
  result.set_bound("lock-depth", std::to_string(lock_depth_of(*options.engine)));
  if (options.depth) result.set_bound("depth", std::to_string(*options.depth));
  if (search.kind == mc::SearchKind::ChooseFree) result.set_bound("choices", "1");
}

std::string describe_notes(const pass::FiniteModel& model, const base::Sources& sources,
                           const std::string& prefix) {
  std::string out;
  for (const pass::FiniteNote& note : model.notes) {
    out += prefix + note.what;
    if (note.span.is_valid()) out += fmt::format(" ({})", sources.describe(note.span));
    out += '\n';
  }
  return out;
}

}  // namespace pipeline
