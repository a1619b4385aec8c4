#include "cli/problems_args.h"

#include <fmt/format.h>

namespace standfast::cli {

void ProblemsArgs::declare(Args& args) {
  args.text("PROBLEMS", path,
            "PAN folder, or a pairs.jsonl {id, pair: [text, text]}; .gz and .zst too; - is stdin", true);
  args.text("--truth", truth, "truth.jsonl {id, same, authors}; default: beside the pairs");
  args.choice("--bad-rows", bad_rows, {"fail", "skip", "repair"},
              "What to do with a line that cannot be used as it is");
}

Result<PanProblems> ProblemsArgs::read(bool labelled) const {
  ReadOptions options;
  options.format = Format::pan;
  options.bad_rows = bad_rows == "skip"     ? BadRowPolicy::skip
                     : bad_rows == "repair" ? BadRowPolicy::repair
                                            : BadRowPolicy::fail;
  options.sink = &terminal();
  SF_ASSIGN(PanProblems problems, read_pan(path, truth, options));
  if (labelled && !problems.labelled)
    return data_error(
        fmt::format("{}: no truth for these pairs (no truth.jsonl beside them); name it with --truth", path));
  if (problems.pairs.pairs.empty()) return data_error(fmt::format("{}: there are no pairs in it", path));
  return problems;
}

}  // namespace standfast::cli
