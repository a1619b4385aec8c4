// The contract of reductions, from vectors of documents to shorter ones, or to ones in which near documents
// are easier to find.
//
// A reduction learns from the very vectors that it reduces. Duties, checked for every catalog entry by
// tests/feature/reduction_conformance_test.cc: the same seed gives the same bytes, for any number of threads;
// sparse and dense vectors of the same numbers give the same; every number is finite; a request for more
// numbers than there are is a clear error. The caller gives the documents in a meaningful order (by id).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct ReductionContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
};

class Reduction {
 public:
  virtual ~Reduction() = default;
  // Reduces vectors. Row i of the result belongs to row i of the vectors. Errors are data errors that do not
  // name the corpus.
  virtual Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const = 0;
};

struct ReductionTraits {
  bool deterministic = false;  // the seed has no effect
};

std::vector<TraitLine> describe(const ReductionTraits& traits);

using ReductionCatalog = Catalog<Reduction, ReductionTraits>;
const ReductionCatalog& reductions();

// A check that every reduction makes: no more numbers than vectors have, and no more than there are
// documents.

// Returns a data error for too many components. method: for its message.
Status not_too_many(std::string_view method, uint32_t components, const Encoded& encoded);

}  // namespace standfast
