// What can be wrong with the documents of a corpus, or with how they lie on two sides. Each check has a stable code,
// which docs/checks.md explains: how it is found, why it matters, what to do. `standfast check` prints what they find.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/checked_data.h"
#include "standfast/base/result.h"

namespace standfast {

enum class DataSeverity : uint8_t {
  problem,  // a score on these sides is not what it seems: `check` fails
  note      // worth reading; whether it is wrong depends on the question
};
std::string_view severity_name(DataSeverity severity);

struct DataFinding {
  std::string message;              // with how many of how many
  uint64_t count = 0, of = 0;       // these many of these; what is counted stands in the summary of the check
  std::vector<uint32_t> rows = {};  // the documents, ascending, where single ones are meant
  std::vector<std::string> values = {};  // words, labels or groups, the most telling first
  bool problem = false;                  // it is more than a note, though what its check finds usually is one
};

struct DataOutcome {
  std::vector<DataFinding> findings;
  std::string why_not;  // not "": the check could not be asked of these data
};
inline DataOutcome not_asked(std::string why) {
  return {{}, std::move(why)};
}

struct DataCheck {
  std::string code;     // SF3xx: 30x texts, 31x columns, 32x what gives the label away, 33x and 34x sides,
                        // 35x cues that nobody meant beside a planted one
  std::string name;     // kebab-case
  std::string title;    // one line
  std::string counted;  // "test documents": what `count` and `of` count
  DataSeverity severity = DataSeverity::note;
  bool of_sides = false;  // needs folds, or two files
  DataOutcome (*look)(const CheckedData& data) = nullptr;
  std::string anchor() const;  // "docs/checks.md#sf301"
};
const std::vector<DataCheck>& data_checks();
// The check of a code (in any case); a usage error that lists the codes there are.
Result<const DataCheck*> find_data_check(std::string_view code);
// Codes in the writing of the catalog, each once, ascending; a usage error for a code that is not in it.
Result<std::vector<std::string>> known_data_codes(const std::vector<std::string>& codes);

struct CheckedOne {
  const DataCheck* check = nullptr;
  bool ignored = false;  // it was not asked because the caller does not want to hear of it
  DataOutcome outcome;
};
inline DataSeverity severity_of(const DataCheck& check, const DataFinding& finding) {
  return finding.problem ? DataSeverity::problem : check.severity;
}
// All checks, in the order of the catalog. ignored: known codes.
std::vector<CheckedOne> check_data_of(const CheckedData& data, const std::vector<std::string>& ignored = {});

}  // namespace standfast
