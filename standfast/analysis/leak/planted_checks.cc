#include "standfast/analysis/leak/planted_checks.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/warning_words.h"

namespace standfast {
namespace {

using Warnings = std::vector<DesignWarning>;

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

std::vector<DesignWarning> check_planted(const std::vector<PlantedCondition>& conditions) {
  Warnings out;
  by_condition(
      "SF203",
      "documents that a shortcut cannot change are on no side, so a score beside a condition that has "
      "them shows their loss too",
      "documents that a shortcut cannot change are on no side", conditions,
      [](const PlantedCondition& condition) {
        std::vector<std::string> sides = {losses(condition.train, "training"),
                                          losses(condition.test, "test")};
        std::erase(sides, "");
        return fmt::format("{}", fmt::join(sides, " and "));
      },
      out);
  by_condition(
      "SF204",
      "a class that a side lacks has a place in the order of classes; where base does not name them, this moves "
      "the base probabilities of the others (a misspelt label?)",
      "a class that a side lacks moves the base probabilities of the others", conditions, lacking, out);
  return out;
}

}  // namespace standfast
