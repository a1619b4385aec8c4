#include "standfast/split/repeats.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/split/extra_options.h"
#include "standfast/split/folds.h"

namespace standfast {
namespace {

struct RepeatOptions {
  uint32_t repeats = 1;
};

class RepeatedSplitter final : public Splitter {
 public:
  RepeatedSplitter(std::unique_ptr<Splitter> once, uint32_t repeats)
      : once_(std::move(once)), repeats_(repeats) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    Split all;
    uint64_t runs = 0;
    uint32_t repeat = 0;
    for (const uint64_t seed : seeds_of_repeats(context.seed, repeats_)) {
      SplitContext drawn = context;
      drawn.seed = seed;
      SF_ASSIGN(Split split, once_->split(corpus, sample, drawn));
      for (auto& fold : split.folds) {
        fold.repeat = repeat;
        runs += runs_of(fold);
      }
      if (runs > kMostRuns)
        return data_error(fmt::format("{}: {} repeats of {} folds would take more than {} GB; use fewer",
                                      corpus.name(), repeats_, split.folds.size(),
                                      (kMostRuns * sizeof(RowSet::Run)) >> 30));
      if (repeat++ == 0)
        all = std::move(split);
      else
        append(std::move(split), all);
    }
    if (different_drawings(all) == 1)
      return data_error(fmt::format(
          "{}: with these options {} draws the same folds every time, so repeats = {} would only copy them; "
          "use repeats = 1",
          corpus.name(), all.method, repeats_));
    all.seed = context.seed;
    all.left_out = rows_in_no_fold(corpus, all.folds);
    all.reason += fmt::format(" Drawn {} times.", repeats_);
    return all;
  }

 private:
  static void append(Split split, Split& all) {
    std::ranges::move(split.folds, std::back_inserter(all.folds));
    std::ranges::move(split.candidates, std::back_inserter(all.candidates));
    for (auto& note : split.notes)
      if (std::ranges::find(all.notes, note) == all.notes.end()) all.notes.push_back(std::move(note));
  }

  std::unique_ptr<Splitter> once_;
  uint32_t repeats_;
};

}  // namespace

std::vector<uint64_t> seeds_of_repeats(uint64_t seed, uint32_t repeats) {
  std::vector<uint64_t> seeds = {seed};
  Rng rng(seed, "split/repeats");
  // Seeds have 32 bits: the generators of other programs take no larger ones.
  while (seeds.size() < repeats)
    if (const uint64_t drawn = rng.below(uint64_t{1} << 32); std::ranges::find(seeds, drawn) == seeds.end())
      seeds.push_back(drawn);
  return seeds;
}

std::string objection_to_repeats(const SplitterCatalog::Entry& entry) {
  if (std::ranges::any_of(entry.options, [](const OptionSpec& option) { return option.name == "repeats"; }))
    return "";
  if (entry.traits.deterministic)
    return fmt::format("{} draws nothing at random, so every repeat would have the same folds", entry.name);
  return fmt::format("{} has an option of its own for the number of draws: --set {}=N", entry.name,
                     entry.traits.counts_draws);
}

SplitterCatalog::Entry with_repeats(SplitterCatalog::Entry entry) {
  if (entry.traits.deterministic || !entry.traits.counts_draws.empty() || objection_to_repeats(entry).empty())
    return entry;
  OptionTable<RepeatOptions> table;
  table
      .add("repeats", &RepeatOptions::repeats,
           "draw the split this many times, each time from scratch; folds of the second draw follow the "
           "first")
      .between(1, 10'000);
  return with_options(std::move(entry), table,
                      [](std::unique_ptr<Splitter> once, const RepeatOptions& options, const Options&) {
                        return options.repeats == 1
                                   ? std::move(once)
                                   : std::make_unique<RepeatedSplitter>(std::move(once), options.repeats);
                      });
}

}  // namespace standfast
