// Options of catalog components: declared once (name, type, default, meaning), checked once, and the same
// from the command line, a study file or a saved record.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

using OptionValue = std::variant<bool, int64_t, double, std::string>;

// The kind of thing that a text option names, where it is more than a word. The content of such files is part
// of the identity of a result.
enum class OptionKind {
  value,
  path,     // a file to read, or "" for none
  model,    // the folder of a model, or its name in the cache of models; "" for none
  command,  // a program with its arguments (split_command), any of which may be a file
  column,   // a role or an attribute of the corpus, or "none"; the reader of the corpus must read it too
};

// The range of a number. No option is infinite or not a number.
struct OptionRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool above_low = false, below_high = false;  // the end itself is excluded
  bool or_zero = false;                        // 0 is allowed too; it has a meaning of its own

  bool contains(double value) const;
  std::string in_words() const;  // "1 to 64", "above 0 and at most 1", "0, or 2 to 1000"; "" for any number
};

struct OptionSpec {
  std::string name;                       // kebab-case, as on the command line
  OptionValue default_value;              // its alternative is the option's type
  std::string meaning;                    // what a larger value does; when it is ignored
  std::vector<std::string> choices = {};  // for text options: the allowed words (empty: any)
  OptionKind kind = OptionKind::value;
  OptionRange range = {};  // for numbers
  bool list = false;       // for texts: several, with commas between them
  bool numbers = false;    // for a column: a column of numbers is allowed, not only one of categories
  // The kind of file ("word-list") of a path, if a study may declare such a file under a name
  // (study/spec/auxiliary.h). "": it may not.
  std::string holds = {};
};

// Values of options under one name: the settings of a paper, or of a program that others compare with.
struct OptionPreset {
  std::string name;     // kebab-case
  std::string summary;  // its source or purpose
  std::map<std::string, OptionValue> values;
};

// The value of an option of the kind column that names no column.
inline constexpr std::string_view kNoColumn = "none";

// The values of every declared option: the given ones, and defaults for the rest. Reading an undeclared name
// or the wrong type is a programmer's error (assertion).
class Options {
 public:
  Options() = default;

  // Checks `given` against `specs`: unknown names (with a suggestion), wrong types, numbers outside the range
  // and words outside the choices are usage errors that begin with `owner`. An integer is accepted where a
  // double is declared; text is parsed.
  static Result<Options> resolve(std::string_view owner, const std::vector<OptionSpec>& specs,
                                 const std::map<std::string, OptionValue>& given);

  // Returns a copy in which a declared option has another value of its type: for "auto" once it is resolved.
  Options with(std::string_view name, OptionValue value) const;
  // Returns values as another tool or an older version recorded them, unchecked: only to show or to write
  // again.
  static Options recorded(const std::map<std::string, OptionValue>& values);

  bool flag(std::string_view name) const;
  int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  const std::map<std::string, OptionValue, std::less<>>& values() const { return values_; }

 private:
  std::map<std::string, OptionValue, std::less<>> values_;
};

// Returns what is wrong with a value of the declared type: "words = 0: it is at least 1"; "" for nothing.
std::string objection_to(const OptionSpec& spec, const OptionValue& value);

// The options of a component, and the rules between them: for example, two options that exclude each other.
// Filled from an OptionTable (option_table.h) or from specs alone.
class OptionSet {
 public:
  OptionSet() = default;
  OptionSet(std::initializer_list<OptionSpec> specs) : specs_(specs) {}
  OptionSet(std::vector<OptionSpec> specs, std::function<Status(const Options&)> check = {},
            std::vector<OptionPreset> presets = {})
      : specs_(std::move(specs)), check_(std::move(check)), presets_(std::move(presets)) {}

  const std::vector<OptionSpec>& specs() const { return specs_; }
  operator const std::vector<OptionSpec>&() const { return specs_; }
  auto begin() const { return specs_.begin(); }
  auto end() const { return specs_.end(); }
  size_t size() const { return specs_.size(); }
  bool empty() const { return specs_.empty(); }
  const std::vector<OptionPreset>& presets() const { return presets_; }

  // Checks resolved options. A usage error does not name the owner.
  Status check(const Options& options) const { return check_ ? check_(options) : Status{}; }

  // Returns the values of the preset, overridden by the given values; "" is no preset. A usage error, with a
  // suggestion, if no preset has this name.
  Result<std::map<std::string, OptionValue>> preset(std::string_view owner, std::string_view name,
                                                    std::map<std::string, OptionValue> given) const;

 private:
  std::vector<OptionSpec> specs_;
  std::function<Status(const Options&)> check_;
  std::vector<OptionPreset> presets_;
};

// Formats the value as a user would type it: true, 5, 0.25, word. Numbers round-trip.
std::string to_string(const OptionValue& value);
// Returns the type of a value in words: "a whole number".
const char* type_name(const OptionValue& value);

// Returns the candidate nearest to `word` by edit distance, or "" if none is near. For "did you mean".
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

// Lists the options that are not at their default, for a reader: " c=2 order=3". without: the name of one
// option to leave out.
std::string options_changed(const Options& options, const std::vector<OptionSpec>& specs,
                            std::string_view without = {});

// Options that one component passes on to another: the items of a list option, "components=50,min-df=2".

// Returns the values by name. An item without "=" belongs to the list before it: "families=a", "b". option:
// named in the usage error.
Result<std::map<std::string, OptionValue>> passed_options(const std::string& option,
                                                          const std::vector<std::string>& items);

// Options that are lists. Their items stand in one text, separated by commas. An item that holds a comma
// stands in double quotes, and quotes in it are doubled, as in CSV: "Washington, D.C.",Peru

// Returns the item without the spaces around it.
std::string_view trimmed_item(std::string_view item);
// Returns an item as it stands in the text of a list.
std::string list_item(std::string_view item);
std::string list_text(const std::vector<std::string>& items);
// Returns the items of a list; none of an empty text. An item with unbalanced quotes is taken as it stands.
std::vector<std::string> list_of(std::string_view list);
// Returns the first item that begins with a quote and has unbalanced quotes, as it stands; "" for none. A
// user who types such a list means something else.
std::string misquoted_item(std::string_view list);

}  // namespace standfast
