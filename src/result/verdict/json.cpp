#include "result/verdict/json.h"

#include "base/utf8.h"

namespace verdict {

namespace {

using Json = nlohmann::ordered_json;

Json datum(const Datum& value) {
  struct Visitor {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool b) const { return b; }
    Json operator()(const base::Integer& i) const {
      if (auto small = i.to_int64()) return *small;
      return i.to_string();  // JSON readers lose digits beyond 53 bits
    }
    Json operator()(double d) const {
      if (d == d && d - d == 0) return d;
      return d != d ? "NaN" : d > 0 ? "Infinity" : "-Infinity";
    }
    Json operator()(const std::string& s) const { return s; }
    Json operator()(HeapRef r) const { return Json{{"ref", r.number}}; }
    Json operator()(char32_t c) const { return base::utf8_encode(c); }
  };
  return std::visit(Visitor{}, value);
}

Json named(const std::vector<std::pair<std::string, Datum>>& values) {
  Json result = Json::object();
  for (const auto& [name, value] : values) result[name] = datum(value);
  return result;
}

Json object(const HeapEntry& entry) {
  Json result{{"ref", entry.ref}, {"type", entry.type}};
  if (!entry.is_array) {
    result["fields"] = named(entry.fields);
    return result;
  }
  result["elements"] = Json::array();
  for (const Datum& d : entry.elements) result["elements"].push_back(datum(d));
  return result;
}

}  // namespace

Json inputs_json(const Inputs& inputs) {
  Json heap = Json::array();
  for (const HeapEntry& entry : inputs.heap) heap.push_back(object(entry));
  return {{"inputs", named(inputs.inputs)}, {"heap", std::move(heap)}};
}

}  // namespace verdict
