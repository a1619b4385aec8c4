// Data checks (analysis/check/) in `standfast check`: flags, report and exit status.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/args.h"
#include "standfast/analysis/check/data_checks.h"

namespace standfast::cli {

struct FindingArgs {
  std::vector<std::string> groups;   // --group
  std::vector<std::string> ignored;  // --ignore; codes, in any case
  std::vector<std::string> fail_on;  // --fail-on; the same
  bool strict = false;               // notes count as problems

  void declare(Args& args);
  // Replaces codes by their spelling in the catalog. An unknown code is a usage error.
  Status resolve();
  bool ignores(const std::string& code) const;
};

// The results of all checks on the data.
class Findings {
 public:
  Findings(const CheckedData& data, const FindingArgs& args);

  std::string text() const;                             // the section "findings"
  void add_to(nlohmann::ordered_json& document) const;  // "findings" and "checks"
  // Returns check_failed if a finding counts as a problem. what: the corpus or file, for the message.
  Status status(const std::string& what) const;

 private:
  bool counts(const DataCheck& check, const DataFinding& finding) const;
  std::string id(uint32_t row) const;

  const CheckedData& data_;
  const FindingArgs& args_;
  std::vector<CheckedOne> checked_;
};

}  // namespace standfast::cli
