#include "standfast/split/hold_out.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "standfast/corpus/read/groups.h"
#include "standfast/split/folds.h"

namespace standfast {
namespace {

// What a draw needs to know of the documents: class and group of each row. kMissing: the row has none.
struct Terms {
  std::vector<uint32_t> class_of, group_of;  // by row of the corpus
  size_t classes = 1, groups = 0;            // groups = 0: documents are drawn one by one
};

// How many documents of each class are drawn. Each share is rounded down. The documents that are then missing
// to the share of all come from the classes with the largest remainders; of equal ones, the first name.
std::vector<uint64_t> quotas(const std::vector<uint64_t>& sizes, uint64_t parts) {
  const uint64_t all = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  std::vector<uint64_t> quota;
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  for (const uint64_t n : sizes) quota.push_back(n * parts / 1'000'000);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return sizes[a] * parts % 1'000'000 > sizes[b] * parts % 1'000'000;
  });
  uint64_t missing = share_of(all, parts) - std::accumulate(quota.begin(), quota.end(), uint64_t{0});
  for (size_t i = 0; i < order.size() && missing > 0; ++i, --missing) ++quota[order[i]];
  return quota;
}

std::vector<uint64_t> class_sizes(const Terms& terms, const std::vector<uint32_t>& rows) {
  std::vector<uint64_t> sizes(terms.classes, 0);
  for (const uint32_t row : rows) ++sizes[terms.class_of[row]];
  return sizes;
}

std::vector<uint32_t> draw_documents(const Terms& terms, const Corpus& corpus,
                                     const std::vector<uint32_t>& rows, uint64_t parts, uint64_t seed,
                                     const std::string& component) {
  std::vector<uint64_t> left = quotas(class_sizes(terms, rows), parts);
  std::vector<uint32_t> drawn;
  for (const uint32_t row : shuffled_rows(corpus, rows, seed, component)) {
    uint64_t& quota = left[terms.class_of[row]];
    if (quota == 0) continue;
    --quota;
    drawn.push_back(row);
  }
  return drawn;
}

// Above this number of groups no two change places: single moves then come near enough.
constexpr size_t kMostGroupsToSwap = 2000;

// Groups in a random order. One group changes sides, or two change places, as long as that brings the side
// nearer to the quotas. "Nearer" is a smaller sum of squared deviations, of every class and of all documents
// together. The sum is a falling integer, so this ends. At least one group is drawn and at least one is not.
class GroupDraw {
 public:
  GroupDraw(const Terms& terms, const std::vector<uint32_t>& rows, uint64_t parts)
      : documents_(terms.groups), drawn_(terms.groups, false) {
    const auto quota = quotas(class_sizes(terms, rows), parts);
    for (const uint64_t n : quota) missing_.push_back(static_cast<int64_t>(n));
    missing_all_ = std::accumulate(missing_.begin(), missing_.end(), int64_t{0});
    std::vector<uint32_t> sorted = rows;
    const auto place = [&terms](uint32_t row) { return std::pair(terms.group_of[row], terms.class_of[row]); };
    std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
    for (const uint32_t row : sorted) {
      auto& group = documents_[terms.group_of[row]];
      if (group.empty() || group.back().first != terms.class_of[row])
        group.emplace_back(terms.class_of[row], 0);
      ++group.back().second;
    }
    for (uint32_t g = 0; g < documents_.size(); ++g)
      if (!documents_[g].empty()) order_.push_back(g);
  }

  size_t groups() const { return order_.size(); }

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

  // Swaps the first two groups where that helps. After that, single moves may help again.
  bool change_places() {
    if (order_.size() > kMostGroupsToSwap) return false;
    for (const uint32_t out : order_) {
      if (!drawn_[out]) continue;
      const int64_t before = gain(out);
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

  // The change of the sum of squares if the group changes sides. For a corpus of 2^30 documents it stays in
  // range.
  int64_t gain(uint32_t g) const {
    int64_t all = 0, sum = 0;
    const int64_t sign = drawn_[g] ? -1 : 1;
    for (const auto& [class_code, n] : documents_[g]) {
      sum += n * (n - sign * 2 * missing_[class_code]);
      all += n;
    }
    return sum + all * (all - sign * 2 * missing_all_);
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

  std::vector<std::vector<std::pair<uint32_t, int64_t>>> documents_;  // by group: class and number
  std::vector<bool> drawn_;
  std::vector<int64_t> missing_;  // documents of each class that the side still lacks; below 0: has too many
  int64_t missing_all_ = 0;
  std::vector<uint32_t> order_;
  size_t taken_ = 0;
};

struct HoldOutOptions {
  double test_share = 0.2;
  std::string by{kNoColumn}, group{kNoColumn};
  TrainSide train_side = {};  // only its author-disjoint is used; validation is drawn like the test side
  double validation = 0;
};

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
    SF_ASSIGN(const auto test, draw(terms, corpus, rows, "test-share", options_.test_share, context.seed));
    std::vector<uint32_t> train = without(rows, test, corpus), validation;
    if (parts_per_million(options_.validation) > 0) {
      SF_ASSIGN(validation, draw(terms, corpus, train, "validation", options_.validation, context.seed));
      train = without(train, validation, corpus);
    }
    note_untested(terms, rows, test, by, builder);
    builder.add_fold(std::move(train), std::move(validation), test);
    return std::move(builder).finish(
        fmt::format("One test side of {} of {} documents, drawn at random{}{}.", test.size(), rows.size(),
                    by.empty() ? "" : fmt::format(", with every {} in proportion", by),
                    group.empty() ? "" : fmt::format("; no {} is on two sides", group)));
  }

 private:
  static std::string column(const std::string& name) { return name == kNoColumn ? "" : name; }

  // The place of each row's value among the values of a column, by name, and the number of values. Rows
  // without a value leave `rows`. Nothing if no column is asked for.
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

  Result<std::vector<uint32_t>> draw(const Terms& terms, const Corpus& corpus,
                                     const std::vector<uint32_t>& rows, const char* option, double share,
                                     uint64_t seed) const {
    const uint64_t parts = parts_per_million(share);
    const std::string component = fmt::format("split/hold-out/{}", option);
    const auto too_few = [&](size_t n, const std::string& what) {
      return data_error(fmt::format("{}: {} {}{} cannot be parted by {} = {}", corpus.name(), n, what,
                                    n == 1 ? "" : "s", option, share));
    };
    if (terms.groups == 0) {
      const uint64_t wanted = share_of(rows.size(), parts);
      if (wanted == 0 || wanted == rows.size()) return too_few(rows.size(), "document");
      return draw_documents(terms, corpus, rows, parts, seed, component);
    }
    GroupDraw groups(terms, rows, parts);
    if (groups.groups() < 2) return too_few(groups.groups(), options_.group);
    Rng rng(seed, component);
    groups.run(rng);
    std::vector<uint32_t> drawn;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(drawn),
                 [&](uint32_t row) { return groups.drawn(terms.group_of[row]); });
    return drawn;
  }

  static std::vector<uint32_t> without(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& drawn,
                                       const Corpus& corpus) {
    std::vector<bool> gone(corpus.size(), false);
    for (const uint32_t row : drawn) gone[row] = true;
    std::vector<uint32_t> rest;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(rest),
                 [&](uint32_t row) { return !gone[row]; });
    return rest;
  }

  static void note_untested(const Terms& terms, const std::vector<uint32_t>& rows,
                            const std::vector<uint32_t>& test, const std::string& by, SplitBuilder& builder) {
    if (by.empty()) return;
    const auto all = class_sizes(terms, rows), tested = class_sizes(terms, test);
    size_t untested = 0, present = 0;
    for (size_t c = 0; c < all.size(); ++c) {
      present += all[c] > 0;
      untested += all[c] > 0 && tested[c] == 0;
    }
    if (untested > 0)
      builder.note(fmt::format("{} of {} {}s have no document in the test side", untested, present, by));
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
  return {.name = "hold-out",
          .summary =
              "One random test side of a given share, in proportion to a column, by whole groups, or both.",
          .citation = "",
          .traits = {.tests_all = false, .keeps_whole = "group"},
          .options = table,
          .make = made_as<Splitter, HoldOut>(table)};
}

}  // namespace standfast
