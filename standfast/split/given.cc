// A given split: published train and test sides, read from a column of the corpus, a splits.json, an index
// file or lists of ids or rows. Only validation is drawn.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/file/row_lists.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/folds.h"
#include "standfast/split/ninth_validation.h"
#include "standfast/split/splitters.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

enum class Side : uint8_t { none, train, dev, test };
constexpr const char* kSideNames[] = {"no side", "train", "dev", "test"};

// Returns the side that a word in the column names; Side::none if the word names a fold.
Side side_of(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const char* name : {"train", "training"})
    if (lower == name) return Side::train;
  for (const char* name : {"dev", "development", "val", "valid", "validation"})
    if (lower == name) return Side::dev;
  for (const char* name : {"test", "testing"})
    if (lower == name) return Side::test;
  return Side::none;
}

std::optional<int64_t> whole_number(const std::string& word) {
  int64_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

std::string listing(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i) shown.push_back(printable_line(names[i]));
  return fmt::format("{}{}", fmt::join(shown, ", "), names.size() > kShown ? ", ..." : "");
}

// Returns the file name alone: a path depends on the machine, and a split must not.
std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

struct GivenOptions {
  std::string column{kNoColumn};
  std::string splits, indices, test, train, dev;  // paths of files
  std::string part;  // the part of the corpus whose rows they name; "": the only one
  RowUnit unit = RowUnit::id;
  NinthValidationOptions validation_of_indices = {};
  TrainSide train_side = {};

  std::string named_column() const { return column == kNoColumn ? "" : column; }
};

std::string objection_to_source(const GivenOptions& o) {
  const int sources = (o.named_column() != "") + (o.splits != "") + (o.indices != "") + (o.test != "");
  if (o.test.empty() && (!o.train.empty() || !o.dev.empty()))
    return "train and dev belong to test = FILE; give the list of tested documents too";
  if (sources == 1 && !o.part.empty() && o.named_column() != "")
    return "part names the file to which the rows in lists and index files refer, and a column has no such "
           "rows";
  if (sources == 1) return "";
  return fmt::format(
      "it needs {}: column = NAME, splits = FILE (a splits.json or lists), indices = FILE (two lines, test "
      "and train) or test = FILE (a list of ids)",
      sources == 0 ? "a split to take" : "one split, not several");
}

class Given final : public Splitter {
 public:
  Given(GivenOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SplitBuilder builder("given", recorded_, options_.train_side, corpus, sample, context);
    if (!options_.named_column().empty()) return of_column(corpus, sample, std::move(builder));
    if (!options_.splits.empty()) return of_splits(corpus, sample, *context.sink, std::move(builder));
    if (!options_.indices.empty()) return of_indices(corpus, sample, context, std::move(builder));
    return of_lists(corpus, sample, std::move(builder));
  }

 private:
  const std::string& list_of(Side side) const {
    return side == Side::test ? options_.test : side == Side::dev ? options_.dev : options_.train;
  }

  // ---- a column

  Result<Split> of_column(const Corpus& corpus, const Sample& sample, SplitBuilder builder) const {
    const std::string name = options_.named_column();
    SF_ASSIGN(const SplitGroups values, split_groups(corpus, sample, name));
    if (!values.without.empty())
      builder.note(fmt::format("{} documents have no {}: left out", values.without.size(), name));
    const auto named = std::count_if(values.names.begin(), values.names.end(),
                                     [](const std::string& value) { return side_of(value) != Side::none; });
    if (named == 0) return of_folds(corpus, name, values, std::move(builder));
    std::vector<uint32_t> sides[4];
    for (size_t v = 0; v < values.names.size(); ++v) {
      const Side side = side_of(values.names[v]);
      if (side == Side::none)
        return data_error(fmt::format(
            "{}: the column \"{}\" has \"{}\" beside the names of sides ({}); the values are train, "
            "dev and test, or the names of folds, not both (empty: on no side)",
            corpus.name(), name, printable_line(values.names[v]), listing(values.names)));
      auto& rows = sides[static_cast<size_t>(side)];
      rows.insert(rows.end(), values.rows[v].begin(), values.rows[v].end());
    }
    for (const Side side : {Side::train, Side::test})
      if (sides[static_cast<size_t>(side)].empty())
        return data_error(fmt::format("{}: the column \"{}\" puts no document in {} (its values: {})",
                                      corpus.name(), name, kSideNames[static_cast<size_t>(side)],
                                      listing(values.names)));
    builder.add_fold(std::move(sides[1]), std::move(sides[2]), std::move(sides[3]));
    return std::move(builder).finish(fmt::format("Train and test as the column \"{}\" says.", name));
  }

  // Makes every value a fold. If all values are integers, folds are in their order, and documents with a
  // number below 0 are never tested (as in scikit-learn's PredefinedSplit).
  static Result<Split> of_folds(const Corpus& corpus, const std::string& name, const SplitGroups& values,
                                SplitBuilder builder) {
    std::vector<std::pair<int64_t, size_t>> order;
    const bool numbers = std::all_of(values.names.begin(), values.names.end(), [](const std::string& value) {
      return whole_number(value).has_value();
    });
    for (size_t v = 0; v < values.names.size(); ++v)
      order.emplace_back(numbers ? *whole_number(values.names[v]) : static_cast<int64_t>(v), v);
    std::sort(order.begin(), order.end());
    std::vector<uint32_t> always;
    std::vector<std::vector<uint32_t>> parts;
    for (const auto& [number, v] : order) {
      const auto& rows = values.rows[v];
      if (number < 0)
        always.insert(always.end(), rows.begin(), rows.end());
      else
        parts.push_back(rows);
    }
    if (parts.empty() || (parts.size() == 1 && always.empty()))
      return data_error(fmt::format(
          "{}: the column \"{}\" has {} ({}); a split needs the values train and test, or two folds",
          corpus.name(), name, parts.empty() ? "no fold that is tested" : "a single value",
          listing(values.names)));
    if (always.empty()) {
      builder.add_partition(parts);
    } else {
      builder.note(fmt::format("{} documents of numbers below 0 train in every fold", always.size()));
      for (size_t f = 0; f < parts.size(); ++f) {
        std::vector<uint32_t> train = always;
        for (size_t g = 0; g < parts.size(); ++g)
          if (g != f) train.insert(train.end(), parts[g].begin(), parts[g].end());
        builder.add_fold(std::move(train), {}, parts[f]);
      }
    }
    return std::move(builder).finish(fmt::format(
        "{} folds as the column \"{}\" says; each is tested once and trains otherwise.", parts.size(), name));
  }

  // ---- a file with folds

  Result<Split> of_splits(const Corpus& corpus, const Sample& sample, Sink& sink,
                          SplitBuilder builder) const {
    const std::string& file = options_.splits;
    SF_ASSIGN(AnySplit any, read_any_split(file, corpus, sink, options_.part));
    Splits& splits = any.splits;
    std::vector<bool> sampled = flags(corpus, sample);
    uint64_t beyond = 0;
    for (size_t f = 0; f < splits.split.folds.size(); ++f) {
      Fold& fold = splits.split.folds[f];
      for (const auto& [which, rows] :
           {std::pair{Side::train, &fold.train}, {Side::dev, &fold.validation}, {Side::test, &fold.test}}) {
        if (rows->empty() && which != Side::dev)
          return data_error(fmt::format("{}: fold {} has no {} documents", file, f,
                                        kSideNames[static_cast<size_t>(which)]));
        beyond += rows->erase_if([&sampled](uint32_t row) { return !sampled[row]; });
      }
      builder.add_fold(fold.train.list(), fold.validation.list(), fold.test.list());
    }
    if (beyond > 0)
      builder.note(
          fmt::format("{} entries of {} are documents that the sample leaves out", beyond, file_name(file)));
    return std::move(builder).finish(
        fmt::format("{} fold{} as {} says{}.", splits.split.folds.size(),
                    splits.split.folds.size() == 1 ? "" : "s", file_name(file),
                    splits.split.method.empty() ? "" : fmt::format(" (there: {})", splits.split.method)));
  }

  // ---- an index file

  Result<Split> of_indices(const Corpus& corpus, const Sample& sample, const SplitContext& context,
                           SplitBuilder builder) const {
    const std::string& path = options_.indices;
    SF_ASSIGN(const std::string text, read_file(path));
    FileRows in_file(corpus, options_.part);
    SF_ASSIGN(IndexFile file, parse_index_file(text, path, in_file));
    note_rows_left_out(in_file, builder);
    const std::vector<bool> sampled = flags(corpus, sample);
    size_t beyond = 0;
    for (auto* rows : {&file.test, &file.train})
      beyond += std::erase_if(*rows, [&sampled](uint32_t row) { return !sampled[row]; });
    if (beyond > 0) builder.note(fmt::format("{} listed documents are not in the sample: left out", beyond));
    for (const auto& [name, rows] : {std::pair{"test", &file.test}, std::pair{"train", &file.train}})
      if (rows->empty())
        return data_error(
            fmt::format("{}: none of the rows in the line {} is a document of the sample", path, name));
    auto [train, validation] =
        take_ninth_validation(options_.validation_of_indices.ninth, corpus, std::move(file.train), context);
    builder.add_fold(std::move(train), std::move(validation), std::move(file.test));
    return std::move(builder).finish(
        fmt::format("The rows that {} names are tested, the others train.", file_name(path)));
  }

  // ---- lists

  Result<Split> of_lists(const Corpus& corpus, const Sample& sample, SplitBuilder builder) const {
    const std::vector<bool> sampled = flags(corpus, sample);
    std::vector<Side> side_of_row(corpus.size(), Side::none);
    std::vector<uint32_t> sides[4];
    uint64_t beyond = 0;
    FileRows in_file(corpus, options_.part);
    for (const Side side : {Side::test, Side::dev, Side::train}) {
      const auto s = static_cast<size_t>(side);
      const std::string& file = list_of(side);
      if (file.empty()) continue;
      SF_ASSIGN(const std::string text, read_file(file));
      SF_ASSIGN(const auto documents, parse_id_list(text, file, options_.unit, in_file));
      for (const auto& [line, row] : documents) {
        if (side_of_row[row] != Side::none)
          return data_error(
              fmt::format("{}:{}: \"{}\" is in {} already ({})", file, line, printable_line(corpus.id(row)),
                          kSideNames[static_cast<size_t>(side_of_row[row])], list_of(side_of_row[row])));
        side_of_row[row] = side;
        if (sampled[row])
          sides[s].push_back(row);
        else
          ++beyond;
      }
    }
    note_rows_left_out(in_file, builder);
    if (sides[3].empty())
      return data_error(fmt::format("{}: none of its rows is a document of the sample", options_.test));
    if (options_.train.empty())
      std::copy_if(sample.rows.begin(), sample.rows.end(), std::back_inserter(sides[1]),
                   [&](uint32_t row) { return side_of_row[row] == Side::none; });
    if (sides[1].empty() && options_.train.empty())
      return data_error(fmt::format("{}: with it no document is left to train on", options_.test));
    if (beyond > 0) builder.note(fmt::format("{} listed documents are not in the sample: left out", beyond));
    builder.add_fold(std::move(sides[1]), std::move(sides[2]), std::move(sides[3]));
    return std::move(builder).finish(fmt::format(
        "The documents in {} are tested{}.", file_name(options_.test),
        options_.train.empty() ? ", all others train"
                               : fmt::format(", the documents in {} train", file_name(options_.train))));
  }

  static void note_rows_left_out(const FileRows& rows, SplitBuilder& builder) {
    if (rows.left_out() > 0)
      builder.note(fmt::format("{} listed rows were left out when the corpus was read", rows.left_out()));
  }

  static std::vector<bool> flags(const Corpus& corpus, const Sample& sample) {
    std::vector<bool> in(corpus.size(), false);
    for (const uint32_t row : sample.rows) in[row] = true;
    return in;
  }

  GivenOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry given_splitter() {
  using O = GivenOptions;
  OptionTable<O> table;
  table
      .add("column", &O::column,
           "the column with the split: train, dev and test (one fold), or names or numbers of folds, each "
           "tested once (below 0: always trains); empty: on no side")
      .column();
  table
      .add("splits", &O::splits,
           "a splits.json of the same documents, or lists of rows or ids in JSON or in a folder")
      .path();
  table
      .add(
          "indices", &O::indices,
          "a file with the two lines test: [rows] and train: [rows], as latent feature splits were published")
      .path();
  table.include(&O::validation_of_indices,
                ninth_validation_table("the train rows of indices", NinthValidation::none));
  table.add("test", &O::test, "a file with one id on each line: documents that are tested").path();
  table.add("train", &O::train, "the same for documents that train; none: all documents in no other list")
      .path();
  table.add("dev", &O::dev, "the same for validation").path();
  table.words("unit", &O::unit, {{"id", RowUnit::id}, {"row", RowUnit::row}},
              "content of lists: ids, or rows of the file, from 0");
  table.add(
      "part", &O::part,
      "part of a corpus in several files, to which the rows in lists and index files refer (default: the "
      "only part that is not kept apart)");
  table.include(&O::train_side, train_side_table());
  table.require(objection_to_source);
  return {.name = "given",
          .summary = "A split that you have: from a column, a splits.json, an index file or lists of ids.",
          .citation = "",
          .traits = {.reads_classes = true, .deterministic = true, .tests_all = false, .as_given = true},
          .options = table,
          .make = made_as<Splitter, Given>(table)};
}

}  // namespace standfast
