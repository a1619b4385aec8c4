// The classifier `ppm`: a compression model of the training texts of each class; the class whose model
// encodes a text in the fewest bits (Teahan and Harper 2003).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/ppm/ppm_trie.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

constexpr const char* kTextsBlob = "texts.json";

struct PpmClassifierOptions {
  PpmOptions ppm = {};
  double length = 100;  // characters; 0: the text's own
};

class PpmClassifier final : public Classifier {
 public:
  explicit PpmClassifier(const PpmClassifierOptions& options) : ppm_(options.ppm), length_(options.length) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    models_.clear();
    SF_TRY(refuse_weights("ppm", train));
    if (train.documents.rows.empty()) return data_error("ppm: no training documents");
    const auto rows = rows_by_class(train);
    texts_.assign(train.names.size(), {});
    for (size_t c = 0; c < rows.size(); ++c)
      for (const uint32_t row : rows[c]) texts_[c].emplace_back(train.documents.corpus->text(row));
    learn(context.threads, *context.sink);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (models_.empty()) return usage_error("ppm: asked for answers before it was fitted");
    // Computes the bits per character first. Each turn scores several documents under one model, because a
    // model is larger than a cache and a document is small.
    const size_t classes = models_.size();
    out = DenseMatrix(asked.size(), classes);
    constexpr size_t kBatch = 512, kTogether = 32;  // documents between reports of progress; of a turn
    for (size_t begin = 0; begin < asked.size(); begin += kBatch) {
      const size_t end = std::min<size_t>(begin + kBatch, asked.size());
      const size_t turns = (end - begin + kTogether - 1) / kTogether;
      parallel_for(turns * classes, context.threads, [&](size_t turn) {
        const size_t c = turn / turns, first = begin + turn % turns * kTogether;
        if (documents_[c] == 0) return;
        for (size_t i = first; i < std::min(first + kTogether, end); ++i)
          out.row(i)[c] = models_[c].cross_entropy(asked.text(i));
      });
      context.sink->progress("ppm: documents", end, asked.size());
    }
    for (size_t i = 0; i < asked.size(); ++i) answer(asked.text(i), out.row(i));
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (models_.empty()) return nlohmann::ordered_json::object();
    uint64_t characters = 0, grams = 0;
    for (const auto& model : models_) characters += model.characters(), grams += model.grams();
    return {{"documents", total(documents_)}, {"characters", characters}, {"grams", grams}};
  }

  Result<ModelState> save() const override {
    if (models_.empty()) return usage_error("ppm: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"documents", documents_}};
    state.blobs[kTextsBlob] = nlohmann::json(texts_).dump();
    return state;
  }

  Status restore(const ModelState& state) override {
    models_.clear();
    const auto blob = state.blobs.find(kTextsBlob);
    if (blob == state.blobs.end())
      return data_error(fmt::format("ppm: the saved model has no {}", kTextsBlob));
    SF_ASSIGN(const auto texts, parse_json(blob->second, kTextsBlob));
    texts.get_to(texts_);
    const auto documents = state.fields.at("documents").get<std::vector<uint64_t>>();
    const auto lists = documents_of(texts_);
    if (!are_counts(lists) || documents != lists)
      return data_error("ppm: the saved texts differ from the counted texts");
    learn(1, null_sink());
    return {};
  }

 private:
  static std::vector<uint64_t> documents_of(const std::vector<std::vector<std::string>>& texts) {
    std::vector<uint64_t> documents;
    for (const auto& of_class : texts) documents.push_back(of_class.size());
    return documents;
  }

  void learn(int threads, Sink& sink) {
    documents_ = documents_of(texts_);
    std::vector<PpmTrie> models(texts_.size(), PpmTrie(ppm_));
    parallel_for(models.size(), threads, [&](size_t c) {
      for (const auto& text : texts_[c]) models[c].add(text);
      models[c].finish();
    });
    sink.progress("ppm: models", models.size(), models.size());
    models_ = std::move(models);
  }

  // Computes the answer. row: first holds the bits per character by class, then the answer.
  void answer(std::string_view text, std::span<double> row) const {
    if (text.empty()) return uniform_row(documents_, row);
    const double characters =
        length_ > 0 ? length_ : static_cast<double>(std::count_if(text.begin(), text.end(), [](char byte) {
          return (byte & 0xc0) != 0x80;
        }));
    std::vector<double> scores(row.size());
    for (size_t c = 0; c < scores.size(); ++c) scores[c] = -row[c] * characters * std::numbers::ln2;
    softmax_row(scores, documents_, row);
  }

  PpmOptions ppm_;
  double length_;
  std::vector<std::vector<std::string>> texts_;  // by class; this is what is saved
  std::vector<uint64_t> documents_;
  std::vector<PpmTrie> models_;
};

}  // namespace

ClassifierCatalog::Entry ppm_classifier_entry() {
  OptionTable<PpmOptions> ppm;
  ppm.add("order", &PpmOptions::order,
          "longest context in characters, 0 to 5; longer contexts model a class more exactly")
      .between(0, 5);
  ppm.words_in_order(
      "escape", &PpmOptions::escape, kPpmEscapes,
      "none: the longest context that knows the character, without escape probabilities; c or d: "
      "true PPM with that escape method");
  OptionTable<PpmClassifierOptions> table;
  table.include(&PpmClassifierOptions::ppm, ppm);
  table
      .add("length", &PpmClassifierOptions::length,
           "number of characters that sets how certain each answer is, whatever the length of its text; 0: "
           "the text's own length, which gives Teahan's posterior, nearly always 0 or 1")
      .between(0, 1e9);
  return {
      .name = "ppm",
      .summary =
          "A compression model of each class; it answers the class that encodes the text in the fewest bits",
      .citation = "Teahan and Harper 2003, Using compression-based language models for text categorization",
      .traits = {.deterministic = true, .probabilities = false, .starts = false},
      .options = table,
      .make = made_as<Classifier, PpmClassifier>(table)};
}

}  // namespace standfast
