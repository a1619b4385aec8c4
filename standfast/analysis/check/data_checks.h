// Checks of the documents of a corpus, and of their distribution over two sides. Each check has a stable
// code, which docs/checks.md explains: how it is found, why it matters, what to do. `standfast check` prints
// the findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/checked_data.h"
#include "standfast/base/result.h"

namespace standfast {

enum class DataSeverity : uint8_t {
  problem,  // a score on these sides is misleading: `check` fails
  note      // worth reading; whether it is an error depends on the question
};
std::string_view severity_name(DataSeverity severity);

struct DataFinding {
  std::string message;                   // with the count and the total
  uint64_t count = 0, of = 0;            // count out of a total; the summary of the check names the unit
  std::vector<uint32_t> rows = {};       // the affected documents, ascending, if single ones are meant
  std::vector<std::string> values = {};  // words, labels or groups, the strongest first
  bool problem = false;                  // more severe than the usual note of its check
};

struct DataOutcome {
  std::vector<DataFinding> findings;
  std::string why_not;  // not "": the reason why the check could not be run on these data
};
inline DataOutcome not_asked(std::string why) {
  return {{}, std::move(why)};
}

struct DataCheck {
  std::string code;     // SF3xx: 30x texts, 31x columns, 32x predictors of the label, 33x and 34x sides,
                        // 35x unintended cues beside a planted one
  std::string name;     // kebab-case
  std::string title;    // one line
  std::string counted;  // the unit of `count` and `of`: "test documents"
  DataSeverity severity = DataSeverity::note;
  bool of_sides = false;  // needs folds, or two files
  DataOutcome (*look)(const CheckedData& data) = nullptr;
  std::string anchor() const;  // "docs/checks.md#sf301"
};
const std::vector<DataCheck>& data_checks();
// Returns the check with a code (in any case); a usage error lists the valid codes.
Result<const DataCheck*> find_data_check(std::string_view code);
// Returns codes in the spelling of the catalog, each once, ascending; a usage error for an unknown code.
Result<std::vector<std::string>> known_data_codes(const std::vector<std::string>& codes);

struct CheckedOne {
  const DataCheck* check = nullptr;
  bool ignored = false;  // skipped because the caller ignores it
  DataOutcome outcome;
};
inline DataSeverity severity_of(const DataCheck& check, const DataFinding& finding) {
  return finding.problem ? DataSeverity::problem : check.severity;
}
// Runs all checks, in the order of the catalog. ignored: known codes.
std::vector<CheckedOne> check_data_of(const CheckedData& data, const std::vector<std::string>& ignored = {});

}  // namespace standfast
