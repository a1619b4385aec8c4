// Batches and their processing: a batch of texts goes forward and back through a network in pieces.
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
  // Cumulative memory of the texts, in tokens, for networks that make more of a text than its own tokens; as
  // long as segments. Empty: segments.
  std::vector<uint32_t> under_way = {};
  size_t texts() const { return segments.size() - 1; }
  size_t tokens_under_way(size_t first, size_t last) const {
    const auto& sums = under_way.empty() ? segments : under_way;
    return sums[last] - sums[first];
  }
  void add(const TextTokens& from, size_t text);
};

// A network's forward pass on some texts of a batch, [first, last), on the tape up to a loss that sets
// gradients. Called by many threads.
using Forward = std::function<void(Tape& tape, const TokenRows& rows, size_t first, size_t last)>;

// Computes the row of each text of [first, last) on the tape. Called by many threads, and more than once for
// a text: it must be a function of the text, its stream and the parameters.
using RowsOfTexts = std::function<ValuePtr(Tape& tape, const TokenRows& rows)>;
// Computes the gradient of a loss to the rows of all texts of a batch.
using GradientOfRows = std::function<FloatMatrix(const FloatMatrix& rows)>;

// Runs batches through a network. Tapes are reused, and with them their memory.
class BatchRunner {
 public:
  // Limit of tokens in memory at a time, unless a single text has more.
  static constexpr size_t kTokensUnderWay = 4096;
  explicit BatchRunner(size_t most_under_way = kTokensUnderWay) : most_under_way_(most_under_way) {}

  // Runs a batch forward and back. streams: of random numbers, one for each text of the batch; empty: no
  // dropout. Afterwards the gradients of the trainable parts are sums over the batch.
  void run(const Batch& batch, std::span<const uint64_t> streams, const Forward& forward, int threads);

  // Runs a batch with a loss that couples all its texts, in memory that does not grow with the batch: a
  // gradient cache (Gao et al. 2021, Scaling deep contrastive learning batch size under memory limited
  // setup). Texts go forward without recording; `loss` turns their rows, with the given number of columns,
  // into gradients; texts go forward again, with the same streams, and back. The gradients have the same
  // bytes as in a single pass that records everything. told: receives, on the calling thread, the share of
  // the work that is done, whenever it has grown.
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
