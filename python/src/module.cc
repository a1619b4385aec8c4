// standfast._core: the bindings of the library, for standfast/*.py only.
#include <nanobind/nanobind.h>

#include "register.h"
#include "standfast/base/processor.h"
#include "standfast/version.h"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  namespace sf = standfast::python;
  if (const auto able = standfast::check_processor(); !able)
    throw nb::import_error(("standfast: " + able.error().message).c_str());
  module.doc() = "The library behind the package standfast. Its functions are no interface: use standfast.";
  module.attr("version") = standfast::kVersion;
  sf::register_errors(module);
  sf::register_corpus(module);
  sf::register_splits(module);
  sf::register_checks(module);
  sf::register_scores(module);
  sf::register_comparisons(module);
  sf::register_memory_run(module);
}
