// The classifier `cr`: causal rationalisation. By default it answers from a tenth of a text's tokens, which
// it chooses itself (Zhang et al. 2023, Towards trustworthy explanation: On causal rationalization).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/neural/fine_tuned.h"
#include "standfast/neural/cr/cr_model.h"
#include "standfast/neural/cr/train_cr.h"

namespace standfast {
namespace {

struct CrOptions {
  std::string checkpoint, sha256;
  uint32_t max_tokens = 0;
  bool shared = false;
  CrRule rule;
  CrTrainOptions fit;
};

// Returns the tokens of a text as units of a rationale, without the encoder's special tokens. Tokens that
// share a character are one unit, which is chosen if one of them is.
Rationale rationale_of(std::span<const TokenSpan> tokens, std::span<const uint8_t> kept) {
  Rationale out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].begin >= tokens[i].end) continue;
    if (!out.units.empty() && tokens[i].begin < out.units.back().end)
      out.units.back().end = std::max(out.units.back().end, tokens[i].end);
    else
      out.units.push_back(tokens[i]);
    const auto unit = static_cast<uint32_t>(out.units.size() - 1);
    if (kept[i] != 0 && (out.chosen.empty() || out.chosen.back() != unit)) out.chosen.push_back(unit);
  }
  return out;
}

double mean_of_last(const std::vector<double>& values) {
  const auto some = static_cast<ptrdiff_t>(std::max<size_t>(1, values.size() / 20));
  return std::accumulate(values.end() - some, values.end(), 0.0) / static_cast<double>(some);
}

class CrClassifier final : public FineTunedClassifier<CrModel> {
 public:
  explicit CrClassifier(CrOptions options)
      : FineTunedClassifier("cr", options.checkpoint, options.sha256, options.fit.frozen),
        options_(std::move(options)) {}

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    return answer_with(asked, context, nullptr, out);
  }

  Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& asked,
                                                         const ClassifierContext& context,
                                                         DenseMatrix& out) const override {
    std::vector<Rationale> rationales;
    SF_TRY(answer_with(asked, context, &rationales, out));
    return rationales;
  }

 private:
  Result<CrModel> begin(const std::string& folder, std::vector<std::string> names,
                        uint64_t seed) const override {
    return CrModel::begin(folder,
                          {.names = std::move(names), .seed = seed, .most_tokens = options_.max_tokens},
                          options_.shared);
  }

  Result<CrModel> load(const std::string& folder, size_t most_tokens,
                       const nlohmann::ordered_json&) const override {
    return CrModel::load(folder, most_tokens);
  }

  std::string without_validation() const override {
    const uint32_t patience = options_.fit.patience;
    return objection_without_validation(patience > 0 ? fmt::format("patience = {}", patience) : "",
                                        "a split");
  }

  Result<FineTuned> learn(CrModel& model, const LabelledTexts& training, const LabelledTexts& validation,
                          const ClassifierContext& context, const std::string& digest,
                          nlohmann::ordered_json& facts) const override {
    SF_ASSIGN(CrTrained done, train_cr(model, training, validation, options_.rule, options_.fit, context,
                                       fmt::format("{} {}", digest, model.most_tokens())));
    if (!done.losses.empty()) {
      facts["divergence_at_last"] = mean_of_last(done.divergences);
      facts["counterfactual_loss_at_last"] = mean_of_last(done.counterfactuals);
      facts["mean_mask_at_last"] = mean_of_last(done.masks);
    }
    return FineTuned(std::move(done));
  }

  // rationales: of the answers, or null.
  Status answer_with(const DocumentView& asked, const ClassifierContext& context,
                     std::vector<Rationale>* rationales, DenseMatrix& out) const {
    SF_ASSIGN(const CrModel* model, fitted("answers"));
    const TextTokens texts = model->tokens(texts_of(asked), context.threads);
    const CrModel::Answers given = model->answers(texts, options_.rule, context.threads);
    SF_TRY(answer(given.scores, texts.cut, asked, context, out));
    if (rationales == nullptr) return {};
    for (size_t t = 0; t < texts.texts(); ++t) {
      const size_t first = texts.begins[t], count = texts.tokens(t);
      rationales->push_back(rationale_of(std::span(texts.spans).subspan(first, count),
                                         std::span(given.kept).subspan(first, count)));
    }
    return {};
  }

  CrOptions options_;
};

OptionTable<CrTrainOptions> cr_train_table() {
  using O = CrTrainOptions;
  OptionTable<O> table;
  table.add("epochs", &O::epochs, "passes over the training texts").above(0).at_most(1000);
  table.add("batch", &O::batch, "texts of one update").between(1, 100'000);
  table.add("learning-rate", &O::learning_rate, "learning rate, constant over all updates")
      .above(0)
      .at_most(1);
  table
      .add("sparsity", &O::sparsity,
           "weight in the loss of the masks' divergence from `share`; 0: masks of any size are free")
      .between(0, 1e6);
  table
      .add("temperature", &O::temperature,
           "temperature of the relaxed masks of training; the smaller, the nearer masks are to 0 or 1")
      .above(0)
      .at_most(100);
  table
      .add("necessity", &O::necessity,
           "weight of the counterfactual loss, by which the class becomes less likely without a kept "
           "token; 0: none")
      .between(0, 1e6);
  table
      .add("removed", &O::removed,
           "most counterfactuals of a text, in percent of its tokens, rounded up; each is the text without "
           "one kept token; 0: none")
      .between(0, 100);
  table.words("necessity-of", &O::last_only, {{"all", false}, {"last", true}},
              "texts of a batch in the counterfactual loss: all, or only the last, as in the released code");
  table.words("mask", &O::hard, {{"relaxed", false}, {"hard", true}},
              "masks of training: relaxed, between 0 and 1; or hard, rounded to 0 and 1 with the gradient "
              "of relaxed ones (straight through)");
  table
      .add("dropout", &O::dropout,
           "dropout rate of hidden numbers and attention weights in both encoders; 0: none")
      .at_least(0)
      .below(1);
  table
      .add("logit-dropout", &O::logit_dropout,
           "dropout rate of the selector's logits, which become 0; 0: none")
      .at_least(0)
      .below(1);
  table
      .add("frozen", &O::frozen,
           "layers of both encoders that are not trained: 0 none, 1 the embeddings, 2 the first layer too, "
           "and so on")
      .at_most(1000);
  table.add("validations", &O::validations, "validations in an epoch, if there are validation documents")
      .between(1, 1000);
  table
      .add("patience", &O::patience,
           "end training after so many validations without a lower loss or a higher accuracy; 0: never")
      .at_most(100'000);
  table.include(&O::adamw, adamw_option_table());
  return table;
}

OptionTable<CrOptions> cr_table() {
  using O = CrOptions;
  OptionTable<O> table;
  table
      .add("checkpoint", &O::checkpoint,
           "encoder from which both parts start: a folder of Hugging Face files, or a name that `standfast "
           "pull` has downloaded")
      .model();
  table
      .add("max-tokens", &O::max_tokens,
           "most tokens of a text, special tokens included; longer texts are cut; 0: as in the model's "
           "folder")
      .at_most(100'000);
  OptionTable<CrRule> rule;
  rule.add("share", &CrRule::share, "share of a text's tokens that are kept, rounded up").above(0).below(1);
  rule.add("keep-specials", &CrRule::keep_specials,
           "always keep the encoder's special tokens, beside the share of the other tokens");
  table.include(&O::rule, rule);
  table.words("encoders", &O::shared, {{"two", false}, {"shared", true}},
              "two: one encoder chooses tokens and another answers; shared: one does both, in half of the "
              "memory");
  table.include(&O::fit, cr_train_table());
  table.add("sha256", &O::sha256, "required digest of the encoder; a study fills it in");
  table.preset("shortcut-goemotions", "settings of Zhou et al. 2024 for GoEmotions",
               {{"epochs", 15.0}, {"learning-rate", 5e-5}});
  table.preset("shortcut-yelp", "settings of Zhou et al. 2024 for Yelp; texts of 256 tokens",
               {{"epochs", 8.0}, {"learning-rate", 2e-5}, {"max-tokens", int64_t{256}}});
  table.preset("shortcut-beer", "settings of Zhou et al. 2024 for Beer; texts of 120 tokens",
               {{"epochs", 20.0}, {"learning-rate", 2e-5}, {"max-tokens", int64_t{120}}});
  table.preset(
      "released",
      "settings of the authors' script for Beer with the released code's counterfactual loss; batches of "
      "256, which they add up from 8 of 32",
      {{"epochs", 10.0},
       {"learning-rate", 5e-6},
       {"batch", int64_t{256}},
       {"max-tokens", int64_t{120}},
       {"necessity-of", std::string("last")},
       {"decay-everything", true},
       {"clip", 0.0}});
  table.require([](const O& o) {
    return o.checkpoint.empty() ? "it needs a checkpoint, the folder or the name of a model" : "";
  });
  return table;
}

uint64_t memory_of_cr(const Options& resolved, const WorkSize& size) {
  const auto options = cr_table().read(resolved);
  if (!options) return 0;
  const auto folder = model_folder(options->checkpoint);
  if (!folder) return 0;
  const auto config = read_model_config(*folder);
  if (!config) return 0;
  return cr_training_bytes(*config, options->max_tokens > 0 ? options->max_tokens : config->most_tokens(),
                           std::min<uint64_t>(options->fit.batch, size.documents), options->shared,
                           options->fit, available_threads());
}

}  // namespace

ClassifierCatalog::Entry cr_classifier_entry() {
  const OptionTable<CrOptions> table = cr_table();
  return {
      .name = "cr",
      .summary = "Two encoders of Hugging Face: one keeps a tenth of the tokens, one answers from these",
      .citation = "Zhang et al. 2023, Towards trustworthy explanation: On causal rationalization",
      .traits = {.deterministic = false,
                 .weights = true,
                 .in_batches = true,
                 .rationales = true,
                 .uses_validation = true,
                 .needs_validation = [](const Options& options) { return options.integer("patience") > 0; }},
      .options = table,
      .make = made_as<Classifier, CrClassifier>(table),
      .memory = memory_of_cr};
}

}  // namespace standfast
