// Class priors of a run of verification.
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions) {
  Table table = table_of("priors", "Class priors", run.corpora[corpus].name);
  table.caption =
      "Share of same-author pairs in train and test, and the accuracy of always giving the more frequent "
      "answer of the test side. Compare every score with it. Pairs are summed over folds and seeds; train "
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
