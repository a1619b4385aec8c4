#include "errors.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "register.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::check_failed:
      return "check";
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::data:
      return "data";
    case ErrorKind::missing:
      return "missing";
    case ErrorKind::incomplete:
      return "incomplete";
    case ErrorKind::interrupted:
      return "interrupted";
  }
  return "usage";
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Failed& failed) {
    const nb::object made = nb::module_::import_("standfast._errors")
                                .attr("error_of")(name_of(failed.error().kind), failed.error().message);
    PyErr_SetObject(made.type().ptr(), made.ptr());
  }
}

}  // namespace

void register_errors(nb::module_&) {
  nb::register_exception_translator(translate);
}

}  // namespace standfast::python
