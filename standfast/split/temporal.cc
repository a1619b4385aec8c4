#include "standfast/split/temporal.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/split/dates.h"
#include "standfast/split/folds.h"

namespace standfast {
namespace {

// The dates that occur, in ascending order, with their documents.
struct Timeline {
  struct Day {
    double when = 0;
    std::vector<uint32_t> rows;
  };
  std::vector<Day> days;
  std::vector<uint64_t> before = {0};  // documents older than day d; one entry more than days
  std::vector<uint64_t> sizes = {0};   // the same in the unit of sizes
  size_t without = 0;                  // documents that have no date

  uint64_t documents(size_t begin, size_t end) const { return before[end] - before[begin]; }
  uint64_t size(size_t begin, size_t end) const { return sizes[end] - sizes[begin]; }
};

Timeline timeline(const Corpus& corpus, const Sample& sample, const Dates& dates, SizeUnit unit) {
  const Column& column = *corpus.column(Role::date);
  Timeline line;
  std::vector<std::pair<double, uint32_t>> dated;
  for (const uint32_t row : sample.rows)
    if (column.codes[row] == kMissing)
      ++line.without;
    else
      dated.emplace_back(dates.of_code[column.codes[row]], row);
  std::sort(dated.begin(), dated.end());
  for (const auto& [when, row] : dated) {
    if (line.days.empty() || line.days.back().when != when) {
      line.days.push_back({when, {}});
      line.before.push_back(line.before.back());
      line.sizes.push_back(line.sizes.back() + (unit == SizeUnit::groups ? 1 : 0));
    }
    line.days.back().rows.push_back(row);
    ++line.before.back();
    if (unit != SizeUnit::groups) line.sizes.back() += unit == SizeUnit::bytes ? corpus.text(row).size() : 1;
  }
  return line;
}

struct TemporalOptions {
  double test_share = 0.2;
  uint32_t folds = 1;
  bool rolling = false;
  double gap = 0;
  SizeUnit unit = SizeUnit::documents;
  TrainSide train_side = {};  // only its author-disjoint is used; validation has its own way
  double validation = 0;
};

class Temporal final : public Splitter {
 public:
  Temporal(const TemporalOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const Dates dates, dates_of(corpus, sample.rows));
    const Timeline line = timeline(corpus, sample, dates, options_.unit);
    SF_ASSIGN(const std::vector<size_t> blocks, block_starts(line, corpus));
    SplitBuilder builder("temporal", recorded_, options_.train_side, corpus, sample, context);
    const double gap = options_.gap * (dates.numbers ? 1.0 : 86400.0);
    size_t embargoed = 0;
    uint64_t window = 0;  // what the first fold trains on
    for (size_t b = 0; b + 1 < blocks.size(); ++b) {
      const size_t begin = blocks[b], end = blocks[b + 1];
      size_t known = begin;  // only days before this one may train
      while (known > 0 && !(line.days[known - 1].when < line.days[begin].when - gap)) --known;
      embargoed += line.documents(known, begin);
      if (b == 0) window = line.size(0, known);
      size_t oldest = 0;
      if (options_.rolling)
        while (oldest < known && line.size(oldest + 1, known) >= window) ++oldest;
      if (known == oldest)
        return data_error(fmt::format("{}: no document is older than fold {} by more than gap = {}",
                                      corpus.name(), b, options_.gap));
      if (options_.validation > 0 && known - oldest < 2)
        return data_error(fmt::format("{}: fold {} trains on a single date, so none is left for validation",
                                      corpus.name(), b));
      add_fold(builder, line, oldest, known, begin, end);
    }
    if (line.without > 0) builder.note(fmt::format("{} documents have no date: left out", line.without));
    if (embargoed > 0)
      builder.note(fmt::format("{} documents a fold fall into the gap before its test block, on average",
                               embargoed / (blocks.size() - 1)));
    if (dates.coarse > 0)
      builder.note(
          fmt::format("{} documents have only a month or a year as their date: taken as its first "
                      "day",
                      dates.coarse));
    builder.note(fmt::format("the latest {} of {} documents are tested",
                             line.documents(blocks.front(), blocks.back()), line.before.back()));
    return std::move(builder).finish(
        blocks.size() == 2 ? std::string("Older documents train, later documents are tested.")
                           : fmt::format("{} blocks of time in a row; older documents train for each block.",
                                         blocks.size() - 1));
  }

 private:
  // Where each test block begins, as the number of a day; then the end of the last block.
  Result<std::vector<size_t>> block_starts(const Timeline& line, const Corpus& corpus) const {
    const size_t folds = options_.folds;
    const size_t days = line.days.size();
    if (days <= folds)
      return data_error(
          fmt::format("{}: {} different dates are too few for {} folds that each train on the "
                      "past ({} needed)",
                      corpus.name(), days, folds, folds + 1));
    const uint64_t total = line.sizes.back();
    const auto tested = static_cast<uint64_t>(std::llround(options_.test_share * static_cast<double>(total)));
    std::vector<size_t> starts;
    for (size_t b = 0; b < folds; ++b) {
      const uint64_t target = total - tested + tested * b / folds;
      // The nearest whole date; of two equally near ones the earlier. Every block keeps at least one date of
      // its own.
      size_t best = starts.empty() ? 1 : starts.back() + 1;
      const auto distance = [&](size_t d) {
        return line.sizes[d] > target ? line.sizes[d] - target : target - line.sizes[d];
      };
      for (size_t d = best + 1; d + (folds - b) <= days; ++d)
        if (distance(d) < distance(best)) best = d;
      starts.push_back(best);
    }
    starts.push_back(days);
    return starts;
  }

  // train: days [oldest, known); the latest share of them is for validation. test: [begin, end).
  void add_fold(SplitBuilder& builder, const Timeline& line, size_t oldest, size_t known, size_t begin,
                size_t end) const {
    const double share = options_.validation;
    const auto wanted = std::max<int64_t>(std::llround(share * static_cast<double>(line.size(oldest, known))),
                                          share > 0 ? 1 : 0);
    size_t validating = known;
    while (validating > oldest + 1 && line.size(validating, known) < static_cast<uint64_t>(wanted))
      --validating;
    const auto rows = [&line](size_t first, size_t last) {
      std::vector<uint32_t> side;
      for (size_t d = first; d < last; ++d)
        side.insert(side.end(), line.days[d].rows.begin(), line.days[d].rows.end());
      return side;
    };
    builder.add_fold(rows(oldest, validating), rows(validating, known), rows(begin, end));
  }

  TemporalOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry temporal_splitter() {
  using O = TemporalOptions;
  OptionTable<O> table;
  table.add("test-share", &O::test_share, "share of the documents, the latest, that is tested")
      .above(0)
      .below(1);
  table.add("folds", &O::folds, "blocks that the tested share is cut into, one fold each")
      .between(1, 100'000);
  table.words(
      "window", &O::rolling, {{"expanding", false}, {"rolling", true}},
      "expanding: a fold trains on everything older; rolling: on about as many documents as the first "
      "fold has, the latest ones");
  table
      .add("gap", &O::gap,
           "leave out of train documents that are older than the test block by at most this many days (or "
           "units, where dates are plain numbers)")
      .at_least(0);
  table.words_in_order("size-unit", &O::unit, kSizeUnits,
                       "what shares are counted in: documents, groups (here dates), or bytes of text");
  table.include(&O::train_side, author_disjoint_table());
  table.add("validation", &O::validation, "share of train, its latest whole dates, taken for validation")
      .at_least(0)
      .below(1);
  return {
      .name = "temporal",
      .summary =
          "Older documents train, later ones are tested, in one block or in several that follow "
          "each other.",
      .citation = "",
      .traits = {.needs_dates = true,
                 .deterministic = true,
                 .tests_all = false,
                 .parts_groups =
                     "a document stands where its date puts it, and a group may have many dates; purge takes "
                     "groups of tested documents out of train"},
      .options = table,
      .make = made_as<Splitter, Temporal>(table)};
}

}  // namespace standfast
