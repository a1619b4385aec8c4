#include "standfast/neural/train/batch.h"

#include <algorithm>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

// Returns the end of the texts from `first` on that have at most so many tokens together, at least one.
size_t end_of(const Batch& batch, size_t first, size_t last, size_t tokens) {
  size_t end = first + 1;
  while (end < last && batch.tokens_under_way(first, end + 1) <= tokens) ++end;
  return end;
}

}  // namespace

void Batch::add(const TextTokens& from, size_t text) {
  const auto begin = from.ids.begin() + from.begins[text];
  ids.insert(ids.end(), begin, begin + static_cast<ptrdiff_t>(from.tokens(text)));
  segments.push_back(static_cast<uint32_t>(ids.size()));
}

std::vector<BatchRunner::Texts> BatchRunner::parts_under_way(const Batch& batch) const {
  std::vector<Texts> out;
  for (size_t begin = 0; begin < batch.texts(); begin = out.back().last)
    out.push_back({begin, end_of(batch, begin, batch.texts(), most_under_way_)});
  return out;
}

// Cuts a part into pieces, so small that all threads are busy, and no smaller: a product is faster with many
// rows.
std::vector<BatchRunner::Texts> BatchRunner::pieces_of(const Batch& batch, const Texts& part, int threads) {
  constexpr size_t kLeast = 64, kMost = 512;  // tokens
  const size_t tokens = batch.tokens_under_way(part.first, part.last);
  const size_t of_piece =
      threads > 1 ? std::clamp<size_t>(tokens / static_cast<size_t>(2 * threads), kLeast, kMost) : kMost;
  std::vector<Texts> out;
  for (size_t first = part.first; first < part.last; first = out.back().last)
    out.push_back({first, end_of(batch, first, part.last, of_piece)});
  return out;
}

void BatchRunner::each_piece(const Batch& batch, std::span<const uint64_t> streams,
                             const std::vector<Texts>& pieces, int threads, const OnTape& run) {
  while (tapes_.size() < pieces.size()) tapes_.push_back(std::make_unique<Tape>(true));
  parallel_for(pieces.size(), threads, [&](size_t p) {
    const auto [first, last] = pieces[p];
    Tape& tape = *tapes_[p];
    if (!streams.empty())
      tape.set_streams(
          {streams.begin() + static_cast<ptrdiff_t>(first), streams.begin() + static_cast<ptrdiff_t>(last)});
    std::vector<uint32_t> segments;
    for (size_t s = first; s <= last; ++s) segments.push_back(batch.segments[s] - batch.segments[first]);
    const std::span ids(batch.ids.data() + batch.segments[first], segments.back());
    run(tape, {.ids = ids, .types = {}, .segments = segments}, p, pieces[p]);
  });
}

void BatchRunner::add_gradients(size_t pieces, int threads) {
  std::vector<Tape*> used;
  for (size_t p = 0; p < pieces; ++p) used.push_back(tapes_[p].get());
  add_deferred(used, threads);
}

void BatchRunner::run(const Batch& batch, std::span<const uint64_t> streams, const Forward& forward,
                      int threads) {
  for (const Texts& part : parts_under_way(batch)) {
    const auto pieces = pieces_of(batch, part, threads);
    each_piece(batch, streams, pieces, threads,
               [&](Tape& tape, const TokenRows& rows, size_t, const Texts& texts) {
                 forward(tape, rows, texts.first, texts.last);
                 tape.back();
               });
    add_gradients(pieces.size(), threads);
  }
}

void BatchRunner::run_coupled(const Batch& batch, std::span<const uint64_t> streams, size_t columns,
                              const RowsOfTexts& forward, const GradientOfRows& loss, int threads,
                              const std::function<void(double share)>& told) {
  const auto parts = parts_under_way(batch);
  FloatMatrix rows(batch.texts(), columns);
  // The first part goes forward last and stays recorded, so that it goes forward only once. Gradients are
  // then added part by part in the order of the batch.
  std::vector<ValuePtr> kept;
  // The backward pass takes twice as long as a forward pass. The first part goes forward only once.
  const auto all = static_cast<double>(4 * parts.size() - 1);
  double done = 0;
  const auto tell = [&](double ways) { told((done += ways) / all); };
  for (size_t part = parts.size(); part-- > 0;) {
    const auto pieces = pieces_of(batch, parts[part], threads);
    if (part == 0) kept.resize(pieces.size());
    each_piece(batch, streams, pieces, threads,
               [&](Tape& tape, const TokenRows& tokens, size_t p, const Texts& texts) {
                 ValuePtr made = forward(tape, tokens);
                 std::ranges::copy(made->numbers, rows.row(texts.first).begin());
                 if (part == 0)
                   kept[p] = std::move(made);
                 else
                   tape.back();  // without a gradient: the record is dropped
               });
    tell(1);
  }
  const FloatMatrix gradient = loss(rows);
  const auto go_back = [&](Tape& tape, const ValuePtr& made, const Texts& texts) {
    if (made->wants_gradient && tape.open_gradient(*made))
      std::copy_n(gradient.row(texts.first).begin(), made->numbers.size(), made->gradient.begin());
    tape.back();
  };
  for (size_t part = 0; part < parts.size(); ++part) {
    const auto pieces = pieces_of(batch, parts[part], threads);
    if (part == 0) {
      parallel_for(pieces.size(), threads, [&](size_t p) { go_back(*tapes_[p], kept[p], pieces[p]); });
      kept.clear();
    } else {
      each_piece(batch, streams, pieces, threads,
                 [&](Tape& tape, const TokenRows& tokens, size_t, const Texts& texts) {
                   go_back(tape, forward(tape, tokens), texts);
                 });
    }
    add_gradients(pieces.size(), threads);
    tell(part == 0 ? 2 : 3);
  }
}

}  // namespace standfast
