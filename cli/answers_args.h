// Input shared by score and compare: the truth and the answers of systems joined to it. Messages about odd
// input go to stderr.
#pragma once

#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/answers/answers.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/resample/bootstrap.h"

namespace standfast::cli {

// The unit of resampling: single items, or the two authors of a pair.
enum class Cluster { item, author };

struct AnswersArgs {
  std::string truth, profile = "hits", cluster = "auto", extra = "refuse", missing = "some";
  int64_t bootstrap = 1000, seed = 0, jobs = 0;
  double confidence = 0.95;

  // Declares the flags. more_profiles: names of the profiles that the command has besides those for
  // verification.
  void declare(Args& args, bool truth_required = true, const std::vector<std::string>& more_profiles = {});
  Status check(const std::string& command) const;
  ResampleOptions resampling() const;
  // Resolves --cluster. "auto" gives authors if the truth names them for every item, otherwise items. If
  // --cluster author is given, a missing author is a data error.
  Result<Cluster> resolve_cluster(const Truth& truth) const;
};

std::string name_of(Cluster cluster);

// Reads the truth and reports blank lines.
Result<Truth> load_truth(const AnswersArgs& args);

// Reads one system's answers in the order of the truth and reports odd input on stderr.
Result<JoinedAnswers> load_answers(const std::string& path, const Truth& truth, const MetricProfile& profile,
                                   const AnswersArgs& args);

// Returns the items with their resampling units: the codes of both authors, or twice the number of the item.
// Sets `units` to the number of units.
ScoredItems scored_items(const JoinedAnswers& answers, const Truth& truth, Cluster cluster, uint32_t& units);

}  // namespace standfast::cli
