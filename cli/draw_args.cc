#include "cli/draw_args.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "cli/keep_inputs.h"
#include "standfast/base/parallel.h"
#include "standfast/sample/sampler.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

constexpr size_t kMostFoldsShown = 1000;  // if there are more folds, only the first are shown
constexpr size_t kFirstFoldsShown = 20;

}  // namespace

void DrawArgs::declare(Args& args, const std::string& sampler_flag, const std::string& settings_flag) {
  std::vector<std::string> names;
  for (const auto& entry : samplers().entries()) names.push_back(entry.name);
  args.choice(sampler_flag, sampler, names, "Sampler that chooses the topics and documents to keep");
  args.settings(settings_flag, sampler_options, "Option of the sampler, e.g. topics=20");
  encoder.declare(args);
  args.count("--seed", seed, "Seed of every draw; recorded");
  args.jobs(jobs);
}

int DrawArgs::threads() const {
  return threads_of(jobs);
}

std::vector<std::string> DrawArgs::files() const {
  return together({files_named(samplers(), sampler, sampler_options), encoder.files()});
}

Result<Sample> DrawArgs::draw(const Corpus& corpus) const {
  SF_ASSIGN(const auto made, samplers().make(sampler, sampler_options));
  SampleContext context;
  context.seed = the_seed();
  context.threads = threads();
  context.sink = &terminal();
  SF_ASSIGN(context.encoder, encoder.topics());
  return made->sample(corpus, context);
}

std::shared_ptr<const TopicSimilarity> compared_topics(const Corpus& corpus, int threads,
                                                       const TopicEncoder& encoder) {
  if (corpus.column(Role::topic) == nullptr) return nullptr;
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  if (auto made = encoder.encode(corpus, rows, threads, terminal()))
    return std::move(*made);
  else
    terminal().warn("topics are not compared: " + made.error().message);
  return nullptr;
}

SplitStatistics statistics_with_similarity(const Corpus& corpus, const Sample& sample, const Split& split,
                                           int threads, size_t closest, const TopicEncoder& encoder) {
  const auto similarity = compared_topics(corpus, threads, encoder);
  return split_statistics(corpus, sample, split, similarity.get(), encoder.name + kOfWholeCorpus, closest);
}

namespace {

// Returns the tested documents of each label in each fold, the most frequent labels first, and a measure of
// the imbalance.
std::string describe(const LabelBalance& balance) {
  constexpr size_t kMostLabelsShown = 20, kMostTestedShown = 10;
  std::vector<const LabelBalance::Label*> order;
  for (const auto& label : balance.labels) order.push_back(&label);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->documents > b->documents; });
  std::string out = "tested documents of each value, fold by fold:\n";
  for (size_t i = 0; i < std::min(order.size(), kMostLabelsShown); ++i) {
    const auto& label = *order[i];
    out += fmt::format(
        "  {:<28} {:>8} ",
        printable_line(fmt::format("{} {}", label.column, label.value.empty() ? "(none)" : label.value)),
        label.documents);
    for (size_t f = 0; f < std::min(label.tested.size(), kMostTestedShown); ++f)
      out += fmt::format(" {:>6}", label.tested[f]);
    out += label.tested.size() > kMostTestedShown ? " ...\n" : "\n";
  }
  if (order.size() > kMostLabelsShown)
    out += fmt::format("  ... and {} more values, which splits.json has\n", order.size() - kMostLabelsShown);
  out += fmt::format("largest deviation of a value's share of a test side from its share of all: {:.4f}\n",
                     balance.largest_deviation);
  if (std::isfinite(balance.mean_sd))
    out += fmt::format(
        "standard deviation over folds of the part of a value that a fold tests, mean over values: "
        "{:.6f}\n",
        balance.mean_sd);
  return out;
}

}  // namespace

std::string describe(const Corpus& corpus, const SplitStatistics& statistics) {
  const bool topics = corpus.column(Role::topic) != nullptr, authors = corpus.column(Role::author) != nullptr;
  const bool compared = !statistics.vectors.empty();
  const bool aside = std::any_of(statistics.folds.begin(), statistics.folds.end(),
                                 [](const FoldStatistics& fold) { return fold.aside > 0; });
  const bool purged = std::any_of(statistics.folds.begin(), statistics.folds.end(),
                                  [](const FoldStatistics& fold) { return fold.purged != Fold::Purged{}; });
  std::string out = fmt::format("{:>5} {:>8} {:>8} {:>8}", "fold", "train", "valid.", "test");
  if (aside) out += fmt::format(" {:>8}", "aside");
  if (purged) out += fmt::format("  {:>18}", "purged: group/text");
  if (topics) out += fmt::format("  {:>17}", "topics: test/both");
  if (authors) out += fmt::format("  {:>18}", "authors: test/both");
  if (compared) out += "  similarity: mean    max";
  out += "\n";
  const size_t shown =
      statistics.folds.size() <= kMostFoldsShown ? statistics.folds.size() : kFirstFoldsShown;
  for (size_t f = 0; f < shown; ++f) {
    const auto& fold = statistics.folds[f];
    out += fmt::format("{:>5} {:>8} {:>8} {:>8}", f, fold.train, fold.validation, fold.test);
    if (aside) out += fmt::format(" {:>8}", fold.aside);
    if (purged) out += fmt::format("  {:>18}", fmt::format("{}/{}", fold.purged.group, fold.purged.text));
    if (topics) out += fmt::format("  {:>17}", fmt::format("{}/{}", fold.test_topics, fold.shared_topics));
    if (authors) out += fmt::format("  {:>18}", fmt::format("{}/{}", fold.test_authors, fold.shared_authors));
    if (compared)
      out += std::isfinite(fold.similarity_mean)
                 ? fmt::format("  {:>16.3f}  {:.3f}", fold.similarity_mean, fold.similarity_max)
                 : fmt::format("  {:>16}  {:>5}", "-", "-");
    out += "\n";
  }
  if (shown < statistics.folds.size())
    out += fmt::format("  ... and {} more folds, which splits.json has\n", statistics.folds.size() - shown);
  if (!statistics.balance.labels.empty()) out += describe(statistics.balance);
  if (!compared) return out;
  out += fmt::format("train/test topic similarity ({}): mean {:.3f}, max {:.3f}, averaged over folds\n",
                     statistics.vectors, statistics.similarity_mean, statistics.similarity_max);
  if (statistics.compared_topics < statistics.tested_topics)
    out += fmt::format("{} of {} tested topics, drawn by name, were compared with all training topics\n",
                       statistics.compared_topics, statistics.tested_topics);
  if (statistics.closest.empty()) return out;
  out += "most similar train/test topics:\n";
  const auto& names = corpus.column(Role::topic)->names;
  for (const auto& pair : statistics.closest)
    out += fmt::format("  {:.3f}  {} - {}\n", pair.similarity, printable_line(names[pair.a]),
                       printable_line(names[pair.b]));
  return out;
}

}  // namespace standfast::cli
