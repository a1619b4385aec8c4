#include "standfast/split/keep_whole.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/split/extra_options.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/folds.h"
#include "standfast/split/latent/split_clusters.h"
#include "standfast/split/splitter.h"
#include "standfast/text/printable.h"

namespace standfast {

namespace {

constexpr const char* kKeepWhole = "keep-whole";

struct KeepWholeOptions {
  std::string group{kNoColumn};
};

std::string word_of(const Options& options, const std::string& name) {
  const auto found = options.values().find(name);
  if (found == options.values().end()) return "";
  const auto* word = std::get_if<std::string>(&found->second);
  return word == nullptr || *word == kNoColumn ? "" : *word;
}

// A column whose values the splitter itself keeps on one side, and the option that says so.
struct OwnColumn {
  std::string name, why;
};

std::vector<OwnColumn> own_columns(const SplitterTraits& traits, const Options& options) {
  std::vector<OwnColumn> own;
  if (traits.novel_topics) own.push_back({"topic", "this method keeps topics apart"});
  if (traits.novel_authors) own.push_back({"author", "this method keeps authors apart"});
  if (const std::string column = column_kept_whole(traits, options); !column.empty())
    own.push_back({column, fmt::format("{} = {} keeps these whole", traits.keeps_whole, column)});
  if (is_author_disjoint(options)) own.push_back({"author", "author-disjoint keeps authors apart"});
  if (traits.outcomes) {  // topic confusion
    own.push_back({"author", "this method places documents by author and topic"});
    own.push_back({"topic", "this method places documents by author and topic"});
  }
  if (const auto unit = unit_of_validation(options))
    own.push_back(
        {std::string(role_name(*unit)),
         fmt::format("validation-unit = {0} keeps {0}s whole (document does not)", role_name(*unit))});
  return own;
}

// Returns true if the splitter keeps the groups whole anyway. (Its validation may be another matter.)
bool keeps_anyway(const SplitterTraits& traits, const Options& options, const std::string& group) {
  return group == column_kept_whole(traits, options) || (group == "topic" && traits.novel_topics) ||
         (group == "author" && traits.novel_authors);
}

// Checks the option `validation`: validation drawn from train by another unit may divide a group that is
// whole in train and test.
Status check_validation(const Options& options, const std::string& group) {
  if (!draws_validation_by_unit(options)) return {};
  const auto unit = unit_of_validation(options);
  if (unit && role_name(*unit) == group) return {};
  return usage_error(fmt::format(
      "keep-whole = {0}: this method keeps each {0} whole in train and test, but validation-unit = {1} may "
      "take some of its documents from train; {2}validation = 0 does not",
      group, unit ? role_name(*unit) : "document",
      group == "author" || group == "topic" ? fmt::format("validation-unit = {} or ", group) : ""));
}

class WholeGroups final : public Splitter {
 public:
  WholeGroups(std::unique_ptr<Splitter> splitter, std::string group, std::vector<OwnColumn> own)
      : splitter_(std::move(splitter)), group_(std::move(group)), own_(std::move(own)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(SplitGroups groups, split_groups(corpus, sample, group_));
    const Representatives all(corpus, std::move(groups), context.classes);
    SF_TRY(fits(corpus, sample, all));
    Sample drawn = sample;
    drawn.rows = all.rows();
    SplitContext inside = context;
    inside.groups = &all;
    FloatMatrix means;
    if (!context.vectors.empty()) {
      SF_ASSIGN(means, all.means(corpus, context.vectors));
      inside.vectors = {means, drawn.rows, context.vectors.space};
    }
    SF_ASSIGN(Split split, splitter_->split(corpus, drawn, inside));
    uint64_t runs = 0;
    for (Fold& fold : split.folds) {
      for (RowSet* side : {&fold.train, &fold.validation, &fold.test, &fold.aside}) *side = all.all_of(*side);
      runs += runs_of(fold);
      if (runs > kMostRuns)
        return data_error(fmt::format(
            "{}: the folds of {} with whole groups of one {} would take more than {} GB; use fewer folds",
            corpus.name(), split.method, group_, (kMostRuns * sizeof(RowSet::Run)) >> 30));
    }
    if (!split.clusters.empty()) {
      std::vector<RowSet> clusters;
      for (const RowSet& rows : split.clusters.rows) clusters.push_back(all.all_of(rows));
      split.clusters = describe_clusters(clusters, context.classes, split.folds.front().test);
    }
    split.left_out = rows_in_no_fold(corpus, split.folds);
    split.notes.push_back(fmt::format(
        "keep-whole: {} documents are drawn as {}, one for each of {} {}s{}; the numbers above count these, "
        "and the other documents of a group follow its own",
        all.documents(), all.rows().size(), all.groups(), group_,
        all.without() > 0 ? fmt::format(" and {} that have none", all.without()) : ""));
    split.reason +=
        fmt::format(" No {} is on two sides: one document of each was drawn, the others follow.", group_);
    return split;
  }

 private:
  // Checks that each group has one value of the columns that the splitter keeps apart itself.
  Status fits(const Corpus& corpus, const Sample& sample, const Representatives& all) const {
    for (const auto& own : own_) {
      if (own.name == group_) continue;
      SF_ASSIGN(const SplitGroups values, split_groups(corpus, sample, own.name));
      std::vector<uint32_t> value(corpus.size(), kMissing);
      for (uint32_t v = 0; v < values.rows.size(); ++v)
        for (const uint32_t row : values.rows[v]) value[row] = v;
      for (size_t g = 0; g < all.groups(); ++g) {
        const auto& rows = all.group(g);
        const auto other =
            std::ranges::find_if(rows, [&](uint32_t row) { return value[row] != value[rows.front()]; });
        if (other == rows.end()) continue;
        const auto named = [&](uint32_t row) {
          return value[row] == kMissing ? std::string("none")
                                        : fmt::format("\"{}\"", printable_line(values.names[value[row]]));
        };
        return data_error(fmt::format(
            "{}: keep-whole = {}: the {} \"{}\" has documents of the {}s {} and {}, and {}; both cannot be "
            "whole. purge = {} takes groups of tested documents out of train instead",
            corpus.name(), group_, group_, printable_line(all.name(g)), own.name, named(rows.front()),
            named(*other), own.why, group_));
      }
    }
    return {};
  }

  std::unique_ptr<Splitter> splitter_;
  std::string group_;
  std::vector<OwnColumn> own_;
};

// A given split with keep-whole: given sides must hold whole groups, or it is an error; sides that are drawn
// in addition (validation) keep groups whole.
class WholeAsGiven final : public Splitter {
 public:
  // given: the splitter without drawn sides. whole: the splitter with them, applied to representatives.
  WholeAsGiven(std::unique_ptr<Splitter> given, std::unique_ptr<Splitter> whole, std::string group)
      : given_(std::move(given)), whole_(std::move(whole)), group_(std::move(group)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(Split given, given_->split(corpus, sample, context));
    Sample used = sample;
    used.rows = used_rows(corpus.size(), given.folds).list();
    SF_ASSIGN(const SplitGroups groups, split_groups(corpus, used, group_));
    SF_TRY(holds_whole(corpus, given, groups));
    SF_ASSIGN(Split split, whole_->split(corpus, used, context));
    // The notes of `whole` would count representatives.
    split.notes = std::move(given.notes);
    split.notes.push_back(
        fmt::format("keep-whole: the given split divides none of {} {}", groups.rows.size(), plural(group_)));
    split.reason = given.reason + fmt::format(" No {} is on two sides.", group_);
    return split;
  }

 private:
  Status holds_whole(const Corpus& corpus, const Split& given, const SplitGroups& groups) const {
    static constexpr const char* kSides[] = {"no side", "train", "validation", "test"};
    for (size_t f = 0; f < given.folds.size(); ++f) {
      const Fold& fold = given.folds[f];
      std::vector<uint8_t> side(corpus.size(), 0);
      uint8_t number = 0;
      for (const RowSet* rows : {&fold.train, &fold.validation, &fold.test}) {
        ++number;
        for (const uint32_t row : *rows) side[row] = number;
      }
      for (size_t g = 0; g < groups.rows.size(); ++g) {
        const auto& rows = groups.rows[g];
        const auto other =
            std::ranges::find_if(rows, [&](uint32_t row) { return side[row] != side[rows.front()]; });
        if (other == rows.end()) continue;
        return data_error(fmt::format(
            "{}: keep-whole = {}: the given split divides the {} \"{}\" in fold {}: \"{}\" is in {} and "
            "\"{}\" in {}. purge = {} takes groups of tested documents out of train instead",
            corpus.name(), group_, group_, printable_line(groups.names[g]), f,
            printable_line(corpus.id(rows.front())), kSides[side[rows.front()]],
            printable_line(corpus.id(*other)), kSides[side[*other]], group_));
      }
    }
    return {};
  }

  std::unique_ptr<Splitter> given_, whole_;
  std::string group_;
};

// Returns the options of a given split without its drawn sides.
Options without_draws(Options options) {
  if (options.values().contains("validation")) options = options.with("validation", 0.0);
  if (options.values().contains("author-disjoint")) options = options.with("author-disjoint", false);
  if (options.values().contains("ninth")) options = options.with("ninth", std::string("none"));
  return options;
}

}  // namespace

SplitterCatalog::Entry with_keep_whole(SplitterCatalog::Entry entry) {
  OptionTable<KeepWholeOptions> table;
  table
      .add(kKeepWhole, &KeepWholeOptions::group,
           "the column (thread, author ...) whose groups are each on one side: one document of each group is "
           "drawn and the others follow it, so sizes count groups; none: documents by themselves")
      .column();
  const SplitterTraits traits = entry.traits;
  const auto plain = entry.make;
  SplitterCatalog::Entry around =
      with_options(std::move(entry), table,
                   [traits](std::unique_ptr<Splitter> splitter, KeepWholeOptions whole,
                            const Options& options) -> std::unique_ptr<Splitter> {
                     if (whole.group == kNoColumn || keeps_anyway(traits, options, whole.group))
                       return splitter;
                     return std::make_unique<WholeGroups>(std::move(splitter), std::move(whole.group),
                                                          own_columns(traits, options));
                   });
  around.options = OptionSet(
      around.options.specs(),
      [inner = around.options, traits](const Options& options) -> Status {
        SF_TRY(inner.check(options));
        const std::string group = kept_whole_by(options);
        if (group.empty()) return {};
        if (keeps_anyway(traits, options, group)) return check_validation(options, group);
        for (const char* sizes : {"size-unit", "balance"})
          if (word_of(options, sizes) == "bytes")
            return usage_error(fmt::format(
                "keep-whole draws one document for each {0}, and {1} = bytes would count the bytes of that "
                "document alone{2}",
                group, sizes,
                options.values().contains("group")
                    ? fmt::format("; use group = {} instead of keep-whole", group)
                    : fmt::format("; leave {} as it is", sizes)));
        return {};
      },
      around.options.presets());
  if (traits.as_given)
    around.make = [plain, make = around.make](const Options& options) -> Result<std::unique_ptr<Splitter>> {
      const std::string group = kept_whole_by(options);
      if (group.empty()) return make(options);
      SF_ASSIGN(auto whole, make(options));
      SF_ASSIGN(auto given, plain(without_draws(options)));
      return std::unique_ptr<Splitter>(
          std::make_unique<WholeAsGiven>(std::move(given), std::move(whole), group));
    };
  return around;
}

std::string kept_whole_by(const Options& options) {
  return word_of(options, kKeepWhole);
}

namespace {

uint32_t representative(const Corpus& corpus, const std::vector<uint32_t>& rows, const Column* classes) {
  // Number of documents, and the one with the smallest id.
  std::map<uint32_t, std::pair<size_t, uint32_t>> of_class;
  for (const uint32_t row : rows) {
    const uint32_t code = classes == nullptr ? 0 : classes->codes[row];
    if (code == kMissing) continue;
    auto& [n, first] = of_class.try_emplace(code, 0, row).first->second;
    ++n;
    if (corpus.id(row) < corpus.id(first)) first = row;
  }
  if (of_class.empty())
    return *std::ranges::min_element(rows, {}, [&](uint32_t row) { return corpus.id(row); });
  // Among equally frequent classes the one with the smaller id wins, so names have no effect.
  const auto best = std::ranges::max_element(of_class, [&](const auto& a, const auto& b) {
    const auto& [n, first] = a.second;
    const auto& [m, other] = b.second;
    return n != m ? n < m : corpus.id(first) > corpus.id(other);
  });
  return best->second.second;
}

}  // namespace

Representatives::Representatives(const Corpus& corpus, SplitGroups groups, const Column* classes)
    : groups_(std::move(groups)), group_at_(corpus.size(), kMissing) {
  for (uint32_t g = 0; g < groups_.rows.size(); ++g) {
    const uint32_t row = representative(corpus, groups_.rows[g], classes);
    rows_.push_back(row);
    group_at_[row] = g;
  }
  rows_.insert(rows_.end(), groups_.without.begin(), groups_.without.end());
  std::ranges::sort(rows_);
}

size_t Representatives::documents() const {
  size_t n = groups_.without.size();
  for (const auto& rows : groups_.rows) n += rows.size();
  return n;
}

std::vector<uint32_t> Representatives::documents_of(uint32_t row) const {
  return group_at_[row] == kMissing ? std::vector<uint32_t>{row} : groups_.rows[group_at_[row]];
}

RowSet Representatives::all_of(const RowSet& side) const {
  std::vector<uint32_t> rows;
  for (const uint32_t row : side)
    if (group_at_[row] == kMissing)
      rows.push_back(row);
    else
      rows.insert(rows.end(), groups_.rows[group_at_[row]].begin(), groups_.rows[group_at_[row]].end());
  return sorted_rows(std::move(rows));
}

Result<FloatMatrix> Representatives::means(const Corpus& corpus, const DocumentVectors& vectors) const {
  FloatMatrix means(rows_.size(), vectors.matrix.columns);
  for (size_t i = 0; i < rows_.size(); ++i) {
    SF_ASSIGN(const auto places, places_of(corpus, vectors, documents_of(rows_[i])));
    std::vector<double> sum(means.columns, 0);
    for (const size_t place : places)
      for (size_t c = 0; c < sum.size(); ++c) sum[c] += vectors.matrix.row(place)[c];
    for (size_t c = 0; c < sum.size(); ++c)
      means.row(i)[c] = static_cast<float>(sum[c] / static_cast<double>(places.size()));
  }
  return means;
}

}  // namespace standfast
