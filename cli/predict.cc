// standfast predict: the answers of a saved verifier on pairs.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/problems_args.h"
#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/model/verifier.h"

namespace standfast::cli {
namespace {

struct PredictArgs {
  std::string model, out = "-";
  ProblemsArgs problems;
  int64_t jobs = 0, seed = 0;
};

Status run(const PredictArgs& given) {
  if (given.seed < 0) return usage_error("predict: --seed must not be negative");
  SF_ASSIGN(const SavedVerifier saved, load_verifier(given.model));
  SF_ASSIGN(const PanProblems problems, given.problems.read(false));
  const auto& pairs = problems.pairs.pairs;
  std::vector<double> scores(pairs.size());
  const ModelContext context{.seed = static_cast<uint64_t>(given.seed),
                             .threads = given.jobs > 0 ? static_cast<int>(given.jobs) : available_threads(),
                             .sink = &terminal()};
  SF_TRY(saved.verifier->score({&problems.corpus, pairs}, scores, context));
  SF_ASSIGN(OutputFile out, OutputFile::create(given.out));
  std::string lines;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const nlohmann::ordered_json line = {
        {"id", problems.pairs.ids.empty() ? pair_id(problems.corpus, pairs[i]) : problems.pairs.ids[i]},
        {"value", scores[i]}};
    lines += line.dump() + "\n";
  }
  SF_TRY(out.write(lines));
  SF_TRY(out.commit());
  const auto open = std::count(scores.begin(), scores.end(), 0.5);
  terminal().info(fmt::format("{}: {} answers, {} of them open (0.5)", saved.name, scores.size(), open));
  return {};
}

}  // namespace

Command predict_command() {
  return {"predict", "Answer pairs with a saved verifier", [](Args& args) {
            auto given = std::make_shared<PredictArgs>();
            args.text("MODEL", given->model, "Folder made by standfast train", true);
            given->problems.declare(args);
            args.text("-o,--out", given->out, "answers.jsonl {id, value} to write; - is standard output");
            args.integer("--seed", given->seed, "Seed of all that is drawn");
            args.integer("-j,--jobs", given->jobs,
                         "Threads; 0: one per processor. Results do not depend on it");
            args.footer(
                "Values are at full precision; exactly 0.5 means no answer. standfast score takes the file.");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
