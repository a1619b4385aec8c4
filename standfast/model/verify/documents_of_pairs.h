// The documents of some pairs: the distinct ones, their authors, and blocks of pairs whose documents fit a
// limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

struct DocumentsOfPairs {
  std::vector<uint32_t> rows, times;  // distinct rows, ascending, and number of occurrences of each

  explicit DocumentsOfPairs(std::span<const Pair> pairs);
  size_t index_of(uint32_t row) const;  // the row must be among them
};

// The authors of the documents of training pairs, for verifiers that learn from authors.
struct TrainingAuthors {
  // Rows of the corpus, by author: an author's documents in the order of their ids, and authors in the order
  // of their first document's id. Neither depends on the order of documents or pairs.
  std::vector<std::vector<uint32_t>> documents;
  uint64_t unknown = 0;  // documents without an author: they are left out
  // The corpus has no authors: documents that same-author pairs connect have one author.
  bool from_pairs = false;
};

// Finds the authors. documents: the documents of the pairs. Nothing else of the corpus is used.
TrainingAuthors training_authors(const PairView& pairs, const DocumentsOfPairs& documents);

// Blocks of pairs whose documents fit a limit, for models that turn documents into something larger than
// their text (n-gram vectors, profiles): memory then depends on the block, not on the number of pairs.
//
// If all documents together are below the limit there is one block, the pairs as given. Otherwise pairs are
// taken by their documents' rows, so that pairs that share a document tend to share a block; a document whose
// pairs lie in several blocks is processed again in each. What a body computes for a pair must not depend on
// the others in its block.

// Limit in bytes of text in a block. Vectors of 4-grams take some ten times that.
inline constexpr uint64_t kPairBlockBytes = uint64_t{24} << 20;

// Calls body(block, places) for every block until one fails; places[i] is the place of block.pairs[i] in
// pairs.pairs. A block with more than `bytes` of text has one pair. Every pair is in one block.
Status for_pair_blocks(
    const PairView& pairs, uint64_t bytes,
    const std::function<Status(const PairView& block, std::span<const size_t> places)>& body);

// The number of labelled pairs from which a verifier learned, as models save and report it.
struct LearnedPairs {
  uint64_t pairs = 0, same = 0;  // same: pairs by one author
};

inline FieldTable<LearnedPairs> learned_pairs_fields() {
  FieldTable<LearnedPairs> table;
  table.add_facts("pairs", &LearnedPairs::pairs, "same", &LearnedPairs::same);
  return table;
}

// Returns the fields for a model that needs at least one pair.
inline FieldTable<LearnedPairs> some_pairs_fields() {
  FieldTable<LearnedPairs> table = learned_pairs_fields();
  table.require([](const LearnedPairs& counts) {
    return counts.pairs == 0 || counts.same > counts.pairs ? "the counts of pairs are invalid" : "";
  });
  return table;
}

// Computes pair features of a model for which (a, b) and (b, a) have the same row. out: view.pairs.size() x
// features.width(). Rows come from the context's table if it has the pair, in either order; the others are
// computed.
Status symmetric_pair_features(const PairFeatures& features, const PairView& view,
                               const ModelContext& context, DenseMatrix& out);

}  // namespace standfast
