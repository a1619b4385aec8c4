// Options of catalog components: declared once (name, type, default, meaning), checked once, and the same
// from the command line, a study file or a saved record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

using OptionValue = std::variant<bool, int64_t, double, std::string>;

// What a text option names, where it is more than a word: whoever keeps results apart by what they rest on
// takes the content of these files into account.
enum class OptionKind {
  value,
  path,     // a file to read, or "" for none
  command,  // a program with its arguments (split_command), any of which may be a file
  column,   // a role or an attribute of the corpus, or "none": whoever reads the corpus must read it too
};

struct OptionSpec {
  std::string name;                       // kebab-case, as on the command line
  OptionValue default_value;              // its alternative is the option's type
  std::string meaning;                    // what a larger value does; when it is ignored
  std::vector<std::string> choices = {};  // for text options: the allowed words (empty: any)
  OptionKind kind = OptionKind::value;
};

// What an option of the kind column says where it names none.
inline constexpr std::string_view kNoColumn = "none";

// Values for every declared option: those given, defaults for the rest. Reading an undeclared name or the
// wrong type is a programmer's error (assertion).
class Options {
 public:
  Options() = default;

  // Checks `given` against `specs`: unknown names (with a suggestion), wrong types, words outside the choices
  // are usage errors that begin with `owner`. An integer is accepted where a double is declared; text is
  // parsed.
  static Result<Options> resolve(std::string_view owner, const std::vector<OptionSpec>& specs,
                                 const std::map<std::string, OptionValue>& given);

  // A copy in which a declared option has another value of its type: for "auto" once it is resolved.
  Options with(std::string_view name, OptionValue value) const;
  // Values as another tool or an older version recorded them, unchecked: only to show or to write again.
  static Options recorded(const std::map<std::string, OptionValue>& values);

  bool flag(std::string_view name) const;
  int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  const std::map<std::string, OptionValue, std::less<>>& values() const { return values_; }

 private:
  std::map<std::string, OptionValue, std::less<>> values_;
};

// The value as a user would type it: true, 5, 0.25, word. Numbers round-trip.
std::string to_string(const OptionValue& value);

// The candidate nearest to `word` by edit distance, or "" if none is near. For "did you mean".
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace standfast
