// standfast score --forensic: what scores are worth as log-likelihood ratios.
#pragma once

#include <string>

#include "cli/answers_args.h"
#include "standfast/base/json.h"

namespace standfast::cli {

struct ForensicArgs {
  bool forensic = false;
  std::string calibrate_on, calibrate_truth;  // another system's answers to other pairs, and their truth
  std::string scale = "score";
  std::string llr_out;

  void declare(Args& args);
  Status check() const;
};

// The result to print, as JSON and for a terminal. score_forensic() also writes --llr-out.
struct ForensicResult {
  nlohmann::ordered_json json;
  std::string text;
};
Result<ForensicResult> score_forensic(const ForensicArgs& given, const AnswersArgs& args, const Truth& truth,
                                      const JoinedAnswers& joined, const MetricProfile& profile,
                                      Cluster cluster);

}  // namespace standfast::cli
