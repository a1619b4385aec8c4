// Reverse-mode automatic differentiation: a tape of the operations of a network's forward pass, and the
// backward pass.
//
// The operations of this folder take a tape. A tape that does not record only computes: an operation may then
// write its result over its input. A tape that records also keeps, for each operation, a step of the backward
// pass: from the gradient of a loss to its result, the gradients to its inputs (reverse accumulation:
// Griewank and Walther 2008, Evaluating Derivatives, chapter 3).
//
// A batch of texts goes through a network in pieces, each by one thread and on a tape of its own. Gradients
// of trainable numbers are sums over all texts of a batch. So tapes only defer them, and add_deferred adds
// them: each number by one thread, text by text in the order of the batch. So they have the same bytes for
// any pieces and any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/product.h"

namespace standfast {

// Rows of numbers between two operations.
struct Value {
  size_t rows = 0, columns = 0;
  Buffer<float> numbers;        // row by row
  Buffer<float> gradient;       // gradient of the loss; empty until the backward pass came here
  bool wants_gradient = false;  // the value depends on trainable numbers
  bool needed = false;  // its numbers are needed until the deferred gradients are added (add_deferred)

  Strided<const float> read() const { return {numbers.data(), rows, columns, columns}; }
  Strided<float> write() { return {numbers.data(), rows, columns, columns}; }
  Strided<const float> gradient_rows() const { return {gradient.data(), rows, columns, columns}; }
};
using ValuePtr = std::shared_ptr<Value>;

class Tape {
 public:
  explicit Tape(bool records = false) : records_(records), room_(std::make_shared<Room>()) {}

  bool records() const { return records_; }

  // Makes a value whose numbers are unset. Its memory is used again when it is gone.
  ValuePtr make(size_t rows, size_t columns, bool wants_gradient);
  // Prepares the gradient of `value`, to which a step of the backward pass adds. Returns true the first time,
  // when nothing is there yet.
  bool open_gradient(Value& value);
  // Gives back numbers that are no longer needed.
  void release(Buffer<float>& numbers) { room_->give_back(numbers); }

  // Sets streams of random numbers for dropout, one for each text; empty: no dropout.
  void set_streams(std::vector<uint64_t> of_texts) {
    streams_ = std::move(of_texts);
    site_ = 0;
  }
  // Returns a stream for a text, which differs at each place that draws. next_site() is called once at such a
  // place.
  uint64_t next_site() { return ++site_; }
  uint64_t stream(size_t text, uint64_t site) const;

  // Adds a step of the backward pass. step: run if a gradient came to `result`.
  void on_way_back(const ValuePtr& result, std::function<void()> step);
  // Defers parts of the sums of a gradient of trainable numbers, `learned`, which threads may add at the same
  // time.
  void defer(const void* learned, size_t parts, std::function<void(size_t part)> add);

  // Runs the backward pass: from the gradients that operations at the end have set to the gradients of all
  // values before them. Steps are run once.
  void back();

 private:
  friend void add_deferred(std::span<Tape* const> tapes, int threads);

  // A pool of memory by size, rounded up, so that the next piece, of other texts, finds some.
  struct Room {
    std::map<size_t, std::vector<Buffer<float>>> spare;
    Buffer<float> take(size_t n);
    void give_back(Buffer<float>& numbers);
  };
  struct Step {
    ValuePtr result;
    std::function<void()> run;
  };
  struct Deferred {
    const void* learned;
    size_t parts;
    std::function<void(size_t part)> add;
  };

  bool records_;
  std::shared_ptr<Room> room_;
  std::vector<uint64_t> streams_;
  uint64_t site_ = 0;
  std::vector<Step> steps_;
  std::vector<Deferred> deferred_;
};

// Adds the deferred gradients, tape by tape, and forgets them. If each tape applied a layer several times,
// the first gradients from all tapes are added, then the second: the same order as if all texts had been on
// one tape.
void add_deferred(std::span<Tape* const> tapes, int threads);

// A value without a gradient: the operations after it learn, the operations before it do not.

// Returns a copy of x that wants no gradient. It stays as it is where an operation writes over x.
ValuePtr stop_gradient(Tape& tape, const ValuePtr& x);

}  // namespace standfast
