#include "standfast/neural/masked/learn_masked.h"

#include "standfast/neural/train/learned_parts.h"
#include "standfast/num/autodiff/cross_entropy.h"
#include "standfast/num/autodiff/tied.h"

namespace standfast {
namespace {

// The masked tokens of a batch, text by text.
struct Asked {
  std::vector<uint32_t> places;  // within their texts
  std::vector<uint32_t> words;
  std::vector<size_t> begins = {0};  // of each text

  explicit Asked(std::span<const MaskedTokens> hidden) {
    for (const MaskedTokens& one : hidden) {
      places.insert(places.end(), one.places.begin(), one.places.end());
      words.insert(words.end(), one.words.begin(), one.words.end());
      begins.push_back(places.size());
    }
  }

  // Computes the losses of texts [first, last), and gradients if the tape records. Each loss is weighted by
  // `share`.
  void go(const MaskedModel& model, Tape& tape, const TokenRows& rows, size_t first, size_t last,
          double share, std::span<double> losses) const {
    const size_t from = begins[first], some = begins[last] - from;
    if (some == 0) return;
    std::vector<uint32_t> at;
    for (size_t s = first; s < last; ++s)
      for (size_t i = begins[s]; i < begins[s + 1]; ++i) at.push_back(rows.segments[s - first] + places[i]);
    const ValuePtr scores = model.scores(tape, rows, std::move(at));
    const std::vector<double> shares(some, share);
    cross_entropy(tape, scores, std::span(words).subspan(from, some), shares, losses.subspan(from, some));
  }
};

}  // namespace

std::vector<Parameter> let_learn(MaskedModel& model) {
  std::vector<Parameter> list;
  learn(model.encoder(), 0, list);
  MaskedHead& head = model.head();
  learn(head.dense, "head", list);
  learn(head.norm, "head norm", list);
  let_learn(head.words);
  list.push_back(
      {.name = "words of the head.bias", .numbers = head.words.bias, .gradient = head.words.learns->bias});
  return list;
}

void stop_learning(MaskedModel& model) {
  stop_learning(model.encoder());
  MaskedHead& head = model.head();
  head.dense.learns.reset();
  head.norm.learns.reset();
  head.words.learns.reset();
}

void follow_table(MaskedModel& model, int threads) {
  follow(model.encoder().weights().words, model.head().words, threads);
}

double learn_masked(MaskedModel& model, BatchRunner& runner, const Batch& batch,
                    std::span<const MaskedTokens> hidden, std::span<const uint64_t> streams, int threads) {
  const Asked asked(hidden);
  const double share = 1 / static_cast<double>(asked.words.size());
  std::vector<double> losses(asked.words.size());
  runner.run(
      batch, streams,
      [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
        asked.go(model, tape, rows, first, last, share, losses);
      },
      threads);
  give_gradient(model.head().words, model.encoder().weights().words, threads);
  double loss = 0;
  for (const double one : losses) loss += share * one;
  return loss;
}

double loss_of_masked(const MaskedModel& model, const Batch& batch, std::span<const MaskedTokens> hidden) {
  const Asked asked(hidden);
  std::vector<double> losses(asked.words.size());
  Tape tape;
  asked.go(model, tape, {.ids = batch.ids, .types = {}, .segments = batch.segments}, 0, batch.texts(), 1,
           losses);
  double loss = 0;
  for (const double one : losses) loss += one;
  return loss;
}

}  // namespace standfast
