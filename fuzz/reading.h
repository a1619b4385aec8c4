// Checks shared by the fuzz targets of the corpus readers. Options and sizes of pieces come from the first
// bytes. If a strict policy succeeds, a milder one must agree with it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>

#include "standfast/corpus/read/read.h"
#include "tests/support/streams.h"

namespace standfast::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

struct Input {
  size_t piece;  // bytes of one read
  uint64_t max_row_bytes;
  size_t block;  // bytes of the reader's buffer: mostly few, so that records cross its ends
  std::string bytes;
};

inline Input take_input(const uint8_t* data, size_t size) {
  Input input{~size_t{0}, uint64_t{1} << 20, 16, {}};
  if (size < 2) return input;
  if (data[0] % 4 != 0) input.piece = 1 + data[0] % 64;
  if (data[1] % 8 == 0) input.max_row_bytes = 16 + data[1];
  static constexpr size_t kBlocks[] = {16, 16, 17, 18, 23, 32, 64, 4096};
  input.block = kBlocks[data[1] / 8 % std::size(kBlocks)];
  input.bytes.assign(reinterpret_cast<const char*>(data) + 2, size - 2);
  return input;
}

inline ReadOptions options_for(const Input& input, BadRowPolicy policy) {
  ReadOptions options;
  options.bad_rows = policy;
  options.max_row_bytes = input.max_row_bytes;
  options.block_bytes = input.block;
  return options;
}

// Checks that policies and sizes of pieces agree. read(options, piece) returns Result<Corpus>.
inline void check_policies(const Input& input,
                           const std::function<Result<Corpus>(const ReadOptions&, size_t piece)>& read) {
  const auto strict = read(options_for(input, BadRowPolicy::fail), ~size_t{0});
  const auto in_pieces = read(options_for(input, BadRowPolicy::fail), input.piece);
  require(strict.has_value() == in_pieces.has_value());
  if (!strict) require(strict.error().message == in_pieces.error().message);
  const auto skipped = read(options_for(input, BadRowPolicy::skip), input.piece);
  const auto repaired = read(options_for(input, BadRowPolicy::repair), input.piece);
  if (!strict) return;
  require(in_pieces->data_hash() == strict->data_hash());
  require(skipped && skipped->data_hash() == strict->data_hash());
  require(repaired && repaired->data_hash() == strict->data_hash());
}

}  // namespace standfast::fuzz
