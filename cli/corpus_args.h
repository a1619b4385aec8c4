// The flags that name a corpus to every command: CORPUS and the column roles.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/corpus/read/read.h"

namespace standfast::cli {

struct CorpusArgs {
  std::string path;
  std::string format = "guess", bad_rows = "fail", quotes = "around", encoding = "utf-8", form = "nfc";
  std::string text, id;
  std::array<std::string, kRoles.size()> roles;
  std::map<std::string, OptionValue> columns, only, at_least, most;
  std::vector<std::string> join_values, fold_letters;
  std::set<std::string> named;                  // columns that also_read() adds
  std::map<std::string, std::string> asked_by;  // by column that is not of --column: AttributeRule::asked_by
  int64_t limit = 0;

  void declare(Args& args, bool required = true);
  void declare_columns(Args& args);  // the same without CORPUS
  // The flags that declare_columns() declares, for Args::first_given().
  static std::vector<std::string> column_flags();
  // Also reads these columns, each under its own name. Roles are left out, and so is a name for which
  // --column already says where it comes from. flag: that names them ("group"), for messages.
  void also_read(const std::vector<std::string>& names, const std::string& flag = {});
  Result<ReadOptions> options() const;
  Result<Corpus> read(ReadReport* report = nullptr) const;  // guesses are printed on stderr
};

}  // namespace standfast::cli
