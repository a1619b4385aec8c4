// What score and compare share: the truth, the answers of systems joined to it, and messages on stderr about
// odd input.
#pragma once

#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/answers/answers.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/resample/bootstrap.h"

namespace standfast::cli {

// The unit in which pairs are resampled: single items, or the two authors of a pair.
enum class Cluster { item, author };

struct AnswersArgs {
  std::string truth, profile = "hits", cluster = "auto", extra = "refuse", missing = "some";
  int64_t bootstrap = 1000, seed = 0, jobs = 0;
  double confidence = 0.95;

  // more_profiles: names of the profiles that the command has besides those of verification.
  void declare(Args& args, bool truth_required = true, const std::vector<std::string>& more_profiles = {});
  Status check(const std::string& command) const;
  ResampleOptions resampling() const;
  // "auto": authors if the truth names them for every item, otherwise items. If --cluster author is given, a
  // missing author is a data error.
  Result<Cluster> resolve_cluster(const Truth& truth) const;
};

std::string name_of(Cluster cluster);

// Reads the truth and reports blank lines.
Result<Truth> load_truth(const AnswersArgs& args);

// Reads one system's answers in the order of the truth and reports odd input on stderr.
Result<JoinedAnswers> load_answers(const std::string& path, const Truth& truth, const MetricProfile& profile,
                                   const AnswersArgs& args);

// Items with the units to resample: the codes of both authors, or twice the number of the item. `units`
// becomes the number of units.
ScoredItems scored_items(const JoinedAnswers& answers, const Truth& truth, Cluster cluster, uint32_t& units);

}  // namespace standfast::cli
