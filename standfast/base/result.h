// Results of functions that can fail. Expected failure is a value: a function that can fail for reasons
// outside the program (a file, a flag, the data) returns Result<T>; misuse by a programmer is an assertion.
// The library never prints and never exits.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace standfast {

// Kinds of errors. Each kind has one documented exit code (see exit_code).
enum class ErrorKind {
  check_failed,  // 1: a check or gate failed
  usage,         // 2: flags, options or a study file ask for something that does not exist
  data,          // 3: the input data are bad
  missing,       // 4: a model, device or optional component is not there
  incomplete,    // 5: part of a run is missing or failed
  interrupted,   // 130: stopped by the user, resumable
};

struct Error {
  ErrorKind kind;
  std::string message;  // one line; names file, line or id and guesses the mistake
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;
using Failure = tl::unexpected<Error>;

inline Failure fail(ErrorKind kind, std::string message) {
  return Failure(Error{kind, std::move(message)});
}
inline Failure usage_error(std::string message) {
  return fail(ErrorKind::usage, std::move(message));
}
inline Failure data_error(std::string message) {
  return fail(ErrorKind::data, std::move(message));
}
inline Failure missing_error(std::string message) {
  return fail(ErrorKind::missing, std::move(message));
}

// Puts "where: " before the message, keeping the kind.
inline Failure with_context(const std::string& where, const Error& error) {
  return Failure(Error{error.kind, where + ": " + error.message});
}

constexpr int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::check_failed:
      return 1;
    case ErrorKind::usage:
      return 2;
    case ErrorKind::data:
      return 3;
    case ErrorKind::missing:
      return 4;
    case ErrorKind::incomplete:
      return 5;
    case ErrorKind::interrupted:
      return 130;
  }
  return 70;
}

// SF_TRY(expr): returns its error from the calling function, if it has one.
#define SF_TRY(...)                                                              \
  do {                                                                           \
    auto sf_status_ = (__VA_ARGS__);                                             \
    if (!sf_status_) return ::standfast::Failure(std::move(sf_status_).error()); \
  } while (false)

// SF_ASSIGN(auto x, expr): assigns the value of expr to x, or returns its error.
#define SF_ASSIGN(target, ...) SF_ASSIGN_NAMED_(SF_CONCAT_(sf_result_, __LINE__), target, __VA_ARGS__)
#define SF_ASSIGN_NAMED_(name, target, ...)                        \
  auto name = (__VA_ARGS__);                                       \
  if (!name) return ::standfast::Failure(std::move(name).error()); \
  target = std::move(*name)
#define SF_CONCAT_(a, b) SF_CONCAT_INNER_(a, b)
#define SF_CONCAT_INNER_(a, b) a##b

}  // namespace standfast
