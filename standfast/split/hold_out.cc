// Hold-out: one random test side, drawn as a share of the documents, in proportion to the values of a column,
// by whole groups of another, or both. This is the ordinary split of a benchmark (80/20, 80/10/10); several
// draws of it are the seeds of a study. Shares are in parts per million and all arithmetic is in integers.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/base/numpy_legacy.h"
#include "standfast/corpus/groups.h"
#include "standfast/split/folds.h"
#include "standfast/split/proportional_draw.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

__extension__ using Wide = __int128;

// The inputs of a draw: class and group of each row. kMissing: the row has none.
struct Terms {
  std::vector<uint32_t> class_of, group_of;  // by row of the corpus
  std::vector<uint64_t> bytes;     // by row, if sizes are bytes of the texts; else every row counts 1
  size_t classes = 1, groups = 0;  // groups = 0: documents are drawn one by one

  uint64_t size(uint32_t row) const { return bytes.empty() ? 1 : bytes[row]; }
  uint64_t size(const std::vector<uint32_t>& rows) const {
    uint64_t sum = 0;
    for (const uint32_t row : rows) sum += size(row);
    return sum;
  }
};

// Returns the size of each class.
std::vector<uint64_t> sizes_of(const Terms& terms, const std::vector<uint32_t>& rows) {
  std::vector<uint64_t> sizes(terms.classes, 0);
  for (const uint32_t row : rows) sizes[terms.class_of[row]] += terms.size(row);
  return sizes;
}

// Above this number of groups no two groups are swapped: single moves then come near enough.
constexpr size_t kMostGroupsToSwap = 2000;

// A local search over groups in random order. One group changes sides, or two are swapped, as long as that
// brings the side nearer to the quotas. The distance is the sum of squared deviations, of every class and of
// all documents together, in documents or in bytes of text. The sum is a decreasing integer, so the search
// ends. At least one group is drawn and at least one is not.
class GroupDraw {
 public:
  GroupDraw(const Terms& terms, const std::vector<uint32_t>& rows, const Fraction& share, uint64_t wanted)
      : documents_(terms.groups), drawn_(terms.groups, false) {
    const auto quota = proportional_quotas(sizes_of(terms, rows), share, wanted);
    for (const uint64_t n : quota) missing_.push_back(static_cast<int64_t>(n));
    missing_all_ = std::accumulate(missing_.begin(), missing_.end(), int64_t{0});
    std::vector<uint32_t> sorted = rows;
    const auto place = [&terms](uint32_t row) { return std::pair(terms.group_of[row], terms.class_of[row]); };
    std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
    for (const uint32_t row : sorted) {
      auto& group = documents_[terms.group_of[row]];
      if (group.empty() || group.back().first != terms.class_of[row])
        group.emplace_back(terms.class_of[row], 0);
      group.back().second += static_cast<int64_t>(terms.size(row));
    }
    for (uint32_t g = 0; g < documents_.size(); ++g)
      if (!documents_[g].empty()) order_.push_back(g);
  }

  size_t groups() const { return order_.size(); }

  // Draws a given number of groups, whatever their sizes. Requires 0 < wanted < groups().
  void draw(uint64_t wanted, Rng& rng) {
    rng.shuffle(order_);
    for (uint64_t i = 0; i < wanted; ++i) turn(order_[i]);
  }

  void run(Rng& rng) {
    rng.shuffle(order_);
    while (change_sides() || change_places()) {
    }
    if (taken_ > 0) return;
    turn(*std::min_element(order_.begin(), order_.end(),
                           [this](uint32_t a, uint32_t b) { return gain(a) < gain(b); }));
  }

  bool drawn(uint32_t group) const { return drawn_[group]; }

 private:
  bool change_sides() {
    bool changed = false;
    for (const uint32_t g : order_) {
      if (gain(g) >= 0 || taken_ == (drawn_[g] ? 1 : order_.size() - 1)) continue;
      turn(g);
      changed = true;
    }
    return changed;
  }

  // Swaps the first two groups for which that helps. After that, single moves may help again.
  bool change_places() {
    if (order_.size() > kMostGroupsToSwap) return false;
    for (const uint32_t out : order_) {
      if (!drawn_[out]) continue;
      const Wide before = gain(out);
      turn(out);
      for (const uint32_t in : order_) {
        if (in == out || drawn_[in] || before + gain(in) >= 0) continue;
        turn(in);
        return true;
      }
      turn(out);
    }
    return false;
  }

  // Returns the change of the sum of squares if the group changes sides.
  Wide gain(uint32_t g) const {
    Wide sum = 0;
    int64_t all = 0;
    const int64_t sign = drawn_[g] ? -1 : 1;
    for (const auto& [class_code, n] : documents_[g]) {
      sum += static_cast<Wide>(n) * (n - sign * 2 * missing_[class_code]);
      all += n;
    }
    return sum + static_cast<Wide>(all) * (all - sign * 2 * missing_all_);
  }
  void turn(uint32_t g) {
    const int64_t sign = drawn_[g] ? -1 : 1;
    for (const auto& [class_code, n] : documents_[g]) {
      missing_[class_code] -= sign * n;
      missing_all_ -= sign * n;
    }
    drawn_[g] = !drawn_[g];
    taken_ += drawn_[g] ? size_t{1} : size_t(-1);
  }

  std::vector<std::vector<std::pair<uint32_t, int64_t>>> documents_;  // by group: class and size
  std::vector<bool> drawn_;
  // By class: the amount that the side still lacks; negative if it has too much.
  std::vector<int64_t> missing_;
  int64_t missing_all_ = 0;
  std::vector<uint32_t> order_;
  size_t taken_ = 0;
};

enum class DrawGenerator : uint8_t { standfast, numpy_legacy };
enum class Rounding : uint8_t { nearest, up };
enum class FirstDraw : uint8_t { test, validation };

struct HoldOutOptions {
  double test_share = 0.2;
  std::string by{kNoColumn}, group{kNoColumn};
  TrainSide train_side = {};  // only its author-disjoint is used; validation is drawn like the test side
  double validation = 0;
  SizeUnit unit = SizeUnit::documents;
  FirstDraw first = FirstDraw::test;
  Rounding rounding = Rounding::nearest;
  DrawGenerator generator = DrawGenerator::standfast;
};

std::string objection_to_draw(const HoldOutOptions& o) {
  const bool all = o.by == kNoColumn && o.group == kNoColumn;
  if (o.generator == DrawGenerator::numpy_legacy && !all)
    return "generator = numpy-legacy draws from all documents alike, so by and group are none";
  if (o.generator == DrawGenerator::numpy_legacy && o.unit != SizeUnit::documents)
    return "generator = numpy-legacy counts documents, so size-unit is documents";
  if (o.unit == SizeUnit::groups && o.group == kNoColumn)
    return "size-unit = groups counts groups, so group names a column";
  if (o.unit == SizeUnit::groups && o.by != kNoColumn && o.by != o.group)
    return "size-unit = groups counts groups, which may have several classes each, so by is none";
  if (o.first == FirstDraw::validation &&
      parts_per_million(o.test_share) + parts_per_million(o.validation) >= 1'000'000)
    return fmt::format("test-share = {} and validation = {} leave nothing to train on", o.test_share,
                       o.validation);
  return "";
}

class HoldOut final : public Splitter {
 public:
  HoldOut(HoldOutOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SplitBuilder builder("hold-out", recorded_, options_.train_side, corpus, sample, context);
    const std::string group = column(options_.group);
    // Groups that are whole classes cannot be in proportion to the classes.
    const std::string by = column(options_.by) == group ? "" : column(options_.by);
    Terms terms;
    std::vector<uint32_t> rows = sample.rows;
    SF_ASSIGN(const auto classes, codes(corpus, sample, by, rows, builder));
    if (classes) terms.classes = classes->second;
    terms.class_of = classes ? classes->first : std::vector<uint32_t>(corpus.size(), 0);
    SF_ASSIGN(const auto groups, codes(corpus, sample, group, rows, builder));
    if (groups) {
      terms.group_of = groups->first;
      terms.groups = groups->second;
    }
    if (options_.unit == SizeUnit::bytes) {
      terms.bytes.resize(corpus.size());
      for (const uint32_t row : rows) terms.bytes[row] = corpus.text(row).size();
      if (!groups) {  // documents are drawn one by one
        terms.group_of.assign(corpus.size(), kMissing);
        for (const uint32_t row : rows_by_id(corpus, rows))
          terms.group_of[row] = static_cast<uint32_t>(terms.groups++);
      }
    }
    // The second side is drawn from the remainder of the first.
    const Side test_side{"test-share", options_.test_share, parts_per_million(options_.test_share)};
    const Side validation_side{"validation", options_.validation, parts_per_million(options_.validation)};
    const bool test_first = options_.first == FirstDraw::test;
    const Side& first = test_first ? test_side : validation_side;
    const Side& second = test_first ? validation_side : test_side;
    // If validation comes first, both are shares of all documents.
    const uint64_t left = test_first ? kWhole : kWhole - first.parts;
    SF_ASSIGN(Drawn one, draw(terms, corpus, rows, first, kWhole, context.seed));
    SF_ASSIGN(Drawn two, draw(terms, corpus, one.rest, second, left, context.seed));
    std::vector<uint32_t> train = std::move(two.rest);
    const std::vector<uint32_t> test = test_first ? one.drawn : two.drawn;
    std::vector<uint32_t> validation = test_first ? two.drawn : one.drawn;
    note_untested(terms, rows, test, by, builder);
    if (options_.unit == SizeUnit::bytes)
      builder.note(
          fmt::format("the test side has {} of {} bytes of text", terms.size(test), terms.size(rows)));
    builder.add_fold(std::move(train), std::move(validation), test);
    return std::move(builder).finish(
        fmt::format("One test side of {} of {} documents, drawn at random{}{}.", test.size(), rows.size(),
                    by.empty() ? "" : fmt::format(", with every {} in proportion", by),
                    group.empty() ? "" : fmt::format("; no {} is on two sides", group)));
  }

 private:
  static constexpr uint64_t kWhole = 1'000'000;
  struct Side {
    const char* option;
    double share;
    uint64_t parts;
  };
  struct Drawn {
    std::vector<uint32_t> drawn, rest;
  };

  static std::string column(const std::string& name) { return name == kNoColumn ? "" : name; }

  // Returns, by row, the index of its value among the values of a column, by name, and the number of values.
  // Rows without a value are removed from `rows`. Nothing if no column is given.
  static Result<std::optional<std::pair<std::vector<uint32_t>, size_t>>> codes(const Corpus& corpus,
                                                                               const Sample& sample,
                                                                               const std::string& column,
                                                                               std::vector<uint32_t>& rows,
                                                                               SplitBuilder& builder) {
    if (column.empty()) return std::nullopt;
    SF_ASSIGN(const SplitGroups values, split_groups(corpus, sample, column));
    std::vector<uint32_t> code(corpus.size(), kMissing);
    for (uint32_t v = 0; v < values.rows.size(); ++v)
      for (const uint32_t row : values.rows[v]) code[row] = v;
    const auto missing = std::erase_if(rows, [&code](uint32_t row) { return code[row] == kMissing; });
    if (missing > 0) builder.note(fmt::format("{} documents have no {}: left out", missing, column));
    return std::pair(std::move(code), values.rows.size());
  }

  Result<Drawn> draw(const Terms& terms, const Corpus& corpus, const std::vector<uint32_t>& rows,
                     const Side& side, uint64_t whole, uint64_t seed) const {
    if (side.parts == 0) return Drawn{{}, rows};
    const Fraction share{side.parts, whole};
    const auto rounded = [&](uint64_t n) {
      return options_.rounding == Rounding::up ? rounded_up(n, share) : nearest(n, share);
    };
    const uint64_t wanted = rounded(terms.size(rows));
    const std::string component = fmt::format("split/hold-out/{}", side.option);
    const auto too_few = [&](size_t n, const std::string& what) {
      return data_error(fmt::format("{}: {} {}{} cannot be parted by {} = {}", corpus.name(), n, what,
                                    n == 1 ? "" : "s", side.option, side.share));
    };
    Drawn result;
    if (terms.groups == 0) {
      if (wanted == 0 || wanted >= rows.size()) return too_few(rows.size(), "document");
      if (options_.generator == DrawGenerator::numpy_legacy) return legacy_draw(rows, wanted, seed);
      result.drawn =
          draw_proportionally(corpus, rows, terms.class_of, terms.classes, share, wanted, seed, component);
    } else {
      GroupDraw groups(terms, rows, share, wanted);
      if (groups.groups() < 2)
        return too_few(groups.groups(), options_.group == kNoColumn ? "document" : options_.group);
      Rng rng(seed, component);
      if (options_.unit == SizeUnit::groups) {
        const uint64_t number = rounded(groups.groups());
        if (number == 0 || number >= groups.groups()) return too_few(groups.groups(), options_.group);
        groups.draw(number, rng);
      } else {
        groups.run(rng);
      }
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(result.drawn),
                   [&](uint32_t row) { return groups.drawn(terms.group_of[row]); });
    }
    result.rest = rows_without(rows, result.drawn, corpus);
    return result;
  }

  // Draws the first `wanted` of the shuffled rows; the rest stays in that order for the next draw.
  static Result<Drawn> legacy_draw(const std::vector<uint32_t>& rows, uint64_t wanted, uint64_t seed) {
    if (seed > UINT32_MAX)
      return usage_error(
          fmt::format("hold-out: generator = numpy-legacy takes seeds up to {}, not {}", UINT32_MAX, seed));
    const auto shuffled = NumpyLegacy(static_cast<uint32_t>(seed)).shuffled(rows);
    const auto cut = shuffled.begin() + static_cast<std::ptrdiff_t>(wanted);
    return Drawn{{shuffled.begin(), cut}, {cut, shuffled.end()}};
  }

  static void note_untested(const Terms& terms, const std::vector<uint32_t>& rows,
                            const std::vector<uint32_t>& test, const std::string& by, SplitBuilder& builder) {
    if (by.empty()) return;
    const auto all = sizes_of(terms, rows), tested = sizes_of(terms, test);
    size_t untested = 0, present = 0;
    for (size_t c = 0; c < all.size(); ++c) {
      present += all[c] > 0;
      untested += all[c] > 0 && tested[c] == 0;
    }
    if (untested > 0)
      builder.note(
          fmt::format("{} of {} {} have no document in the test side", untested, present, plural(by)));
  }

  HoldOutOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry hold_out_splitter() {
  using O = HoldOutOptions;
  OptionTable<O> table;
  table.add("test-share", &O::test_share, "share of the documents that is tested").above(0).below(1);
  table
      .add("by", &O::by,
           "the column (label, author, thread ...) whose values every side gets in proportion; in a study of "
           "classification the target")
      .column();
  table
      .add("group", &O::group,
           "the column (author, topic, thread ...) whose groups stay whole, each on one side; shares are "
           "then as near as whole groups allow")
      .column();
  table.include(&O::train_side, author_disjoint_table());
  table
      .add("validation", &O::validation,
           "share of the untested documents that is taken for validation, drawn like the test side")
      .at_least(0)
      .below(1);
  table.words_in_order(
      "size-unit", &O::unit, kSizeUnits,
      "unit of shares: documents; groups, as in scikit-learn's GroupShuffleSplit; or bytes of text");
  table.words_in_order("first", &O::first, std::vector<std::string>{"test", "validation"},
                       "the side that is drawn first; if it is validation, both are shares of all documents");
  table.words_in_order("rounding", &O::rounding, std::vector<std::string>{"nearest", "up"},
                       "rounding of a share to a number of documents; up: as in scikit-learn's "
                       "train_test_split");
  table.words_in_order(
      "generator", &O::generator, std::vector<std::string>{"standfast", "numpy-legacy"},
      "standfast: each document is drawn by its id; numpy-legacy: places in the file are shuffled as NumPy's "
      "RandomState does, so another order of the file is another draw");
  table.require(objection_to_draw);
  table.preset(
      "latent-feature-splits",
      "the random splits that were published with latent feature splits (their seeds: 22, 42, 62): a "
      "tenth for validation, then a ninth of the rest for the test",
      {{"test-share", 0.1},
       {"validation", 0.1},
       {"by", std::string(kNoColumn)},
       {"group", std::string(kNoColumn)},
       {"first", std::string("validation")},
       {"rounding", std::string("up")},
       {"generator", std::string("numpy-legacy")}});
  return {.name = "hold-out",
          .summary =
              "One random test side of a given share, in proportion to a column, by whole groups, or both.",
          .citation = "",
          .traits = {.tests_all = false, .keeps_whole = "group"},
          .options = table,
          .make = made_as<Splitter, HoldOut>(table)};
}

}  // namespace standfast
