#include "standfast/analysis/leak/score_checks.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/warning_words.h"

namespace standfast {
namespace {

constexpr double kMostSurvival = 1.10;  // SF202

}  // namespace

std::vector<DesignWarning> check_scores(const std::vector<ScoredCondition>& scores) {
  std::vector<DesignWarning> out;
  const auto by_corpus = [&](const char* code, const auto& applies, const auto& words, const char* message) {
    std::vector<std::string> corpora;
    for (const auto& score : scores)
      if (std::find(corpora.begin(), corpora.end(), score.corpus) == corpora.end())
        corpora.push_back(score.corpus);
    for (const auto& corpus : corpora) {
      std::vector<std::string> parts;
      for (const auto& score : scores)
        if (score.corpus == corpus && applies(score)) parts.push_back(words(score));
      if (!parts.empty())
        out.push_back({code, corpus, fmt::format("{}: {}", message, fmt::join(parts, "; ")),
                       fmt::format("{}: {}", message, and_more(parts.front(), parts.size()))});
    }
  };
  by_corpus(
      "SF201",
      [](const ScoredCondition& s) {
        return s.reference && s.low && s.high && s.chance && *s.low <= *s.chance;
      },
      [](const ScoredCondition& s) {
        const std::string over =
            s.n < s.n_total ? fmt::format(" over {} of {} {}, as {} is compared with it,", grouped(s.n),
                                          grouped(s.n_total), s.items, quoted(s.compared_with))
                            : "";
        return fmt::format("{} {} [{:.3f}, {:.3f}] of {}{} {} chance, {:.3f}", quoted(s.model), s.metric,
                           *s.low, *s.high, quoted(s.condition), over,
                           *s.high < *s.chance ? "is below" : "holds", *s.chance);
      },
      "what others are counted from is not shown to be better than a guess, so there may be nothing to lose");
  by_corpus(
      "SF202",
      [](const ScoredCondition& s) {
        return s.survival && *s.survival > kMostSurvival && s.survival_low && *s.survival_low > 1;
      },
      [](const ScoredCondition& s) {
        return fmt::format("{} under {} at least {}", quoted(s.model), quoted(s.condition),
                           percent(*s.survival_low));
      },
      "more survives than there was, so the condition was easier than the reference");
  return out;
}

std::vector<DesignWarning> check_topic_level(const std::vector<ScoredByTopic>& conditions) {
  constexpr const char* kRule = "topic alone scores as much as models, so their scores count from there";
  std::vector<DesignWarning> out;
  size_t parts = 0;
  const ScoredByTopic* worst = nullptr;  // of the last corpus
  for (const auto& condition : conditions) {
    std::vector<std::string> models;
    for (const auto& model : condition.models)
      models.push_back(fmt::format("{} {:.3f}", quoted(model.name), model.score));
    const std::string part =
        fmt::format("under {} {} scores {:.3f} [{:.3f}, {:.3f}], and {}", quoted(condition.condition),
                    quoted(condition.topic_model), condition.score, condition.low, condition.high,
                    fmt::join(models, ", "));
    if (out.empty() || out.back().corpus != condition.corpus) {
      out.push_back({"SF207", condition.corpus, fmt::format("{}: {}", kRule, part)});
      parts = 0;
      worst = nullptr;
    } else {
      out.back().message += "; " + part;
    }
    ++parts;
    if (worst == nullptr || condition.score - condition.guessing > worst->score - worst->guessing)
      worst = &condition;
    out.back().brief = fmt::format(
        "read scores under {} as above {:.3f}, not above {:.3f}: topic alone ({}) has it, and {} no more",
        and_more(quoted(worst->condition), parts), worst->score, worst->guessing, worst->topic_model,
        and_more(worst->models.front().name, worst->models.size()));
  }
  return out;
}

}  // namespace standfast
