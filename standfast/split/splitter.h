// The contract of splitters: rows of a corpus -> folds of rows.
//
// Duties, checked for every catalog entry by tests/split/conformance_test.cc: train, validation and test of a
// fold are disjoint; every row is in some test side or listed in left_out (or, where the traits say so, only
// ever trains); the same seed gives the same bytes, for any thread count; renaming groups in a way that keeps
// their order changes nothing; too few groups is a clear error; integer arithmetic decides.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/base/traits.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/corpus/fold.h"

namespace standfast {

class Representatives;

struct SplitContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  // Of the documents of the sample at least, for splitters whose traits say reads_vectors; a view.
  DocumentVectors vectors = {};
  // The column that models answer, for splitters whose traits say reads_classes; null where there is none.
  const Column* classes = nullptr;
  // With keep-whole (keep_whole.h): what each document of the sample stands for, for splitters that ask more of a group
  // than one document can say. A view; null: each document stands for itself.
  const Representatives* groups = nullptr;
};

class Splitter {
 public:
  virtual ~Splitter() = default;
  // Splits the documents of `sample` (its rows; merged topics count as one group).
  virtual Result<Split> split(const Corpus& corpus, const Sample& sample,
                              const SplitContext& context) const = 0;
};

struct SplitterTraits {
  bool needs_topics = false;
  bool needs_authors = false;
  bool needs_labels = false;
  bool needs_dates = false;
  bool reads_vectors = false;  // of the documents, in a space: SplitContext::vectors
  bool reads_classes = false;  // where there are any: SplitContext::classes
  bool needs_classes = false;  // there must be some
  bool deterministic = false;  // the seed has no effect
  bool novel_topics = false;   // no topic is on both sides
  bool novel_authors = false;  // no author is on both sides, whatever the options
  // A wrong answer names an author of the own half of the authors or of the other half (topic confusion).
  bool outcomes = false;
  bool tests_all = true;          // every document is tested, and equally often, unless it is left out
  std::string keeps_whole = {};   // the option that names a column whose groups stay whole, or ""
  std::string counts_draws = {};  // the option that says how many times it is drawn, or "": repeats does
  bool as_given = false;          // its sides come from the user, so nothing moves over them
};

std::vector<TraitLine> describe(const SplitterTraits& traits);

// The usage error of a splitter that reads vectors and was given none.
Failure needs_vectors(const std::string& splitter);

// The column that the splitter keeps whole because an option says so; "" for none.
std::string column_kept_whole(const SplitterTraits& traits, const Options& options);
// Whether no value of the role is on both sides: always, or because an option says so.
bool keeps_apart(const SplitterTraits& traits, const Options& options, Role role);

using SplitterCatalog = Catalog<Splitter, SplitterTraits>;
const SplitterCatalog& splitters();

}  // namespace standfast
