// standfast sample --topics: several numbers of topics side by side.
#pragma once

#include <optional>
#include <string>

#include "cli/args.h"
#include "cli/draw_args.h"
#include "standfast/corpus/corpus.h"

namespace standfast::cli {

struct SweepArgs {
  std::string topics;  // "auto", or numbers "20,30,40"; "": no sweep
  std::string models = "char-ngram,ppm,topic-fit", profile = "hits", csv;
  int64_t folds = 10, max_pairs = 2000;

  void declare(Args& args);
};

// The sweep that --topics asks for, or --set topics=auto (which is then removed from draw's options). Nothing
// if no sweep is asked for.
std::optional<std::string> sweep_wanted(const SweepArgs& sweep, DrawArgs& draw);

Status print_sweep(const Corpus& corpus, const DrawArgs& draw, const SweepArgs& sweep,
                   const std::string& topics, bool json);

}  // namespace standfast::cli
