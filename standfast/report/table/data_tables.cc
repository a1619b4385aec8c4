// Training and test data of the conditions of a run: pairs of verification (table 1 of Sawatphol et al.
// 2024), documents of classification, class priors.
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table data_table(const RunRecords& run, size_t corpus, const std::vector<PairData>& conditions) {
  const auto& name = run.corpora[corpus].name;
  Table table = table_of("data", "Data of every condition", name);
  table.caption =
      "Means over folds and seeds. Training includes the part that places thresholds. Authors and topics "
      "may be on both sides. Copies in training: the share of tested documents whose text is in training "
      "too, but for case, white space and Unicode form.";
  table.header = {"condition",
                  "folds",
                  "train pairs",
                  "test pairs",
                  "same in test",
                  "train authors",
                  "test authors",
                  "documents, train / test",
                  "topics, train / test",
                  "copies in training"};
  table.data_header = {"corpus",       "condition",       "seeds",           "folds",
                       "train_pairs",  "test_pairs",      "same_test_share", "train_authors",
                       "test_authors", "train_documents", "test_documents",  "train_topics",
                       "test_topics",  "copied_share"};
  for (const PairData& data : conditions) {
    const auto whole = [](const std::optional<double>& value) {
      return value ? grouped(static_cast<unsigned long long>(std::llround(*value))) : std::string("-");
    };
    const auto tenths = [](const std::optional<double>& value) {
      return value ? shown(*value, 1) : std::string("-");
    };
    const std::string& condition = run.conditions[data.condition].name;
    table.rows.push_back({{condition},
                          {std::to_string(data.folds)},
                          {whole(data.train_pairs)},
                          {whole(data.test_pairs)},
                          {data.same_share ? percent(*data.same_share) : "-"},
                          {whole(data.train_authors)},
                          {whole(data.test_authors)},
                          {fmt::format("{} / {}", whole(data.train_documents), whole(data.test_documents))},
                          {fmt::format("{} / {}", tenths(data.train_topics), tenths(data.test_topics))},
                          {data.copied ? percent(*data.copied) : "-"}});
    table.data.push_back({name, condition, std::to_string(data.seeds), std::to_string(data.folds),
                          exact(data.train_pairs), exact(data.test_pairs), exact(data.same_share),
                          exact(data.train_authors), exact(data.test_authors), exact(data.train_documents),
                          exact(data.test_documents), exact(data.train_topics), exact(data.test_topics),
                          exact(data.copied)});
  }
  return table;
}

TableEntry data_entry() {
  return {"data", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.of_pairs) return {};
            return {{data_table(of.run, of.corpus, of.found.pair_data)}};
          }};
}

Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("data", {info.name});
  table.title = fmt::format("Data of every condition on {}", info.name);
  table.caption =
      "Train and test are means over folds and seeds. The majority baseline is the accuracy of always "
      "giving the most frequent class of the test side. That class is chosen by the test labels, which no "
      "model sees; even so, an accuracy near this baseline shows little. Copies in training: the share of "
      "tested documents whose text is in training too, but for case, white space and Unicode form.";
  table.header = {"condition",        "folds",  "train documents",         "test documents",
                  "train classes",    "topics", "documents tested in all", "copies in training",
                  "majority baseline"};
  table.data_header = {"corpus",           "condition",         "folds",       "train_documents",
                       "test_documents",   "train_classes",     "classes",     "tested_topics",
                       "tested_documents", "majority_accuracy", "copied_share"};
  for (const ClassData& data : conditions) {
    const std::string& condition = run.conditions[data.condition].name;
    table.rows.push_back({{condition},
                          {std::to_string(data.folds)},
                          {shown(data.train, 1)},
                          {shown(data.test, 1)},
                          {fmt::format("{} of {}", shown(data.train_classes, 1), info.classes.size())},
                          {std::to_string(data.tested_topics)},
                          {grouped(data.tested_documents)},
                          {data.copied ? percent(*data.copied) : "-"},
                          {shown(data.majority)}});
    table.data.push_back({info.name, condition, std::to_string(data.folds), exact(data.train),
                          exact(data.test), exact(data.train_classes), std::to_string(info.classes.size()),
                          std::to_string(data.tested_topics), std::to_string(data.tested_documents),
                          exact(data.majority), exact(data.copied)});
  }
  return table;
}

TableEntry class_data_entry() {
  return {"data", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.of_pairs) return {};
            return {{class_data_table(of.run, of.corpus, of.found.class_data)}};
          }};
}

Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions) {
  Table table = table_of("priors", "Class priors", run.corpora[corpus].name);
  table.caption =
      "Share of same-author pairs in train and test, and the accuracy of always giving the more frequent "
      "answer of the test side. Compare accuracies with it. Pairs are summed over folds and seeds; train "
      "pairs are without validation.";
  table.header = {"condition",     "train pairs",  "test pairs",
                  "same in train", "same in test", "majority baseline"};
  table.data_header = {"corpus",     "condition", "train_pairs",      "test_pairs",
                       "same_train", "same_test", "majority_accuracy"};
  for (const PairPrior& prior : conditions) {
    const std::string& condition = run.conditions[prior.condition].name;
    const auto share = [](uint64_t part, uint64_t whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    table.rows.push_back({{condition},
                          {grouped(prior.train)},
                          {grouped(prior.test)},
                          {prior.train > 0 ? percent(share(prior.same_train, prior.train)) : "-"},
                          {percent(share(prior.same_test, prior.test))},
                          {shown(share(prior.majority, prior.test))}});
    table.data.push_back({run.corpora[corpus].name, condition, std::to_string(prior.train),
                          std::to_string(prior.test), std::to_string(prior.same_train),
                          std::to_string(prior.same_test), exact(share(prior.majority, prior.test))});
  }
  return table;
}

TableEntry prior_entry() {
  return {"priors", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.of_pairs) return {};
            return {{prior_table(of.run, of.corpus, of.found.pair_priors)}};
          }};
}

}  // namespace standfast::report
