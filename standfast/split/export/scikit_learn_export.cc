// Folds as the pairs (train, test) that cross_validate(cv = ...) takes, and the array test_fold of
// PredefinedSplit if it can express the same split.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/base/option_table.h"
#include "standfast/corpus/source_rows.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/export/fold_lists_text.h"

namespace standfast {
namespace {

enum class ValidationRows : uint8_t { train, leave_out };

struct ScikitLearnOptions {
  ValidationRows validation = ValidationRows::train;
};

// The array test_fold of PredefinedSplit, which trains each fold on every row that the fold does not test.
// why_not: the reason why this would be another split.
struct TestFold {
  std::vector<int64_t> fold_of_row;  // -1: never tested
  std::string why_not;
};

TestFold test_fold(const Corpus& corpus, const Split& split,
                   const std::function<RowSet(const Fold&)>& train_of) {
  TestFold found;
  const SourceRows& source = source_rows(corpus);
  if (!source.files.empty() && (source.files.front().rows != corpus.size() || !source.files.front().whole)) {
    found.why_not = "the file has rows that were left out when it was read";
    return found;
  }
  found.fold_of_row.assign(corpus.size(), -1);
  for (size_t f = 0; f < split.folds.size(); ++f) {
    const Fold& fold = split.folds[f];
    if (train_of(fold).size() + fold.test.size() < corpus.size()) {
      found.why_not = fmt::format("fold {} neither trains on nor tests some rows", f);
      return found;
    }
    for (const uint32_t row : fold.test) {
      if (found.fold_of_row[row] >= 0) {
        found.why_not =
            fmt::format("row {} is tested in fold {} and in fold {}", row, found.fold_of_row[row], f);
        return found;
      }
      found.fold_of_row[row] = static_cast<int64_t>(f);
    }
  }
  return found;
}

class ScikitLearnExport final : public Exporter {
 public:
  explicit ScikitLearnExport(ScikitLearnOptions options) : options_(options) {}

  Status holds(const Corpus& corpus, const Split& split) const override {
    return check_listable(corpus, split, RowUnit::row);
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const override {
    const auto train_of = [this](const Fold& fold) {
      if (options_.validation == ValidationRows::leave_out || fold.validation.empty()) return fold.train;
      std::vector<uint32_t> rows = fold.train.list();
      rows.insert(rows.end(), fold.validation.begin(), fold.validation.end());
      return sorted_rows(std::move(rows));
    };
    const TestFold predefined = test_fold(corpus, split, train_of);
    std::string head = corpus_in_json(corpus, RowUnit::row) + ",\n\"test_fold\": ";
    if (predefined.why_not.empty()) {
      head += fmt::format("[{}]", fmt::join(predefined.fold_of_row, ", "));
    } else {
      head += "null,\n\"why_no_test_fold\": ";
      append_json_string(head, predefined.why_not);
    }
    SF_ASSIGN(OutputFile file, OutputFile::create(path));
    SF_TRY(file.write(head + ",\n\"folds\": "));
    SF_TRY(write_fold_lists(file, corpus, split, RowUnit::row, [&](const Fold& fold) {
      return NamedRows{{"train", train_of(fold)}, {"test", fold.test}};
    }));
    SF_TRY(file.write("}\n"));
    return file.commit();
  }

  ScikitLearnOptions options_;
};

}  // namespace

ExporterCatalog::Entry scikit_learn_exporter() {
  OptionTable<ScikitLearnOptions> table;
  table.words("validation", &ScikitLearnOptions::validation,
              {{"train", ValidationRows::train}, {"leave-out", ValidationRows::leave_out}},
              "side of validation rows, because scikit-learn knows only train and test");
  return {.name = "scikit-learn",
          .summary =
              "A JSON file with (train, test) of each fold for cv = ..., and test_fold of PredefinedSplit.",
          .citation = "",
          .traits = {.rows = true, .reads_back = true},
          .options = table,
          .make = made_as<Exporter, ScikitLearnExport>(table)};
}

}  // namespace standfast
