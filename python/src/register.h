// Registration of the functions that each file of this folder adds to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace standfast::python {

void register_errors(nanobind::module_& module);
void register_corpus(nanobind::module_& module);
void register_splits(nanobind::module_& module);
void register_checks(nanobind::module_& module);
void register_scores(nanobind::module_& module);
void register_comparisons(nanobind::module_& module);
void register_memory_run(nanobind::module_& module);

}  // namespace standfast::python
