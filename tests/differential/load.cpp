#include "load.h"

#include "base/diag/render.h"

namespace differential {

Loaded::Loaded(const Subject& subject) {
  input_.language = subject.is_pl ? pipeline::Language::Pl : pipeline::Language::Oox;
  const char* name = subject.is_pl ? "random.pl" : "random.oox";
  input_.files.push_back(input_.sources.add(name, subject.text));
  pipeline::LoadOptions options;
  options.entry = subject.entry;
  options.int_mode = subject.int_mode;
  is_good_ = pipeline::parse_sources(input_) && pipeline::check_sources(input_) &&
             pipeline::lower_sources(options, input_) && pipeline::prepare_program(options, input_);
}

std::string Loaded::problems() const { return diag::render(input_.sources, input_.sink, {}); }

}  // namespace differential
