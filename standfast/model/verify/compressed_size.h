// Compressed sizes of a text and of two texts one after the other, from which compression distances are
// built. They are the sizes that a real compressor would write, without its headers of fixed length.
//
//   zstd  bytes of a Zstandard frame (RFC 8878) without content size and checksum. The numbers depend on the
//         version of libzstd.
//   ppm   bits / 8 that an arithmetic coder would need under a PPM model that learns while it reads (escape
//         method D with full exclusions, order 5; see ppm_escape.h), fractions included. A text costs its
//         code points the same whatever their bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

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

}  // namespace standfast
