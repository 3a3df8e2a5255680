// The argument of the stepper's `print`: a root and selectors.
#include <fmt/format.h>

#include <optional>

#include "base/text.h"
#include "cli/stepper/state_view.h"

namespace stepper {

namespace {

using interp::Object;
using interp::ObjectId;
using interp::Value;

// Thrown and caught in this file.
struct Wrong {
  std::string text;
};

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

class PathReader {
 public:
  PathReader(const StateView& view, interp::ThreadId thread, std::string_view text)
      : view_(view), thread_(thread), text_(text) {}

  std::string read() {
    read_root();
    while (at_ < text_.size()) {
      if (text_[at_] == '.') {
        ++at_;
        select_field(name());
      } else if (text_[at_] == '[') {
        ++at_;
        select_element();
      } else {
        throw Wrong{fmt::format("`{}` is not understood", text_.substr(at_))};
      }
    }
    std::string text = interp::show(program(), view_.state, value_, type_);
    if (const auto* object = std::get_if<ObjectId>(&value_)) {
      std::string contents = interp::show_contents(view_.model, view_.state, *object);
      text = text == text_ ? contents : fmt::format("{} {}", text, contents);
    }
    return fmt::format("{} = {}\n", text_, text);
  }

 private:
  const ir::Program& program() const { return view_.model.program(); }

  std::string_view name() {
    std::size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    if (begin == at_) throw Wrong{"a name is missing"};
    return text_.substr(begin, at_ - begin);
  }

  void read_root() {
    if (text_.find('#') != std::string_view::npos) return read_object();
    std::string_view first = name();
    if (read_local(first)) return;
    if (read_global(first)) return;
    if (at_ < text_.size() && text_[at_] == '.') {
      std::size_t before = at_++;
      if (read_global(fmt::format("{}.{}", first, name()))) return;
      at_ = before;
    }
    throw Wrong{fmt::format("there is no variable `{}` here", first)};
  }

  // `Node#2`, `int[]#1`
  void read_object() {
    std::size_t end = text_.find('#') + 1;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    std::string_view wanted = text_.substr(0, end);
    for (std::size_t i = 0; i < view_.state.heap.size(); ++i) {
      if (interp::name_of(program(), view_.state, ObjectId(i)) != wanted) continue;
      value_ = ObjectId(i);
      type_ = {};
      at_ = end;
      return;
    }
    throw Wrong{fmt::format("there is no object {} yet", wanted)};
  }

  // Of several variables of one name the one declared last.
  const Value* find_local(std::string_view wanted, ir::TypeId* type) const {
    const auto& frames = view_.state.thread(thread_).frames;
    if (frames.empty()) return nullptr;
    const interp::Frame& frame = frames[interp::shown_frame(view_.model, frames)];
    const ir::Procedure& proc = view_.model.proc(frame.proc);
    base::Span at = view_.next_statement(thread_);
    const Value* found = nullptr;
    for (std::size_t i = 0; i < proc.locals.size(); ++i) {
      const ir::Local& local = proc.locals[i];
      if (local.is_temp || local.is_bound || ir::display_name(local) != wanted) continue;
      bool is_later =
          found && local.span.is_valid() && at.is_valid() && local.span.begin >= at.begin;
      if (is_later) break;
      found = &frame.locals[i];
      if (type) *type = local.type;
    }
    return found;
  }

  bool read_local(std::string_view wanted) {
    const Value* found = find_local(wanted, &type_);
    if (found) value_ = *found;
    return found != nullptr;
  }

  bool read_global(std::string_view wanted) {
    for (std::size_t i = 0; i < program().globals.size(); ++i) {
      if (program().globals[i].name != wanted) continue;
      value_ = view_.state.globals[i];
      type_ = program().globals[i].type;
      return true;
    }
    return false;
  }

  const Object& object() const {
    const auto* id = std::get_if<ObjectId>(&value_);
    if (!id) {
      std::string shown = interp::show(program(), view_.state, value_, type_);
      throw Wrong{fmt::format("{} is {}, no object", text_.substr(0, selected_), shown)};
    }
    return view_.state.object(*id);
  }

  void select_field(std::string_view wanted) {
    selected_ = at_ - wanted.size() - 1;
    const Object& from = object();
    if (!from.is_array()) {
      const auto& fields = view_.model.fields(from.cls);
      for (std::size_t i = fields.size(); i-- > 0;) {  // a hidden field comes first
        const ir::Field& field = program().field(fields[i]);
        if (field.name != wanted) continue;
        take(from.slots[i], field.type);
        return;
      }
    }
    throw Wrong{fmt::format("{} has no field `{}`", text_.substr(0, selected_), wanted)};
  }

  void select_element() {
    selected_ = at_ - 1;
    const Object& from = object();
    if (!from.is_array()) throw Wrong{fmt::format("{} is no array", text_.substr(0, selected_))};
    std::size_t close = text_.find(']', at_);
    if (close == std::string_view::npos) throw Wrong{"a `]` is missing"};
    std::string_view inside = text_.substr(at_, close - at_);
    std::optional<std::int64_t> index = number(inside);
    if (!index) throw Wrong{fmt::format("`{}` is no index", inside)};
    if (*index < 0 || static_cast<std::size_t>(*index) >= from.slots.size()) {
      throw Wrong{fmt::format("{} has {} elements, so none has index {}",
                              text_.substr(0, selected_), from.slots.size(), *index)};
    }
    at_ = close + 1;
    take(from.slots[static_cast<std::size_t>(*index)], program().type(from.array).element);
  }

  // A literal, or a variable that holds an integer.
  std::optional<std::int64_t> number(std::string_view text) const {
    if (auto literal = base::parse_number<std::int64_t>(text)) return literal;
    const Value* found = find_local(text, nullptr);
    const auto* integer = found ? std::get_if<base::Integer>(found) : nullptr;
    return integer ? integer->to_int64() : std::nullopt;
  }

  // A copy: the value selected from may own what is selected.
  void take(Value value, ir::TypeId type) {
    value_ = std::move(value);
    type_ = type;
  }

  const StateView& view_;
  interp::ThreadId thread_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t selected_ = 0;  // where the selector in work begins
  Value value_;
  ir::TypeId type_;
};

}  // namespace

std::string StateView::value(interp::ThreadId thread, std::string_view path) const {
  try {
    return PathReader(*this, thread, path).read();
  } catch (const Wrong& wrong) {
    return wrong.text + '\n';
  }
}

}  // namespace stepper
