// The checks for documents whose vectors are too near to vectors of another side.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/leak/near_leaks.h"

namespace standfast {
namespace {

const char* kNotCompared = "vectors were not compared (--vectors or --tau)";

std::optional<DataFinding> near_vectors(const CheckedVectors& vectors,
                                        const std::vector<FoldVectorLeaks>& folds, const std::string& of,
                                        const std::string& in) {
  uint64_t leaking = 0, all = 0, with_any = 0;
  std::vector<uint32_t> rows;
  for (const auto& fold : folds) {
    all += fold.close.test;
    leaking += fold.close.leaking;
    with_any += fold.close.leaking > 0 ? 1 : 0;
    for (const auto& leak : fold.close.leaks) rows.push_back(leak.test);
  }
  if (leaking == 0) return std::nullopt;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return DataFinding{
      fmt::format("{} of {} {} documents are within {:g} of a {} document, by cosine ({}){}", leaking, all,
                  of, vectors.tau, in, vectors.space,
                  folds.size() == 1 ? "" : fmt::format(", in {} of {} folds", with_any, folds.size())),
      leaking, all, std::move(rows)};
}

}  // namespace

DataOutcome check_near_vectors(const CheckedData& data) {
  if (!data.vectors) return not_asked(kNotCompared);
  DataOutcome outcome;
  if (auto finding = near_vectors(*data.vectors, data.vectors->test, "test", "training"))
    outcome.findings.push_back(std::move(*finding));
  return outcome;
}

DataOutcome check_near_vectors_of_other_sides(const CheckedData& data) {
  if (!data.vectors) return not_asked(kNotCompared);
  DataOutcome outcome;
  bool any = false;
  for (size_t p = 0; p < kOtherSides.size(); ++p) {
    any = any || !data.vectors->others[p].empty();
    if (auto finding =
            near_vectors(*data.vectors, data.vectors->others[p], kOtherSides[p].of, kOtherSides[p].in))
      outcome.findings.push_back(std::move(*finding));
  }
  return any ? outcome : not_asked("there are no sides but train and test");
}

}  // namespace standfast
