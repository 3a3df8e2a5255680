// Everything is looked up by name when the class runs, so that it compiles without the program and
// may touch what is private there. Objects are made without calling a constructor, as the inputs of
// a counterexample are any objects, and their fields are set one by one.
#include "cli/reproducer.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "lang/jvm/descriptor.h"

namespace cli {

namespace {

using verdict::Datum;
using verdict::HeapEntry;

// Thrown and caught in this file.
struct Refused {
  std::string why;
};

constexpr std::string_view kHelpers = R"(
    /** An object of this class whose fields are not set yet; no constructor of it runs. */
    static Object make(String name) throws Exception {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object made = factory.getMethod("getReflectionFactory").invoke(null);
        Constructor<?> constructor = (Constructor<?>) factory
                .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(made, Class.forName(name), Object.class.getDeclaredConstructor());
        return constructor.newInstance();
    }

    static void set(Object object, String owner, String name, Object value) throws Exception {
        Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    /** Calls the method, on a new object if it needs one and none is given. */
    static void call(String owner, String name, Class<?>[] types, Object receiver, Object... args)
            throws Throwable {
        try {
            Method method = null;
            for (Class<?> at = Class.forName(owner); method == null; at = at.getSuperclass()) {
                for (Method each : at.getDeclaredMethods()) {
                    if (each.getName().equals(name)
                            && Arrays.equals(each.getParameterTypes(), types)) {
                        method = each;
                    }
                }
            }
            method.setAccessible(true);
            if (receiver == null && !Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = Class.forName(owner).getDeclaredConstructor();
                constructor.setAccessible(true);
                receiver = constructor.newInstance();
            }
            method.invoke(receiver, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
)";

class Writer {
 public:
  Writer(const ir::Program& program, const verdict::Result& result)
      : program_(program), result_(result), inputs_(*result.counterexample) {}

  std::string write(std::string_view class_name) {
    const ir::MethodName& entry = program_.proc(program_.entry).method;
    if (!entry.is_given()) throw Refused{"it is no execution of a Java program"};
    if (entry.name == "<init>") throw Refused{"its entry is a constructor"};
    require_sequential();
    std::string body = objects() + call(entry);
    std::string expected = result_.violation ? result_.violation->message : "nothing is wrong";
    return fmt::format(
        "// {}.{}: {}\n//   java -ea -cp CLASSES {}.java\n"
        "import java.lang.reflect.*;\nimport java.util.Arrays;\n\n"
        "public class {} {{\n    public static void main(String[] none) throws Throwable {{\n{}    "
        "}}\n{}}}\n",
        entry.cls, entry.name, one_line(expected), class_name, class_name, body, kHelpers);
  }

 private:
  // What is decided outside of the inputs cannot be told to the virtual machine.
  void require_sequential() const {
    for (const verdict::TraceStep& step : inputs_.trace) {
      if (step.thread != inputs_.trace.front().thread) throw Refused{"it has several threads"};
    }
    for (const auto& [name, value] : inputs_.inputs) {
      if (name.starts_with('$')) throw Refused{"its harness has inputs of its own"};
    }
    for (const run::Decision& decision : inputs_.decisions) {
      bool is_input = decision.kind == run::DecisionKind::Input;
      if (!is_input) throw Refused{"it draws values while it runs, or time passes in it"};
    }
  }

  static std::string one_line(std::string text) {
    for (char& c : text) c = c == '\n' || c == '\r' || c == '\\' ? ' ' : c;
    return text;
  }

  // ---- the heap
  std::string objects() {
    if (inputs_.heap.empty()) return {};
    std::string made;
    std::string filled;
    for (const HeapEntry& entry : inputs_.heap) {
      made += fmt::format("        o[{}] = {};\n", entry.ref, creation(entry));
      if (!is_value(entry)) filled += contents(entry);
    }
    return fmt::format("        Object[] o = new Object[{}];\n{}{}", inputs_.heap.size() + 1, made,
                       filled);
  }

  // Strings and boxes are made with what they hold.
  static bool is_value(const HeapEntry& entry) { return !value_field(entry).empty(); }
  static std::string_view value_field(const HeapEntry& entry) {
    for (std::string_view name : {"String", "Boolean", "Byte", "Short", "Character", "Integer",
                                  "Long", "Float", "Double"}) {
      if (entry.type == fmt::format("java.lang.{}", name)) return name;
    }
    return {};
  }

  std::string creation(const HeapEntry& entry) {
    if (entry.is_array) {
      return fmt::format("Array.newInstance({}, {})",
                         ir_type(entry.type.substr(0, entry.type.size() - 2)),
                         entry.elements.size());
    }
    if (is_value(entry)) {
      ir::ClassId cls = program_.find_class(entry.type);
      for (const auto& [name, value] : entry.fields) {
        if (name != "value") continue;
        return fmt::format("new {}({})", entry.type, literal(value, field_of(cls, name)->type));
      }
      throw Refused{"an input of class " + entry.type};
    }
    if (entry.type == "java.lang.Object") return "new Object()";
    refuse_library(entry.type);
    return fmt::format("make({})", quoted(entry.type));
  }

  // The fields of a model are not those of the real class, and some classes cannot be made so.
  void refuse_library(const std::string& name) const {
    ir::ClassId cls = program_.find_class(name);
    for (std::string_view above :
         {"java.lang.Enum", "java.lang.Record", "java.lang.Thread", "java.lang.Throwable"}) {
      ir::ClassId root = program_.find_class(above);
      bool is_below = cls && root && program_.is_subclass(cls, root);
      if (is_below) throw Refused{fmt::format("an input of class {}", name)};
    }
    if (name.starts_with("java.") || name.starts_with("javax.")) {
      throw Refused{fmt::format("an input of class {}", name)};
    }
  }

  std::string contents(const HeapEntry& entry) {
    std::string out;
    if (entry.is_array) {
      std::string element = entry.type.substr(0, entry.type.size() - 2);
      for (std::size_t i = 0; i < entry.elements.size(); ++i) {
        out += fmt::format("        Array.set(o[{}], {}, {});\n", entry.ref, i,
                           literal(entry.elements[i], primitive(element)));
      }
      return out;
    }
    ir::ClassId cls = program_.find_class(entry.type);
    std::vector<ir::FieldId> all = program_.all_fields(cls);
    for (std::size_t i = 0; i < entry.fields.size(); ++i) {
      const ir::Field& field = program_.field(all[i]);
      out += fmt::format("        set(o[{}], {}, {}, {});\n", entry.ref,
                         quoted(program_.cls(field.owner).name), quoted(field.name),
                         literal(entry.fields[i].second, field.type));
    }
    return out;
  }

  const ir::Field* field_of(ir::ClassId cls, std::string_view name) const {
    for (ir::FieldId id : program_.all_fields(cls)) {
      if (program_.field(id).name == name) return &program_.field(id);
    }
    throw Refused{"a field that the program does not have"};
  }

  // ---- the call
  std::string call(const ir::MethodName& entry) {
    jvm::MethodType type = *jvm::parse_method_type(entry.descriptor);
    std::vector<std::string> types;
    for (const jvm::Type& each : type.parameters) types.push_back(java_type(each));
    std::size_t given = inputs_.inputs.size();
    std::size_t wanted = type.parameters.size();
    std::string receiver = "null";
    std::size_t next = 0;
    if (given == wanted + 1) receiver = literal(inputs_.inputs[next++].second, "");
    std::vector<std::string> args;
    if (given < wanted) args.emplace_back("new String[0]");  // `main`
    for (std::size_t i = 0; next < given; ++i) {
      bool is_primitive = !type.parameters[i].is_reference();
      args.push_back(literal(inputs_.inputs[next++].second,
                             is_primitive ? jvm::java_text(type.parameters[i]) : ""));
    }
    std::string all = args.empty() ? "" : fmt::format("{}", fmt::join(args, ", "));
    return fmt::format(
        "        call({}, {}, new Class<?>[] {{{}}}, {},\n                new Object[] {{{}}});\n",
        quoted(entry.cls), quoted(entry.name), fmt::join(types, ", "), receiver, all);
  }

  // ---- values
  // Expressions of type Class.
  static std::string java_type(const jvm::Type& type) {
    if (type.is_array()) return array_of(java_type(type.element()));
    std::string name = jvm::java_text(type);
    return type.is_primitive() ? name + ".class" : fmt::format("Class.forName({})", quoted(name));
  }
  static std::string ir_type(const std::string& name) {
    if (name.ends_with("[]")) return array_of(ir_type(name.substr(0, name.size() - 2)));
    std::string base = primitive(name);
    return base.empty() ? fmt::format("Class.forName({})", quoted(name)) : base + ".class";
  }
  static std::string array_of(const std::string& element) {
    return fmt::format("Array.newInstance({}, 0).getClass()", element);
  }

  // The primitive type of Java that a type of the IR stands for; empty: it is none.
  static std::string primitive(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> kWords[] = {
        {"int", "int"},
        {"long", "long"},
        {"bool", "boolean"},
        {"float", "double"},
        {"float32", "float"},
        {"range -128..127", "byte"},
        {"range -32768..32767", "short"},
        {"range 0..65535", "char"}};
    for (const auto& [ir, java] : kWords) {
      if (name == ir) return std::string(java);
    }
    return {};
  }

  std::string literal(const Datum& value, ir::TypeId type) const {
    return literal(value, primitive(program_.type_name(type)));
  }

  // `type`: a primitive type of Java, or empty.
  static std::string literal(const Datum& value, const std::string& type) {
    if (const auto* ref = std::get_if<verdict::HeapRef>(&value)) {
      return fmt::format("o[{}]", ref->number);
    }
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
    if (const auto* number = std::get_if<double>(&value)) return floating(*number, type);
    if (const auto* number = std::get_if<base::Integer>(&value)) {
      std::string digits = number->to_string();
      if (type == "long") return digits + "L";
      return type == "int" || type.empty() ? digits : fmt::format("({}) {}", type, digits);
    }
    if (std::holds_alternative<std::monostate>(value)) return "null";
    throw Refused{"an input of a kind that Java does not have"};
  }

  static std::string floating(double value, const std::string& type) {
    if (type == "float") {
      return fmt::format("Float.intBitsToFloat({})",
                         std::bit_cast<std::int32_t>(static_cast<float>(value)));
    }
    return fmt::format("Double.longBitsToDouble({}L)", std::bit_cast<std::int64_t>(value));
  }

  // A literal of Java: what is not plain ASCII is escaped.
  static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
      std::uint32_t c = base::utf16_of_character(base::utf8_decode(text, at).value_or(U'?'));
      bool is_plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
      if (is_plain) {
        out += static_cast<char>(c);
      } else {
        // Not \u of ASCII: that is read before the literal is.
        out += c < 0x80 ? fmt::format("\\{:03o}", c) : fmt::format("\\u{:04x}", c);
      }
    }
    return out + '"';
  }

  const ir::Program& program_;
  const verdict::Result& result_;
  const verdict::Counterexample& inputs_;
};

}  // namespace

tl::expected<std::string, std::string> java_reproducer(const ir::Program& program,
                                                       const verdict::Result& result,
                                                       std::string_view class_name) {
  try {
    return Writer(program, result).write(class_name);
  } catch (const Refused& refused) {
    return tl::make_unexpected(refused.why);
  }
}

}  // namespace cli
