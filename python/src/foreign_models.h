// Models of Python as functions that a study in memory calls (model/program/): what is asked goes to Python
// as row numbers, what comes back are arrays that standfast/_models.py has checked.
#pragma once

#include <map>
#include <string>

#include <nanobind/nanobind.h>

#include "call.h"
#include "standfast/model/program/callback_models.h"
#include "standfast/study/plan/unit.h"

namespace standfast::python {

// The cell that is being examined, for whoever is asked something in it.
struct CurrentCell {
  Unit unit;
};

// Wraps a Python function as a classifier. It takes a dict, and returns a message (str) that fails the cell,
// or a tuple: true if rows are probabilities, and the array.
// `own` is the corpus that Python has; of another one (a shortcut was planted in it) ids and texts are handed
// over. Everything must outlive the models.
ClassCallback class_callback(const nanobind::object& answer, const Corpus& own, const CurrentCell& cell,
                             Desk& desk);
PairCallback pair_callback(const nanobind::object& answer, const Corpus& own, const CurrentCell& cell,
                           Desk& desk);

}  // namespace standfast::python
