// The classifier `prior`: every document gets the class frequencies of the training documents, so the answer
// is the majority class. It is the baseline that a classifier must beat, and the chance level of survival.
#include <algorithm>
#include <optional>
#include <vector>

#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

class ClassPrior final : public Classifier {
 public:
  Status fit(const TrainingSet& train, const ClassifierContext&) override {
    fitted_.reset();
    SF_TRY(refuse_weights("prior", train));
    if (train.documents.rows.empty()) return data_error("prior: no training documents");
    NamedClassCounts counts;
    counts.documents.assign(train.names.size(), 0);
    for (const uint32_t c : train.classes) ++counts.documents[c];
    counts.names.assign(train.names.begin(), train.names.end());
    fitted_ = std::move(counts);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext&, DenseMatrix& out) const override {
    if (!fitted_) return usage_error("prior: asked for answers before it was fitted");
    out = DenseMatrix(asked.size(), fitted_->names.size());
    for (size_t i = 0; i < out.rows; ++i)
      for (size_t c = 0; c < out.columns; ++c) out.row(i)[c] = share(*fitted_, c);
    return {};
  }

  nlohmann::ordered_json facts() const override { return fields().facts(fitted_); }
  Result<ModelState> save() const override { return saved_fields("prior", fields(), fitted_); }
  Status restore(const ModelState& state) override {
    SF_ASSIGN(fitted_, fields_in(state, "prior", fields()));
    return {};
  }

 private:
  static double share(const NamedClassCounts& counts, size_t c) {
    return static_cast<double>(counts.documents[c]) / static_cast<double>(total(counts.documents));
  }
  static FieldTable<NamedClassCounts> fields() {
    const auto most = [](const std::vector<uint64_t>& n) {
      return static_cast<size_t>(std::ranges::max_element(n) - n.begin());
    };
    FieldTable<NamedClassCounts> table = named_class_counts_fields();
    table.fact("majority", [=](const NamedClassCounts& c) { return c.names[most(c.documents)]; });
    table.fact("majority_share", [=](const NamedClassCounts& c) { return share(c, most(c.documents)); });
    return table;
  }

  std::optional<NamedClassCounts> fitted_;
};

}  // namespace

ClassifierCatalog::Entry class_prior_entry() {
  return {.name = "prior",
          .summary = "Answers every document with the shares of the classes in training: the chance level",
          .citation = "",
          .traits = {.chance = true},
          .options = {},
          .make = [](const Options&) -> Result<std::unique_ptr<Classifier>> {
            return std::make_unique<ClassPrior>();
          }};
}

}  // namespace standfast
