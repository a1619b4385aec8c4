// standfast check: what is in a corpus, and whether a splits.json fits it.
#include "cli/check_splits.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"

namespace standfast::cli {
namespace {

struct CheckArgs {
  CorpusArgs corpus;
  std::string splits;
  bool json = false;
};

Status run(const CheckArgs& given) {
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  return check_splits_against(corpus, given.splits, given.json);
}

}  // namespace

Command check_command() {
  return {"check", "Verify a splits.json against its corpus", [](Args& args) {
            auto given = std::make_shared<CheckArgs>();
            given->corpus.declare(args);
            args.text("--splits", given->splits, "splits.json to verify", true);
            args.flag("--json", given->json, "Print one JSON document");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
