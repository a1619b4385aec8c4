// The corpus of `standfast shortcut` and its fold: from a second file, from a split, or drawn here.
#pragma once

#include <cstdint>
#include <string>

#include "cli/corpus_args.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast::cli {

struct SidesArgs {
  std::string test, splits, target = "label";
  int64_t fold = 0, seed = 0;
  double test_share = 0.2, dev_share = 0.1;

  void declare(Args& args);
  Status check() const;
};

struct ShortcutSides {
  Corpus corpus;
  Role target = Role::label;
  Fold fold;
  std::string source;          // in words, for the manifest
  uint64_t without_class = 0;  // documents that are on no side for that reason
};

// Reads the corpus with all columns that it has. Draws depend on the seed and the ids, and on nothing else: every
// dose and every kind of shortcut has the same sides.
Result<ShortcutSides> shortcut_sides(const CorpusArgs& corpus, const SidesArgs& sides);

}  // namespace standfast::cli
