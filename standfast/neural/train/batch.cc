#include "standfast/neural/train/batch.h"

#include <algorithm>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

struct Texts {
  size_t first, last;
};

// Texts from `first` on that have at most so many tokens together, at least one.
size_t end_of(const Batch& batch, size_t first, size_t last, size_t tokens) {
  size_t end = first + 1;
  while (end < last && batch.segments[end + 1] - batch.segments[first] <= tokens) ++end;
  return end;
}

}  // namespace

void Batch::add(const TextTokens& from, size_t text) {
  const auto begin = from.ids.begin() + from.begins[text];
  ids.insert(ids.end(), begin, begin + static_cast<ptrdiff_t>(from.tokens(text)));
  segments.push_back(static_cast<uint32_t>(ids.size()));
}

void BatchRunner::run(const Batch& batch, std::span<const uint64_t> streams, const Forward& forward,
                      int threads) {
  for (size_t begin = 0; begin < batch.texts();) {
    const size_t end = end_of(batch, begin, batch.texts(), kTokensUnderWay);
    // Pieces so small that all threads have some to do, and no smaller: a product is faster with many rows.
    const size_t tokens = batch.segments[end] - batch.segments[begin];
    const size_t of_piece =
        std::clamp<size_t>(tokens / static_cast<size_t>(2 * std::max(threads, 1)), 64, 512);
    std::vector<Texts> pieces;
    for (size_t first = begin; first < end;) {
      const size_t last = end_of(batch, first, end, threads > 1 ? of_piece : 512);
      pieces.push_back({first, last});
      first = last;
    }
    while (tapes_.size() < pieces.size()) tapes_.push_back(std::make_unique<Tape>(true));
    parallel_for(pieces.size(), threads, [&](size_t p) {
      const auto [first, last] = pieces[p];
      Tape& tape = *tapes_[p];
      if (!streams.empty())
        tape.set_streams({streams.begin() + static_cast<ptrdiff_t>(first),
                          streams.begin() + static_cast<ptrdiff_t>(last)});
      std::vector<uint32_t> segments;
      for (size_t s = first; s <= last; ++s) segments.push_back(batch.segments[s] - batch.segments[first]);
      const std::span ids(batch.ids.data() + batch.segments[first], segments.back());
      forward(tape, {.ids = ids, .types = {}, .segments = segments}, first, last);
      tape.back();
    });
    std::vector<Tape*> used;
    for (size_t p = 0; p < pieces.size(); ++p) used.push_back(tapes_[p].get());
    add_deferred(used, threads);
    begin = end;
  }
}

}  // namespace standfast
