// The classifier `transformer`: a Hugging Face encoder, fine-tuned.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/neural/fine_tuned.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/train/fine_tune.h"

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

class TransformerClassifier final : public FineTunedClassifier<SequenceClassifier> {
 public:
  explicit TransformerClassifier(TransformerOptions options)
      : FineTunedClassifier("transformer", options.checkpoint, options.sha256, options.fit.frozen),
        options_(std::move(options)) {}

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    return answer_with(asked, context, nullptr, out);
  }

  Result<FloatMatrix> predict_with_units(const DocumentView& asked, const ClassifierContext& context,
                                         DenseMatrix& out) const override {
    FloatMatrix units;
    SF_TRY(answer_with(asked, context, &units, out));
    return units;
  }

  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    SF_ASSIGN(const SequenceClassifier* model, fitted("vectors"));
    FloatMatrix vectors = model->vectors(texts_of(asked), which(), context.threads);
    SF_TRY(must_be_finite(vectors, asked, name()));
    return vectors;
  }

 private:
  Result<SequenceClassifier> begin(const std::string& folder, std::vector<std::string> names,
                                   uint64_t seed) const override {
    return SequenceClassifier::begin(folder, {.names = std::move(names),
                                              .bottleneck = options_.bottleneck,
                                              .seed = seed,
                                              .most_tokens = options_.max_tokens,
                                              .pads = options_.no_mask});
  }

  Result<SequenceClassifier> load(const std::string& folder, size_t most_tokens,
                                  const nlohmann::ordered_json& fields) const override {
    return SequenceClassifier::load(folder, most_tokens, fields.at("pads").get<bool>());
  }

  void add_fields(const SequenceClassifier& model, nlohmann::ordered_json& fields) const override {
    fields["pads"] = model.pads();
  }

  Status weigh(const OrderedDocuments& documents, LabelledTexts& training) const override {
    if (options_.fit.group_step > 0) {
      if (documents.groups.empty() || std::ranges::find(documents.groups, kMissing) != documents.groups.end())
        return usage_error(
            "transformer: group-step needs the group of every training document (--group of train, "
            "group of a study)");
      training.groups = numbers_of_groups(documents.labels, documents.groups);
    }
    if (options_.class_weights == ClassWeights::balanced)
      balance_classes(documents.present.size(), training.classes, training.weights);
    return {};
  }

  std::string without_validation() const override {
    return objection_without_validation(that_validation_decides(options_.fit), "a split or of a space");
  }

  Result<FineTuned> learn(SequenceClassifier& model, const LabelledTexts& training,
                          const LabelledTexts& validation, const ClassifierContext& context,
                          const std::string& digest, nlohmann::ordered_json& facts) const override {
    SF_ASSIGN(FineTuned done,
              fine_tune(model, training, validation, options_.fit, context,
                        fmt::format("{} {} {}", digest, options_.bottleneck, model.most_tokens())));
    if (!done.group_weights.empty()) facts["group_weights"] = done.group_weights;
    return done;
  }

  // units: receives the numbers that the head's last layer reads, or null.
  Status answer_with(const DocumentView& asked, const ClassifierContext& context, FloatMatrix* units,
                     DenseMatrix& out) const {
    SF_ASSIGN(const SequenceClassifier* model, fitted("answers"));
    const TextScores given = model->scores(texts_of(asked), context.threads, units);
    return answer(given.scores, given.cut, asked, context, out);
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

  TransformerOptions options_;
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
           "encoder: a folder of Hugging Face files, or a name that `standfast pull` has downloaded")
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
