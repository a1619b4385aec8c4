#include "standfast/model/program/callback_models.h"

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/program/program.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

constexpr const char* kNotSaved = "a model that is a function of the caller cannot be saved";
constexpr const char* kNotFitted = "asked for answers before it was fitted";

class CallbackClassifier final : public Classifier {
 public:
  explicit CallbackClassifier(ClassCallback answer) : answer_(std::move(answer)) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    names_.clear();
    SF_TRY(refuse_weights("a model of the caller", train));
    if (train.documents.rows.empty()) return data_error("no training documents");
    train_.take(train.documents, train.classes);
    validation_.take(train.dev, train.dev_classes);
    documents_ = documents_by_class(train);
    seed_ = program_seed(context.seed);
    names_.assign(train.names.begin(), train.names.end());
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (names_.empty()) return usage_error(kNotFitted);
    out = DenseMatrix(asked.size(), names_.size());
    if (asked.size() == 0) return {};
    bool probabilities = true;
    SF_TRY(answer_({train_.view(), train_.classes, names_, documents_, validation_.view(),
                    validation_.classes, asked, seed_, context.threads},
                   out, probabilities));
    if (context.probabilities != nullptr && !probabilities) *context.probabilities = false;
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (names_.empty()) return nlohmann::ordered_json::object();
    return {{"documents", total(documents_)}, {"seed", seed_}};
  }
  Result<ModelState> save() const override { return usage_error(kNotSaved); }
  Status restore(const ModelState&) override { return usage_error(kNotSaved); }

 private:
  struct Learned {
    const Corpus* corpus = nullptr;
    std::vector<uint32_t> rows, classes;
    void take(const DocumentView& from, std::span<const uint32_t> of) {
      corpus = from.corpus;
      rows.assign(from.rows.begin(), from.rows.end());
      classes.assign(of.begin(), of.end());
    }
    DocumentView view() const { return {corpus, rows}; }
  };

  ClassCallback answer_;
  Learned train_, validation_;
  std::vector<uint64_t> documents_;
  std::vector<std::string> names_;  // empty: not fitted
  uint64_t seed_ = 0;
};

class CallbackVerifier final : public Verifier {
 public:
  explicit CallbackVerifier(PairCallback answer) : answer_(std::move(answer)) {}

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    fitted_ = false;
    if (train.pairs.empty()) return data_error("no training pairs");
    train_.assign(train.pairs.begin(), train.pairs.end());
    validation_.assign(validation.pairs.begin(), validation.pairs.end());
    corpora_ = {train.corpus, validation.corpus};
    seed_ = program_seed(context.seed);
    fitted_ = true;
    return {};
  }

  Status score(const PairView& asked, std::span<double> out, const ModelContext& context) const override {
    if (!fitted_) return usage_error(kNotFitted);
    if (asked.pairs.empty()) return {};
    std::vector<Pair> test(asked.pairs.begin(), asked.pairs.end());
    for (auto& pair : test) pair.same = false;  // the truth is hidden from the model
    return answer_({{corpora_.first, train_},
                    {corpora_.second, validation_},
                    {asked.corpus, test},
                    seed_,
                    context.threads},
                   out);
  }

  nlohmann::ordered_json facts() const override {
    if (!fitted_) return nlohmann::ordered_json::object();
    return {{"pairs", train_.size()}, {"seed", seed_}};
  }
  Result<ModelState> save() const override { return usage_error(kNotSaved); }
  Status restore(const ModelState&) override { return usage_error(kNotSaved); }

 private:
  PairCallback answer_;
  std::vector<Pair> train_, validation_;
  std::pair<const Corpus*, const Corpus*> corpora_;
  uint64_t seed_ = 0;
  bool fitted_ = false;
};

}  // namespace

ClassifierCatalog::Entry callback_classifier_entry(std::string name, ClassCallback answer) {
  return {.name = std::move(name),
          .summary = "A model of the caller",
          .citation = "",
          .traits = {.deterministic = false, .abstains = true},
          .options = {},
          .make = [answer = std::move(answer)](const Options&) -> Result<std::unique_ptr<Classifier>> {
            return std::make_unique<CallbackClassifier>(answer);
          }};
}

VerifierCatalog::Entry callback_verifier_entry(std::string name, PairCallback answer) {
  return {.name = std::move(name),
          .summary = "A model of the caller",
          .citation = "",
          .traits = {.symmetric = false, .deterministic = false},
          .options = {},
          .make = [answer = std::move(answer)](const Options&) -> Result<std::unique_ptr<Verifier>> {
            return std::make_unique<CallbackVerifier>(answer);
          }};
}

}  // namespace standfast
