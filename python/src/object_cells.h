// Columns of Python objects: lists, tuples, NumPy arrays, columns of pandas without Arrow.
#pragma once

#include <memory>

#include <nanobind/nanobind.h>

#include "cells.h"

namespace standfast::python {

// Needs the lock of the interpreter while it is used. A usage error where it is no sequence.
std::unique_ptr<Cells> object_cells(nanobind::object sequence);

}  // namespace standfast::python
