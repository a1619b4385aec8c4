// The classifier `checkpoint`: a fine-tuned Hugging Face model, without further training.
#include "standfast/model/neural/checkpoint_classifier.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/json.h"
#include "standfast/base/option_table.h"
#include "standfast/base/options.h"
#include "standfast/base/paths.h"
#include "standfast/corpus/corpus.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/model_memory.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/neural/fine_tuned.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/neural/classify/kept_classifier.h"
#include "standfast/neural/sentence/model_files.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {
namespace {

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

bool alike(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) {
    const auto plain = [](unsigned char c) { return c == '_' || c == '-' ? ' ' : std::tolower(c); };
    return plain(x) == plain(y);
  });
}

std::string listed(std::span<const std::string> names) {
  constexpr size_t kShown = 20;
  std::string text = fmt::format("\"{}\"", fmt::join(names.first(std::min(names.size(), kShown)), "\", \""));
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

// Quotes items as the option expects: an item with a comma in double quotes, then the whole in single ones.
std::string option_of(const std::vector<std::string>& items) {
  std::vector<std::string> shown;
  for (const std::string& item : items) shown.push_back(list_item(item));
  const std::string list = fmt::format("{}", fmt::join(shown, ", "));
  return list.find('"') == std::string::npos ? '"' + list + '"' : "'" + list + "'";
}

// Returns the end of the model's class name, which may itself contain a '='.
size_t end_of_name(std::string_view item, std::span<const std::string> model) {
  const size_t first = item.find('=');
  for (size_t at = first; at != std::string_view::npos; at = item.find('=', at + 1))
    if (std::ranges::find(model, trimmed(item.substr(0, at))) != model.end()) return at;
  return first;
}

// Returns a guess of the intended option.
std::string guess(std::span<const std::string> model, std::span<const std::string> corpus,
                  const std::vector<std::string>& loose) {
  std::vector<std::string> items;
  if (!loose.empty() &&
      std::ranges::all_of(model, [](const std::string& name) { return name.starts_with("LABEL_"); })) {
    for (const std::string& name : loose) items.push_back(name + "=CLASS");
    return fmt::format("; its config.json gives its classes no names: map them with labels = {}",
                       option_of(items));
  }
  for (const std::string& name : loose)
    for (const std::string& other : corpus)
      if (alike(name, other)) items.push_back(name + "=" + other);
  if (!items.empty())
    return fmt::format("; if these are the same classes, set labels = {}", option_of(items));
  if (!loose.empty())
    return fmt::format("; labels = {} maps it to a class, {} leaves it out",
                       option_of({loose.front() + "=CLASS"}), option_of({loose.front() + "="}));
  return "; map its classes with labels = \"MODEL'S CLASS=CLASS\"";
}

}  // namespace

Result<std::vector<uint32_t>> match_labels(std::span<const std::string> model,
                                           std::span<const std::string> corpus,
                                           std::span<const std::string> labels) {
  const auto place = [](std::span<const std::string> names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? kMissing : static_cast<uint32_t>(found - names.begin());
  };
  std::vector<uint32_t> class_of(model.size(), kMissing);
  std::vector<bool> said(model.size(), false);
  for (const std::string& item : labels) {
    const size_t at = end_of_name(item, model);
    if (at == std::string::npos) {
      const auto commas = [](const std::string& name) { return name.find(',') != std::string::npos; };
      const bool quotes = std::ranges::any_of(model, commas) || std::ranges::any_of(corpus, commas);
      return usage_error(fmt::format("labels: \"{}\" is not MODEL'S CLASS=CLASS{}", item,
                                     quotes ? "; an item with a comma stands in quotes of its own, labels = "
                                              "'\"LABEL_0=a, b\", LABEL_1=c'"
                                            : ""));
    }
    const std::string from = trimmed(item.substr(0, at)), to = trimmed(item.substr(at + 1));
    const uint32_t k = place(model, from);
    if (k == kMissing)
      return usage_error(
          fmt::format("labels: the model has no class \"{}\" (it has {})", from, listed(model)));
    if (said[k]) return usage_error(fmt::format("labels: the class \"{}\" occurs twice", from));
    said[k] = true;
    if (to.empty()) continue;
    class_of[k] = place(corpus, to);
    if (class_of[k] == kMissing)
      return usage_error(
          fmt::format("labels: the corpus has no class \"{}\" (it has {})", to, listed(corpus)));
  }
  std::vector<std::string> loose, without;
  for (size_t k = 0; k < model.size(); ++k) {
    if (said[k]) continue;
    class_of[k] = place(corpus, model[k]);
    if (class_of[k] == kMissing) loose.push_back(model[k]);
  }
  for (uint32_t c = 0; c < corpus.size(); ++c)
    if (std::ranges::find(class_of, c) == class_of.end()) without.push_back(corpus[c]);
  if (loose.empty() && without.empty()) return class_of;
  std::vector<std::string> parts;
  if (!without.empty()) parts.push_back(fmt::format("no class of the model is {}", listed(without)));
  for (const std::string& name : without)
    if (const uint32_t k = place(model, name); k != kMissing)
      parts.push_back(class_of[k] == kMissing
                          ? fmt::format("labels leaves out the model's \"{}\"", name)
                          : fmt::format("labels maps the model's \"{}\" to another class", name));
  if (!loose.empty()) parts.push_back(fmt::format("no class of the corpus is the model's {}", listed(loose)));
  return data_error(fmt::format("{} (the model has {}; the corpus has {}){}", fmt::join(parts, ", and "),
                                listed(model), listed(corpus), guess(model, corpus, loose)));
}

namespace {

struct CheckpointOptions {
  std::string path;
  std::vector<std::string> labels;
  uint32_t max_tokens = 0;
  std::string sha256;
};

class CheckpointClassifier final : public Classifier {
 public:
  explicit CheckpointClassifier(CheckpointOptions options) : options_(std::move(options)) {}

  Status check_classes(std::span<const std::string> names) const override {
    // Loads the model as a fit does, so that faults of the folder or the options are reported before anything
    // runs.
    SF_ASSIGN(const std::string folder, folder_of(options_.path));
    SF_ASSIGN(const KnownDigest digest, known_digest(folder));
    const auto model = KeptClassifier::load(folder, digest.sha256, options_.max_tokens);
    if (!model) return with_context("checkpoint", model.error());
    const auto matched = match_labels((*model)->classes(), names, options_.labels);
    if (!matched) return with_context("checkpoint " + options_.path, matched.error());
    return {};
  }

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    model_.reset();
    SF_TRY(refuse_weights("checkpoint", train));
    if (train.documents.rows.empty()) return data_error("checkpoint: no training documents");
    place_ = options_.path;
    if (is_folder(place_)) place_ = std::filesystem::absolute(place_).lexically_normal().string();
    std::vector<std::string> names(train.names.begin(), train.names.end());
    SF_TRY(load(std::move(names)));
    for (const std::string& note : model_->notes()) context.sink->info(options_.path + ": " + note);
    // Learns nothing from the documents. They show how many of the corpus's texts it must truncate.
    too_long_ = model_->too_long(texts_of(train.documents), context.threads);
    seen_ = train.documents.size();
    if (too_long_ > 0)
      context.sink->warn(
          fmt::format("{} of {} training texts are longer than the {} tokens that the model reads", too_long_,
                      seen_, model_->most_tokens()));
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (!model_) return usage_error("checkpoint: asked for answers before it was fitted");
    out = DenseMatrix(asked.size(), names_.size());
    const auto texts = texts_of(asked);
    const TextScores given = model_->scores(texts, context.threads);
    SF_TRY(must_be_finite(given.scores, asked, "checkpoint " + place_));
    for (size_t i = 0; i < out.rows; ++i) put(given.scores.row(i), out.row(i));
    warn_of_cut(given.cut, "texts", model_->most_tokens(), *context.sink);
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (!model_) return nlohmann::ordered_json::object();
    nlohmann::ordered_json labels = nlohmann::ordered_json::object();
    for (size_t k = 0; k < class_of_.size(); ++k)
      labels[model_->classes()[k]] = class_of_[k] == kMissing ? "" : names_[class_of_[k]];
    return {{"model", digest_.substr(0, 16)},
            {"tokens_at_most", model_->most_tokens()},
            {"share_of_training_texts_too_long", static_cast<double>(too_long_) / static_cast<double>(seen_)},
            {"labels", std::move(labels)},
            {"note", "it was trained elsewhere and learned nothing from the training documents"}};
  }

  Result<ModelState> save() const override {
    if (!model_) return usage_error("checkpoint: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"path", place_},        {"sha256", digest_},
                    {"classes", names_},     {"labels", options_.labels},
                    {"too_long", too_long_}, {"documents", seen_}};
    return state;
  }

  Status restore(const ModelState& state) override {
    model_.reset();
    state.fields.at("path").get_to(place_);
    const auto digest = state.fields.at("sha256").get<std::string>();
    auto names = state.fields.at("classes").get<std::vector<std::string>>();
    state.fields.at("labels").get_to(options_.labels);
    state.fields.at("too_long").get_to(too_long_);
    state.fields.at("documents").get_to(seen_);
    if (seen_ == 0 || too_long_ > seen_)
      return data_error("checkpoint: the saved counts of documents are invalid");
    SF_TRY(load(std::move(names)));
    if (digest_ == digest) return {};
    model_.reset();
    return data_error(fmt::format(
        "checkpoint: {} is no longer the model that was saved (its files have the sha256 {}, and had {})",
        place_, digest_, digest));
  }

 private:
  static Result<std::string> folder_of(const std::string& place) {
    auto folder = model_folder(place);
    if (!folder) return with_context("checkpoint", folder.error());
    return folder;
  }

  Status load(std::vector<std::string> names) {
    auto found = pinned_model(place_, options_.sha256);
    if (!found) return with_context("checkpoint", found.error());
    digest_ = std::move(found->sha256);
    auto model = KeptClassifier::load(found->folder, digest_, options_.max_tokens);
    if (!model) return with_context("checkpoint", model.error());
    auto matched = match_labels((*model)->classes(), names, options_.labels);
    if (!matched) return with_context("checkpoint " + options_.path, matched.error());
    class_of_ = std::move(*matched);
    names_ = std::move(names);
    model_ = std::move(*model);
    return {};
  }

  // Computes the softmax over the classes that are not left out; classes that map to one class of the corpus
  // are added up.
  void put(std::span<const float> scores, std::span<double> row) const {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (size_t k = 0; k < scores.size(); ++k)
      if (class_of_[k] != kMissing) most = std::max(most, static_cast<double>(scores[k]));
    for (size_t k = 0; k < scores.size(); ++k) {
      if (class_of_[k] == kMissing) continue;
      const double part = exp_double(static_cast<double>(scores[k]) - most);
      row[class_of_[k]] += part;
      sum += part;
    }
    for (double& p : row) p /= sum;
  }

  CheckpointOptions options_;
  std::string place_, digest_;
  std::shared_ptr<const KeptClassifier> model_;  // null: not fitted
  std::vector<std::string> names_;
  std::vector<uint32_t> class_of_;  // by class of the model
  uint64_t too_long_ = 0, seen_ = 0;
};

}  // namespace

ClassifierCatalog::Entry checkpoint_classifier_entry() {
  OptionTable<CheckpointOptions> table;
  table
      .add("path", &CheckpointOptions::path,
           "model: a folder of Hugging Face files with a head for classes, or a name that `standfast pull` "
           "has downloaded")
      .model();
  table.add("labels", &CheckpointOptions::labels,
            "class of the corpus for each class of the model, \"LABEL_0=hateful, LABEL_1=normal\"; "
            "\"LABEL_2=\" leaves one out; unlisted classes have the same names in the corpus");
  table
      .add("max-tokens", &CheckpointOptions::max_tokens,
           "most tokens of a text, special tokens included; longer texts are cut; 0: as in the model's "
           "folder")
      .at_most(100'000);
  table.add("sha256", &CheckpointOptions::sha256, "required digest of the model; a study fills it in");
  table.require([](const CheckpointOptions& options) {
    return options.path.empty() ? std::string("it needs a path, the folder or the name of a model")
                                : std::string();
  });
  return {.name = "checkpoint",
          .summary =
              "A fine-tuned Hugging Face classifier (BERT, RoBERTa, DistilBERT) that answers without "
              "further training",
          .citation = "",
          .traits = {.pretrained = true},
          .options = table,
          .make = made_as<Classifier, CheckpointClassifier>(table),
          .memory = [](const Options& options, const WorkSize&) {
            const auto folder = model_folder(options.text("path"));
            return folder ? memory_of_model(*folder) : 0;
          }};
}

}  // namespace standfast
