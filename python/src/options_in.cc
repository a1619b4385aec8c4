#include "options_in.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include "errors.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

// Converts a Python value to an option value; numpy.int64 and similar types by __index__ and __float__.
OptionValue value_from(const std::string& name, nb::handle value) {
  const auto type = nb::cast<std::string>(value.type().attr("__name__"));
  if (PyBool_Check(value.ptr()) || type == "bool_" || type == "bool")
    return PyObject_IsTrue(value.ptr()) == 1;
  if (PyUnicode_Check(value.ptr())) return nb::cast<std::string>(value);
  if (value.is_none()) return std::string(kNoColumn);
  if (PyIndex_Check(value.ptr()) != 0) {
    const nb::object whole = nb::steal(PyNumber_Index(value.ptr()));
    if (!whole.is_valid()) throw nb::python_error();
    const long long number = PyLong_AsLongLong(whole.ptr());
    if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return int64_t{number};
  }
  if (PyFloat_Check(value.ptr()) || nb::hasattr(value, "__float__")) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return number;
  }
  if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    std::string joined;
    for (const nb::handle one : value)
      joined += (joined.empty() ? "" : ",") + to_string(value_from(name, one));
    return joined;
  }
  refuse(ErrorKind::usage, fmt::format("{}: a {} is no value of an option", name, type));
}

}  // namespace

std::map<std::string, OptionValue> options_from(const nb::dict& given) {
  std::map<std::string, OptionValue> values;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    values.emplace(name, value_from(name, value));
  }
  return values;
}

nb::dict values_of(const Options& options) {
  nb::dict values;
  for (const auto& [name, value] : options.values())
    std::visit([&, &key = name](const auto& one) { values[key.c_str()] = nb::cast(one); }, value);
  return values;
}

}  // namespace standfast::python
