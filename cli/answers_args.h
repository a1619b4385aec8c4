// What score and compare share: the truth, systems' answers joined to it, and the words on stderr about odd
// input.
#pragma once

#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/answers/answers.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/resample/bootstrap.h"

namespace standfast::cli {

// What two authors of a pair are resampled as.
enum class Cluster { item, author };

struct AnswersArgs {
  std::string truth, profile = "pan21", cluster = "auto", extra = "refuse", missing = "some";
  int64_t bootstrap = 0, seed = 0, jobs = 0;
  double confidence = 0.95;

  // more_profiles: names of profiles that the command has beside those of verification.
  void declare(Args& args, bool truth_required = true, const std::vector<std::string>& more_profiles = {});
  Status check(const std::string& command) const;
  ResampleOptions resampling() const;
  // "auto": authors where the truth names them for every item, items otherwise. A missing author is a data
  // error where --cluster author asks for it.
  Result<Cluster> resolve_cluster(const Truth& truth) const;
};

std::string name_of(Cluster cluster);

// The truth as read, blank lines said.
Result<Truth> load_truth(const AnswersArgs& args);

// One system's answers in the order of the truth; what was odd is said on stderr.
Result<JoinedAnswers> load_answers(const std::string& path, const Truth& truth, const MetricProfile& profile,
                                   const AnswersArgs& args);

// Items with the units to resample: author codes, or the number of the item twice. `units` is their count.
ScoredItems scored_items(const JoinedAnswers& answers, const Truth& truth, Cluster cluster, uint32_t& units);

}  // namespace standfast::cli
