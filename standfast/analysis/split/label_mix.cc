// The comparison of the label mixes of test and training (split/file/label_mix.h).
#include "standfast/split/file/label_mix.h"

#include <algorithm>
#include <cmath>

#include "standfast/analysis/split/analyses.h"

namespace standfast {
namespace {

FoldMeasures measures_of(const LabelMix& mix, const Column& classes) {
  FoldMeasures made;
  const uint64_t used = mix.test + mix.train;
  const auto add = [&](std::string group, const char* name, const std::optional<double>& value,
                       const std::string& why) -> SplitMeasure& {
    made.measures.push_back({std::move(group), name, value, used, mix.documents, value ? "" : why});
    return made.measures.back();
  };
  const bool defined = mix.total_variation.has_value();
  const auto where_defined = [&](double value) { return defined ? std::optional(value) : std::nullopt; };
  add("", "total-variation", mix.total_variation, mix.why_no_p).property = true;
  add("", "largest-difference", where_defined(defined ? std::abs(mix.furthest().difference()) : 0),
      mix.why_no_p);
  add("", "classes-in-quota",
      where_defined(static_cast<double>(mix.in_quota) /
                    static_cast<double>(std::max<size_t>(1, mix.labels.size()))),
      mix.why_no_p);
  add("", "chi-square", mix.chi_square, mix.why_no_p).averaged = false;
  add("", "chi-square-p", mix.p, mix.why_no_p).averaged = false;
  for (const auto& label : mix.labels)
    add(classes.names[label.code], "difference", where_defined(label.difference()), mix.why_no_p);
  return made;
}

class LabelMixAnalysis final : public SplitAnalysis {
 public:
  Result<std::vector<FoldMeasures>> measure(const Corpus&, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds)
      all.push_back(measures_of(label_mix(*context.classes, fold), *context.classes));
    return all;
  }
};

}  // namespace

SplitAnalysisCatalog::Entry label_mix_analysis() {
  return {.name = "label-mix",
          .summary =
              "Agreement of the mix of classes in test with the mix in training: distance of the two mixes, "
              "classes that have their quota to the document, and a chi-square test.",
          .citation = "Pearson 1900, Philosophical Magazine 50; Cochran 1954, Biometrics 10 (where it holds)",
          .traits = {.reads_classes = true},
          .options = {},
          .make = [](const Options&) { return std::make_unique<LabelMixAnalysis>(); }};
}

}  // namespace standfast
