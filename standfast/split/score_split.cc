// Score-Split: in each class, the documents at one end of a score are tested and the others train. The score
// is a number column (the likelihood of a text under a language model, its perplexity, a readability) or the
// length of the text. With keep-whole a group has the mean score of its documents, and quotas count groups.
//
// With likelihood as score it is the split of Godbole and Jia 2023 ("Benchmarking long-tail generalization
// with likelihood splits", Findings of EACL), which also holds length fixed: here `control`. With length it
// is the length split of Søgaard, Ebert, Bastings and Filippova 2021 ("We need to talk about random splits",
// EACL), by class and with an exact size.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/folds.h"
#include "standfast/split/keep_whole.h"
#include "standfast/split/latent/class_quotas.h"
#include "standfast/split/proportional_draw.h"
#include "standfast/split/row_scores.h"
#include "standfast/split/splitters.h"
#include "standfast/split/strata.h"

namespace standfast {
namespace {

constexpr const char* kScoreSplit = "score-split";

enum class End : uint8_t { highest, lowest };

struct ScoreSplitOptions {
  std::string score{kNoColumn};
  TextLength length = TextLength::words;
  End tested = End::highest;
  double test_share = 0.2;
  std::string control{kNoColumn};
  TextLength control_length = TextLength::none;
  uint32_t buckets = 10;
  TrainSide train_side = {};

  bool controlled() const { return control != kNoColumn || control_length != TextLength::none; }
};

// Documents that can be tested, by id, each with its class; and the left-out documents, with the reason.
struct Candidates {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> class_of;  // by index in rows
  std::vector<std::string> classes;
  std::vector<uint64_t> sizes;  // by class
};

Candidates candidates_of(const std::vector<uint32_t>& rows, const Column* classes) {
  Candidates all{rows, std::vector<uint32_t>(rows.size(), 0), {"documents"}, {rows.size()}};
  if (classes == nullptr) return all;
  std::vector<uint32_t> place(classes->names.size(), kMissing);
  all.classes.clear();
  all.sizes.clear();
  for (size_t i = 0; i < rows.size(); ++i) {
    uint32_t& c = place[classes->codes[rows[i]]];
    if (c == kMissing) {
      c = static_cast<uint32_t>(all.classes.size());
      all.classes.push_back(classes->names[classes->codes[rows[i]]]);
      all.sizes.push_back(0);
    }
    all.class_of[i] = c;
    ++all.sizes[c];
  }
  return all;
}

struct Chosen {
  std::vector<bool> tested;  // by index in the candidates
  uint64_t ties = 0;         // documents not tested although their score equals the last tested one
};

// Chooses, in each class and bucket, the documents at the end of the score. In a tie the smaller id wins:
// candidates are by id.
Chosen choose(const Candidates& all, const std::vector<uint32_t>& quotas,
              const std::vector<uint32_t>& bucket_of, const std::vector<double>& score, End end) {
  const size_t buckets = 1 + *std::ranges::max_element(bucket_of);
  std::vector<std::vector<std::vector<uint32_t>>> places(all.classes.size(),
                                                         std::vector<std::vector<uint32_t>>(buckets));
  for (uint32_t i = 0; i < all.rows.size(); ++i) places[all.class_of[i]][bucket_of[i]].push_back(i);
  Chosen chosen{std::vector<bool>(all.rows.size(), false)};
  const double sign = end == End::lowest ? 1 : -1;
  for (size_t c = 0; c < places.size(); ++c) {
    std::vector<uint64_t> sizes;
    for (const auto& of_bucket : places[c]) sizes.push_back(of_bucket.size());
    const auto shares = proportional_quotas(sizes, {quotas[c], all.sizes[c]}, quotas[c]);
    for (size_t b = 0; b < buckets; ++b) {
      auto& order = places[c][b];
      const auto value = [&](uint32_t i) { return sign * score[all.rows[i]]; };
      std::ranges::stable_sort(order, {}, value);
      for (size_t i = 0; i < shares[b]; ++i) chosen.tested[order[i]] = true;
      for (size_t i = shares[b]; shares[b] > 0 && i < order.size(); ++i)
        chosen.ties += value(order[i]) == value(order[shares[b] - 1]);
    }
  }
  return chosen;
}

struct Means {
  double tested = 0, others = 0;
  double apart = 0;  // in standard deviations of all scores; 0 if all are equal
};

Means means_of(const Candidates& all, const Chosen& chosen, const std::vector<double>& values) {
  double sums[2] = {0, 0}, squares = 0;
  size_t n[2] = {0, 0};
  for (size_t i = 0; i < all.rows.size(); ++i) {
    sums[chosen.tested[i] ? 1 : 0] += values[all.rows[i]];
    ++n[chosen.tested[i] ? 1 : 0];
  }
  const double mean = (sums[0] + sums[1]) / static_cast<double>(all.rows.size());
  for (const uint32_t row : all.rows) squares += (values[row] - mean) * (values[row] - mean);
  Means means;
  means.tested = n[1] > 0 ? sums[1] / static_cast<double>(n[1]) : 0;
  means.others = n[0] > 0 ? sums[0] / static_cast<double>(n[0]) : 0;
  const double sd = std::sqrt(squares / static_cast<double>(all.rows.size()));
  means.apart = sd > 0 ? (means.tested - means.others) / sd : 0;
  return means;
}

std::string in_words(const Means& means) {
  return fmt::format("mean {:.5g} in the test side and {:.5g} in the rest, {:+.2f} standard deviations",
                     means.tested, means.others, means.apart);
}

class ScoreSplit final : public Splitter {
 public:
  ScoreSplit(ScoreSplitOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SplitBuilder builder(kScoreSplit, recorded_, options_.train_side, corpus, sample, context);
    auto rows = rows_by_id(corpus, sample.rows);
    const auto leave_out = [&](const std::string& what, const auto& lacks) {
      const auto n = std::erase_if(rows, lacks);
      if (n > 0) builder.note(fmt::format("{} documents have no {}: left out", n, what));
    };
    if (context.classes != nullptr)
      leave_out("class", [&](uint32_t row) { return context.classes->codes[row] == kMissing; });
    SF_ASSIGN(const RowScores score, group_scores(corpus, rows, options_.score, options_.length, context));
    leave_out(score.name, [&](uint32_t row) { return std::isnan(score.values[row]); });
    RowScores control;
    if (options_.controlled()) {
      SF_ASSIGN(control, controls(corpus, rows, context));
      leave_out(control.name, [&](uint32_t row) { return std::isnan(control.values[row]); });
    }
    if (rows.empty())
      return data_error(
          fmt::format("{}: no document of the sample has a class and all numbers that {} asks for",
                      corpus.name(), kScoreSplit));
    const Candidates all = candidates_of(rows, context.classes);
    const auto quotas = class_quotas(all.classes, all.sizes, parts_per_million(options_.test_share), {});
    if (!quotas) return with_context(corpus.name(), quotas.error());
    const auto bucket_of = options_.controlled() ? quantile_buckets(rows, control.values, options_.buckets)
                                                 : std::vector<uint32_t>(rows.size(), 0);
    const Chosen chosen = choose(all, *quotas, bucket_of, score.values, options_.tested);

    std::vector<uint32_t> train, test;
    for (size_t i = 0; i < rows.size(); ++i) (chosen.tested[i] ? test : train).push_back(rows[i]);
    const size_t tested = test.size();
    builder.add_fold(std::move(train), {}, std::move(test));
    builder.note(fmt::format("{}: {}", score.name, in_words(means_of(all, chosen, score.values))));
    if (options_.controlled()) note_control(builder, all, chosen, control, bucket_of);
    if (chosen.ties > 0)
      builder.note(fmt::format(
          "{} documents stay in the rest with the score of the last one tested: of equal ones the smaller "
          "ids are tested",
          chosen.ties));
    if (const auto n = std::ranges::count(*quotas, 0U); n > 0)
      builder.note(
          fmt::format("{} of {} classes are too small for a document in the test side", n, quotas->size()));
    return std::move(builder).finish(
        fmt::format("One test side of {} of {} documents: {}{}{}.", tested, rows.size(),
                    which_end(score.name), all.classes.size() > 1 ? ", class by class" : "",
                    options_.controlled() ? fmt::format(", among documents of like {}", control.name) : ""));
  }

 private:
  // Reads scores; with keep-whole the mean over the documents of each group that have a number.
  static Result<RowScores> group_scores(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                        const std::string& column, TextLength length,
                                        const SplitContext& context) {
    if (context.groups == nullptr) return scores_of(corpus, rows, column, length);
    std::vector<uint32_t> sorted = rows;
    std::ranges::sort(sorted);
    SF_ASSIGN(RowScores scores, scores_of(corpus, context.groups->all_of(sorted).list(), column, length));
    std::vector<double> means(corpus.size(), std::numeric_limits<double>::quiet_NaN());
    for (const uint32_t row : rows) {
      double sum = 0, n = 0;
      for (const uint32_t member : context.groups->documents_of(row))
        if (!std::isnan(scores.values[member])) {
          sum += scores.values[member];
          ++n;
        }
      if (n > 0) means[row] = sum / n;
    }
    scores.values = std::move(means);
    return scores;
  }

  Result<RowScores> controls(const Corpus& corpus, const std::vector<uint32_t>& rows,
                             const SplitContext& context) const {
    // If each value is a bucket, a group has the value of its representative.
    if (options_.buckets == 0) return values_of(corpus, rows, options_.control, options_.control_length);
    auto control = group_scores(corpus, rows, options_.control, options_.control_length, context);
    if (!control && control.error().kind == ErrorKind::data &&
        corpus.named_column(options_.control) != nullptr)
      return data_error(control.error().message + "; buckets = 0 makes a bucket of each value");
    return control;
  }

  std::string which_end(const std::string& score) const {
    const bool high = options_.tested == End::highest;
    if (options_.score == kNoColumn)
      return fmt::format("the {} texts, in {}", high ? "longest" : "shortest", score);
    return fmt::format("documents with the {} {}", high ? "highest" : "lowest", score);
  }

  void note_control(SplitBuilder& builder, const Candidates& all, const Chosen& chosen,
                    const RowScores& control, const std::vector<uint32_t>& bucket_of) const {
    const uint32_t buckets = 1 + *std::ranges::max_element(bucket_of);
    builder.note(fmt::format("control {}: every class is tested in proportion in {} bucket{}{}", control.name,
                             buckets, buckets == 1 ? "" : "s",
                             control.numbers ? "; " + in_words(means_of(all, chosen, control.values)) : ""));
  }

  ScoreSplitOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry score_split_splitter() {
  using O = ScoreSplitOptions;
  OptionTable<O> table;
  table
      .add("score", &O::score,
           "the column whose numbers order the documents, such as a log-likelihood; none: the length of the "
           "text")
      .number_column();
  table.words_in_order("length", &O::length, kTextLengths, "unit of length if score = none");
  table.words_in_order("tested", &O::tested, std::vector<std::string>{"highest", "lowest"},
                       "the end of the score that is tested, in each class");
  table
      .add("test-share", &O::test_share,
           "share of the documents of each class that is tested; the quotas of the classes are met exactly")
      .above(0)
      .below(1);
  table
      .add("control", &O::control,
           "a column in which the two sides should not differ: every class is tested in proportion in each "
           "bucket of the column")
      .number_column();
  table.words_in_order("control-length", &O::control_length, kTextLengths,
                       "the same with the length of the text instead of a column");
  table
      .add("buckets", &O::buckets,
           "number of buckets (quantiles) of the control; more buckets hold it more closely and leave less "
           "choice; 0: each value is a bucket, also if values are words")
      .between(0, 100'000);
  table.include(&O::train_side, train_side_table());
  table.require([](const O& o) -> std::string {
    if (o.score == kNoColumn && o.length == TextLength::none)
      return "score = none and length = none leave nothing to order documents by";
    if (o.control != kNoColumn && o.control_length != TextLength::none)
      return "control and control-length are both given; give one of them";
    return "";
  });
  return {
      .name = kScoreSplit,
      .summary = "One test side of the documents at one end of a score, class by class.",
      .citation =
          "Godbole and Jia 2023 (likelihood splits; Findings of EACL); Søgaard et al. 2021 (length; EACL)",
      .traits = {.reads_classes = true, .deterministic = true, .tests_all = false},
      .options = table,
      .make = made_as<Splitter, ScoreSplit>(table)};
}

}  // namespace standfast
