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
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The texts of a batch, one below the other, as their tokens.
struct Batch {
  std::vector<int32_t> ids;
  std::vector<uint32_t> segments = {0};
  // What the texts up to each one keep under way together, in tokens, where a network makes more of a text than its own tokens;
  // as long as segments. Empty: segments.
  std::vector<uint32_t> under_way = {};
  size_t texts() const { return segments.size() - 1; }
  size_t tokens_under_way(size_t first, size_t last) const {
    const auto& sums = under_way.empty() ? segments : under_way;
    return sums[last] - sums[first];
  }
  void add(const TextTokens& from, size_t text);
};

// What a network does with some texts of a batch, [first, last): forward on the tape up to a loss that sets gradients. Called
// by many threads.
using Forward = std::function<void(Tape& tape, const TokenRows& rows, size_t first, size_t last)>;

// The row of each text of [first, last) on the tape. Called by many threads, and more than once for a text: it is a function of the
// text, its stream and the parameters.
using RowsOfTexts = std::function<ValuePtr(Tape& tape, const TokenRows& rows)>;
// The gradient of a loss to the rows of all texts of a batch.
using GradientOfRows = std::function<FloatMatrix(const FloatMatrix& rows)>;

// Sends batches through a network. Tapes stay, and with them their memory.
class BatchRunner {
 public:
  // Tokens that are under way at a time, at most, where a single text has not more: they bound the memory.
  static constexpr size_t kTokensUnderWay = 4096;
  explicit BatchRunner(size_t most_under_way = kTokensUnderWay) : most_under_way_(most_under_way) {}

  // streams: of random numbers, one for each text of the batch; empty: nothing is dropped. Afterwards the gradients of what is
  // learned are sums over the batch.
  void run(const Batch& batch, std::span<const uint64_t> streams, const Forward& forward, int threads);

  // The same for a loss that couples all texts of a batch, in memory that does not grow with the batch: a gradient cache (Gao et
  // al. 2021, Scaling deep contrastive learning batch size under memory limited setup). Texts go forward without keeping the way;
  // `loss` turns their rows, of so many columns, into gradients; texts go forward again, with the same streams, and back. The
  // gradients have the bytes of a single way with everything kept. told: by the thread that called, the share of the work that is
  // done, whenever it has grown.
  void run_coupled(
      const Batch& batch, std::span<const uint64_t> streams, size_t columns, const RowsOfTexts& forward,
      const GradientOfRows& loss, int threads, const std::function<void(double share)>& told = [](double) {});

 private:
  // Texts [first, last) of a batch.
  struct Texts {
    size_t first, last;
  };
  using OnTape = std::function<void(Tape& tape, const TokenRows& rows, size_t piece, const Texts& texts)>;
  std::vector<Texts> parts_under_way(const Batch& batch) const;
  static std::vector<Texts> pieces_of(const Batch& batch, const Texts& part, int threads);
  void each_piece(const Batch& batch, std::span<const uint64_t> streams, const std::vector<Texts>& pieces,
                  int threads, const OnTape& run);
  void add_gradients(size_t pieces, int threads);

  size_t most_under_way_;
  std::vector<std::unique_ptr<Tape>> tapes_;
};

}  // namespace standfast
