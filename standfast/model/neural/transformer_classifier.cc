// The classifier `transformer`: a Hugging Face encoder, fine-tuned.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/json.h"
#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/neural/fine_tuned.h"
#include "standfast/model/pretrained/pinned_model.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/neural/train/training_history.h"

namespace standfast {
namespace {

enum class Vectors : uint8_t { own, bottleneck, class_token, pooled };
enum class ClassWeights : uint8_t { none, balanced };

struct TransformerOptions {
  std::string checkpoint;
  std::string sha256;
  uint32_t bottleneck = 0;
  Vectors vectors = Vectors::own;
  uint32_t max_tokens = 0;
  bool no_mask = false;
  ClassWeights class_weights = ClassWeights::none;
  FineTuneOptions fit;
};

// Returns the given options that need validation documents, as written; "" if there are none.
std::string that_validation_decides(const FineTuneOptions& options) {
  const FineTuneOptions plain = {};
  std::vector<std::string> asked;
  if (options.patience != plain.patience) asked.push_back(fmt::format("patience = {}", options.patience));
  if (options.best == FineTuneOptions::Best::loss || options.best == FineTuneOptions::Best::worst_group)
    asked.emplace_back(options.best == FineTuneOptions::Best::loss ? "best = loss" : "best = worst-group");
  if (options.validations != plain.validations)
    asked.push_back(fmt::format("validations = {}", options.validations));
  return fmt::format("{}", fmt::join(asked, ", "));
}

class TransformerClassifier final : public Classifier {
 public:
  explicit TransformerClassifier(TransformerOptions options) : options_(std::move(options)) {}

  Status check_classes(std::span<const std::string> names) const override {
    std::string digest;
    SF_TRY(beginning({names.begin(), names.end()}, 0, digest));
    return {};
  }

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    model_.reset();
    SF_TRY(check_weights("transformer", train));
    if (train.documents.rows.empty()) return data_error("transformer: no training documents");
    const OrderedDocuments documents(train);
    std::vector<std::string> present;
    for (const uint32_t c : documents.present) present.push_back(train.names[c]);
    std::string digest;
    SF_ASSIGN(SequenceClassifier begun, beginning(std::move(present), context.seed, digest));
    for (const std::string& note : begun.notes()) context.sink->info(options_.checkpoint + ": " + note);
    auto model = std::make_shared<SequenceClassifier>(std::move(begun));
    LabelledTexts training{model->tokens(documents.texts, context.threads), documents.labels,
                           documents.weights};
    if (options_.fit.group_step > 0) {
      if (documents.groups.empty() || std::ranges::find(documents.groups, kMissing) != documents.groups.end())
        return usage_error(
            "transformer: group-step needs the group of every training document (--group of train, "
            "group of a study)");
      training.groups = numbers_of_groups(documents.labels, documents.groups);
    }
    if (options_.class_weights == ClassWeights::balanced)
      balance_classes(documents.present.size(), training.classes, training.weights);
    const LabelledTexts validation = validation_texts(
        train, documents.present,
        [&](std::span<const std::string_view> texts) { return model->tokens(texts, context.threads); });
    if (const auto asked = that_validation_decides(options_.fit);
        !asked.empty() && validation.texts.texts() == 0)
      return usage_error(fmt::format(
          "transformer: {}: validation documents decide that, and there are none; give some (--validation of train, "
          "validation of a split or of a space), or leave it out",
          asked));
    warn_of_cut(training.texts.cut, "training texts", model->most_tokens(), *context.sink);
    FineTuned done;
    if (documents.present.size() > 1) {
      auto learned = fine_tune(*model, training, validation, options_.fit, context, key_of(digest, *model));
      if (!learned) return with_context("transformer", learned.error());
      done = std::move(*learned);
    }
    const TrainingHistory history = history_of_fit(done, training, validation, digest, model->most_tokens(),
                                                   options_.fit.group_step == 0, *context.sink);
    facts_ = facts_of_fit(done, history, model->classes().size());
    if (!done.group_weights.empty()) facts_["group_weights"] = done.group_weights;
    if (!done.losses.empty()) add_history(history, facts_);
    names_.assign(train.names.begin(), train.names.end());
    present_ = documents.present;
    model_ = std::move(model);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    return answer(asked, context, nullptr, out);
  }

  Result<FloatMatrix> predict_with_units(const DocumentView& asked, const ClassifierContext& context,
                                         DenseMatrix& out) const override {
    FloatMatrix units;
    SF_TRY(answer(asked, context, &units, out));
    return units;
  }

  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    if (!model_) return usage_error("transformer: asked for vectors before it was fitted");
    FloatMatrix vectors = model_->vectors(texts_of(asked), which(), context.threads);
    SF_TRY(must_be_finite(vectors, asked, "transformer"));
    return vectors;
  }

  nlohmann::ordered_json facts() const override { return model_ ? facts_ : nlohmann::ordered_json::object(); }

  Result<ModelState> save() const override {
    if (!model_) return usage_error("transformer: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"classes", names_},
                    {"present", present_},
                    {"tokens_at_most", model_->most_tokens()},
                    {"pads", model_->pads()},
                    {"fit", facts_}};
    state.files.write = [model = model_](const std::string& folder) { return model->save(folder); };
    return state;
  }

  Status restore(const ModelState& state) override {
    model_.reset();
    auto names = state.fields.at("classes").get<std::vector<std::string>>();
    auto present = state.fields.at("present").get<std::vector<uint32_t>>();
    const auto most = state.fields.at("tokens_at_most").get<size_t>();
    facts_ = state.fields.at("fit");
    auto model = SequenceClassifier::load(state.files.folder, most, state.fields.at("pads").get<bool>());
    if (!model) return with_context("transformer", model.error());
    if (!are_places(present, names.size()) || model->classes().size() != present.size() ||
        !facts_.is_object())
      return data_error("transformer: saved classes that cannot be");
    names_ = std::move(names);
    present_ = std::move(present);
    model_ = std::make_shared<SequenceClassifier>(std::move(*model));
    return {};
  }

 private:
  // Returns the encoder with an untrained head, and the digest of its files. Errors name the classifier.
  Result<SequenceClassifier> beginning(std::vector<std::string> names, uint64_t seed,
                                       std::string& digest) const {
    auto found = pinned_model(options_.checkpoint, options_.sha256);
    if (!found) return with_context("transformer", found.error());
    digest = std::move(found->sha256);
    auto begun = SequenceClassifier::begin(found->folder, {.names = std::move(names),
                                                           .bottleneck = options_.bottleneck,
                                                           .seed = seed,
                                                           .most_tokens = options_.max_tokens,
                                                           .pads = options_.no_mask});
    if (!begun) return with_context("transformer", begun.error());
    if (const size_t layers = begun->config().layers; options_.fit.frozen > layers + 1)
      return usage_error(fmt::format("transformer: frozen = {}, and the encoder has {} layers: {} at most",
                                     options_.fit.frozen, layers, layers + 1));
    return begun;
  }

  // units: receives the numbers that the head's last layer reads, or null.
  Status answer(const DocumentView& asked, const ClassifierContext& context, FloatMatrix* units,
                DenseMatrix& out) const {
    if (!model_) return usage_error("transformer: asked for answers before it was fitted");
    out = DenseMatrix(asked.size(), names_.size());
    const TextScores given = model_->scores(texts_of(asked), context.threads, units);
    SF_TRY(must_be_finite(given.scores, asked, "transformer"));
    put_probabilities(given.scores, present_, out);
    warn_of_cut(given.cut, "texts", model_->most_tokens(), *context.sink);
    return {};
  }

  TextVector which() const {
    switch (options_.vectors) {
      case Vectors::bottleneck:
        return TextVector::bottleneck;
      case Vectors::class_token:
        return TextVector::class_token;
      case Vectors::pooled:
        return TextVector::pooled;
      case Vectors::own:
        break;
    }
    return options_.bottleneck > 0 ? TextVector::bottleneck : TextVector::class_token;
  }

  std::string key_of(const std::string& digest, const SequenceClassifier& model) const {
    return fmt::format("{} {} {}", digest, options_.bottleneck, model.most_tokens());
  }

  TransformerOptions options_;
  std::shared_ptr<const SequenceClassifier> model_;  // null: not fitted
  std::vector<std::string> names_;
  std::vector<uint32_t> present_;  // by class of the model
  nlohmann::ordered_json facts_;
};

OptionTable<FineTuneOptions> fine_tune_table() {
  using O = FineTuneOptions;
  OptionTable<O> table;
  table.add("epochs", &O::epochs, "passes over the training texts").above(0).at_most(1000);
  table.add("batch", &O::batch, "texts of one update").between(1, 100'000);
  table.add("learning-rate", &O::learning_rate, "largest learning rate; it falls linearly to 0")
      .above(0)
      .at_most(1);
  table
      .add("warm-up", &O::warm_up,
           "share of the updates in which the learning rate rises from 0; 0: no "
           "rise")
      .between(0, 1);
  table.add("dropout", &O::dropout, "dropout rate of hidden numbers and attention weights; 0: none")
      .at_least(0)
      .below(1);
  table
      .add("frozen", &O::frozen,
           "layers that are not trained: 0 none, 1 the embeddings, 2 the first layer too, and so on")
      .at_most(1000);
  table
      .add("until", &O::until,
           "end training with the first epoch whose mean training loss is below this (0.00001: training "
           "texts known by heart); 0: after all epochs")
      .between(0, 100);
  table.add("validations", &O::validations, "validations in an epoch, if there are validation documents")
      .between(1, 1000);
  table
      .add("patience", &O::patience,
           "end training after so many validations without a lower loss or a higher accuracy; 0: never")
      .at_most(100'000);
  table.words(
      "best", &O::best,
      {{"accuracy", O::Best::accuracy},
       {"loss", O::Best::loss},
       {"worst-group", O::Best::worst_group},
       {"last", O::Best::none}},
      "criterion by which a validation chooses the weights that are kept; the first of equals counts; "
      "worst-group: accuracy in the worst group (class and group of a document); last: the weights after "
      "the last update");
  table
      .add("group-step", &O::group_step,
           "step by which groups with a high loss gain weight (group DRO); 0: groups have no weights "
           "(group-dro sets it)")
      .between(0, 1000);
  table
      .add("group-adjustment", &O::group_adjustment,
           "with group-step: number that is divided by the root of a group's size and added to the group's "
           "loss; 0: none")
      .between(0, 1e6);
  table.include(&O::adamw, adamw_option_table());
  return table;
}

uint64_t memory_of_fit(const Options& options, const WorkSize& size) {
  const auto& values = options.values();
  const auto folder = model_folder(std::get<std::string>(values.at("checkpoint")));
  if (!folder) return 0;
  const auto config = read_model_config(*folder);
  if (!config) return 0;
  const auto most = static_cast<size_t>(std::get<int64_t>(values.at("max-tokens")));
  const auto batch = static_cast<uint64_t>(std::get<int64_t>(values.at("batch")));
  return fine_tuning_bytes(*config, most > 0 ? most : config->most_tokens(), std::min(batch, size.documents),
                           available_threads());
}

}  // namespace

ClassifierCatalog::Entry transformer_classifier_entry() {
  using O = TransformerOptions;
  OptionTable<O> table;
  table
      .add("checkpoint", &O::checkpoint,
           "encoder: a folder of Hugging Face files, or a name that `standfast pull` has brought")
      .model();
  table
      .add("bottleneck", &O::bottleneck,
           "size of a linear layer between encoder and head, whose values are the vectors of texts; 0: the "
           "family's own head")
      .at_most(10'000);
  table.words(
      "vectors", &O::vectors,
      {{"own", Vectors::own},
       {"bottleneck", Vectors::bottleneck},
       {"class-token", Vectors::class_token},
       {"pooled", Vectors::pooled}},
      "vector of a document in a space: bottleneck, class-token (the first token's last state), or pooled "
      "(after the head's first layer); own: the bottleneck if there is one, else the class token");
  table
      .add("max-tokens", &O::max_tokens,
           "most tokens of a text, special tokens included; longer texts are cut; 0: as in the model's "
           "folder")
      .at_most(100'000);
  table.add("no-mask", &O::no_mask,
            "pad each text to max-tokens and read the padding like text; many times the work");
  table.words("class-weights", &O::class_weights,
              {{"none", ClassWeights::none}, {"balanced", ClassWeights::balanced}},
              "balanced: documents of small classes weigh more, so that all classes have equal weight in "
              "the loss");
  table.include(&O::fit, fine_tune_table());
  table.add("sha256", &O::sha256, "required digest of the encoder; a study fills it in");
  table.preset(
      "shortcut-bert",
      "settings of Zhou et al. 2024 for BERT (set weight decay .1 on GoEmotions, 20 epochs on Beer): one "
      "validation an epoch, the best by loss",
      {{"epochs", 15.0}, {"batch", int64_t{16}}, {"best", std::string("loss")}});
  table.preset("latent-split",
               "settings of Züfle, Dankers and Titov 2023 for encoders whose vectors split a corpus, with "
               "a bottleneck of 50: two validations an epoch, the best by accuracy",
               {{"bottleneck", int64_t{50}},
                {"epochs", 10.0},
                {"batch", int64_t{4}},
                {"validations", int64_t{2}},
                {"patience", int64_t{10}}});
  table.preset(
      "latent-split-released",
      "settings of the released code of latent-split: rate 1e-6, no attention mask and padding to 512 "
      "tokens, decay of everything, no clipping, no early stopping; many times the work",
      {{"bottleneck", int64_t{50}},
       {"epochs", 10.0},
       {"batch", int64_t{4}},
       {"validations", int64_t{2}},
       {"learning-rate", 1e-6},
       {"max-tokens", int64_t{512}},
       {"no-mask", true},
       {"decay-everything", true},
       {"clip", 0.0}});
  table.require([](const O& o) {
    if (o.checkpoint.empty()) return std::string("it needs a checkpoint, the folder or the name of a model");
    if (o.vectors == Vectors::bottleneck && o.bottleneck == 0)
      return std::string("vectors = \"bottleneck\" needs a bottleneck, say bottleneck = 50");
    return std::string();
  });
  return {.name = "transformer",
          .summary = "A fine-tuned Hugging Face encoder (BERT, RoBERTa, DistilBERT, MiniLM)",
          .citation =
              "Devlin et al. 2019, BERT: Pre-training of deep bidirectional transformers for language "
              "understanding",
          .traits = {.deterministic = false,
                     .weights = true,
                     .in_batches = true,
                     .represents = true,
                     .hidden_units = true,
                     .uses_validation = true,
                     .needs_validation =
                         [](const Options& options) {
                           return options.integer("patience") > 0 || options.text("best") == "loss" ||
                                  options.text("best") == "worst-group" ||
                                  options.integer("validations") != 1;
                         }},
          .options = table,
          .make = made_as<Classifier, TransformerClassifier>(table),
          .memory = memory_of_fit};
}

}  // namespace standfast
