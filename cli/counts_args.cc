#include "cli/counts_args.h"

#include <fmt/format.h>

namespace standfast::cli {

void CountsArgs::declare(Args& args) {
  corpus.declare(args, false);
  args.text("--table", table,
            "Instead of a corpus: CSV of counts, first cell \"topic\", then authors; one row for each topic")
      .file();
  args.choice("--target", target, {"author", "label", "source"}, "The column whose values are told apart");
}

Result<CountsArgs::Read> CountsArgs::read(const char* command) const {
  if (corpus.path.empty() == table.empty())
    return usage_error(fmt::format("{}: give a corpus, or --table FILE with counts", command));
  Read read;
  if (!table.empty()) {
    SF_ASSIGN(read.counts, read_topic_counts(table));
    read.name = table;
    return read;
  }
  SF_ASSIGN(read.corpus, corpus.read());
  read.name = read.corpus->name();
  SF_ASSIGN(read.counts, topic_counts(*read.corpus, role(), read.without));
  if (read.without > 0)
    terminal().info(fmt::format("{} documents lack a topic or {}: not counted", read.without, target));
  return read;
}

}  // namespace standfast::cli
