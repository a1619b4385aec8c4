// Times fine-tuning. Needs STANDFAST_BENCH_MODEL=FOLDER of all-MiniLM-L6-v2 and STANDFAST_BENCH_POSTS=FILE,
// HateXplain's hatexplain_train_test.jsonl.gz; skipped without them. bench/peers/fine_tuning.py times a
// PyTorch loop on the same data. Before timing, the losses of five updates without dropout must equal the
// losses of that loop.
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/json.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/losses.h"

namespace standfast {
namespace {

struct Posts {
  std::vector<std::string> texts;
  std::vector<uint32_t> classes;
};

Posts read_posts(const char* file) {
  Posts out;
  const std::map<std::string, uint32_t> numbers = {{"hate", 0}, {"noHate", 1}, {"offensive", 2}};
  std::istringstream lines(read_file(file).value());
  for (std::string line; std::getline(lines, line);) {
    const auto post = nlohmann::json::parse(line);
    out.texts.push_back(post.at("text"));
    out.classes.push_back(numbers.at(post.at("label")));
  }
  return out;
}

// Returns losses of updates as the peer makes them: posts in its order, its head.
std::vector<double> first_losses(SequenceClassifier& model, const LabelledTexts& posts, size_t of_batch) {
  Linear& output = model.head().output;
  std::vector<float> weights(output.bias.size() * output.inputs());
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<float>(0.02 * std::sin(0.7 * static_cast<double>(i + 1)));
  output.weights = pack_outputs({weights.data(), output.bias.size(), output.inputs(), output.inputs()});
  std::vector<double> out;
  {
    AdamW optimiser({}, let_learn(model, 0));
    const RateSchedule schedule{.rate = 2e-5, .updates = 20};
    BatchRunner runner;
    for (size_t t = 0; t < 5; ++t) {
      Batch batch;
      std::vector<uint32_t> classes;
      for (size_t i = 0; i < of_batch; ++i) {
        const size_t post = (t * of_batch + i) * 7919 % posts.texts.texts();
        const auto begin = posts.texts.ids.begin() + posts.texts.begins[post];
        batch.ids.insert(batch.ids.end(), begin, begin + static_cast<ptrdiff_t>(posts.texts.tokens(post)));
        batch.segments.push_back(static_cast<uint32_t>(batch.ids.size()));
        classes.push_back(posts.classes[post]);
      }
      const std::vector<double> shares(of_batch, 1.0 / static_cast<double>(of_batch));
      std::vector<double> losses(of_batch);
      runner.run(
          batch, {},
          [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
            const size_t some = last - first;
            cross_entropy(tape, model.scores(tape, rows, 0), std::span(classes).subspan(first, some),
                          std::span(shares).subspan(first, some), std::span(losses).subspan(first, some));
          },
          2);
      double mean = 0;
      for (const double loss : losses) mean += loss / static_cast<double>(of_batch);
      out.push_back(mean);
      optimiser.step(schedule.at(t), 2);
    }
  }
  stop_learning(model);
  return out;
}

void fine_tuning(benchmark::State& state) {
  const char* folder = std::getenv("STANDFAST_BENCH_MODEL");
  const char* file = std::getenv("STANDFAST_BENCH_POSTS");
  if (folder == nullptr || file == nullptr)
    return state.SkipWithError("needs STANDFAST_BENCH_MODEL and STANDFAST_BENCH_POSTS");
  const Posts posts = read_posts(file);
  auto model = SequenceClassifier::begin(folder, {.names = {"hate", "noHate", "offensive"}, .seed = 1});
  if (!model) return state.SkipWithError(model.error().message.c_str());
  const std::vector<std::string_view> texts(posts.texts.begin(), posts.texts.end());
  const LabelledTexts all{model->tokens(texts, 2), posts.classes, {}};
  const auto of_batch = static_cast<uint32_t>(state.range(0));
  const std::map<uint32_t, std::vector<double>> expected = {
      {32, {1.097144, 1.098937, 1.099339, 1.095624, 1.094472}},
      {4, {1.115072, 1.093084, 1.094007, 1.092793, 1.092426}}};
  const auto losses = first_losses(*model, all, of_batch);
  for (size_t t = 0; t < losses.size(); ++t)
    if (std::abs(losses[t] - expected.at(of_batch)[t]) > 1e-4) return state.SkipWithError("wrong losses");
  FineTuneOptions options;
  options.batch = of_batch;
  options.epochs = of_batch == 32 ? 0.3 : 0.1;
  uint64_t tokens = 0;
  for (auto _ : state) {
    const auto done =
        fine_tune(*model, all, {}, options, {.seed = 1, .threads = static_cast<int>(state.range(1))}, "");
    tokens += done->tokens;
  }
  state.counters["tokens/s"] = benchmark::Counter(static_cast<double>(tokens), benchmark::Counter::kIsRate);
}
BENCHMARK(fine_tuning)
    ->ArgNames({"batch", "threads"})
    ->ArgsProduct({{32, 4}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace standfast
