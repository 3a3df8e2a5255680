// What inputs are made of, whatever form they are given in: plain values that fit a type,
// objects, and their fields. What is wrong is thrown, with the place of the value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/interp/inputs.h"
#include "engine/interp/model.h"

namespace interp {

// Thrown to whoever reads the inputs.
struct WrongInput {
  std::string text;
};
[[noreturn]] void wrong_input(const std::string& path, std::string_view what);

class InputMaker {
 public:
  explicit InputMaker(const Model& model);

  State& state() { return inputs_.heap; }
  GivenInputs take() { return std::move(inputs_); }
  const ir::Procedure& entry() const { return program_.proc(program_.entry); }
  bool has_param(std::string_view name) const;
  void check_param(std::string_view name, const std::string& path) const;

  // Gives the next parameter its value.
  void add_arg(Value value, const std::string& path);
  // A receiver may be left out: then it is a new object.
  bool is_receiver_next() const { return entry().has_this && inputs_.args.empty(); }

  // A value of a type that has no references.
  Value plain(const verdict::Datum& datum, ir::TypeId type, const std::string& path) const;
  // A reference to this object as a value of the type.
  Value reference(ObjectId id, ir::TypeId type, const std::string& path) const;

  // The class or the array type of this name; the class is invalid for an array.
  struct HeapType {
    ir::ClassId cls;
    ir::TypeId array;
  };
  HeapType heap_type(const std::string& name, const std::string& path) const;
  ObjectId make_object(ir::ClassId cls, const std::string& path);
  ObjectId make_array(ir::TypeId type, std::size_t length);
  ir::TypeId element_type(ObjectId array) const;

  struct Slot {
    std::size_t index = 0;
    ir::TypeId type;
  };
  Slot slot(ObjectId object, std::string_view field, const std::string& path) const;
  void set_slot(ObjectId object, std::size_t slot, Value value);

 private:
  Value integer(const verdict::Datum& datum, ir::TypeId type, const std::string& path) const;

  const Model& model_;
  const ir::Program& program_;
  GivenInputs inputs_;
};

}  // namespace interp
