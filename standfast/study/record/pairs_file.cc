#include "standfast/study/record/pairs_file.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/optional_field.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

constexpr std::array<std::pair<std::string_view, std::vector<Pair> FoldPairs::*>, 3> kSides = {
    {{"train", &FoldPairs::train}, {"validation", &FoldPairs::validation}, {"test", &FoldPairs::test}}};

// Limit on what a damaged file may claim: a list is made for each fold up to the last.
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
  SF_ASSIGN(const std::string bytes, read_file(path, kOwnFiles));
  const simdjson::padded_string padded(bytes);
  simdjson::ondemand::parser parser;
  SplitPairs pairs;
  size_t line = 0;
  const auto damaged = [&] {
    return data_error(
        fmt::format("{}:{}: not a pair of this corpus; delete its folder and run again", path, line));
  };
  try {
    simdjson::ondemand::document_stream stream = parser.iterate_many(padded, size_t{1} << 20);
    for (auto document : stream) {
      ++line;
      simdjson::ondemand::object object = document.get_object();
      uint64_t fold = 0;
      const bool of_a_fold = optional_field(object["fold"].get_uint64(), fold);
      const std::string_view side = object["side"].get_string();
      const uint64_t a = object["a"].get_uint64(), b = object["b"].get_uint64();
      const bool same = object["same"].get_bool();
      if (a >= documents || b >= documents || fold >= kMostFolds) return damaged();
      const Pair pair{static_cast<uint32_t>(a), static_cast<uint32_t>(b), same};
      if (!of_a_fold) {
        if (pairs.sides.empty() || pairs.sides.back().side != side)
          pairs.sides.push_back({std::string(side), {}});
        pairs.sides.back().pairs.push_back(pair);
        continue;
      }
      if (fold >= pairs.folds.size()) pairs.folds.resize(fold + 1);
      const auto found =
          std::find_if(kSides.begin(), kSides.end(), [&](const auto& s) { return s.first == side; });
      if (found == kSides.end()) return damaged();
      (pairs.folds[fold].*(found->second)).push_back(pair);
    }
  } catch (const simdjson::simdjson_error&) {
    return damaged();
  }
  return pairs;
}

}  // namespace standfast
