// Conversion of errors of the library to Python exceptions. Nothing else in the package throws.
#pragma once

#include <exception>
#include <utility>

#include "standfast/base/result.h"

namespace standfast::python {

// A C++ exception that carries an Error to the binding, where it becomes the exception class of its kind in
// standfast/_errors.py.
class Failed : public std::exception {
 public:
  explicit Failed(Error error) : error_(std::move(error)) {}
  const Error& error() const { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

template <class T>
T value_of(Result<T> result) {
  if (!result) throw Failed(std::move(result).error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

[[noreturn]] inline void refuse(ErrorKind kind, std::string message) {
  throw Failed({kind, std::move(message)});
}

}  // namespace standfast::python
