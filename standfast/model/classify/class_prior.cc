#include "standfast/model/classify/class_prior.h"

#include <algorithm>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

class ClassPrior final : public Classifier {
 public:
  Status fit(const TrainingSet& train, const ClassifierContext&) override {
    names_.clear();
    SF_TRY(refuse_weights("prior", train));
    if (train.documents.rows.empty()) return data_error("prior: no training documents");
    counts_.assign(train.names.size(), 0);
    for (const uint32_t c : train.classes) ++counts_[c];
    names_.assign(train.names.begin(), train.names.end());
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext&, DenseMatrix& out) const override {
    if (names_.empty()) return usage_error("prior: asked for answers before it was fitted");
    const auto all = static_cast<double>(documents());
    out = DenseMatrix(asked.size(), names_.size());
    for (size_t i = 0; i < out.rows; ++i)
      for (size_t c = 0; c < names_.size(); ++c) out.row(i)[c] = static_cast<double>(counts_[c]) / all;
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (names_.empty()) return nlohmann::ordered_json::object();
    const auto most = std::max_element(counts_.begin(), counts_.end());
    return {{"documents", documents()},
            {"majority", names_[static_cast<size_t>(most - counts_.begin())]},
            {"majority_share", static_cast<double>(*most) / static_cast<double>(documents())}};
  }

  Result<ModelState> save() const override {
    if (names_.empty()) return usage_error("prior: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"classes", names_}, {"documents", counts_}};
    return state;
  }

  Status restore(const ModelState& state) override {
    auto names = state.fields.at("classes").get<std::vector<std::string>>();
    auto counts = state.fields.at("documents").get<std::vector<uint64_t>>();
    if (names.empty() || names.size() != counts.size() || !are_counts(counts))
      return data_error("prior: counts of documents that cannot be");
    names_ = std::move(names);
    counts_ = std::move(counts);
    return {};
  }

 private:
  uint64_t documents() const { return total(counts_); }

  std::vector<std::string> names_;
  std::vector<uint64_t> counts_;
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
