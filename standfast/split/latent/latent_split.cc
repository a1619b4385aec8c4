#include "standfast/split/latent/latent_split.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/split/latent/class_quotas.h"
#include "standfast/split/latent/split_clusters.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

std::string percent(uint64_t part, uint64_t whole) {
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string by_class(const LatentDocuments& documents, const std::vector<uint32_t>& numbers) {
  std::vector<std::string> parts;
  for (size_t c = 0; c < numbers.size(); ++c)
    parts.push_back(fmt::format("{} of {}", numbers[c], printable_line(documents.classes[c])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Returns the note on the choice: "k = 23 was chosen of 49 clusterings (2 to 50) in the space x: ...".
std::string note_of_choice(const ClusterChoice& choice, const std::string& space) {
  const auto fitting =
      std::ranges::count_if(choice.candidates, [](const auto& one) { return one.whole > 0; });
  auto chosen = choice.chosen;
  std::ranges::sort(chosen);
  return fmt::format(
      "k = {} (seed {}) was chosen of {} clusterings in the space {}, in {} of which some cluster fits; "
      "tested as a whole: cluster{} {} of {}",
      choice.clustering.k, choice.clustering.seed, choice.candidates.size(), space, fitting,
      chosen.size() == 1 ? "" : "s", fmt::join(chosen, ", "), choice.clustering.k);
}

// Returns the note on the parts of the test side, with shares: the outcome depends on them more than on
// anything else.
std::string note_of_parts(const LatentDocuments& documents, const ClusterChoice& choice, size_t whole,
                          const Added& added) {
  const uint64_t all = whole + added.places.size();
  std::string line =
      fmt::format("{} of {} tested documents ({}) are whole clusters", whole, all, percent(whole, all));
  if (added.places.empty()) return line;
  return fmt::format("{}, {} ({}) were added one by one, {} ({}): {} are the main part", line,
                     added.places.size(), percent(added.places.size(), all), added.from,
                     by_class(documents, choice.gaps),
                     added.places.size() > whole ? "single documents" : "whole clusters");
}

}  // namespace

OptionTable<LatentOptions> latent_table() {
  using O = LatentOptions;
  OptionTable<O> table;
  table
      .add("test", &O::test,
           "share of the documents of each class that is tested; the quotas of the classes are met exactly")
      .above(0)
      .below(1);
  table.add("class-order", &O::class_order,
            "all classes in order of priority: the first one decides between sets of clusters of equal size; "
            "empty: the rarest first");
  table.add(
      "class-ratios", &O::class_ratios,
      "ratios of the classes in the test side, such as hate=0.31,offensive=0.28; one class is not named "
      "and takes the rest; empty: the ratios of the sample");
  table.add("centre", &O::centre,
            "subtract the mean of all vectors first, because cosines depend on the origin");
  table.include(&O::sweep, cluster_sweep_table());
  table.include(&O::ninth, ninth_validation_table("the train documents", NinthValidation::none));
  table.include(&O::train_side, train_side_table());
  table.require([](const O& o) -> std::string {
    if (o.ninth.ninth != NinthValidation::none && o.train_side.validation > 0)
      return "ninth and validation both take documents from train; give one of them";
    return "";
  });
  return table;
}

Result<Split> latent_split(const LatentMethod& method, const LatentOptions& options, const Options& recorded,
                           const Corpus& corpus, const Sample& sample, const SplitContext& context) {
  if (context.vectors.empty()) return needs_vectors(method.name);
  const auto of_corpus = [&corpus](const Error& error) { return with_context(corpus.name(), error); };
  SF_ASSIGN(const LatentDocuments documents,
            latent_documents(corpus, sample, context, options.class_order, options.centre));
  const auto quotas =
      class_quotas(documents.classes, documents.sizes, parts_per_million(options.test), options.class_ratios);
  if (!quotas) return of_corpus(quotas.error());
  ClusterSweep sweep = options.sweep;
  if (sweep.cluster_seeds.empty()) sweep.cluster_seeds = {context.seed};
  auto choice = choose_clusters(
      documents, *quotas, sweep, context, method.name,
      [&](const Clustering& clustering) { return method.pick(documents, *quotas, clustering); });
  if (!choice) return of_corpus(choice.error());

  std::vector<bool> tested_cluster(choice->clustering.k, false), tested(documents.rows.size(), false);
  for (const uint32_t j : choice->chosen) tested_cluster[j] = true;
  std::vector<uint32_t> whole;
  for (uint32_t place = 0; place < documents.rows.size(); ++place)
    if (tested_cluster[choice->clustering.means.cluster_of[place]]) whole.push_back(place);
  SF_ASSIGN(const Added added, method.fill(documents, *choice, whole));
  for (const uint32_t place : whole) tested[place] = true;
  for (const uint32_t place : added.places) tested[place] = true;
  std::vector<uint32_t> train, test;
  for (uint32_t place = 0; place < documents.rows.size(); ++place)
    (tested[place] ? test : train).push_back(documents.rows[place]);
  std::ranges::sort(train);  // in the order of the file, as in the released code

  const size_t tested_documents = test.size();
  Options resolved = recorded.with("cluster-seeds", fmt::format("{}", fmt::join(sweep.cluster_seeds, ",")))
                         .with("k-max", int64_t{choice->k_max})
                         .with("class-order", fmt::format("{}", fmt::join(documents.classes, ",")));
  SplitBuilder builder(method.name, resolved, options.train_side, corpus, sample, context);
  if (documents.without_class > 0)
    builder.note(fmt::format("{} documents have no class: left out", documents.without_class));
  auto [learned, validation] = take_ninth_validation(options.ninth.ninth, corpus, std::move(train), context);
  builder.add_fold(std::move(learned), std::move(validation), std::move(test));
  builder.note(note_of_choice(*choice, context.vectors.space));
  builder.note(note_of_parts(documents, *choice, whole.size(), added));
  if (documents.classes.size() > 1) builder.note(fmt::format("quotas: {}", by_class(documents, *quotas)));
  SF_ASSIGN(Split split,
            std::move(builder).finish(fmt::format("One test side of {} of {} documents: {}", tested_documents,
                                                  documents.rows.size(), method.reason)));
  split.candidates = std::move(choice->candidates);
  split.clusters = split_clusters(documents, choice->clustering.means.cluster_of, choice->clustering.k,
                                  split.folds.front().test);
  return split;
}

}  // namespace standfast
