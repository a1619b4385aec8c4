#include "standfast/analysis/leak/learning_checks.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/warning_words.h"

namespace standfast {
namespace {

constexpr double kMostCut = 0.01;  // SF205

std::string count_of_fits(uint64_t some, uint64_t all) {
  return all == 1      ? "its fit"
         : some == all ? fmt::format("all {} fits", all)
                       : fmt::format("{} of {} fits", some, all);
}

std::string ended(const TrainedNetwork& one) {
  std::vector<std::string> parts;
  if (const auto& some = one.diverged; some.count > 0)
    parts.push_back(
        fmt::format("{} diverged (loss {:.2f}, guessing has {:.2f}); a lower learning rate may cure it",
                    count_of_fits(some.count, one.fits), some.loss, some.guessing));
  if (const auto& some = one.at_guessing; some.count > 0)
    parts.push_back(fmt::format(
        "the training loss of {} ends where guessing is ({:.3f} of {:.3f}): {} updates on {} texts are too few, "
        "the learning rate is too low, or the texts say nothing of the classes",
        count_of_fits(some.count, one.fits), some.loss, some.guessing, one.updates, one.texts));
  return fmt::format("{}: {}", one.name, fmt::join(parts, "; "));
}

// A training that diverged is worse than one that stood still; then the more fits, the worse.
double size_of(const TrainedNetwork& one) {
  const double all = static_cast<double>(std::max<uint64_t>(one.fits, 1));
  return (one.diverged.count > 0 ? 1 : 0) +
         static_cast<double>(one.diverged.count + one.at_guessing.count) / all;
}

}  // namespace

std::vector<DesignWarning> check_learning(const std::vector<TrainedNetwork>& networks) {
  std::vector<DesignWarning> out;
  std::vector<std::string> corpora;
  for (const auto& one : networks)
    if (std::ranges::find(corpora, one.corpus) == corpora.end()) corpora.push_back(one.corpus);
  const auto by_corpus = [&](const char* code, const auto& applies, const auto& words, const auto& size) {
    for (const auto& corpus : corpora) {
      std::vector<SizedPart> parts;
      for (const auto& one : networks)
        if (one.corpus == corpus && applies(one)) parts.push_back({words(one), size(one)});
      if (!parts.empty()) out.push_back({code, corpus, joined(parts, "; "), worst_and_more(parts)});
    }
  };
  by_corpus(
      "SF205", [](const TrainedNetwork& one) { return one.share_cut >= kMostCut; },
      [](const TrainedNetwork& one) {
        return fmt::format("{} reads {} of {} of the training texts, and not the rest", one.name,
                           one.most_tokens > 0 ? fmt::format("the first {} tokens", one.most_tokens)
                                               : std::string("only the beginning"),
                           percent(one.share_cut));
      },
      [](const TrainedNetwork& one) { return one.share_cut; });
  by_corpus(
      "SF206", [](const TrainedNetwork& one) { return one.at_guessing.count + one.diverged.count > 0; },
      ended, size_of);
  return out;
}

}  // namespace standfast
