// Cases for operations on the rows of several texts, run on one tape or with the texts on several tapes.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "standfast/num/autodiff/dropout.h"
#include "tests/num/gradient_case.h"

namespace standfast::gradients {

// An operation, together with the gradients of the parameters that it learns.
struct Network {
  std::function<ValuePtr(Tape&, const std::vector<ValuePtr>& rows, std::span<const uint32_t> segments)> apply;
  std::function<std::vector<Floats>()> gradients = [] { return std::vector<Floats>{}; };
};

struct OnTexts {
  std::string name;
  std::vector<uint32_t> segments;
  std::vector<size_t> columns;  // for each input that has rows
  std::vector<Doubles> learned = {};
  std::function<Doubles(const std::vector<Doubles>& rows_and_learned)> plain;
  std::function<Network(const std::vector<Floats>& learned)> make;
  size_t times = 1;  // how often it is applied to the same rows: their gradients add up
};

// Returns the stream of random numbers of a text.
inline uint64_t stream_of_text(size_t text) {
  return 1000 + text;
}
// Returns the factors by which dropout multiplies n numbers of a text.
inline Floats dropout_factors(size_t text, uint64_t site, float share, size_t n) {
  Tape tape(true);
  tape.set_streams({stream_of_text(text)});
  Floats out(n, 1);
  if (share > 0) drop(share, tape.stream(0, site), out.data(), n);
  return out;
}

inline Case::Made run_on_texts(const OnTexts& one, const std::vector<Floats>& inputs, size_t results,
                               int threads, size_t pieces) {
  const size_t given = one.columns.size(), texts = one.segments.size() - 1;
  const Network network = one.make({inputs.begin() + static_cast<ptrdiff_t>(given), inputs.end()});
  Case::Made made;
  made.results.resize(results * one.times);
  made.gradients.resize(given);
  std::vector<std::unique_ptr<Tape>> tapes;
  std::vector<Tape*> all;
  size_t done = 0;  // results of the earlier pieces
  for (size_t p = 0; p < pieces; ++p) {
    const size_t first = texts * p / pieces, last = texts * (p + 1) / pieces;
    Tape& tape = *all.emplace_back(tapes.emplace_back(std::make_unique<Tape>(true)).get());
    std::vector<uint64_t> streams;
    for (size_t s = first; s < last; ++s) streams.push_back(stream_of_text(s));
    tape.set_streams(streams);
    const size_t begin = one.segments[first], rows = one.segments[last] - begin;
    std::vector<uint32_t> segments;
    for (size_t s = first; s <= last; ++s) segments.push_back(one.segments[s] - static_cast<uint32_t>(begin));
    std::vector<ValuePtr> values;
    for (size_t a = 0; a < given; ++a) {
      values.push_back(tape.make(rows, one.columns[a], true));
      std::copy_n(inputs[a].begin() + static_cast<ptrdiff_t>(begin * one.columns[a]), rows * one.columns[a],
                  values.back()->numbers.begin());
    }
    size_t some = 0;
    for (size_t time = 0; time < one.times; ++time) {
      const auto y = network.apply(tape, values, segments);
      some = y->numbers.size();
      const size_t at = time * results + done;
      std::ranges::copy(y->numbers, made.results.begin() + static_cast<ptrdiff_t>(at));
      tape.open_gradient(*y);
      for (size_t i = 0; i < some; ++i) y->gradient[i] = static_cast<float>(factor(at + i));
    }
    done += some;
    tape.back();
    for (size_t a = 0; a < given; ++a) {
      Floats& to = made.gradients[a];
      to.insert(to.end(), values[a]->gradient.begin(), values[a]->gradient.end());
    }
  }
  add_deferred(all, threads);
  for (auto& gradient : network.gradients()) made.gradients.push_back(std::move(gradient));
  return made;
}

inline Case on_texts(const OnTexts& one) {
  std::vector<Doubles> inputs;
  for (const size_t columns : one.columns)
    inputs.push_back(drawn(one.segments.back() * columns, 10 + inputs.size()));
  inputs.insert(inputs.end(), one.learned.begin(), one.learned.end());
  const size_t results = one.plain(inputs).size();
  return {one.name, inputs,
          [one](const std::vector<Doubles>& x) {
            const Doubles once = one.plain(x);
            Doubles out;
            for (size_t time = 0; time < one.times; ++time) out.insert(out.end(), once.begin(), once.end());
            return out;
          },
          [one, results](const std::vector<Floats>& x, int threads) {
            return run_on_texts(one, x, results, threads, 1);
          },
          [one, results](const std::vector<Floats>& x, int threads, size_t pieces) {
            return run_on_texts(one, x, results, threads, pieces);
          }};
}

}  // namespace standfast::gradients
