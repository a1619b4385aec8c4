#include "standfast/split/leave_groups_out.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/split/folds.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

constexpr const char* kLeaveGroupsOut = "leave-groups-out";
constexpr uint64_t kMostSets = 10'000;
// Up to this many sets, indices of sets are drawn; with more, sets themselves, until there are enough
// different ones.
constexpr uint64_t kMostPlaces = 1'000'000;

struct LeaveGroupsOutOptions {
  std::string group = "author";
  uint32_t p = 2;
  uint32_t draws = 0;
  TrainSide train_side = {};
};

class LeaveGroupsOut final : public Splitter {
 public:
  LeaveGroupsOut(LeaveGroupsOutOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(SplitGroups groups, split_groups(corpus, sample, options_.group));
    order_by_id(corpus, groups);
    const auto n = static_cast<uint32_t>(groups.rows.size());
    const uint32_t p = options_.p;
    if (n <= p)
      return data_error(fmt::format("{}: {} {} are too few to leave {} out and to train on the rest",
                                    corpus.name(), n, plural(options_.group), p));
    const uint64_t all = combinations(n, p);
    const std::string number =
        all == UINT64_MAX ? std::string("more than 18,446,744,073,709,551,614") : std::to_string(all);
    if (options_.draws == 0 && all > kMostSets)
      return data_error(
          fmt::format("{}: there are {} sets of {} of {} {}, and {} folds at most; draws = 100 draws some of "
                      "them at random",
                      corpus.name(), number, p, n, plural(options_.group), kMostSets));
    if (options_.draws > all)
      return data_error(
          fmt::format("{}: draws = {}, but there are only {} sets of {} of {} {}; draws = 0 "
                      "takes all",
                      corpus.name(), options_.draws, number, p, n, plural(options_.group)));
    SplitBuilder builder(kLeaveGroupsOut, recorded_, options_.train_side, corpus, sample, context);
    for (const auto& tested : tested_sets(n, all, context.seed)) {
      std::vector<uint32_t> train, test;
      for (uint32_t g = 0; g < n; ++g) {
        auto& side = std::ranges::binary_search(tested, g) ? test : train;
        side.insert(side.end(), groups.rows[g].begin(), groups.rows[g].end());
      }
      builder.add_fold(std::move(train), {}, std::move(test));
    }
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no {}: left out", groups.without.size(), options_.group));
    if (options_.draws > 0)
      builder.note(fmt::format("{} of {} sets of {} {}, drawn at random, none twice", options_.draws, number,
                               p, plural(options_.group)));
    return std::move(builder).finish(fmt::format(
        "Each fold tests {} that training never saw; all others train.", counted(p, options_.group)));
  }

 private:
  std::vector<std::vector<uint32_t>> tested_sets(uint32_t n, uint64_t all, uint64_t seed) const {
    const uint32_t p = options_.p;
    std::vector<std::vector<uint32_t>> sets;
    Rng rng(seed, fmt::format("split/{}", kLeaveGroupsOut));
    if (options_.draws == 0) {
      for (uint64_t place = 0; place < all; ++place) sets.push_back(combination_at(place, n, p));
    } else if (all <= kMostPlaces) {
      auto places = rng.choose(static_cast<uint32_t>(all), options_.draws);
      rng.shuffle(places);
      for (const uint32_t place : places) sets.push_back(combination_at(place, n, p));
    } else {
      // At most 10,000 sets of more than a million are drawn, so repetitions are rare.
      std::set<std::vector<uint32_t>> known;
      while (sets.size() < options_.draws) {
        auto drawn = rng.choose(n, p);
        if (known.insert(drawn).second) sets.push_back(std::move(drawn));
      }
    }
    return sets;
  }

  LeaveGroupsOutOptions options_;
  Options recorded_;
};

}  // namespace

uint64_t combinations(uint64_t n, uint64_t p) {
  __extension__ using Product = unsigned __int128;
  if (p > n) return 0;
  p = std::min(p, n - p);
  Product sets = 1;
  for (uint64_t i = 1; i <= p; ++i) {
    sets = sets * (n - p + i) / i;
    if (sets >= UINT64_MAX) return UINT64_MAX;
  }
  return static_cast<uint64_t>(sets);
}

std::vector<uint32_t> combination_at(uint64_t place, uint32_t n, uint32_t p) {
  std::vector<uint32_t> set;
  for (uint32_t next = 0; set.size() < p; ++next) {
    // Sets whose next member is `next` come first.
    const uint64_t with = combinations(n - next - 1, p - set.size() - 1);
    if (place < with)
      set.push_back(next);
    else
      place -= with;
  }
  return set;
}

SplitterCatalog::Entry leave_groups_out_splitter() {
  using O = LeaveGroupsOutOptions;
  OptionTable<O> table;
  table.add("group", &O::group, "the column (author, topic, thread ...) whose groups are left out").column();
  table.add("p", &O::p, "groups that a fold tests; with 1, each group by itself").between(1, 1'000'000);
  table
      .add("draws", &O::draws,
           "number of different sets of groups that are drawn at random, one fold each; 0: all sets, 10,000 "
           "at most")
      .between(0, 10'000);
  table.include(&O::train_side, train_side_table());
  table.require([](const O& options) -> std::string {
    return options.group == kNoColumn
               ? "group names the column whose groups are left out, as in group = author"
               : "";
  });
  return {
      .name = kLeaveGroupsOut,
      .summary = "Every set of p groups (authors, threads ...) is tested once, or some sets drawn at random.",
      .citation = "",
      .traits = {.needs_authors = true, .tests_all = false, .keeps_whole = "group", .counts_draws = "draws"},
      .options = table,
      .make = made_as<Splitter, LeaveGroupsOut>(table)};
}

namespace {

// Leave-one-topic-out: one fold per topic, test = the topic, train = all others (novel topic
// cross-validation).
class LeaveOneTopicOut final : public Splitter {
 public:
  LeaveOneTopicOut(const TrainSide& train_side, Options recorded)
      : train_side_(train_side), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const SplitGroups groups, split_groups(corpus, sample, Role::topic));
    if (groups.rows.size() < 2)
      return data_error(fmt::format("{}: leaving one topic out needs at least 2 topics, but there are {}",
                                    corpus.name(), groups.rows.size()));
    SplitBuilder builder("leave-one-topic-out", recorded_, train_side_, corpus, sample, context);
    builder.add_partition(groups.rows);
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no topic: left out", groups.without.size()));
    return std::move(builder).finish(fmt::format(
        "One fold for each of {} topics, by name: it is tested and all others train.", groups.rows.size()));
  }

 private:
  TrainSide train_side_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry leave_one_topic_out_splitter() {
  const auto table = train_side_table();
  return {.name = "leave-one-topic-out",
          .summary = "One fold for each topic: tested on it, trained on all others.",
          .citation = "novel topic cross-validation",
          .traits = {.needs_topics = true, .deterministic = true, .novel_topics = true},
          .options = table,
          .make = made_as<Splitter, LeaveOneTopicOut>(table)};
}

}  // namespace standfast
