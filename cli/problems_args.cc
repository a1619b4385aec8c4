#include "cli/problems_args.h"

#include <fmt/format.h>

namespace standfast::cli {

Result<PanProblems> ProblemsArgs::read(bool labelled) const {
  ReadOptions options;
  options.format = Format::pan;
  options.bad_rows = bad_rows == "skip"     ? BadRowPolicy::skip
                     : bad_rows == "repair" ? BadRowPolicy::repair
                                            : BadRowPolicy::fail;
  options.encoding = encoding;
  options.form = form;
  options.sink = &terminal();
  SF_ASSIGN(PanProblems problems, read_pan(path, truth, options));
  if (labelled && !problems.labelled)
    return data_error(
        fmt::format("{}: no truth for these pairs (no truth.jsonl beside them); name it with --truth", path));
  if (problems.pairs.pairs.empty()) return data_error(fmt::format("{}: there are no pairs in it", path));
  return problems;
}

Result<ProblemsArgs> problems_of(const CorpusArgs& corpus, const std::string& truth,
                                 const std::string& command) {
  const auto refuse = [&](const std::string& flag) {
    return usage_error(fmt::format("{}: {} is for documents; pairs have one format, PAN's", command, flag));
  };
  if (corpus.format != "guess" && corpus.format != "pan") return refuse("--format " + corpus.format);
  if (!corpus.text.empty()) return refuse("--text");
  if (!corpus.id.empty()) return refuse("--id");
  for (const Role role : kRoles)
    if (!corpus.roles[static_cast<size_t>(role)].empty()) return refuse("--" + std::string(role_name(role)));
  if (!corpus.columns.empty()) return refuse("--column");
  if (!corpus.only.empty()) return refuse("--only");
  if (!corpus.at_least.empty()) return refuse("--at-least");
  if (!corpus.most.empty()) return refuse("--most");
  if (corpus.limit != 0) return refuse("--limit");
  SF_ASSIGN(const ReadOptions read, corpus.options());
  return ProblemsArgs{corpus.path, truth, corpus.bad_rows, read.encoding, read.form};
}

}  // namespace standfast::cli
