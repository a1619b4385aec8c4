#include "cells.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include "errors.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

std::string type_of(nb::handle value) {
  return nb::cast<std::string>(value.type().attr("__name__"));
}

// Converts the Python exception that a cell caused to an error of the library, and clears the exception.
Failure not_readable(nb::handle value) {
  PyErr_Clear();
  return data_error(fmt::format("holds a {} that cannot be read as text", type_of(value)));
}

class ObjectCells final : public Cells {
 public:
  explicit ObjectCells(nb::object sequence) : sequence_(std::move(sequence)) {
    const Py_ssize_t size = PySequence_Size(sequence_.ptr());
    if (size < 0) throw nb::python_error();
    size_ = static_cast<size_t>(size);
  }

  size_t size() const override { return size_; }

  Result<Cell> at(size_t row) override {
    current_ = nb::steal(PySequence_GetItem(sequence_.ptr(), static_cast<Py_ssize_t>(row)));
    if (!current_.is_valid()) throw nb::python_error();
    kept_.clear();
    made_.clear();
    Cell cell;
    if (is_list(current_)) {
      const nb::object elements = nb::steal(PySequence_List(current_.ptr()));
      if (!elements.is_valid()) return not_readable(current_);
      const nb::list list = nb::borrow<nb::list>(elements);
      made_.reserve(list.size());
      std::vector<std::string> copies;
      for (const nb::handle element : list) {
        SF_ASSIGN(const auto text, text_of(nb::borrow(element)));
        if (!text) return data_error("has a list with a missing element");
        copies.emplace_back(*text);
      }
      made_ = std::move(copies);
      views_.assign(made_.begin(), made_.end());
      cell.list = views_;
      return cell;
    }
    SF_ASSIGN(cell.text, text_of(current_));
    return cell;
  }

 private:
  static bool is_list(nb::handle value) {
    if (PyUnicode_Check(value.ptr())) return false;
    return PyList_Check(value.ptr()) || PyTuple_Check(value.ptr()) || PyAnySet_Check(value.ptr()) ||
           (nb::hasattr(value, "ndim") && nb::cast<int>(value.attr("ndim")) == 1);
  }

  // Returns the value as text; the view is valid as long as kept_ or text_ is.
  Result<std::optional<std::string_view>> text_of(const nb::object& value) {
    if (PyUnicode_Check(value.ptr())) {
      // ASCII text is used in place. For other text, Python would keep a second copy as long as the text
      // lives, so it is encoded separately, and its bytes are freed with the next cell.
      nb::object bytes = nb::steal(PyUnicode_AsUTF8String(value.ptr()));
      if (!bytes.is_valid()) {
        PyErr_Clear();
        return data_error("has half a character (a lone surrogate), which UTF-8 cannot hold");
      }
      char* data = nullptr;
      Py_ssize_t size = 0;
      PyBytes_AsStringAndSize(bytes.ptr(), &data, &size);
      kept_.push_back(std::move(bytes));
      return std::string_view(data, static_cast<size_t>(size));
    }
    if (value.is_none()) return std::nullopt;
    if (PyBool_Check(value.ptr())) return value.ptr() == Py_True ? "true" : "false";
    if (PyFloat_Check(value.ptr())) return number(PyFloat_AsDouble(value.ptr()));
    const std::string type = type_of(value);
    if (type == "NAType" || type == "NaTType") return std::nullopt;
    if (type == "bool" || type == "bool_") return PyObject_IsTrue(value.ptr()) == 1 ? "true" : "false";
    if (PyBytes_Check(value.ptr()) || PyByteArray_Check(value.ptr()) || PyMemoryView_Check(value.ptr()) ||
        PyDict_Check(value.ptr()))
      return data_error(fmt::format("holds a {}, where text, numbers or dates are expected", type));
    // Exact whole numbers are common, so they skip the attribute look-ups below.
    if (PyLong_CheckExact(value.ptr())) {
      text_ = nb::cast<std::string>(nb::str(value));
      return text_;
    }
    // Narrow NumPy floats are written with the fewest digits that identify them, unless they are whole.
    if (type == "float32" || type == "float16") {
      const double wide = PyFloat_AsDouble(value.ptr());
      if (std::isnan(wide) || std::trunc(wide) == wide) return number(wide);
    }
    // Unwraps an Arrow scalar or a tensor of no dimension.
    if (const char* inside = nb::hasattr(value, "as_py")                                  ? "as_py"
                             : nb::hasattr(value, "item") && nb::hasattr(value, "detach") ? "item"
                                                                                          : nullptr;
        inside != nullptr)
      return text_of(value.attr(inside)());
    const int same = PyObject_RichCompareBool(value.ptr(), value.ptr(), Py_EQ);
    if (same < 0) return not_readable(value);
    // Only NaN and its counterparts differ from themselves. The comparison above tests identity first.
    const nb::object equal = nb::steal(PyObject_RichCompare(value.ptr(), value.ptr(), Py_EQ));
    if (!equal.is_valid()) return not_readable(value);
    if (PyObject_IsTrue(equal.ptr()) == 0) return std::nullopt;
    PyErr_Clear();
    nb::object written;
    if (type == "datetime64") {
      written = nb::steal(PyObject_Str(value.ptr()));
    } else if (nb::hasattr(value, "isoformat")) {
      nb::object moment = value;
      if (nb::hasattr(value, "astimezone") && !value.attr("tzinfo").is_none())
        moment = value.attr("astimezone")(nb::module_::import_("datetime").attr("timezone").attr("utc"));
      written = moment.attr("isoformat")();
    } else {
      // The default text of such an object is its address, so each object would be a separate value.
      const nb::handle any(reinterpret_cast<PyObject*>(&PyBaseObject_Type)), own = value.type();
      if (own.attr("__str__").is(any.attr("__str__")) && own.attr("__repr__").is(any.attr("__repr__")))
        return data_error(fmt::format("holds a {}, where text, numbers or dates are expected", type));
      written = nb::steal(PyObject_Str(value.ptr()));
    }
    if (!written.is_valid()) return not_readable(value);
    text_ = nb::cast<std::string>(written);
    // Removes trailing zeros, as in fractions of a second from Arrow.
    if (const size_t dot = text_.find('.'); nb::hasattr(value, "isoformat") && dot != std::string::npos) {
      size_t end = text_.find_first_not_of("0123456789", dot + 1);
      if (end == std::string::npos) end = text_.size();
      size_t last = end;
      while (text_[last - 1] == '0') --last;
      text_.erase(last, end - last);
    }
    return text_;
  }

  // pandas turns whole numbers into floats where a value is missing, so beside integers 1.0 is the value 1.
  Result<std::optional<std::string_view>> number(double value) {
    if (std::isnan(value)) return std::nullopt;
    constexpr double kMostWhole = 9007199254740992.0;  // 2^53
    if (std::trunc(value) == value && std::abs(value) <= kMostWhole && has_integers())
      return text_ = fmt::format("{}", static_cast<int64_t>(value));
    return text_ = number_text(value);
  }

  // Evaluated only at the first whole float, so that columns of text are read once.
  bool has_integers() {
    if (has_integers_) return *has_integers_;
    has_integers_ = false;
    // A NumPy array of floats holds no integers.
    if (nb::hasattr(sequence_, "dtype") && nb::hasattr(sequence_.attr("dtype"), "kind") &&
        nb::cast<std::string>(nb::str(sequence_.attr("dtype").attr("kind"))) == "f")
      return false;
    for (size_t row = 0; row < size_ && !*has_integers_; ++row) {
      const nb::object one = nb::steal(PySequence_GetItem(sequence_.ptr(), static_cast<Py_ssize_t>(row)));
      if (!one.is_valid()) throw nb::python_error();
      has_integers_ = PyIndex_Check(one.ptr()) != 0 && !PyBool_Check(one.ptr()) && type_of(one) != "bool" &&
                      type_of(one) != "bool_";
    }
    return *has_integers_;
  }

  nb::object sequence_, current_;
  size_t size_ = 0;
  std::optional<bool> has_integers_;
  std::string text_;
  std::vector<nb::object> kept_;
  std::vector<std::string> made_;
  std::vector<std::string_view> views_;
};

}  // namespace

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::unique_ptr<Cells> object_cells(nb::object sequence) {
  if (PyUnicode_Check(sequence.ptr()) || PyBytes_Check(sequence.ptr()) ||
      PySequence_Check(sequence.ptr()) == 0)
    refuse(ErrorKind::usage,
           fmt::format("a {} is no column: give a list, an array or a column of a frame", type_of(sequence)));
  return std::make_unique<ObjectCells>(std::move(sequence));
}

}  // namespace standfast::python
