// Times the training of O2D2. bench/peers/o2d2.py times a padded PyTorch loop on the same synthetic texts:
// 155 words, six windows each. Nothing is timed unless the metric head has the losses of that loop in three
// updates without dropout. STANDFAST_BENCH_SAVE=FOLDER saves the initial network, which the loop reads.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "standfast/neural/o2d2/o2d2_network.h"
#include "standfast/neural/o2d2/o2d2_training.h"

namespace standfast {
namespace {

constexpr uint32_t kWords = 155, kPairs = 40;

// Makes a text. Token j of text i has a number of its own and up to 12 characters.
O2d2Text made_up(uint32_t i) {
  O2d2Text out;
  for (uint32_t j = 0; j < kWords; ++j) {
    const uint32_t token = i * kWords + j;
    out.words.push_back(token * 7919 % 5001);
    for (uint32_t k = 0; k < 1 + token % 12; ++k) out.characters.push_back((token + 3 * k) * 31 % 101);
    out.begins.push_back(static_cast<uint32_t>(out.characters.size()));
  }
  return out;
}

O2d2Network begin() {
  std::vector<std::vector<std::string>> tokens(1);
  for (uint32_t i = 0; i < 5000; ++i)
    tokens[0].push_back(std::string(1, static_cast<char>(33 + i % 90)) + std::to_string(i));
  const O2d2Vocabulary vocabulary = O2d2Vocabulary::learn(tokens, 5000, 100);
  O2d2Network network = O2d2Network::begin(vocabulary, 300, 1);
  network.characters = FloatMatrix(101, O2d2Sizes::kCharacter);
  for (size_t i = 0; i < network.characters.data.size(); ++i)
    network.characters.data[i] = static_cast<float>(0.03 * std::sin(0.7 * static_cast<double>(i + 1)));
  if (const char* folder = std::getenv("STANDFAST_BENCH_SAVE"))
    if (!save_o2d2(folder, network, vocabulary)) std::abort();
  return network;
}

// Returns losses of the metric head in repeated updates on one batch: pair i has texts 2 i and 2 i + 1, and
// even pairs are by one author.
std::vector<double> first_losses(O2d2Network& network) {
  PackedWindows packed;
  std::vector<uint8_t> same;
  for (uint32_t i = 0; i < 2 * kPairs; ++i) {
    const O2d2Text text = made_up(i);
    packed.add(text, 0, text.windows());
    if (i % 2 == 0) same.push_back(i % 4 == 0 ? 1 : 0);
  }
  const O2d2Options options;
  AdamW optimiser(options.adam, let_encoder_learn(network));
  std::vector<double> out;
  PairSums sums;
  for (int update = 0; update < 3; ++update) {
    const TwoCovariance scoring = network.scoring(false);
    Tape tape(true);
    std::vector<PairLoss> losses(kPairs);
    const auto vectors = text_vectors(tape, network, packed, {}, {});
    pair_losses(tape, network, vectors, scoring, same, 1.0 / kPairs, {}, {0, 0, 0, 0, 0, 0}, losses, sums);
    tape.back();
    Tape* const used = &tape;
    add_deferred({&used, 1}, 2);
    finish_sums(network, scoring, sums);
    double loss = 0;
    for (const PairLoss& one : losses) loss += one.metric / kPairs;
    out.push_back(loss);
    optimiser.step(options.rate, 2);
  }
  stop_learning(network);
  return out;
}

void learns_pairs(benchmark::State& state) {
  O2d2Network network = begin();
  const std::vector<double> expected = {0.4140452, 0.4140059, 0.4138332}, losses = first_losses(network);
  for (size_t i = 0; i < losses.size(); ++i) {
    if (std::abs(losses[i] - expected[i]) > 1e-4 * expected[i])
      return state.SkipWithError(("wrong loss " + std::to_string(losses[i])).c_str());
  }
  O2d2Texts texts;
  for (uint32_t i = 0; i < 800; ++i) {
    texts.texts.push_back(made_up(i));
    texts.authors.push_back(i / 4);
    texts.topics.push_back(kNoTopic);
  }
  O2d2Options options;
  options.epochs = 1;
  uint64_t pairs = 0;
  for (auto _ : state) {
    const auto done = train_o2d2(network, texts, {}, {}, options,
                                 {.seed = 1, .threads = static_cast<int>(state.range(0))}, "");
    pairs += done->pairs;
  }
  state.counters["texts/s"] =
      benchmark::Counter(2.0 * static_cast<double>(pairs), benchmark::Counter::kIsRate);
}
BENCHMARK(learns_pairs)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace standfast
