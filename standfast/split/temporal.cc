// Temporal split: train on the past, test on later documents. Documents are in the order of their dates; the
// latest share is tested, in one block or in several consecutive blocks; each block is tested by a model that
// knows only older documents. Documents of one date stay together, so shares are as near as whole dates
// allow.
//
// With keep-whole a group is tested, whole, in the block in which it begins. It trains for the blocks that
// begin after it has ended (and the gap after that). In between it is on no side, so no training document is
// younger than a tested one. Validation takes the groups that end last.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "standfast/split/dates.h"
#include "standfast/split/folds.h"
#include "standfast/split/keep_whole.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

// A document, or a group of documents that is kept whole.
struct Dated {
  uint32_t row = 0;
  double first = 0, last = 0;  // dates of its documents
};

// Documents by a date of theirs: the occurring dates in ascending order, each with its documents.
class Timeline {
 public:
  // date: the date that counts, first or last.
  Timeline(const Corpus& corpus, std::vector<Dated> documents, double Dated::*date, SizeUnit unit)
      : documents_(std::move(documents)) {
    std::ranges::sort(documents_, {}, [date](const Dated& one) { return std::pair(one.*date, one.row); });
    for (const Dated& one : documents_) {
      if (dates_.empty() || dates_.back() != one.*date) {
        dates_.push_back(one.*date);
        before_.push_back(before_.back());
        sizes_.push_back(sizes_.back() + (unit == SizeUnit::groups ? 1 : 0));
      }
      ++before_.back();
      if (unit != SizeUnit::groups)
        sizes_.back() += unit == SizeUnit::bytes ? corpus.text(one.row).size() : 1;
    }
  }

  size_t dates() const { return dates_.size(); }
  double date(size_t d) const { return dates_[d]; }
  // Counts the documents of the dates [begin, end).
  uint64_t documents(size_t begin, size_t end) const { return before_[end] - before_[begin]; }
  uint64_t size(size_t begin, size_t end) const { return sizes_[end] - sizes_[begin]; }
  std::span<const Dated> of(size_t begin, size_t end) const {
    return std::span(documents_).subspan(before_[begin], documents(begin, end));
  }
  std::vector<uint32_t> rows(size_t begin, size_t end) const {
    std::vector<uint32_t> rows;
    for (const Dated& one : of(begin, end)) rows.push_back(one.row);
    return rows;
  }

 private:
  std::vector<Dated> documents_;
  std::vector<double> dates_;
  std::vector<uint64_t> before_ = {0};  // documents older than date d; one entry more than dates
  std::vector<uint64_t> sizes_ = {0};   // the sum of sizes, in the size unit, of documents older than date d
};

// Returns the documents of the sample that have dates; with keep-whole, the groups whose documents all have
// one.
Result<std::vector<Dated>> dated_documents(const Corpus& corpus, const Sample& sample,
                                           const Representatives* groups, Dates& dates) {
  std::vector<uint32_t> all = sample.rows;
  if (groups != nullptr) all = groups->all_of(sample.rows).list();
  SF_ASSIGN(dates, dates_of(corpus, all));
  const Column& column = *corpus.column(Role::date);
  std::vector<Dated> documents;
  for (const uint32_t row : sample.rows) {
    std::vector<double> of_group;
    for (const uint32_t member : groups != nullptr ? groups->documents_of(row) : std::vector<uint32_t>{row})
      of_group.push_back(column.codes[member] == kMissing ? std::numeric_limits<double>::quiet_NaN()
                                                          : dates.of_code[column.codes[member]]);
    if (std::ranges::any_of(of_group, [](double date) { return std::isnan(date); })) continue;
    const auto [first, last] = std::ranges::minmax(of_group);
    documents.push_back({row, first, last});
  }
  return documents;
}

struct TemporalOptions {
  double test_share = 0.2;
  uint32_t folds = 1;
  bool rolling = false;
  double gap = 0;
  SizeUnit unit = SizeUnit::documents;
  TrainSide train_side = {};  // only its author-disjoint is used; validation is taken by date
  double validation = 0;
};

class Temporal final : public Splitter {
 public:
  Temporal(const TemporalOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    Dates dates;
    SF_ASSIGN(auto documents, dated_documents(corpus, sample, context.groups, dates));
    const size_t without = sample.rows.size() - documents.size();
    // A group that is kept whole is tested in the block where it begins.
    const Timeline line(corpus, std::move(documents), &Dated::first, options_.unit);
    SF_ASSIGN(const std::vector<size_t> blocks, block_starts(line, corpus));
    SplitBuilder builder("temporal", recorded_, options_.train_side, corpus, sample, context);
    const double gap = options_.gap * (dates.numbers ? 1.0 : 86400.0);
    size_t embargoed = 0;
    uint64_t window = 0;  // the size of the training side of the first fold
    for (size_t b = 0; b + 1 < blocks.size(); ++b) {
      const size_t begin = blocks[b], end = blocks[b + 1];
      // Only documents or groups that ended before this date may train.
      const double limit = line.date(begin) - gap;
      std::vector<Dated> ended;
      for (const Dated& one : line.of(0, begin))
        if (one.last < limit) ended.push_back(one);
      embargoed += line.documents(0, begin) - ended.size();
      const Timeline past(corpus, std::move(ended), &Dated::first, options_.unit);
      if (b == 0) window = past.size(0, past.dates());
      size_t oldest = 0;
      if (options_.rolling)
        while (oldest < past.dates() && past.size(oldest + 1, past.dates()) >= window) ++oldest;
      const auto known = past.of(oldest, past.dates());
      if (known.empty())
        return data_error(fmt::format("{}: no {} is older than fold {} by more than gap = {}", corpus.name(),
                                      context.groups != nullptr ? "whole group" : "document", b,
                                      options_.gap));
      const Timeline train(corpus, {known.begin(), known.end()}, &Dated::last, options_.unit);
      if (options_.validation > 0 && train.dates() < 2)
        return data_error(fmt::format("{}: fold {} trains on a single date, so none is left for validation",
                                      corpus.name(), b));
      const size_t validating = validation_start(train);
      builder.add_fold(train.rows(0, validating), train.rows(validating, train.dates()),
                       line.rows(begin, end));
    }
    if (without > 0)
      builder.note(
          fmt::format("{} documents have no date{}: left out", without,
                      context.groups != nullptr ? ", or represent a group with such a document" : ""));
    if (embargoed > 0) {
      const size_t each = embargoed / (blocks.size() - 1);
      builder.note(
          context.groups != nullptr
              ? fmt::format(
                    "{} groups a fold begin before its test block and end in it, after it or in the gap: "
                    "they do not train, on average",
                    each)
              : fmt::format("{} documents a fold fall into the gap before its test block, on average", each));
    }
    if (options_.gap > 0 && dates.numbers)
      builder.note(fmt::format(
          "all dates are plain numbers, so gap = {:g} is in their unit (years, if they are years), not in "
          "days",
          options_.gap));
    if (dates.coarse > 0)
      builder.note(
          fmt::format("{} documents have only a month or a year as their date: taken as its first "
                      "day",
                      dates.coarse));
    builder.note(fmt::format("the latest {} of {} documents are tested",
                             line.documents(blocks.front(), blocks.back()), line.documents(0, line.dates())));
    return std::move(builder).finish(
        blocks.size() == 2 ? std::string("Older documents train, later documents are tested.")
                           : fmt::format("{} blocks of time in a row; older documents train for each block.",
                                         blocks.size() - 1));
  }

 private:
  // Returns the start of each test block, as the index of a date; then the end of the last block.
  Result<std::vector<size_t>> block_starts(const Timeline& line, const Corpus& corpus) const {
    const size_t folds = options_.folds;
    const size_t days = line.dates();
    if (days <= folds)
      return data_error(
          fmt::format("{}: {} different dates are too few for {} folds that each train on the "
                      "past ({} needed)",
                      corpus.name(), days, folds, folds + 1));
    const uint64_t total = line.size(0, days);
    const auto tested = static_cast<uint64_t>(std::llround(options_.test_share * static_cast<double>(total)));
    std::vector<size_t> starts;
    for (size_t b = 0; b < folds; ++b) {
      const uint64_t target = total - tested + tested * b / folds;
      // Blocks begin at the nearest whole date, the earlier one in a tie. Every block keeps at least one date
      // of its own.
      size_t best = starts.empty() ? 1 : starts.back() + 1;
      const auto distance = [&](size_t d) {
        const uint64_t size = line.size(0, d);
        return size > target ? size - target : target - size;
      };
      for (size_t d = best + 1; d + (folds - b) <= days; ++d)
        if (distance(d) < distance(best)) best = d;
      starts.push_back(best);
    }
    starts.push_back(days);
    return starts;
  }

  // Returns the index of the date from which training documents go to validation: the latest share of them.
  size_t validation_start(const Timeline& train) const {
    const double share = options_.validation;
    const size_t end = train.dates();
    const auto wanted =
        std::max<int64_t>(std::llround(share * static_cast<double>(train.size(0, end))), share > 0 ? 1 : 0);
    size_t start = end;
    while (start > 1 && train.size(start, end) < static_cast<uint64_t>(wanted)) --start;
    return start;
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
  table.add("folds", &O::folds, "number of blocks of the tested share, one fold each").between(1, 100'000);
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
                       "unit of shares: documents, groups (here dates), or bytes of text");
  table.include(&O::train_side, author_disjoint_table());
  table.add("validation", &O::validation, "share of train, its latest whole dates, taken for validation")
      .at_least(0)
      .below(1);
  return {.name = "temporal",
          .summary =
              "Older documents train, later ones are tested, in one block or in several that follow "
              "each other.",
          .citation = "",
          .traits = {.needs_dates = true, .deterministic = true, .tests_all = false},
          .options = table,
          .make = made_as<Splitter, Temporal>(table)};
}

}  // namespace standfast
