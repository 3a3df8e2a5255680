#include "load.h"

#include "diag/render.h"

namespace differential {

Loaded::Loaded(const Subject& subject) {
  input_.language = subject.is_pl ? driver::Language::Pl : driver::Language::Oox;
  const char* name = subject.is_pl ? "random.pl" : "random.oox";
  input_.files.push_back(input_.sources.add(name, subject.text));
  driver::LoadOptions options;
  options.entry = subject.entry;
  options.int_mode = subject.int_mode;
  is_good_ = driver::parse_sources(input_) && driver::check_sources(input_) &&
             driver::lower_sources(options, input_) && driver::prepare_program(options, input_);
}

std::string Loaded::problems() const { return diag::render(input_.sources, input_.sink, {}); }

}  // namespace differential
