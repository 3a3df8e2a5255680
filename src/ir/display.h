// How a program of another language than OOX is shown: what reports know of that language. None of
// it has a meaning, and the text of the IR leaves it out.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ids.h"

namespace ir {

// A method as class files name it. Empty: the procedure has no name but its own.
struct MethodName {
  std::string cls;         // "java.lang.Thread", "a.B$C"
  std::string name;        // "<init>"
  std::string descriptor;  // "(I)V"

  bool is_given() const { return !cls.empty(); }
  friend bool operator==(const MethodName&, const MethodName&) = default;
};

// A class that no source has: a front end made it.
inline bool is_made_by_lowering(std::string_view class_name) {
  return class_name.find("$$Lambda$") != std::string_view::npos ||
         class_name.find("$$Recorded$") != std::string_view::npos;
}

// What some fields are for; those that are not there are invalid.
struct Display {
  // Spans are lines of the source, several steps have the same, and branches are not those of the
  // source: one row a line tells what it read and wrote.
  bool by_line = false;
  std::map<TypeId, std::string> types;  // what else than type_name they are called
  FieldId text;                         // an object with it is shown as the text that it holds
  FieldId constant;            // … as a constant of its class, whose name the field holds
  std::vector<FieldId> boxes;  // … as its class and the value that it holds
  ClassId thread;              // the class of Procedure::self
  FieldId monitor_of;          // an object with it is shown, where it is a lock, as what this holds
  FieldId thread_name;         // of an object of class `thread`
  FieldId thread_handle;       // of such an object: the thread
  std::vector<ProcId> idle;    // a thread blocked in one waits for tasks of its first argument
  ClassId throwable;           // what has a stack trace
  FieldId cause;               // of such an object: another one
};

}  // namespace ir
