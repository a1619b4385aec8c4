#include "standfast/study/record/pairs_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_rows.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

constexpr std::array<std::pair<std::string_view, std::vector<Pair> FoldPairs::*>, 3> kSides = {
    {{"train", &FoldPairs::train}, {"validation", &FoldPairs::validation}, {"test", &FoldPairs::test}}};

// The largest fold number that a file, perhaps a damaged one, may contain: a list is made for each fold up to
// the last.
constexpr uint64_t kMostFolds = uint64_t{1} << 20;

}  // namespace

Status write_pairs(const std::string& path, const SplitPairs& pairs) {
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string lines;
  const auto write = [&](const std::string& head, const std::vector<Pair>& of_side) -> Status {
    for (const Pair& pair : of_side) {
      fmt::format_to(std::back_inserter(lines),
                     R"({{{}, "a": {}, "b": {}, "same": {}}})"
                     "\n",
                     head, pair.a, pair.b, pair.same);
      if (lines.size() < (size_t{1} << 16)) continue;
      SF_TRY(file.write(lines));
      lines.clear();
    }
    return {};
  };
  for (size_t fold = 0; fold < pairs.folds.size(); ++fold)
    for (const auto& [side, member] : kSides)
      SF_TRY(write(fmt::format(R"("fold": {}, "side": "{}")", fold, side), pairs.folds[fold].*member));
  for (const auto& one : pairs.sides)
    SF_TRY(write(fmt::format(R"("side": {})", nlohmann::json(one.side).dump()), one.pairs));
  SF_TRY(file.write(lines));
  return file.commit();
}

Result<SplitPairs> read_pairs(const std::string& path, uint32_t documents) {
  SF_ASSIGN(std::string text, read_file(path, kOwnFiles));
  constexpr std::string_view kWhatToDo = "; delete its folder and run again";
  SplitPairs pairs;
  SF_TRY(each_json_row(
      path, std::move(text), kWhatToDo, [&](const simdjson::dom::object& row, size_t line) -> Status {
        uint64_t fold = 0;
        const bool of_a_fold = optional_field(row, "fold", fold);
        const std::string_view side = row["side"];
        const uint64_t a = row["a"], b = row["b"];
        const bool same = row["same"];
        const auto found =
            std::find_if(kSides.begin(), kSides.end(), [&](const auto& s) { return s.first == side; });
        if (a >= documents || b >= documents || fold >= kMostFolds || (of_a_fold && found == kSides.end()))
          return data_error(fmt::format("{}:{}: not a pair of this corpus{}", path, line, kWhatToDo));
        const Pair pair{static_cast<uint32_t>(a), static_cast<uint32_t>(b), same};
        if (!of_a_fold) {
          if (pairs.sides.empty() || pairs.sides.back().side != side)
            pairs.sides.push_back({std::string(side), {}});
          pairs.sides.back().pairs.push_back(pair);
          return {};
        }
        if (fold >= pairs.folds.size()) pairs.folds.resize(fold + 1);
        (pairs.folds[fold].*(found->second)).push_back(pair);
        return {};
      }));
  return pairs;
}

}  // namespace standfast
