// Minority-Split: documents whose class is not the majority class of their cluster are tested. A model that
// has learned the properties of a cluster, and not those of the class, is wrong there. The training side
// holds only the other documents: it is biased throughout ("bias-amplified"), and the test side is against
// the bias. Reif and Schwartz 2023 ("Fighting bias with bias", Findings of ACL), minority examples.
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/groups.h"
#include "standfast/split/folds.h"
#include "standfast/split/latent/class_quotas.h"
#include "standfast/split/latent/cluster_choice.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/latent/split_clusters.h"
#include "standfast/split/splitters.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr const char* kMinority = "minority-split";

enum class MajorityBy : uint8_t { number, share };
enum class TrainOn : uint8_t { majority, all };

struct MinorityOptions {
  OneClustering clustering = {};
  bool centre = false;
  MajorityBy majority = MajorityBy::number;
  double test_share = 0;
  TrainOn train_on = TrainOn::majority;
  TrainSide train_side = {};
};

// Returns the majority class of each cluster. In a tie it is the class with more documents in total, then the
// later one in the order of classes: names have no effect.
std::vector<uint32_t> majorities(const std::vector<std::vector<uint32_t>>& counts,
                                 const std::vector<uint64_t>& sizes, MajorityBy by) {
  std::vector<uint32_t> majority;
  for (const auto& of_cluster : counts) {
    uint32_t best = 0;
    for (uint32_t c = 1; c < sizes.size(); ++c) {
      const uint64_t here = by == MajorityBy::number ? of_cluster[c] : of_cluster[c] * sizes[best];
      const uint64_t there = by == MajorityBy::number ? of_cluster[best] : of_cluster[best] * sizes[c];
      if (here >= there) best = c;
    }
    majority.push_back(best);
  }
  return majority;
}

// Returns the expected number of documents in a minority if the classes were assigned to the documents of the
// same clusters at random.
double minority_by_chance(const std::vector<uint32_t>& cluster_sizes, const std::vector<uint64_t>& sizes,
                          MajorityBy by, uint64_t seed) {
  constexpr int kDraws = 20;
  std::vector<uint32_t> cluster_of;
  for (uint32_t k = 0; k < cluster_sizes.size(); ++k)
    cluster_of.insert(cluster_of.end(), cluster_sizes[k], k);
  uint64_t found = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    Rng rng(seed, "split/minority/chance", std::to_string(draw));
    rng.shuffle(cluster_of);
    std::vector<std::vector<uint32_t>> counts(cluster_sizes.size(), std::vector<uint32_t>(sizes.size(), 0));
    size_t at = 0;
    for (size_t c = 0; c < sizes.size(); ++c)
      for (uint64_t i = 0; i < sizes[c]; ++i) ++counts[cluster_of[at++]][c];
    const auto majority = majorities(counts, sizes, by);
    for (size_t k = 0; k < counts.size(); ++k) found += cluster_sizes[k] - counts[k][majority[k]];
  }
  return static_cast<double>(found) / kDraws;
}

std::string share_of_all(double part, uint64_t whole) {
  return fmt::format("{:.1f} %", whole > 0 ? 100.0 * part / static_cast<double>(whole) : 0.0);
}

// Lists the first classes: "12 of 40 of hate (30.0 %), ...".
std::string minority_by_class(const LatentDocuments& documents, const std::vector<uint64_t>& found) {
  constexpr size_t kShown = 10;
  std::vector<std::string> parts;
  for (size_t c = 0; c < std::min(found.size(), kShown); ++c)
    parts.push_back(fmt::format("{} of {} of {} ({})", found[c], documents.sizes[c],
                                printable_line(documents.classes[c]),
                                share_of_all(static_cast<double>(found[c]), documents.sizes[c])));
  return fmt::format("{}{}", fmt::join(parts, ", "),
                     found.size() > kShown ? fmt::format(" and {} more classes", found.size() - kShown) : "");
}

class MinoritySplit final : public Splitter {
 public:
  MinoritySplit(const MinorityOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    if (context.vectors.empty()) return needs_vectors(kMinority);
    if (context.classes == nullptr)
      return usage_error(fmt::format(
          "{}: {} needs the majority class of each cluster, and the documents have no classes here (in a "
          "study: the target; on the command line: --label COLUMN)",
          corpus.name(), kMinority));
    SF_ASSIGN(const LatentDocuments documents,
              latent_documents(corpus, sample, context, {}, options_.centre));
    if (documents.classes.size() < 2)
      return data_error(
          fmt::format("{}: all documents are of one class, so none is in a minority", corpus.name()));
    SF_ASSIGN(const KMeans means, clustered(corpus, documents, options_.clustering, context));
    const auto counts = count_classes(documents, means.cluster_of, means.sizes.size());
    const auto majority = majorities(counts, documents.sizes, options_.majority);

    std::vector<std::vector<uint32_t>> minority(documents.classes.size());  // rows by class
    std::vector<uint64_t> found(documents.classes.size(), 0);
    std::vector<uint32_t> train;
    for (size_t i = 0; i < documents.rows.size(); ++i) {
      const uint32_t c = documents.class_of[i];
      if (majority[means.cluster_of[i]] == c) {
        train.push_back(documents.rows[i]);
      } else {
        minority[c].push_back(documents.rows[i]);
        ++found[c];
      }
    }
    SF_TRY(check_taught(corpus, documents, found));
    SF_ASSIGN(const auto quotas, quotas_of(corpus, documents, found));
    std::vector<uint32_t> test;
    uint64_t not_tested = 0;
    for (size_t c = 0; c < minority.size(); ++c) {
      auto rows = quotas[c] < minority[c].size()
                      ? shuffled_rows(corpus, minority[c], context.seed, "split/minority/draw")
                      : minority[c];
      const auto cut = rows.begin() + static_cast<std::ptrdiff_t>(quotas[c]);
      test.insert(test.end(), rows.begin(), cut);
      not_tested += static_cast<uint64_t>(rows.end() - cut);
      if (options_.train_on == TrainOn::all) train.insert(train.end(), cut, rows.end());
    }

    const uint64_t all = std::accumulate(found.begin(), found.end(), uint64_t{0}), n = documents.rows.size();
    const size_t tested = test.size();
    SplitBuilder builder(kMinority, recorded_.with("clusters", static_cast<int64_t>(means.sizes.size())),
                         options_.train_side, corpus, sample, context);
    if (documents.without_class > 0)
      builder.note(fmt::format("{} documents have no class: left out", documents.without_class));
    builder.add_fold(std::move(train), {}, std::move(test));
    builder.note(fmt::format(
        "{} of {} documents ({}) are not of the class that represents their cluster, in {} clusters in the "
        "space {}; with the classes dealt at random to the same clusters it would be {} on average",
        all, n, share_of_all(static_cast<double>(all), n), means.sizes.size(), context.vectors.space,
        share_of_all(minority_by_chance(means.sizes, documents.sizes, options_.majority, context.seed), n)));
    builder.note("minority documents: " + minority_by_class(documents, found));
    if (not_tested > 0)
      builder.note(fmt::format("{} minority documents are not tested: {}", not_tested,
                               options_.train_on == TrainOn::all ? "they train" : "left out"));
    SF_ASSIGN(
        Split split,
        std::move(builder).finish(fmt::format(
            "{} of {} documents are tested, none of the class that represents its cluster; {}.", tested, n,
            options_.train_on == TrainOn::all ? "all others train" : "documents of that class train")));
    split.clusters =
        split_clusters(documents, means.cluster_of, means.sizes.size(), split.folds.front().test);
    return split;
  }

 private:
  // Checks that each tested class has a majority document: otherwise it would be tested and never learned.
  Status check_taught(const Corpus& corpus, const LatentDocuments& documents,
                      const std::vector<uint64_t>& found) const {
    if (options_.train_on == TrainOn::all) return {};
    std::vector<std::string> untaught;
    for (size_t c = 0; c < found.size(); ++c)
      if (found[c] == documents.sizes[c])
        untaught.push_back(
            fmt::format("\"{}\" ({} documents)", printable_line(documents.classes[c]), found[c]));
    if (untaught.empty()) return {};
    constexpr size_t kShown = 4;
    const size_t more = untaught.size() > kShown ? untaught.size() - kShown : 0;
    untaught.resize(untaught.size() - more);
    return data_error(fmt::format(
        "{}: {} is the class of no cluster, so nothing of it would train: {}{}. {}more clusters or train-on "
        "= all{} may help",
        corpus.name(), untaught.size() + more == 1 ? "one class" : "each of some classes",
        fmt::join(untaught, ", "), more > 0 ? fmt::format(" and {} more", more) : "", or_by_share(),
        options_.test_share == 0 ? " with a test-share" : ""));
  }
  // Returns the advice to set majority = share, unless it is set already.
  const char* or_by_share() const {
    return options_.majority == MajorityBy::share ? "" : "majority = share, ";
  }

  // Returns the number of tested minority documents of each class.
  Result<std::vector<uint64_t>> quotas_of(const Corpus& corpus, const LatentDocuments& documents,
                                          const std::vector<uint64_t>& found) const {
    if (options_.test_share == 0) {
      if (std::ranges::all_of(found, [](uint64_t n) { return n == 0; }))
        return data_error(fmt::format(
            "{}: every cluster has documents of one class only, so none is in a minority; fewer clusters may "
            "help",
            corpus.name()));
      return found;
    }
    const auto quotas =
        class_quotas(documents.classes, documents.sizes, parts_per_million(options_.test_share), {});
    if (!quotas) return with_context(corpus.name(), quotas.error());
    std::vector<std::string> lacking;
    for (size_t c = 0; c < found.size(); ++c)
      if ((*quotas)[c] > found[c])
        lacking.push_back(fmt::format("\"{}\" has {} minority documents where {} are wanted",
                                      printable_line(documents.classes[c]), found[c], (*quotas)[c]));
    if (!lacking.empty())
      return data_error(fmt::format(
          "{}: {}{}. A smaller test-share, other clusters, {}or test-share = 0, which tests all minority "
          "documents, may help",
          corpus.name(), lacking.front(),
          lacking.size() > 1 ? fmt::format(" (and {} more classes lack some)", lacking.size() - 1) : "",
          or_by_share()));
    return std::vector<uint64_t>(quotas->begin(), quotas->end());
  }

  MinorityOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry minority_split_splitter() {
  using O = MinorityOptions;
  OptionTable<O> table;
  table.include(&O::clustering, one_clustering_table(20));
  table.add("centre", &O::centre, "subtract the mean of all vectors first");
  table.words_in_order(
      "majority", &O::majority, std::vector<std::string>{"number", "share"},
      "the class that represents a cluster: the one with the most documents there, or the one with the "
      "largest share of its documents there, which gives rare classes a chance");
  table
      .add("test-share", &O::test_share,
           "share of the documents of each class that is tested, drawn from its minority documents; 0: all "
           "minority documents")
      .at_least(0)
      .below(1);
  table.words_in_order(
      "train-on", &O::train_on, std::vector<std::string>{"majority", "all"},
      "majority: no minority document trains (bias-amplified training); all: untested minority documents "
      "train");
  table.include(&O::train_side, train_side_table());
  table.require([](const O& o) -> std::string {
    if (o.train_on == TrainOn::all && o.test_share == 0)
      return "train-on = all trains on minority documents that are not tested, and test-share = 0 tests all of them; "
             "give a test-share";
    return "";
  });
  return {.name = kMinority,
          .summary =
              "Tests the documents whose class is not the majority class of their cluster; the others train.",
          .citation = "Reif and Schwartz 2023 (Fighting bias with bias; Findings of ACL)",
          .traits = {.reads_vectors = true, .reads_classes = true, .needs_classes = true, .tests_all = false},
          .options = table,
          .make = made_as<Splitter, MinoritySplit>(table)};
}

}  // namespace standfast
