// The AdamW optimiser (Loshchilov and Hutter 2019, Decoupled weight decay regularization), as in PyTorch,
// with gradients clipped by their joint norm (Pascanu, Mikolov and Bengio 2013) or separately. Without weight
// decay it is Adam (Kingma and Ba 2015).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/neural/train/learned_parts.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {

struct AdamWOptions {
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  double clip = 1.0;              // largest joint norm of all gradients; 0: no clipping
  bool clip_each = false;         // `clip` bounds the norm of each parameter's gradient separately
  bool decay_everything = false;  // biases and norms too
};

// Every number is computed by one thread, and the norm is a sum of sums over fixed pieces: the same bytes for
// any threads.
class AdamW {
 public:
  // The parameters must outlive the optimiser and not move.
  AdamW(const AdamWOptions& options, std::vector<Parameter> parameters);

  // Makes one update from the gradients, which are 0 afterwards. Returns their joint norm before clipping.
  double step(double learning_rate, int threads);
  // Sets the gradients to 0 without an update.
  void drop_gradients();

  uint64_t steps() const { return steps_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  // Returns the state to store and restore: the numbers of the parameters, then means of gradients and of
  // their squares.
  std::vector<std::span<float>> state();
  // Continues after moments and numbers were set from outside.
  void resume(uint64_t steps);

 private:
  // A piece of a parameter that one thread updates.
  struct Piece {
    size_t parameter, begin, end;
  };
  // Returns the sums of squares of the gradients, by piece.
  std::vector<double> squares_of_pieces(int threads) const;
  // Returns the factors that clip the gradients, by parameter.
  std::vector<float> factors(std::span<const double> squares_of_pieces, double norm) const;
  void update(const Piece& piece, float rate, float step, float root, float factor);

  AdamWOptions options_;
  std::vector<Parameter> parameters_;
  std::vector<Buffer<float>> first_, second_;
  std::vector<std::vector<uint8_t>> ever_touched_;  // by parameter, for tables: rows that ever had a gradient
  std::vector<Piece> pieces_;
  uint64_t steps_ = 0;
};

}  // namespace standfast
