#include "standfast/shortcut/draw/sided_pool.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

using Texts = std::unordered_set<std::string_view>;

Texts distinct_texts(const std::vector<const TextPool*>& pools) {
  Texts texts;
  for (const TextPool* pool : pools)
    for (const auto& one : pool->texts) texts.insert(one.text);
  return texts;
}

// Splits a pool into train and test.
std::pair<TextPool, TextPool> halves_of(const TextPool& all) {
  const auto half = [&](const char* side) {
    return TextPool{.name = fmt::format("{} (its half for {})", all.name, side),
                    .texts = {},
                    .ratings = all.ratings,
                    .count = std::vector<uint32_t>(all.ratings.size(), 0)};
  };
  std::pair<TextPool, TextPool> halves = {half("train"), half("test")};
  // A text is assigned by its key, so its half does not change when other texts come or go. Of rows with one
  // text the least key decides, so the order of rows does not matter.
  std::unordered_map<std::string_view, std::string_view> least;
  for (const auto& text : all.texts) {
    const auto [at, is_new] = least.try_emplace(text.text, text.key);
    if (!is_new) at->second = std::min(at->second, std::string_view(text.key));
  }
  for (const auto& text : all.texts) {
    const bool in_test = (Rng(0, "shortcut/pool/half", least.at(text.text)).next() & 1U) != 0;
    TextPool& to = in_test ? halves.second : halves.first;
    ++to.count[text.rating];
    to.texts.push_back(text);
  }
  return halves;
}

}  // namespace

Result<const TextPool*> SidedPool::of(PlantSide side, Sink& sink) const {
  const std::lock_guard lock(mutex_);
  if (!train_) {
    SF_ASSIGN(auto train, read_pool(train_path_, columns_, only_));
    if (test_path_.empty()) {
      auto [of_train, of_test] = halves_of(train);
      for (const TextPool* one : {&of_train, &of_test})
        if (one->texts.empty()) return data_error(fmt::format("{}: no text; give a larger pool", one->name));
      train_ = std::move(of_train);
      test_ = std::move(of_test);
    } else {
      SF_ASSIGN(auto test, read_pool(test_path_, columns_, only_));
      SF_TRY(check_apart({.first = {&train},
                          .second = {&test},
                          .names = fmt::format("{} (for train) and {} (for test)", train.name, test.name),
                          .harm = "what is learned of them in training counts in the test too"},
                         sink));
      train_ = std::move(train);
      test_ = std::move(test);
    }
  }
  return side == PlantSide::train ? &*train_ : &*test_;
}

Status check_apart(const ComparedPools& pools, Sink& sink) {
  const Texts first = distinct_texts(pools.first), second = distinct_texts(pools.second);
  const size_t smaller = std::min(first.size(), second.size());
  const auto shared = static_cast<size_t>(std::count_if(
      first.begin(), first.end(), [&](std::string_view text) { return second.contains(text); }));
  if (shared == 0) return {};
  const std::string said = fmt::format("{}: {} of the {} texts of the smaller one are in both; {}",
                                       pools.names, shared, smaller, pools.harm);
  if (shared * 10 >= smaller) return data_error(said);
  sink.warn(said);
  return {};
}

}  // namespace standfast
