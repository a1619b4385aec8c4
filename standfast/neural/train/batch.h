// One update: a batch of texts goes forward and back through a network in pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/num/autodiff/tape.h"

namespace standfast {

// The texts of a batch, one below the other, as their tokens.
struct Batch {
  std::vector<int32_t> ids;
  std::vector<uint32_t> segments = {0};
  size_t texts() const { return segments.size() - 1; }
  void add(const TextTokens& from, size_t text);
};

// What a network does with some texts of a batch, [first, last): forward on the tape up to a loss that sets gradients. Called
// by many threads.
using Forward = std::function<void(Tape& tape, const TokenRows& rows, size_t first, size_t last)>;

// Sends batches through a network. Tapes stay, and with them their memory.
class BatchRunner {
 public:
  // Tokens that are under way at a time, at most, where a single text has not more: they bound the memory.
  static constexpr size_t kTokensUnderWay = 4096;

  // streams: of random numbers, one for each text of the batch; empty: nothing is dropped. Afterwards the gradients of what is
  // learned are sums over the batch.
  void run(const Batch& batch, std::span<const uint64_t> streams, const Forward& forward, int threads);

 private:
  std::vector<std::unique_ptr<Tape>> tapes_;
};

}  // namespace standfast
