// The flags that name a corpus to every command: CORPUS and the column roles.
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

// The flags that name an author x topic table to a command: a corpus to count, or a table of counts.
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

// Texts for a saved model, in the form in which the texts were read that it learned from.

// Tells if --form and --fold-letters are on the command line.
struct FormGiven {
  std::function<bool()> form, fold_letters;

  void declare(const Args& args);  // after CorpusArgs::declare()
};

// Makes the corpus read so. A usage error names the flag that asks for another form than the model's. Where a model keeps no
// form (an earlier version saved it), the flags decide.
Status read_as_learned(const std::string& command, const std::optional<ReadingForm>& learned,
                       const FormGiven& given, CorpusArgs& corpus);

// The flags that name verification problems to train and predict: a PAN folder or its pairs.jsonl.
struct ProblemsArgs {
  std::string path, truth, bad_rows = "fail", encoding = {};
  ReadingForm form = {};

  // `labelled`: a truth is needed. If there is none, the data error says where it was looked for.
  Result<PanProblems> read(bool labelled) const;
};

// The flags of a corpus, read as those of problems. A usage error if a flag is given that problems do not
// have.
Result<ProblemsArgs> problems_of(const CorpusArgs& corpus, const std::string& truth,
                                 const std::string& command);

}  // namespace standfast::cli
