#include "lang/jvm/display.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "lang/jvm/class_file.h"
#include "lang/jvm/world.h"

namespace jvm {

namespace {

ir::FieldId field_of(const ir::Program& program, ir::ClassId cls, std::string_view name) {
  if (!cls) return {};
  for (ir::FieldId id : program.cls(cls).fields) {
    if (program.field(id).name == name) return id;
  }
  return {};
}

std::string without_package(const std::string& name) { return name.substr(name.rfind('.') + 1); }

void shorten_classes(ir::Program& program) {
  std::map<std::string, int> uses;
  for (const ir::Class& cls : program.classes) ++uses[without_package(cls.name)];
  for (ir::Class& cls : program.classes) {
    std::string name = without_package(cls.name);
    if (name != cls.name && uses[name] == 1) cls.shown = std::move(name);
  }
}

void name_types(ir::Program& program) {
  struct Range {
    std::int64_t lo, hi;
    std::string_view name;
  };
  constexpr Range kRanges[] = {{-128, 127, "byte"}, {-32768, 32767, "short"}, {0, 65535, "char"}};
  for (std::size_t i = 0; i < program.types.size(); ++i) {
    ir::TypeId id(i);
    const ir::Type& type = program.type(id);
    auto& names = program.display.types;
    if (type.kind == ir::TypeKind::Bool) names[id] = "boolean";
    if (type.kind == ir::TypeKind::Float) names[id] = "double";
    if (type.kind == ir::TypeKind::Float32) names[id] = "float";
    if (type.kind != ir::TypeKind::Range) continue;
    for (const Range& range : kRanges) {
      if (type.lo == range.lo && type.hi == range.hi) names[id] = range.name;
    }
  }
}

}  // namespace

void set_display(ir::Program& program) {
  auto find_class = [&](std::string_view name) { return program.find_class(external_name(name)); };
  ir::Display& display = program.display;
  display.by_line = true;
  display.text = field_of(program, find_class(kString), "value");
  display.constant = field_of(program, find_class("java/lang/Enum"), "name");
  for (std::string_view box :
       {"Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double"}) {
    ir::FieldId held =
        field_of(program, find_class(std::string("java/lang/").append(box)), "value");
    if (held) display.boxes.push_back(held);
  }
  display.thread = find_class(kThread);
  display.thread_name = field_of(program, display.thread, "name");
  display.thread_handle = field_of(program, display.thread, "tid");
  display.monitor_of = field_of(program, find_class("braid/Monitor"), "of");
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    const ir::MethodName& method = program.procs[i].method;
    bool is_idle =
        method.cls == "java.util.concurrent.ThreadPoolExecutor" && method.name == "awaitTask";
    if (is_idle) display.idle.emplace_back(i);
  }
  display.throwable = find_class(kThrowable);
  display.cause = field_of(program, display.throwable, "cause");
  shorten_classes(program);
  name_types(program);
}

}  // namespace jvm
