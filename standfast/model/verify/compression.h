// The verifier `compression`: the saving of a compressor on one text that knows the other, as a probability
// learned from labelled pairs. With C(x) the compressed size of x and xy the two texts
// one after the other, C(xy) the mean of both orders:
//
//   ncd     (C(xy) - min(C(x), C(y))) / max(C(x), C(y))     normalised compression distance, Cilibrasi and
//                                                           Vitanyi 2005, "Clustering by compression"
//   cosine  1 - (C(x) + C(y) - C(xy)) / sqrt(C(x) C(y))     Sculley and Brodley 2006; in verification
//   Halvani,
//                                                           Winter and Graner 2017
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

// Compressed sizes of a text and of two texts one after the other, from which compression distances are
// built. They are the sizes that a real compressor would write, without its headers of fixed length.
//
//   zstd  bytes of a Zstandard frame (RFC 8878) without content size and checksum. The numbers depend on the
//         version of libzstd.
//   ppm   bits / 8 that an arithmetic coder would need under a PPM model that learns while it reads (escape
//         method D with full exclusions, order 5; see ppm_contexts.h), fractions included. A text costs its
//         code points the same whatever their bytes.
enum class Compressor : uint8_t { zstd, ppm };

struct CompressorOptions {
  Compressor compressor = Compressor::zstd;
  int level = 19;  // of zstd, 1..22
};

// Returns the compressed bytes of one text; larger than 0 even for an empty one.
Result<double> compressed_size(std::string_view text, const CompressorOptions& options);

// Compressed sizes of `first` followed by other texts. The model of `first` is prepared once.
class CompressedAfter {
 public:
  CompressedAfter(std::string_view first, const CompressorOptions& options);
  ~CompressedAfter();
  CompressedAfter(const CompressedAfter&) = delete;
  CompressedAfter& operator=(const CompressedAfter&) = delete;

  Result<double> size_with(std::string_view second);  // of first + second

 private:
  struct State;
  std::unique_ptr<State> state_;
};

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

}  // namespace standfast
