#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "standfast/analysis/split/analyses.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/t_tests.h"

namespace standfast {

// A new analysis needs its file, a line here and in analyses.h, and a test.
const SplitAnalysisCatalog& split_analyses() {
  static const SplitAnalysisCatalog catalog(
      "split meter",
      {word_overlap_analysis(), rare_words_analysis(), lengths_analysis(), divergence_analysis(),
       under_represented_analysis(), class_words_analysis(), class_topics_analysis(),
       shared_groups_analysis(), label_mix_analysis(), shift_analysis()});
  return catalog;
}

std::vector<TraitLine> describe(const SplitAnalysisTraits& t) {
  return trait_lines<SplitAnalysisTraits>(
      TraitLine{"reads_classes", "compares classes, which a column names", t.reads_classes},
      TraitLine{"reads_vectors", "compares vectors of the documents, which an encoder makes",
                t.reads_vectors},
      TraitLine{"lists_words", "has lists of words beside its numbers", t.lists_words});
}

std::vector<SplitMeasure> over_folds(std::span<const FoldMeasures> folds) {
  struct Sum {
    double values = 0;
    size_t defined = 0, present = 0;
  };
  std::vector<SplitMeasure> all;
  std::vector<Sum> sums;
  std::map<std::pair<std::string, std::string>, size_t> places;
  for (const auto& fold : folds)
    for (const auto& one : fold.measures) {
      const auto [found, is_new] = places.try_emplace({one.group, one.name}, all.size());
      if (is_new) {
        all.push_back(one);
        all.back().value.reset();
        all.back().used = all.back().total = 0;
        all.back().note.clear();
        sums.emplace_back();
      }
      SplitMeasure& mean = all[found->second];
      Sum& sum = sums[found->second];
      ++sum.present;
      if (mean.note.empty()) mean.note = one.note;
      if (!one.value) continue;
      sum.values += *one.value;
      ++sum.defined;
      mean.used += one.used;
      mean.total += one.total;
    }
  for (size_t i = 0; i < all.size(); ++i) {
    const bool single = folds.size() == 1;
    if (sums[i].defined > 0 && (all[i].averaged || single)) {
      all[i].value = sums[i].values / static_cast<double>(sums[i].defined);
      if (sums[i].defined < folds.size())
        all[i].note = fmt::format("mean of {} of {} folds", sums[i].defined, folds.size());
    } else if (sums[i].defined > 0) {
      all[i].note = "has no mean over folds";
    }
  }
  return all;
}

SideMoments side_moments(std::vector<double> values) {
  SideMoments side;
  side.n = values.size();
  if (values.empty()) return side;
  const SampleMoments both = moments(values);
  side.mean = both.mean;
  if (values.size() > 1) side.sd = both.sd;
  std::sort(values.begin(), values.end());
  side.median = quantile(values, 0.5);
  side.low = values.front();
  side.high = values.back();
  return side;
}

SplitMeasure share_measure(std::string group, std::string name, uint64_t part, uint64_t whole,
                           std::string why) {
  SplitMeasure measure{std::move(group), std::move(name), std::nullopt, whole, whole};
  if (whole > 0)
    measure.value = static_cast<double>(part) / static_cast<double>(whole);
  else
    measure.note = std::move(why);
  return measure;
}

}  // namespace standfast
