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
  return one.diverged > 0
             ? fmt::format(
                   "{}: {} diverged (loss {:.2f} at the end, guessing has {:.2f}); a lower learning "
                   "rate may cure it",
                   one.name, count_of_fits(one.diverged, one.fits), one.last, one.guessing)
             : fmt::format(
                   "{}: the training loss of {} ends where guessing is ({:.3f} of {:.3f}); {} updates "
                   "on {} texts are too few, or the learning rate is too low",
                   one.name, count_of_fits(one.learned_nothing, one.fits), one.last, one.guessing,
                   one.updates, one.texts);
}

}  // namespace

std::vector<DesignWarning> check_learning(const std::vector<TrainedNetwork>& networks) {
  std::vector<DesignWarning> out;
  std::vector<std::string> corpora;
  for (const auto& one : networks)
    if (std::ranges::find(corpora, one.corpus) == corpora.end()) corpora.push_back(one.corpus);
  const auto by_corpus = [&](const char* code, const auto& applies, const auto& words) {
    for (const auto& corpus : corpora) {
      std::vector<std::string> parts;
      for (const auto& one : networks)
        if (one.corpus == corpus && applies(one)) parts.push_back(words(one));
      if (!parts.empty())
        out.push_back(
            {code, corpus, fmt::format("{}", fmt::join(parts, "; ")), and_more(parts.front(), parts.size())});
    }
  };
  by_corpus(
      "SF205", [](const TrainedNetwork& one) { return one.share_cut >= kMostCut; },
      [](const TrainedNetwork& one) {
        return fmt::format("{} reads {} of {} of the training texts, and not the rest", one.name,
                           one.most_tokens > 0 ? fmt::format("the first {} tokens", one.most_tokens)
                                               : std::string("only the beginning"),
                           percent(one.share_cut));
      });
  by_corpus(
      "SF206", [](const TrainedNetwork& one) { return one.learned_nothing + one.diverged > 0; }, ended);
  return out;
}

}  // namespace standfast
