// Times the training of LUAR. Needs STANDFAST_BENCH_MODEL=FOLDER of all-MiniLM-L6-v2; skipped without it.
// bench/peers/luar.py times a PyTorch loop on the same batches: 16 authors with two episodes of 8 texts of 32
// tokens. Nothing is timed unless three updates without dropout have the losses of that loop.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "standfast/neural/luar/train_luar.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/losses.h"

namespace standfast {
namespace {

constexpr uint32_t kAuthors = 16, kEpisode = 8, kWindow = 32, kTexts = 2 * kAuthors * kEpisode;

// Makes synthetic texts between BERT's special tokens: token j of text i.
TextTokens made_up(uint32_t texts) {
  TextTokens out;
  for (uint32_t i = 0; i < texts; ++i) {
    out.ids.push_back(101);
    for (uint32_t j = 1; j + 1 < kWindow; ++j)
      out.ids.push_back(static_cast<int32_t>(1000 + (uint64_t{i} * kWindow + j) * 7919 % 20000));
    out.ids.push_back(102);
    out.begins.push_back(static_cast<uint32_t>(out.ids.size()));
    out.cut.push_back(0);
  }
  return out;
}

std::vector<double> first_losses(LuarModel& model) {
  Linear& layer = model.layer();
  std::vector<float> weights(layer.bias.size() * layer.inputs());
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<float>(0.05 * std::sin(0.7 * static_cast<double>(i + 1)));
  layer.weights = pack_outputs({weights.data(), layer.bias.size(), layer.inputs(), layer.inputs()});
  std::fill(layer.bias.begin(), layer.bias.end(), 0.0F);
  const TextTokens texts = made_up(kTexts);
  Batch batch;
  for (uint32_t text = 0; text < kTexts; ++text) batch.add(texts, text);
  std::vector<uint32_t> episodes = {0}, authors;
  for (uint32_t e = 0; e < 2 * kAuthors; ++e) {
    episodes.push_back((e + 1) * kEpisode);
    authors.push_back(e / 2);
  }
  std::vector<double> losses;
  {
    std::vector<Parameter> learned;
    learn(model.encoder().transformer, 0, learned);
    learn(layer, "layer", learned);
    AdamW optimiser({}, std::move(learned));
    BatchRunner runner;
    for (int update = 0; update < 3; ++update) {
      runner.run_coupled(
          batch, {}, model.config().hidden,
          [&](Tape& tape, const TokenRows& rows) { return model.rows_of_texts(tape, rows); },
          [&](const FloatMatrix& rows) {
            Tape tape(true);
            const ValuePtr made = tape.make(rows.rows, rows.columns, true);
            std::copy(rows.data.begin(), rows.data.end(), made->numbers.begin());
            const ValuePtr vectors = unit_rows(tape, model.rows_of_episodes(tape, made, episodes));
            losses.push_back(supervised_contrastive(tape, vectors, authors, 0.01).mean);
            tape.back();
            Tape* const used = &tape;
            add_deferred({&used, 1}, 2);
            FloatMatrix out(rows.rows, rows.columns);
            std::copy(made->gradient.begin(), made->gradient.end(), out.data.begin());
            return out;
          },
          2);
      optimiser.step(2e-5, 2);
    }
  }
  stop_learning(model.encoder().transformer);
  layer.learns.reset();
  return losses;
}

void learns_authors(benchmark::State& state) {
  const char* folder = std::getenv("STANDFAST_BENCH_MODEL");
  if (folder == nullptr) return state.SkipWithError("needs STANDFAST_BENCH_MODEL");
  auto model = LuarModel::begin(folder, {}, 1);
  if (!model) return state.SkipWithError(model.error().message.c_str());
  const std::vector<double> expected = {30.765001, 4.221410, 3.257910}, losses = first_losses(*model);
  for (size_t i = 0; i < losses.size(); ++i) {
    if (std::abs(losses[i] - expected[i]) > 1e-3 * expected[i]) return state.SkipWithError("wrong losses");
  }
  // Each author has enough texts for the longest episodes, in two documents.
  const uint32_t of_author = 4 * kEpisode;
  const TextTokens texts = made_up(kAuthors * of_author);
  std::vector<EpisodeAuthor> authors;
  for (uint32_t a = 0; a < kAuthors; ++a)
    authors.push_back({{{.first = a * of_author, .texts = of_author / 2, .topic = 0},
                        {.first = a * of_author + of_author / 2, .texts = of_author / 2, .topic = 1}}});
  LuarTrainOptions options;
  options.updates = 4;
  options.episodes = {.authors = kAuthors, .length = kEpisode};
  uint64_t tokens = 0;
  for (auto _ : state) {
    const auto done = train_luar(*model, texts, authors, options,
                                 {.seed = 1, .threads = static_cast<int>(state.range(0))}, "");
    tokens += done->tokens;
  }
  state.counters["tokens/s"] = benchmark::Counter(static_cast<double>(tokens), benchmark::Counter::kIsRate);
}
BENCHMARK(learns_authors)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace standfast
