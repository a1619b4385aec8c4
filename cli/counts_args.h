// The flags that name an author x topic table to a command: a corpus to count, or a table of counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/args.h"
#include "cli/corpus_args.h"
#include "standfast/corpus/topic_counts.h"

namespace standfast::cli {

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

}  // namespace standfast::cli
