// Models over pretrained encoders: the files of an encoder, and the base of the classifiers that fine-tune
// one (`transformer`, `cr`), which differ in their networks and in their training.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/option_table.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/training_set.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/neural/train/training_history.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct PinnedModel {
  std::string folder;
  std::string sha256;  // of the files that determine its answers
};

// Finds a model. folder_or_name: a folder of Hugging Face files, or a name in the hub's cache. A missing
// error if there is none; a data error if `sha256` is given and the files have another digest. Errors do not
// name the caller.
Result<PinnedModel> pinned_model(const std::string& folder_or_name, const std::string& sha256);

std::vector<std::string_view> texts_of(const DocumentView& documents);

// Returns the groups of texts: a class together with a value of the group's column, numbered from 0 in the
// order of values and then of classes; kNoGroup without a value. Empty if there are no values.
std::vector<uint32_t> numbers_of_groups(std::span<const uint32_t> classes, std::span<const uint32_t> values);

using TokensOf = std::function<TextTokens(std::span<const std::string_view> texts)>;
// Returns the validation documents of a training set. Documents of a class without a training document cannot
// be answered correctly, and are left out. present: the classes of the model.
LabelledTexts validation_texts(const TrainingSet& train, const std::vector<uint32_t>& present,
                               const TokensOf& tokens);

// Returns the history of a training; warns if it ends at guessing. digest: of the encoder's files.
TrainingHistory history_of_fit(const FineTuned& done, const LabelledTexts& training,
                               const LabelledTexts& validation, const std::string& digest, size_t most_tokens,
                               Sink& sink);
// Returns the facts of a fit, without its history.
nlohmann::ordered_json facts_of_fit(const FineTuned& done, const TrainingHistory& history, size_t classes);

// Computes probabilities by softmax; other classes have 0. out: a row a text; present: the class of each
// score.
void put_probabilities(const FloatMatrix& scores, const std::vector<uint32_t>& present, DenseMatrix& out);
// Returns "" without `options`, which validation documents decide; else the objection of a training that has
// none. of: the tables of a study that give them.
std::string objection_without_validation(const std::string& options, const char* of);

// Warns about truncated texts. cut: by text; which: "texts", "training texts".
void warn_of_cut(std::span<const uint8_t> cut, const char* which, size_t most_tokens, Sink& sink);

// The options of AdamW for the models that it trains.
OptionTable<AdamWOptions> adamw_option_table();

// Model: SequenceClassifier or CrModel.
template <class Model>
class FineTunedClassifier : public Classifier {
 public:
  // name: of the classifier, for errors. frozen: the layers that are not trained.
  FineTunedClassifier(std::string name, std::string checkpoint, std::string sha256, uint32_t frozen)
      : name_(std::move(name)),
        checkpoint_(std::move(checkpoint)),
        sha256_(std::move(sha256)),
        frozen_(frozen) {}

  Status check_classes(std::span<const std::string> names) const final {
    std::string digest;
    SF_TRY(new_model({names.begin(), names.end()}, 0, digest));
    return {};
  }

  Status fit(const TrainingSet& train, const ClassifierContext& context) final {
    model_.reset();
    SF_TRY(check_weights(name_, train));
    if (train.documents.rows.empty()) return data_error(name_ + ": no training documents");
    const OrderedDocuments documents(train);
    std::vector<std::string> present;
    for (const uint32_t c : documents.present) present.push_back(train.names[c]);
    std::string digest;
    SF_ASSIGN(Model begun, new_model(std::move(present), context.seed, digest));
    for (const std::string& note : begun.notes()) context.sink->info(checkpoint_ + ": " + note);
    auto model = std::make_shared<Model>(std::move(begun));
    LabelledTexts training{model->tokens(documents.texts, context.threads), documents.labels,
                           documents.weights};
    SF_TRY(weigh(documents, training));
    const LabelledTexts validation = validation_texts(
        train, documents.present,
        [&](std::span<const std::string_view> texts) { return model->tokens(texts, context.threads); });
    if (const std::string objection = without_validation();
        !objection.empty() && validation.texts.texts() == 0)
      return usage_error(name_ + ": " + objection);
    warn_of_cut(training.texts.cut, "training texts", model->most_tokens(), *context.sink);
    FineTuned done;
    nlohmann::ordered_json more = nlohmann::ordered_json::object();
    if (documents.present.size() > 1) {
      auto learned = learn(*model, training, validation, context, digest, more);
      if (!learned) return with_context(name_, learned.error());
      done = std::move(*learned);
    }
    const TrainingHistory history =
        history_of_fit(done, training, validation, digest, model->most_tokens(), *context.sink);
    facts_ = facts_of_fit(done, history, model->classes().size());
    facts_.update(more);
    if (!done.losses.empty()) add_history(history, facts_);
    names_.assign(train.names.begin(), train.names.end());
    present_ = documents.present;
    model_ = std::move(model);
    return {};
  }

  nlohmann::ordered_json facts() const final { return model_ ? facts_ : nlohmann::ordered_json::object(); }

  Result<ModelState> save() const final {
    if (!model_) return usage_error(name_ + ": nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"classes", names_}, {"present", present_}, {"tokens_at_most", model_->most_tokens()}};
    add_fields(*model_, state.fields);
    state.fields["fit"] = facts_;
    state.files.write = [model = model_](const std::string& folder) { return model->save(folder); };
    return state;
  }

  Status restore(const ModelState& state) final {
    model_.reset();
    auto names = state.fields.at("classes").get<std::vector<std::string>>();
    auto present = state.fields.at("present").get<std::vector<uint32_t>>();
    const auto most = state.fields.at("tokens_at_most").get<size_t>();
    facts_ = state.fields.at("fit");
    auto model = load(state.files.folder, most, state.fields);
    if (!model) return with_context(name_, model.error());
    if (!are_places(present, names.size()) || model->classes().size() != present.size() ||
        !facts_.is_object())
      return data_error(name_ + ": the saved classes are invalid");
    names_ = std::move(names);
    present_ = std::move(present);
    model_ = std::make_shared<Model>(std::move(*model));
    return {};
  }

 protected:
  // Makes an untrained model of the encoder in the folder. names: the classes that have training documents.
  virtual Result<Model> begin(const std::string& folder, std::vector<std::string> names,
                              uint64_t seed) const = 0;
  // Loads a model from its files and the fields of its state.
  virtual Result<Model> load(const std::string& folder, size_t most_tokens,
                             const nlohmann::ordered_json& fields) const = 0;
  // Adds the fields of its own to a state.
  virtual void add_fields(const Model&, nlohmann::ordered_json&) const {}
  // Adds groups and weights to the training texts. Errors name the classifier.
  virtual Status weigh(const OrderedDocuments&, LabelledTexts&) const { return {}; }
  // Returns the objection of a fit without validation documents (objection_without_validation); "": none.
  virtual std::string without_validation() const = 0;
  // Trains the model, for at least two classes. facts: receives facts of its own. Errors do not name the
  // classifier.
  virtual Result<FineTuned> learn(Model& model, const LabelledTexts& training,
                                  const LabelledTexts& validation, const ClassifierContext& context,
                                  const std::string& digest, nlohmann::ordered_json& facts) const = 0;

  const std::string& name() const { return name_; }
  // Returns the model; a usage error before fit. asked: "answers".
  Result<const Model*> fitted(const char* asked) const {
    if (!model_) return usage_error(fmt::format("{}: asked for {} before it was fitted", name_, asked));
    return model_.get();
  }
  // Turns the scores of the documents into answers. cut: by document.
  Status answer(const FloatMatrix& scores, std::span<const uint8_t> cut, const DocumentView& asked,
                const ClassifierContext& context, DenseMatrix& out) const {
    SF_TRY(must_be_finite(scores, asked, name_));
    out = DenseMatrix(asked.size(), names_.size());
    put_probabilities(scores, present_, out);
    warn_of_cut(cut, "texts", model_->most_tokens(), *context.sink);
    return {};
  }

 private:
  // Returns an untrained model, and the digest of the encoder's files. Errors name the classifier.
  Result<Model> new_model(std::vector<std::string> names, uint64_t seed, std::string& digest) const {
    auto found = pinned_model(checkpoint_, sha256_);
    if (!found) return with_context(name_, found.error());
    digest = std::move(found->sha256);
    auto begun = begin(found->folder, std::move(names), seed);
    if (!begun) return with_context(name_, begun.error());
    if (const size_t layers = begun->config().layers; frozen_ > layers + 1)
      return usage_error(fmt::format("{}: frozen = {}, and the encoder has {} layers: {} at most", name_,
                                     frozen_, layers, layers + 1));
    return begun;
  }

  std::string name_, checkpoint_, sha256_;
  uint32_t frozen_;
  std::shared_ptr<const Model> model_;  // null: not fitted
  std::vector<std::string> names_;
  std::vector<uint32_t> present_;  // by class of the model
  nlohmann::ordered_json facts_;
};

}  // namespace standfast
