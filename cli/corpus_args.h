// The flags that name a corpus, shared by all commands: CORPUS and the column roles.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/topic_counts.h"
#include "standfast/text/reading_form.h"

namespace standfast::cli {

struct CorpusArgs {
  std::string path;
  std::string format = "guess", bad_rows = "fail", quotes = "around", encoding = "utf-8", form = "nfc";
  std::string text, id;
  std::array<std::string, kRoles.size()> roles;
  std::map<std::string, OptionValue> columns, only, at_least, most;
  std::vector<std::string> join_values, fold_letters;
  std::set<std::string> named;                  // columns that also_read() adds
  std::map<std::string, std::string> asked_by;  // by column that is not in --column: AttributeRule::asked_by
  int64_t limit = 0;

  void declare(Args& args, bool required = true);
  void declare_columns(Args& args);  // the same without CORPUS
  // Returns the flags that declare_columns() declares, for Args::first_given().
  static std::vector<std::string> column_flags();
  // Also reads these columns, each under its own name. Skips roles, and names for which --column already
  // gives a source. flag: the flag that names the columns ("group"), for messages.
  void also_read(const std::vector<std::string>& names, const std::string& flag = {});
  Result<ReadOptions> options() const;
  Result<Corpus> read(ReadReport* report = nullptr) const;  // guesses are printed on stderr
};

// The flags that name an author x topic table: a corpus to count, or a table of counts.
struct CountsArgs {
  CorpusArgs corpus;
  std::string table, target = "author";

  struct Read {
    TopicCounts counts;
    uint64_t without = 0;          // documents that lack a topic or author
    std::optional<Corpus> corpus;  // if one was given
    std::string name;              // the name of the file
  };

  void declare(Args& args);
  std::vector<std::string> files() const { return {corpus.path, table}; }  // as inputs (keep_inputs.h)
  Result<Read> read(const char* command) const;
  Role role() const { return *role_from_name(target); }
};

// The flags that set the text form: tells if --form and --fold-letters are on the command line.
struct FormGiven {
  std::function<bool()> form, fold_letters;

  void declare(const Args& args);  // after CorpusArgs::declare()
};

// Makes the corpus be read in the form in which the texts were read that the model learned from. A usage
// error names the flag that asks for another form. If the model keeps no form (an earlier version saved it),
// the flags decide.
Status read_as_learned(const std::string& command, const std::optional<ReadingForm>& learned,
                       const FormGiven& given, CorpusArgs& corpus);

// The flags that name the verification problems of train and predict: a PAN folder or its pairs.jsonl.
struct ProblemsArgs {
  std::string path, truth, bad_rows = "fail", encoding = {};
  ReadingForm form = {};

  // Reads the problems. `labelled`: a truth is needed; if there is none, the data error names the places
  // searched.
  Result<PanProblems> read(bool labelled) const;
};

// Returns the flags of a corpus as flags of verification problems. A flag that problems do not have is a
// usage error.
Result<ProblemsArgs> problems_of(const CorpusArgs& corpus, const std::string& truth,
                                 const std::string& command);

}  // namespace standfast::cli
