#include "standfast/study/cell/left_out.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

constexpr const char* kDocuments = "document";

// Deals n named units into blocks. Returns the block of each.
std::vector<uint32_t> deal(size_t n, const auto& name_of, const LeftOut& left) {
  std::vector<uint32_t> order(n), block(n);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return name_of(a) < name_of(b); });
  Rng(left.repeat, "study/left-out", left.units).shuffle(order);
  for (size_t i = 0; i < n; ++i) block[order[i]] = static_cast<uint32_t>(i % kNestedBlocks);
  return block;
}

std::vector<Pair> balanced_without(const Corpus& corpus, const std::vector<Pair>& pairs,
                                   const std::vector<bool>& out) {
  std::vector<Pair> left;
  std::ranges::copy_if(pairs, std::back_inserter(left),
                       [&](const Pair& pair) { return !out[pair.a] && !out[pair.b]; });
  const auto count = [](const std::vector<Pair>& some, bool same) {
    return static_cast<double>(std::ranges::count_if(some, [&](const Pair& p) { return p.same == same; }));
  };
  const double same = count(pairs, true), different = count(pairs, false);
  if (same == 0 || different == 0 || left.size() == pairs.size()) return left;
  const double share_same = count(left, true) / same, share_different = count(left, false) / different;
  if (share_same == 0 || share_different == 0) return left;
  const bool surplus = share_same > share_different;  // true: too many same-author pairs
  const auto keep =
      static_cast<size_t>(std::llround(std::min(share_same, share_different) * (surplus ? same : different)));
  std::vector<std::pair<uint64_t, uint32_t>> draws;
  for (uint32_t i = 0; i < left.size(); ++i)
    if (left[i].same == surplus)
      draws.emplace_back(Rng(0, "study/left-out/pairs", pair_id(corpus, left[i])).next(), i);
  if (draws.size() <= keep) return left;
  std::ranges::sort(draws);
  std::vector<bool> dropped(left.size(), false);
  for (size_t i = keep; i < draws.size(); ++i) dropped[draws[i].second] = true;
  std::vector<Pair> kept;
  for (uint32_t i = 0; i < left.size(); ++i)
    if (!dropped[i]) kept.push_back(left[i]);
  return kept;
}

}  // namespace

Result<std::vector<std::string>> units_to_leave_out(const StudySpec& study, const CorpusFacts& corpus) {
  const bool has_target = study.the_task().traits().has_target;
  std::vector<std::string> kinds;
  for (const auto& [role, n] : {std::pair{Role::author, corpus.authors}, {Role::topic, corpus.topics}})
    if (n > 0 && !(has_target && study.is_target(role))) kinds.emplace_back(role_name(role));
  if (!kinds.empty()) return kinds;
  if (corpus.authors == 0 && corpus.topics == 0) return std::vector<std::string>{kDocuments};
  return usage_error(fmt::format(
      "interval = \"nested\" leaves whole authors or topics out, but in corpus {} they are the classes; add "
      "a column of topics (or of authors), or use the default interval",
      corpus.name));
}

Result<std::vector<bool>> rows_left_out(const Corpus& corpus, const LeftOut& left) {
  std::vector<bool> out(corpus.size(), false);
  if (left.units == kDocuments) {
    const auto block = deal(
        corpus.size(), [&](uint32_t row) { return corpus.id(row); }, left);
    for (uint32_t row = 0; row < corpus.size(); ++row) out[row] = block[row] == left.block;
    return out;
  }
  const auto role = role_from_name(left.units);
  if (!role) return data_error(fmt::format("a nested cell leaves out \"{}\"", left.units));
  SF_ASSIGN(const Column* column, corpus.require(*role));
  const auto block = deal(
      column->names.size(), [&](uint32_t code) { return std::string_view(column->names[code]); }, left);
  for (uint32_t row = 0; row < corpus.size(); ++row)
    out[row] = column->codes[row] != kMissing && block[column->codes[row]] == left.block;
  return out;
}

Fold fold_without(const Fold& fold, const std::vector<bool>& out) {
  Fold left = fold;
  for (RowSet* side : {&left.train, &left.validation, &left.test, &left.aside})
    side->erase_if([&](uint32_t row) { return out[row]; });
  return left;
}

FoldPairs pairs_without(const Corpus& corpus, const FoldPairs& pairs, const std::vector<bool>& out) {
  return {balanced_without(corpus, pairs.train, out), balanced_without(corpus, pairs.validation, out),
          balanced_without(corpus, pairs.test, out)};
}

}  // namespace standfast
