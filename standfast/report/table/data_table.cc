#include "standfast/report/table/data_table.h"

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace standfast::report {
namespace {

struct Sums {
  uint64_t folds = 0;
  double train_pairs = 0, test_pairs = 0, same_test = 0;
  uint64_t described = 0;  // folds with a known split
  double train_documents = 0, test_documents = 0, train_authors = 0, test_authors = 0, train_topics = 0,
         test_topics = 0;
};

}  // namespace

Table data_table(const RunRecords& run, size_t corpus) {
  const auto& name = run.corpora[corpus].name;
  Table table = table_of("data", "Data of every condition", name);
  table.caption =
      "Means over folds and seeds. Training includes the part that places thresholds. Authors and topics may "
      "be on both sides.";
  table.header = {"condition",           "folds",         "train pairs",  "test pairs",
                  "same in test",        "train authors", "test authors", "documents, train / test",
                  "topics, train / test"};
  table.data_header = {"corpus",       "condition",       "seeds",           "folds",
                       "train_pairs",  "test_pairs",      "same_test_share", "train_authors",
                       "test_authors", "train_documents", "test_documents",  "train_topics",
                       "test_topics"};
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!run.asks(corpus, c)) continue;
    const ConditionInfo& condition = run.conditions[c];
    Sums sums;
    std::map<uint64_t, bool> seeds;
    // The pairs are the same for every model, so the first record of a fold is enough.
    std::map<std::pair<uint64_t, uint32_t>, const CellRecord*> folds;
    for (const auto& cell : run.cells)
      if (cell.ok && cell.corpus == name && cell.condition == condition.name)
        folds.try_emplace({cell.seed, cell.fold}, &cell);
    for (const auto& [key, cell] : folds) {
      seeds[key.first] = true;
      ++sums.folds;
      sums.train_pairs += static_cast<double>(cell->n_train + cell->n_validation);
      sums.test_pairs += static_cast<double>(cell->n_test);
      sums.same_test += static_cast<double>(cell->same_test);
    }
    for (const auto& split : run.splits)
      if (split.corpus == name && split.condition == condition.name)
        for (const auto& fold : split.fold) {
          ++sums.described;
          sums.train_documents += static_cast<double>(fold.train_documents);
          sums.test_documents += static_cast<double>(fold.test_documents);
          sums.train_authors += static_cast<double>(fold.train_authors);
          sums.test_authors += static_cast<double>(fold.test_authors);
          sums.train_topics += static_cast<double>(fold.train_topics);
          sums.test_topics += static_cast<double>(fold.test_topics);
        }
    const auto mean = [](double sum, uint64_t n) { return n > 0 ? sum / static_cast<double>(n) : NAN; };
    const auto whole = [](double value) {
      return std::isnan(value) ? std::string("-")
                               : grouped(static_cast<unsigned long long>(std::llround(value)));
    };
    const double train_pairs = mean(sums.train_pairs, sums.folds),
                 test_pairs = mean(sums.test_pairs, sums.folds);
    const double same = sums.test_pairs > 0 ? sums.same_test / sums.test_pairs : NAN;
    const double train_authors = mean(sums.train_authors, sums.described),
                 test_authors = mean(sums.test_authors, sums.described),
                 train_documents = mean(sums.train_documents, sums.described),
                 test_documents = mean(sums.test_documents, sums.described),
                 train_topics = mean(sums.train_topics, sums.described),
                 test_topics = mean(sums.test_topics, sums.described);
    table.rows.push_back({{condition.name},
                          {std::to_string(sums.folds)},
                          {whole(train_pairs)},
                          {whole(test_pairs)},
                          {percent(same)},
                          {whole(train_authors)},
                          {whole(test_authors)},
                          {fmt::format("{} / {}", whole(train_documents), whole(test_documents))},
                          {fmt::format("{} / {}", shown(train_topics, 1), shown(test_topics, 1))}});
    table.data.push_back({name, condition.name, std::to_string(seeds.size()), std::to_string(sums.folds),
                          exact(train_pairs), exact(test_pairs), exact(same), exact(train_authors),
                          exact(test_authors), exact(train_documents), exact(test_documents),
                          exact(train_topics), exact(test_topics)});
  }
  return table;
}

}  // namespace standfast::report
