// The corpus of `standfast shortcut` and its fold, which comes from a second file, from a split, or from a
// random draw.
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
  uint64_t without_class = 0;  // documents without a class, which are on no side
};

// Reads the corpus with all its columns. The random draw depends only on the seed and the ids, so every dose
// and every kind of shortcut has the same sides.
Result<ShortcutSides> shortcut_sides(const CorpusArgs& corpus, const SidesArgs& sides);

}  // namespace standfast::cli
