#include "standfast/split/file/label_mix.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/metric/stat/distributions.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

void test_mix(LabelMix& mix) {
  if (mix.labels.size() < 2) {
    mix.why_no_p = "there is one label only";
    return;
  }
  const auto all = static_cast<double>(mix.test + mix.train);
  size_t small = 0;
  bool tiny = false;
  double sum = 0;
  for (const auto& label : mix.labels)
    for (const auto& [observed, side] :
         {std::pair(label.test, mix.test), std::pair(label.train, mix.train)}) {
      const double expected = static_cast<double>(label.test + label.train) * static_cast<double>(side) / all;
      const double off = static_cast<double>(observed) - expected;
      sum += off * off / expected;
      small += expected < 5;
      tiny |= expected < 1;
    }
  mix.chi_square = sum;
  if (tiny || 5 * small > 2 * mix.labels.size())
    mix.why_no_p = "too few documents of some labels for the test";
  else
    mix.p = chi_square_upper(sum, static_cast<double>(mix.labels.size() - 1));
}

}  // namespace

const LabelMix::Label& LabelMix::furthest() const {
  return *std::max_element(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
    return std::abs(a.difference()) < std::abs(b.difference());
  });
}

LabelMix label_mix(const Column& labels, const Fold& fold) {
  LabelMix mix;
  mix.documents = fold.test.size() + fold.train.size();
  std::vector<uint64_t> test(labels.names.size(), 0), train(labels.names.size(), 0);
  for (const auto& [rows, counts] : {std::pair(&fold.test, &test), std::pair(&fold.train, &train)})
    for (const uint32_t row : *rows)
      if (labels.codes[row] != kMissing) ++(*counts)[labels.codes[row]];
  for (uint32_t code = 0; code < labels.names.size(); ++code) {
    mix.test += test[code];
    mix.train += train[code];
    if (test[code] + train[code] > 0) mix.labels.push_back({code, test[code], train[code]});
  }
  if (mix.test == 0 || mix.train == 0) {
    mix.why_no_p = fmt::format("no {} document has a label", mix.test == 0 ? "test" : "training");
    return mix;
  }
  double sum = 0;
  for (auto& label : mix.labels) {
    label.test_share = static_cast<double>(label.test) / static_cast<double>(mix.test);
    label.train_share = static_cast<double>(label.train) / static_cast<double>(mix.train);
    sum += std::abs(label.difference());
    // Integer arithmetic: the exact quota is quota / all.
    const uint64_t all = mix.test + mix.train, quota = mix.test * (label.test + label.train);
    label.in_quota = label.test == quota / all || label.test == (quota + all - 1) / all;
    mix.in_quota += label.in_quota;
  }
  mix.total_variation = sum / 2;
  test_mix(mix);
  return mix;
}

std::string label_mix_in_words(const Column& labels, std::span<const Fold> folds) {
  size_t exact = 0, by_chance = 0, different = 0, untested = 0, furthest_fold = 0;
  std::optional<LabelMix> furthest;
  for (size_t f = 0; f < folds.size(); ++f) {
    LabelMix mix = label_mix(labels, folds[f]);
    if (!mix.total_variation) {
      ++untested;
      continue;
    }
    if (mix.exact())
      ++exact;
    else
      ++(!mix.p ? untested : *mix.p < kOtherMix ? different : by_chance);
    if (furthest && std::abs(mix.furthest().difference()) <= std::abs(furthest->furthest().difference()))
      continue;
    furthest = std::move(mix);
    furthest_fold = f;
  }
  if (!furthest) return "";
  const auto& label = furthest->furthest();
  std::string words = fmt::format(
      "label mix of test against training: exact but for rounding in {}, as by chance in {}, different in {} "
      "of {} fold{} (chi-square, p < {:g})",
      exact, by_chance, different, folds.size(), folds.size() == 1 ? "" : "s", kOtherMix);
  if (untested > 0) words += fmt::format(", not tested in {}", untested);
  words += fmt::format("; largest difference: {}, {:.1f} % of test and {:.1f} % of training in fold {}",
                       printable_line(labels.names[label.code]), 100 * label.test_share,
                       100 * label.train_share, furthest_fold);
  if (furthest->p && !furthest->exact())
    words += *furthest->p < 1e-15 ? " (p < 1e-15)" : fmt::format(" (p = {:.2g})", *furthest->p);
  return words;
}

}  // namespace standfast
