#include "standfast/num/autodiff/tape.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "standfast/base/parallel.h"

namespace standfast {

// Rounds sizes of memory up: four for each power of two, so at most a fifth is in vain.
static size_t rounded_up(size_t n) {
  const size_t step = std::bit_floor(n | 256) / 4;
  return (n + step - 1) / step * step;
}

Buffer<float> Tape::Room::take(size_t n) {
  const size_t size = rounded_up(n);
  Buffer<float> out;
  if (const auto at = spare.find(size); at != spare.end() && !at->second.empty()) {
    out = std::move(at->second.back());
    at->second.pop_back();
  } else {
    out.reserve(size);
  }
  out.resize(n);
  return out;
}

void Tape::Room::give_back(Buffer<float>& numbers) {
  if (numbers.capacity() == 0) return;
  const size_t size = numbers.capacity();
  spare[size].push_back(std::exchange(numbers, {}));
}

ValuePtr Tape::make(size_t rows, size_t columns, bool wants_gradient) {
  // The memory outlives the tape where a value does.
  ValuePtr value(new Value, [room = room_](Value* gone) {
    room->give_back(gone->numbers);
    room->give_back(gone->gradient);
    delete gone;
  });
  value->rows = rows;
  value->columns = columns;
  value->numbers = room_->take(rows * columns);
  value->wants_gradient = wants_gradient && records_;
  return value;
}

bool Tape::open_gradient(Value& value) {
  if (!value.gradient.empty()) return false;
  value.gradient = room_->take(value.rows * value.columns);
  return true;
}

uint64_t Tape::stream(size_t text, uint64_t site) const {
  uint64_t z = streams_[text] + site * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

void Tape::on_way_back(const ValuePtr& result, std::function<void()> step) {
  if (result->wants_gradient) steps_.push_back({result, std::move(step)});
}

void Tape::defer(const void* learned, size_t parts, std::function<void(size_t part)> add) {
  deferred_.push_back({learned, parts, std::move(add)});
}

void Tape::back() {
  while (!steps_.empty()) {
    const Step step = std::move(steps_.back());
    steps_.pop_back();
    if (!step.result->gradient.empty()) step.run();
  }
}

void add_deferred(std::span<Tape* const> tapes, int threads) {
  // Gradients of a layer applied twice on a tape are summed in the order of uses, then of tapes: texts on
  // several tapes add up as on one.
  struct Learned {
    size_t parts;
    std::vector<std::vector<const Tape::Deferred*>> uses;
  };
  std::map<const void*, size_t> places;
  std::vector<Learned> all;
  for (const Tape* tape : tapes) {
    std::map<const void*, size_t> uses;
    for (const auto& one : tape->deferred_) {
      const auto [at, is_new] = places.try_emplace(one.learned, all.size());
      if (is_new) all.push_back({one.parts, {}});
      Learned& learned = all[at->second];
      const size_t use = uses[one.learned]++;
      if (use == learned.uses.size()) learned.uses.emplace_back();
      learned.uses[use].push_back(&one);
    }
  }
  std::vector<std::pair<size_t, size_t>> work;  // the trainable numbers, and the part
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t part = 0; part < all[i].parts; ++part) work.emplace_back(i, part);
  parallel_for(work.size(), threads, [&](size_t i) {
    for (const auto& use : all[work[i].first].uses)
      for (const Tape::Deferred* one : use) one->add(work[i].second);
  });
  for (Tape* tape : tapes) tape->deferred_.clear();
}

ValuePtr stop_gradient(Tape& tape, const ValuePtr& x) {
  const auto out = tape.make(x->rows, x->columns, false);
  std::ranges::copy(x->numbers, out->numbers.begin());
  return out;
}

}  // namespace standfast
