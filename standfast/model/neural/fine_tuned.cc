#include "standfast/model/neural/fine_tuned.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/neural/sentence/model_files.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

Result<PinnedModel> pinned_model(const std::string& folder_or_name, const std::string& sha256) {
  SF_ASSIGN(std::string folder, model_folder(folder_or_name));
  SF_ASSIGN(KnownDigest known, known_digest(folder));
  if (!sha256.empty() && known.sha256 != sha256)
    return data_error(fmt::format(
        "the files of {} have the sha256 {}, but the model that is required has {}; was it replaced?",
        folder_or_name, known.sha256, sha256));
  return PinnedModel{std::move(folder), std::move(known.sha256)};
}

std::vector<std::string_view> texts_of(const DocumentView& documents) {
  std::vector<std::string_view> texts;
  texts.reserve(documents.size());
  for (size_t i = 0; i < documents.size(); ++i) texts.push_back(documents.text(i));
  return texts;
}

std::vector<uint32_t> numbers_of_groups(std::span<const uint32_t> classes, std::span<const uint32_t> values) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i] != kMissing) numbers[{values[i], classes[i]}] = 0;
  uint32_t next = 0;
  for (auto& [pair, number] : numbers) number = next++;
  std::vector<uint32_t> out;
  for (size_t i = 0; i < values.size(); ++i)
    out.push_back(values[i] == kMissing ? kNoGroup : numbers.at({values[i], classes[i]}));
  return out;
}

LabelledTexts validation_texts(const TrainingSet& train, const std::vector<uint32_t>& present,
                               const TokensOf& tokens) {
  std::vector<uint32_t> place(train.names.size(), UINT32_MAX);
  for (size_t k = 0; k < present.size(); ++k) place[present[k]] = static_cast<uint32_t>(k);
  std::vector<std::string_view> texts;
  std::vector<uint32_t> groups;
  LabelledTexts out;
  for (size_t i = 0; i < train.dev.size(); ++i) {
    if (place[train.dev_classes[i]] == UINT32_MAX) continue;
    texts.push_back(train.dev.text(i));
    out.classes.push_back(place[train.dev_classes[i]]);
    if (!train.dev_groups.empty()) groups.push_back(train.dev_groups[i]);
  }
  out.groups = numbers_of_groups(out.classes, groups);
  out.texts = tokens(texts);
  return out;
}

TrainingHistory history_of_fit(const FineTuned& done, const LabelledTexts& training,
                               const LabelledTexts& validation, const std::string& digest, size_t most_tokens,
                               Sink& sink) {
  TrainingHistory history = history_of(done);
  history.model = digest.substr(0, 16);
  history.texts = training.texts.texts();
  history.texts_cut = static_cast<uint64_t>(std::ranges::count(training.texts.cut, 1));
  history.most_tokens = most_tokens;
  history.validation_texts = validation.texts.texts();
  // Losses that are weighted by groups cannot be compared with the loss of guessing.
  if (done.group_weights.empty()) history.guessing = guessing_loss(training.classes, training.weights);
  if (history.ends_at_guessing())
    sink.warn(fmt::format(
        "the training loss of the weights is {:.3f}, and guessing by the frequencies of the classes has "
        "{:.3f}: unless the texts say little about the classes, {} updates on {} texts are too few; more "
        "epochs, a smaller batch or a higher learning rate may help",
        history.loss_of_weights(), history.guessing, history.updates, history.texts));
  return history;
}

nlohmann::ordered_json facts_of_fit(const FineTuned& done, const TrainingHistory& history, size_t classes) {
  nlohmann::ordered_json out = {{"model", history.model},
                                {"documents", history.texts},
                                {"classes", classes},
                                {"tokens_at_most", history.most_tokens}};
  if (history.texts_cut > 0) out["training_texts_cut"] = history.texts_cut;
  out["updates"] = done.updates;
  if (done.updates < done.updates_planned) out["updates_planned"] = done.updates_planned;
  out["tokens_learned"] = done.tokens;
  if (!done.losses.empty()) {
    out["loss_at_first"] = history.first;
    out["loss_at_last"] = history.last;
    if (history.guessing > 0) out["loss_of_guessing"] = history.guessing;
  }
  if (done.best) {
    const Validation& best = done.validations[*done.best];
    out["validations"] = done.validations.size();
    out["best_after_updates"] = best.update;
    out["validation_loss"] = best.loss;
    out["validation_accuracy"] = best.accuracy;
  }
  return out;
}

void put_probabilities(const FloatMatrix& scores, const std::vector<uint32_t>& present, DenseMatrix& out) {
  for (size_t i = 0; i < out.rows; ++i) {
    const auto row = scores.row(i);
    const double most = *std::ranges::max_element(row);
    double sum = 0;
    for (size_t k = 0; k < row.size(); ++k) sum += out.row(i)[present[k]] = exp_double(row[k] - most);
    for (double& p : out.row(i)) p /= sum;
  }
}

std::string objection_without_validation(const std::string& options, const char* of) {
  if (options.empty()) return "";
  return fmt::format(
      "{}: this needs validation documents, and there are none; give some (--validation of train, "
      "validation of {}), or leave it out",
      options, of);
}

void warn_of_cut(std::span<const uint8_t> cut, const char* which, size_t most_tokens, Sink& sink) {
  if (const auto count = std::ranges::count(cut, 1); count > 0)
    sink.warn(
        fmt::format("{} of {} {} are longer than the {} tokens that the model reads, and were cut there",
                    count, cut.size(), which, most_tokens));
}

OptionTable<AdamWOptions> adamw_option_table() {
  using O = AdamWOptions;
  OptionTable<O> table;
  table
      .add("weight-decay", &O::weight_decay,
           "rate of AdamW's weight decay, which applies to weights but not to biases and norms; 0: none")
      .between(0, 1);
  table.add("decay-everything", &O::decay_everything, "apply weight decay to biases and norms too");
  table
      .add("clip", &O::clip,
           "largest norm of the gradient; a longer gradient is scaled to it; 0: no clipping")
      .at_least(0);
  return table;
}

}  // namespace standfast
