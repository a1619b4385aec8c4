// The choice of columns for roles: as set by flags, else guessed by name.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "standfast/corpus/read/read.h"

namespace standfast {

struct ColumnChoice {
  std::string text, id;  // "" = none
  std::array<std::string, kRoles.size()> roles;
  std::vector<std::string> guessed = {};  // "text", "id" or a role: those that no flag set

  std::string describe() const;  // text "body", id "id", author "user" (guessed by name: author)
};

// A column as it is known before any role is given out.
struct ColumnName {
  std::string name;
  bool plain = true;  // holds text or numbers; lists and objects are never guessed to be a role
};

// Chooses a column for each role. Names compare without case, and with "-", " " and "." as "_". Each role has
// a few ranks of names (text before content and body); the first rank with a column wins, and two columns of
// one rank are a usage error that names the flag. A column set for one role is not guessed for another.
// `complete`: the list holds every column there is, so a set name outside it is a usage error; otherwise only
// a set text column outside it is.
Result<ColumnChoice> choose_columns(const std::string& file, const std::vector<ColumnName>& columns,
                                    bool complete, const ReadOptions& options);

// Returns the end of a message about a missing column: "; did you mean "lable"? (columns: id, text, lable)".
std::string hint_of_columns(const std::string& name, const std::vector<std::string>& columns);

// Returns a usage error where `only` of the options asks for a value of a role that no column of the file
// has.
Status only_roles_are_there(const std::string& file, const ReadOptions& options, const ReadReport& report);

// Returns the usage error for a column that a flag names and the file lacks.
Failure no_such_column(const std::string& file, const std::string& flag, const std::string& name,
                       const std::vector<std::string>& columns);

}  // namespace standfast
