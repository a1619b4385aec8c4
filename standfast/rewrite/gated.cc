#include "standfast/rewrite/gated.h"

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"

namespace standfast {

GatedRewrites gated(std::vector<CandidateRewrite> candidates, const std::vector<const Gate*>& gates,
                    const GateOptions& options, bool strip) {
  GatedRewrites result;
  for (const Gate* gate : gates) result.objections[gate->name] = 0;
  for (auto& candidate : candidates) {
    GatedRewrites::Refused refused{candidate.id, {}, {}, candidate.trouble};
    if (!candidate.text) {
      ++result.missing;
      result.refused.push_back(std::move(refused));
      continue;
    }
    std::string text =
        strip ? std::string(without_outer_quotes(*candidate.text)) : std::move(*candidate.text);
    for (const Gate* gate : gates) {
      const std::string objection = gate->objection(candidate.original, text, options);
      if (objection.empty()) continue;
      refused.gates.push_back(gate->name);
      refused.reasons.push_back(objection);
      ++result.objections[gate->name];
    }
    // A file of rewrites holds no blank one, whichever gates are used.
    if (text.find_first_not_of(" \t\r\n") == std::string::npos && refused.gates.empty()) {
      refused.trouble = "it is empty";
      ++result.missing;
      result.refused.push_back(std::move(refused));
    } else if (refused.gates.empty()) {
      result.passed.push_back({std::move(candidate.id), std::move(text)});
    } else {
      result.refused.push_back(std::move(refused));
    }
  }
  return result;
}

std::string passed_lines(const GatedRewrites& rewrites, const std::string& style) {
  std::string lines;
  for (const auto& one : rewrites.passed)
    lines += json_text({{"id", one.id}, {"style", style}, {"text", one.text}}) + "\n";
  return lines;
}

std::string refused_lines(const GatedRewrites& rewrites, const std::string& style) {
  std::string lines;
  for (const auto& one : rewrites.refused) {
    nlohmann::ordered_json line = {
        {"id", one.id}, {"style", style}, {"gates", one.gates}, {"reasons", one.reasons}};
    if (!one.trouble.empty()) line["no_answer"] = one.trouble;
    lines += json_text(line) + "\n";
  }
  return lines;
}

}  // namespace standfast
