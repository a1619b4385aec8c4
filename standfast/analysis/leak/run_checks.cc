#include "standfast/analysis/leak/run_checks.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/warning_words.h"

namespace standfast {
namespace {

constexpr double kMostSurvival = 1.10;  // SF202

}  // namespace

std::vector<StudyWarning> check_scores(const std::vector<ScoredCondition>& scores) {
  std::vector<StudyWarning> out;
  const auto by_corpus = [&](const char* code, const auto& applies, const auto& words, const auto& size,
                             const char* message) {
    std::vector<std::string> corpora;
    for (const auto& score : scores)
      if (std::find(corpora.begin(), corpora.end(), score.corpus) == corpora.end())
        corpora.push_back(score.corpus);
    for (const auto& corpus : corpora) {
      std::vector<SizedPart> parts;
      for (const auto& score : scores)
        if (score.corpus == corpus && applies(score)) parts.push_back({words(score), size(score)});
      if (!parts.empty())
        out.push_back({code, corpus, fmt::format("{}: {}", message, joined(parts, "; ")),
                       fmt::format("{}: {}", message, worst_and_more(parts))});
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
      [](const ScoredCondition& s) {
        return *s.chance - *s.high;
      },  // the smaller the possible loss, the worse
      "the baseline of other scores is not shown to be better than guessing, so there may be nothing to "
      "lose");
  by_corpus(
      "SF202",
      [](const ScoredCondition& s) {
        return s.survival && *s.survival > kMostSurvival && s.survival_low && *s.survival_low > 1;
      },
      [](const ScoredCondition& s) {
        return fmt::format("{} under {} at least {}", quoted(s.model), quoted(s.condition),
                           percent(*s.survival_low));
      },
      [](const ScoredCondition& s) { return *s.survival_low; },
      "more than the whole score survives, so the condition was easier than the reference");
  return out;
}

std::vector<StudyWarning> check_topic_level(const std::vector<ScoredByTopic>& conditions) {
  constexpr const char* kRule =
      "models are not shown to be above the score of topic alone, so compare their scores with it and not "
      "with guessing";
  std::vector<StudyWarning> out;
  const auto lead = [](const ScoredByTopic& one) { return one.score - one.guessing; };
  for (size_t first = 0, end = 0; first < conditions.size(); first = end) {
    std::vector<std::string> parts;
    const ScoredByTopic* worst = &conditions[first];
    for (end = first; end < conditions.size() && conditions[end].corpus == conditions[first].corpus; ++end) {
      const ScoredByTopic& one = conditions[end];
      std::vector<std::string> models;
      for (const auto& model : one.models)
        models.push_back(fmt::format(
            "{} {:.3f}, {:+.3f}{} over it", quoted(model.name), model.score, model.over,
            model.low && model.high ? fmt::format(" [{:+.3f}, {:+.3f}]", *model.low, *model.high) : ""));
      parts.push_back(fmt::format("under {} {} scores {:.3f} [{:.3f}, {:.3f}], and {}", quoted(one.condition),
                                  quoted(one.topic_model), one.score, one.low, one.high,
                                  fmt::join(models, ", ")));
      if (lead(one) > lead(*worst)) worst = &one;
    }
    const size_t others = parts.size() - 1;
    out.push_back(
        {"SF207", worst->corpus, fmt::format("{}: {}", kRule, fmt::join(parts, "; ")),
         fmt::format(
             "compare {} under {} with {:.3f}, not with {:.3f}: not shown to be above topic alone ({}){}",
             and_more(quoted(worst->models.front().name), worst->models.size()), quoted(worst->condition),
             worst->score, worst->guessing, worst->topic_model,
             others > 0 ? fmt::format("; so under {} more", others) : "")});
  }
  return out;
}

std::vector<StudyWarning> check_undecided(const std::vector<UndecidedModel>& models) {
  std::vector<StudyWarning> out;
  for (size_t first = 0, end = 0; first < models.size(); first = end) {
    std::vector<SizedPart> parts;
    for (end = first; end < models.size() && models[end].corpus == models[first].corpus; ++end) {
      const UndecidedModel& one = models[end];
      parts.push_back({fmt::format("{} under {} {} of {}", quoted(one.model), quoted(one.condition),
                                   grouped(one.undecided), grouped(one.answers)),
                       static_cast<double>(one.undecided) / static_cast<double>(one.answers)});
    }
    const auto said = [](const std::string& where) {
      return fmt::format("pairs are left undecided (answered with exactly 0.5), so a score says little: {}",
                         where);
    };
    out.push_back({"SF208", models[first].corpus, said(joined(parts, "; ")), said(worst_and_more(parts))});
  }
  return out;
}

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
        "the training loss of {} ends at the level of guessing ({:.3f} of {:.3f}): {} updates on {} "
        "texts are too few, the learning rate is too low, or the texts say nothing about the classes",
        count_of_fits(some.count, one.fits), some.loss, some.guessing, one.updates, one.texts));
  return fmt::format("{}: {}", one.name, fmt::join(parts, "; "));
}

// Returns the size of the fault: a diverged training is worse than a stalled one; then more fits are worse.
double size_of(const TrainedNetwork& one) {
  const double all = static_cast<double>(std::max<uint64_t>(one.fits, 1));
  return (one.diverged.count > 0 ? 1 : 0) +
         static_cast<double>(one.diverged.count + one.at_guessing.count) / all;
}

}  // namespace

std::vector<StudyWarning> check_learning(const std::vector<TrainedNetwork>& networks) {
  std::vector<StudyWarning> out;
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
        return fmt::format("{} reads {}, and {} of the training texts go on after that", one.name,
                           one.most_tokens > 0 ? fmt::format("only the first {} tokens", one.most_tokens)
                                               : std::string("only the beginning of a text"),
                           percent(one.share_cut));
      },
      [](const TrainedNetwork& one) { return one.share_cut; });
  by_corpus(
      "SF206", [](const TrainedNetwork& one) { return one.at_guessing.count + one.diverged.count > 0; },
      ended, size_of);
  return out;
}

namespace {

using Warnings = std::vector<StudyWarning>;

constexpr double kMostLost = 0.10;  // SF203

double share_lost(const ClassLoss& loss) {
  return loss.all == 0 ? 0 : static_cast<double>(loss.lost) / static_cast<double>(loss.all);
}

// Describes losses by class: "37 % of training (15 % of "4" to 79 % of "0")", or "" if no class loses many.
std::string losses(const std::vector<ClassLoss>& classes, const char* side) {
  if (classes.empty()) return "";
  const auto [least, most] =
      std::minmax_element(classes.begin(), classes.end(),
                          [](const auto& a, const auto& b) { return share_lost(a) < share_lost(b); });
  if (share_lost(*most) <= kMostLost) return "";
  ClassLoss all;
  for (const auto& one : classes) {
    all.lost += one.lost;
    all.all += one.all;
  }
  return fmt::format("{} of {} ({} of {} to {} of {})", percent(share_lost(all)), side,
                     percent(share_lost(*least)), quoted(least->name), percent(share_lost(*most)),
                     quoted(most->name));
}

// Describes classes that a side lacks: "\"maybe\" (no training document)", or "" if all classes are on both
// sides. A class that one side lacks has a place in the order of classes like any other.
std::string lacking(const PlantedCondition& condition) {
  constexpr size_t kShown = 5;
  std::vector<std::string> names;
  if (!condition.ordered) return "";
  for (size_t c = 0; c < std::min(condition.train.size(), condition.test.size()); ++c) {
    const bool trains = condition.train[c].all > 0, tests = condition.test[c].all > 0;
    if (trains && tests) continue;
    names.push_back(fmt::format("{} (no {} document)", quoted(condition.train[c].name),
                                trains  ? "test"
                                : tests ? "training"
                                        : "training or test"));
  }
  const size_t more = names.size() > kShown ? names.size() - kShown : 0;
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

// Makes one warning per corpus: the message, then the parts of the affected conditions. The line for a
// terminal has `short_message` and the first condition.
void by_condition(const char* code, const std::string& message, const std::string& short_message,
                  const std::vector<PlantedCondition>& conditions,
                  const std::function<std::string(const PlantedCondition&)>& said, Warnings& out) {
  const PlantedCondition* last = nullptr;
  size_t parts = 0;  // parts of the last corpus
  std::string first;
  for (const auto& condition : conditions) {
    const std::string words = said(condition);
    if (words.empty()) continue;
    const std::string part = fmt::format("{} {}", quoted(condition.condition), words);
    if (last != nullptr && last->corpus == condition.corpus) {
      out.back().message += "; " + part;
      out.back().brief = fmt::format("{}: {}", short_message, and_more(first, ++parts));
    } else {
      out.push_back({code, condition.corpus, fmt::format("{}: {}", message, part),
                     fmt::format("{}: {}", short_message, part)});
      parts = 1;
      first = part;
    }
    last = &condition;
  }
}

}  // namespace

std::vector<StudyWarning> check_planted(const std::vector<PlantedCondition>& conditions) {
  Warnings out;
  by_condition(
      "SF203",
      "documents that a shortcut cannot change are on no side, so a comparison with a condition that has "
      "them includes their loss",
      "documents that a shortcut cannot change are on no side", conditions,
      [](const PlantedCondition& condition) {
        std::vector<std::string> sides = {losses(condition.train, "training"),
                                          losses(condition.test, "test")};
        std::erase(sides, "");
        return fmt::format("{}", fmt::join(sides, " and "));
      },
      out);
  by_condition("SF204",
               "a class that a side lacks has a place in the order of classes; if base does not name the "
               "probabilities, this moves the base probabilities of the other classes (a misspelt label?)",
               "a class that a side lacks moves the base probabilities of the other classes", conditions,
               lacking, out);
  return out;
}

}  // namespace standfast
