// The verifier `compression`: the saving of a compressor on one text that knows the other, as a probability
// learned from labelled pairs. With C(x) the compressed size of x (compressed_size.h) and xy the two texts
// one after the other, C(xy) the mean of both orders:
//
//   ncd     (C(xy) - min(C(x), C(y))) / max(C(x), C(y))     normalised compression distance, Cilibrasi and
//                                                           Vitanyi 2005, "Clustering by compression"
//   cosine  1 - (C(x) + C(y) - C(xy)) / sqrt(C(x) C(y))     Sculley and Brodley 2006; in verification
//   Halvani,
//                                                           Winter and Graner 2017
#pragma once

#include "standfast/model/verify/compressed_size.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

// Pair features of compression, three numbers a pair: C(a), C(b), and the mean of C(ab) and C(ba); NaN if a
// text is empty.
class CompressionPairFeatures final : public PairFeatures {
 public:
  explicit CompressionPairFeatures(CompressorOptions options) : options_(options) {}
  size_t width() const override { return 3; }
  std::string identity() const override;
  Status compute(const PairView& pairs, int threads, Sink& sink, DenseMatrix& out) const override;

 private:
  CompressorOptions options_;
};

VerifierCatalog::Entry compression_entry();

}  // namespace standfast
