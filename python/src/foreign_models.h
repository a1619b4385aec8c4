// Python models as functions that a study in memory calls (model/program/): documents go to Python as row
// numbers, and arrays that standfast/_models.py has checked come back.
#pragma once

#include <map>
#include <string>

#include <nanobind/nanobind.h>

#include "call.h"
#include "standfast/model/program/callback_models.h"
#include "standfast/study/plan/unit.h"

namespace standfast::python {

// The cell that is being examined, for the models that are asked in it.
struct CurrentCell {
  Unit unit;
};

// Wraps a Python function as a classifier. It takes a dict, and returns a message (str) that fails the cell,
// or a tuple: true if rows are probabilities, and the array. `own` is the corpus that Python has; documents
// of another corpus (with a planted shortcut) are passed as ids and texts. Everything must outlive the
// models.
ClassCallback class_callback(const nanobind::object& answer, const Corpus& own, const CurrentCell& cell,
                             Desk& desk);
PairCallback pair_callback(const nanobind::object& answer, const Corpus& own, const CurrentCell& cell,
                           Desk& desk);

}  // namespace standfast::python
