// AdamW (Loshchilov and Hutter 2019, Decoupled weight decay regularization), as PyTorch computes it, with gradients clipped by
// their common norm (Pascanu, Mikolov and Bengio 2013) or each by its own. Without weight decay it is Adam (Kingma and Ba 2015).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/neural/train/parameters.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {

struct AdamWOptions {
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  double clip = 1.0;              // the largest norm of all gradients together; 0: they are not clipped
  bool clip_each = false;         // `clip` is the largest norm of the gradient of each parameter alone
  bool decay_everything = false;  // biases and norms too
};

// Every number is computed by one thread, and the norm is a sum of sums of fixed pieces: the same bytes for any threads.
class AdamW {
 public:
  // The parameters must outlive it, where they are.
  AdamW(const AdamWOptions& options, std::vector<Parameter> parameters);

  // One update from the gradients, which are 0 again afterwards. Returns their common norm before clipping.
  double step(double learning_rate, int threads);
  // Sets the gradients to 0 without an update.
  void drop_gradients();

  uint64_t steps() const { return steps_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  // For whoever stores and restores it: the numbers of the parameters, then means of gradients and of their squares.
  std::vector<std::span<float>> state();
  // After moments and numbers were set from outside.
  void resume(uint64_t steps);

 private:
  // A piece of a parameter that one thread updates.
  struct Piece {
    size_t parameter, begin, end;
  };
  // Sums of squares of the gradients, by piece.
  std::vector<double> squares_of_pieces(int threads) const;
  // The factors that clip the gradients, by parameter.
  std::vector<float> factors(std::span<const double> squares_of_pieces, double norm) const;
  void update(const Piece& piece, float rate, float step, float root, float factor);

  AdamWOptions options_;
  std::vector<Parameter> parameters_;
  std::vector<Buffer<float>> first_, second_;
  std::vector<std::vector<uint8_t>> ever_touched_;  // by parameter, of tables: rows that had a gradient once
  std::vector<Piece> pieces_;
  uint64_t steps_ = 0;
};

}  // namespace standfast
