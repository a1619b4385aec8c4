#include "standfast/split/keep_whole.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "standfast/split/extra_options.h"
#include "standfast/split/folds.h"
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

bool is_asked_for(const Options& options, const std::string& name) {
  const auto found = options.values().find(name);
  if (found == options.values().end()) return false;
  if (const auto* flag = std::get_if<bool>(&found->second)) return *flag;
  if (const auto* number = std::get_if<double>(&found->second)) return *number > 0;
  return false;
}

// A column of which the splitter itself keeps each value on one side, and the option that says so.
struct OwnColumn {
  std::string name, why;
};

std::vector<OwnColumn> own_columns(const SplitterTraits& traits, const Options& options) {
  std::vector<OwnColumn> own;
  if (traits.novel_topics) own.push_back({"topic", "this method keeps topics apart"});
  if (traits.novel_authors) own.push_back({"author", "this method keeps authors apart"});
  if (const std::string column = column_kept_whole(traits, options); !column.empty())
    own.push_back({column, fmt::format("{} = {} keeps these whole", traits.keeps_whole, column)});
  if (is_asked_for(options, "author-disjoint"))
    own.push_back({"author", "author-disjoint keeps authors apart"});
  const std::string unit = word_of(options, "validation-unit");
  if (is_asked_for(options, "validation") && (unit == "author" || unit == "topic"))
    own.push_back(
        {unit, fmt::format("validation-unit = {} keeps {}s whole (document does not)", unit, unit)});
  return own;
}

// The groups of a sample, and the document that stands for each.
class Representatives {
 public:
  Representatives(const Corpus& corpus, const Sample& sample, SplitGroups groups, const Column* classes)
      : groups_(std::move(groups)), group_at_(corpus.size(), kMissing) {
    for (uint32_t g = 0; g < groups_.rows.size(); ++g) {
      const uint32_t row = representative(corpus, groups_.rows[g], classes);
      rows_.push_back(row);
      group_at_[row] = g;
    }
    rows_.insert(rows_.end(), groups_.without.begin(), groups_.without.end());
    std::ranges::sort(rows_);
    documents_ = sample.rows.size();
  }

  const std::vector<uint32_t>& rows() const { return rows_; }
  size_t groups() const { return groups_.rows.size(); }
  size_t without() const { return groups_.without.size(); }
  size_t documents() const { return documents_; }
  const std::vector<std::vector<uint32_t>>& groups_of_rows() const { return groups_.rows; }
  const std::string& name(size_t group) const { return groups_.names[group]; }

  // All documents that these stand for.
  RowSet all_of(const RowSet& side) const {
    std::vector<uint32_t> rows;
    for (const uint32_t row : side)
      if (group_at_[row] == kMissing)
        rows.push_back(row);
      else
        rows.insert(rows.end(), groups_.rows[group_at_[row]].begin(), groups_.rows[group_at_[row]].end());
    return sorted_rows(std::move(rows));
  }

  // One row for each of rows(): the mean of the vectors of the group.
  Result<FloatMatrix> means(const Corpus& corpus, const DocumentVectors& vectors) const {
    FloatMatrix means(rows_.size(), vectors.matrix.columns);
    for (size_t i = 0; i < rows_.size(); ++i) {
      const uint32_t group = group_at_[rows_[i]];
      const std::vector<uint32_t> one = {rows_[i]};
      const auto& members = group == kMissing ? one : groups_.rows[group];
      SF_ASSIGN(const auto places, places_of(corpus, vectors, members));
      std::vector<double> sum(means.columns, 0);
      for (const size_t place : places)
        for (size_t c = 0; c < sum.size(); ++c) sum[c] += vectors.matrix.row(place)[c];
      for (size_t c = 0; c < sum.size(); ++c)
        means.row(i)[c] = static_cast<float>(sum[c] / static_cast<double>(places.size()));
    }
    return means;
  }

 private:
  static uint32_t representative(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                 const Column* classes) {
    std::map<uint32_t, std::pair<size_t, uint32_t>> of_class;  // documents, and the one with the smallest id
    for (const uint32_t row : rows) {
      const uint32_t code = classes == nullptr ? 0 : classes->codes[row];
      if (code == kMissing) continue;
      auto& [n, first] = of_class.try_emplace(code, 0, row).first->second;
      ++n;
      if (corpus.id(row) < corpus.id(first)) first = row;
    }
    if (of_class.empty())
      return *std::ranges::min_element(rows, {}, [&](uint32_t row) { return corpus.id(row); });
    // Of equally frequent classes the one with the smaller id: names play no part.
    const auto best = std::ranges::max_element(of_class, [&](const auto& a, const auto& b) {
      const auto& [n, first] = a.second;
      const auto& [m, other] = b.second;
      return n != m ? n < m : corpus.id(first) > corpus.id(other);
    });
    return best->second.second;
  }

  SplitGroups groups_;
  std::vector<uint32_t> group_at_;  // by row: the group that it stands for
  std::vector<uint32_t> rows_;
  size_t documents_ = 0;
};

class WholeGroups final : public Splitter {
 public:
  WholeGroups(std::unique_ptr<Splitter> splitter, std::string group, std::vector<OwnColumn> own)
      : splitter_(std::move(splitter)), group_(std::move(group)), own_(std::move(own)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(SplitGroups groups, split_groups(corpus, sample, group_));
    const Representatives all(corpus, sample, std::move(groups), context.classes);
    SF_TRY(fits(corpus, sample, all));
    Sample drawn = sample;
    drawn.rows = all.rows();
    SplitContext inside = context;
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
    split.left_out = rows_in_no_fold(corpus, split.folds);
    split.notes.push_back(fmt::format(
        "keep-whole: {} documents are drawn as {}, one for each of {} {}s{}; the numbers above count these, and the other "
        "documents of a group follow its own",
        all.documents(), all.rows().size(), all.groups(), group_,
        all.without() > 0 ? fmt::format(" and {} that have none", all.without()) : ""));
    split.reason +=
        fmt::format(" No {} is on two sides: one document of each was drawn, the others follow.", group_);
    return split;
  }

 private:
  // Whether each group has one value of the columns that the splitter keeps apart itself.
  Status fits(const Corpus& corpus, const Sample& sample, const Representatives& all) const {
    for (const auto& own : own_) {
      if (own.name == group_) continue;
      SF_ASSIGN(const SplitGroups values, split_groups(corpus, sample, own.name));
      std::vector<uint32_t> value(corpus.size(), kMissing);
      for (uint32_t v = 0; v < values.rows.size(); ++v)
        for (const uint32_t row : values.rows[v]) value[row] = v;
      for (size_t g = 0; g < all.groups(); ++g) {
        const auto& rows = all.groups_of_rows()[g];
        const auto other =
            std::ranges::find_if(rows, [&](uint32_t row) { return value[row] != value[rows.front()]; });
        if (other == rows.end()) continue;
        const auto named = [&](uint32_t row) {
          return value[row] == kMissing ? std::string("none")
                                        : fmt::format("\"{}\"", printable_line(values.names[value[row]]));
        };
        return data_error(fmt::format(
            "{}: keep-whole = {}: the {} \"{}\" has documents of the {}s {} and {}, and {}; both cannot be whole. "
            "purge = {} takes groups of tested documents out of train instead",
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

}  // namespace

SplitterCatalog::Entry with_keep_whole(SplitterCatalog::Entry entry) {
  OptionTable<KeepWholeOptions> table;
  table
      .add(
          kKeepWhole, &KeepWholeOptions::group,
          "the column (thread, author ...) whose groups are each on one side: one document of each group is drawn and "
          "the others follow it, so sizes count groups; none: documents by themselves")
      .column();
  table.require([why = entry.traits.parts_groups](const KeepWholeOptions& options) -> std::string {
    return options.group == kNoColumn || why.empty() ? ""
                                                     : fmt::format("keep-whole = {}: {}", options.group, why);
  });
  const SplitterTraits traits = entry.traits;
  return with_options(std::move(entry), table,
                      [traits](std::unique_ptr<Splitter> splitter, KeepWholeOptions whole,
                               const Options& options) -> std::unique_ptr<Splitter> {
                        // What the splitter keeps whole anyway needs nobody to do it again.
                        if (whole.group == kNoColumn || whole.group == column_kept_whole(traits, options))
                          return splitter;
                        if ((whole.group == "topic" && traits.novel_topics) ||
                            (whole.group == "author" && traits.novel_authors))
                          return splitter;
                        return std::make_unique<WholeGroups>(std::move(splitter), std::move(whole.group),
                                                             own_columns(traits, options));
                      });
}

std::string kept_whole_by(const Options& options) {
  return word_of(options, kKeepWhole);
}

}  // namespace standfast
