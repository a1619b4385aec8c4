// The classifier `a2r`: answers from one sentence that it chooses (Yu, Zhang, Chang and Jaakkola 2021,
// Understanding interlocking dynamics of cooperative rationalization), and reports that sentence.
//
// Differences from the released code (docs/a2r.md): exploration draws a text's own sentences, not 50 padded
// places; a sentence of one token may be chosen; the vocabulary is learned from the training texts; a batch
// has at most an eighth of the texts; the weights are taken from the best epoch on validation documents;
// sentences and tokens are cut here, not by spaCy.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/neural/a2r/a2r_network.h"
#include "standfast/neural/a2r/a2r_training.h"
#include "standfast/neural/encoder/word_vectors.h"
#include "standfast/neural/train/training.h"
#include "standfast/neural/train/training_history.h"

namespace standfast {
namespace {

struct A2rSettings {
  std::string vectors;
  uint32_t dimension = 100, units = 100;
  uint32_t least_count = 1;
  bool balanced = false;
  A2rReading reading;
  A2rOptions fit;
};

struct A2rFitted : NamedClassCounts {
  std::vector<uint32_t> present;  // by class of the network
  uint64_t words = 0;
  std::optional<uint64_t> words_with_vectors;
  uint64_t without_words = 0, cut = 0, of_one_sentence = 0;
  double mean_sentences = 0;
  uint64_t batch = 0, updates = 0, validation_documents = 0;
  std::optional<uint64_t> best_epoch;                    // from 1
  std::optional<double> validation_accuracy;             // of the weights
  std::optional<double> predictor_loss, generator_loss;  // of the epoch of the weights
  nlohmann::ordered_json history = nlohmann::ordered_json::object();
};

FieldTable<A2rFitted> a2r_fields() {
  using F = A2rFitted;
  FieldTable<F> table;
  table.include(named_class_counts_fields());
  table.add("present", &F::present);
  table.add_facts("words", &F::words);
  table.add("words_with_vectors", &F::words_with_vectors).fact();
  table.add_facts("documents_without_words", &F::without_words, "documents_cut", &F::cut,
                  "documents_of_one_sentence", &F::of_one_sentence, "mean_sentences", &F::mean_sentences,
                  "batch", &F::batch, "updates", &F::updates, "validation_documents",
                  &F::validation_documents);
  table.add("best_epoch", &F::best_epoch).fact();
  table.add("validation_accuracy", &F::validation_accuracy).fact();
  table.add("predictor_loss", &F::predictor_loss).fact();
  table.add("generator_loss", &F::generator_loss).fact();
  table.add_as(
      "history", [](const F& from) { return from.history; },
      [](const nlohmann::ordered_json& json, F& to) { to.history = json; });
  table.require([](const F& f) {
    return are_places(f.present, f.names.size()) ? "" : "the saved classes are invalid";
  });
  return table;
}

class A2r final : public Classifier {
 public:
  explicit A2r(A2rSettings settings) : settings_(std::move(settings)) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    fitted_.reset();
    model_.reset();
    SF_TRY(check_weights("a2r", train));
    if (train.documents.rows.empty()) return data_error("a2r: no training documents");
    const OrderedDocuments documents(train);
    A2rFitted done;
    done.names.assign(train.names.begin(), train.names.end());
    done.documents = documents_by_class(train);
    done.present = documents.present;
    const auto tokens = tokens_of(documents.all, context.threads);
    auto vocabulary = A2rVocabulary::learn(tokens, settings_.least_count);
    done.words = vocabulary.words().size();
    const A2rDocuments training = training_of(documents, tokens, vocabulary, done, *context.sink);
    if (training.texts.empty())
      return data_error(
          fmt::format("a2r: none of the {} training documents has a word, so there is no sentence to choose",
                      documents.texts.size()));
    const A2rDocuments validation = validation_of(train, documents.present, vocabulary, context);
    done.validation_documents = validation.texts.size();
    auto begun = begin(vocabulary, documents.present.size(), context.seed, done);
    if (!begun) return with_context("a2r", begun.error());
    auto model = std::make_shared<LoadedA2r>(LoadedA2r{std::move(vocabulary), std::move(*begun)});
    if (documents.present.size() > 1) {
      const auto learned =
          train_a2r(model->network, training, validation, settings_.fit, context,
                    fmt::format("{} {} {}", settings_.vectors, settings_.dimension, settings_.units));
      if (!learned) return with_context("a2r", learned.error());
      tell_of(*learned, training, validation, settings_.reading.most_tokens, done);
    }
    model_ = std::move(model);
    fitted_ = std::move(done);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    return answer(asked, context, nullptr, out);
  }

  Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& asked,
                                                         const ClassifierContext& context,
                                                         DenseMatrix& out) const override {
    std::vector<Rationale> rationales(asked.size());
    SF_TRY(answer(asked, context, &rationales, out));
    return rationales;
  }

  nlohmann::ordered_json facts() const override {
    nlohmann::ordered_json facts = nlohmann::ordered_json::object();
    if (!fitted_) return facts;
    a2r_fields().facts(*fitted_, facts);
    facts.update(fitted_->history);
    return facts;
  }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("a2r", a2r_fields(), fitted_));
    state.files.write = [model = model_](const std::string& folder) { return save_a2r(folder, *model); };
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    model_.reset();
    SF_ASSIGN(A2rFitted fitted, fields_in(state, "a2r", a2r_fields()));
    auto model = load_a2r(state.files.folder);
    if (!model) return with_context("a2r", model.error());
    if (model->network.classes() != fitted.present.size() || !fitted.history.is_object())
      return data_error("a2r: the saved classes are invalid");
    model_ = std::make_shared<LoadedA2r>(std::move(*model));
    fitted_ = std::move(fitted);
    return {};
  }

 private:
  std::vector<A2rTokens> tokens_of(std::span<const std::string_view> texts, int threads) const {
    std::vector<A2rTokens> out(texts.size());
    parallel_for(texts.size(), threads, [&](size_t i) { out[i] = a2r_tokens(texts[i], settings_.reading); });
    return out;
  }

  // tokens: of all documents. Documents without a word have no sentence and are left out.
  A2rDocuments training_of(const OrderedDocuments& documents, const std::vector<A2rTokens>& tokens,
                           const A2rVocabulary& vocabulary, A2rFitted& done, Sink& sink) const {
    A2rDocuments out;
    uint64_t sentences = 0;
    for (size_t i = 0; i < documents.texts.size(); ++i) {
      const A2rTokens& read = tokens[documents.places[i]];
      if (read.tokens.empty()) {
        ++done.without_words;
        continue;
      }
      done.cut += read.cut;
      done.of_one_sentence += read.spans.size() == 1;
      sentences += read.spans.size();
      out.texts.push_back(numbered(vocabulary, read, settings_.reading));
      out.classes.push_back(documents.labels[i]);
      if (!documents.weights.empty()) out.weights.push_back(documents.weights[i]);
    }
    if (!out.texts.empty())
      done.mean_sentences = static_cast<double>(sentences) / static_cast<double>(out.texts.size());
    if (done.without_words > 0)
      sink.warn(fmt::format("a2r: {} of {} training documents have no word and are left out",
                            done.without_words, documents.texts.size()));
    if (done.of_one_sentence > 0 && done.of_one_sentence == out.texts.size())
      sink.warn(
          "a2r: each training document has one sentence, so there is nothing to choose: every answer is from "
          "the whole text");
    if (done.cut > 0) warn_of_cut(done.cut, documents.texts.size(), sink);
    if (settings_.fit.batch == 0 && !out.texts.empty())
      sink.info(fmt::format("a2r: {} texts in a batch", A2rOptions::batch_for(out.texts.size())));
    if (settings_.balanced) {
      // Classes without a text that has a word are not balanced.
      balance_classes(documents.present.size(), out.classes, out.weights);
    }
    return out;
  }

  void warn_of_cut(uint64_t cut, size_t texts, Sink& sink) const {
    sink.warn(
        fmt::format("a2r: {} of {} texts are longer than the {} tokens that are read, and were cut there",
                    cut, texts, settings_.reading.most_tokens));
  }

  // Leaves out documents without a word, and documents of classes without a training document, which cannot
  // be answered correctly.
  A2rDocuments validation_of(const TrainingSet& train, const std::vector<uint32_t>& present,
                             const A2rVocabulary& vocabulary, const ClassifierContext& context) const {
    std::vector<uint32_t> place(train.names.size(), UINT32_MAX);
    for (size_t k = 0; k < present.size(); ++k) place[present[k]] = static_cast<uint32_t>(k);
    std::vector<std::string_view> texts;
    for (size_t i = 0; i < train.dev.size(); ++i) texts.push_back(train.dev.text(i));
    const auto tokens = tokens_of(texts, context.threads);
    A2rDocuments out;
    size_t without_words = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
      without_words += tokens[i].tokens.empty();
      if (tokens[i].tokens.empty() || place[train.dev_classes[i]] == UINT32_MAX) continue;
      out.texts.push_back(numbered(vocabulary, tokens[i], settings_.reading));
      out.classes.push_back(place[train.dev_classes[i]]);
    }
    if (without_words > 0)
      context.sink->warn(fmt::format(
          "a2r: {} of {} validation documents have no word and are left out{}", without_words, tokens.size(),
          out.texts.empty() ? "; none is left, so the last epoch's weights stay" : ""));
    return out;
  }

  // Makes the network with random weights, and word vectors from the file if there is one: the same for both
  // parts, zeros for words that it lacks.
  Result<A2rNetwork> begin(const A2rVocabulary& vocabulary, size_t classes, uint64_t seed,
                           A2rFitted& done) const {
    A2rSizes sizes{.word_rows = vocabulary.rows(),
                   .word_columns = settings_.dimension,
                   .units = settings_.units,
                   .classes = classes};
    if (settings_.vectors.empty()) return A2rNetwork::begin(sizes, seed);
    SF_ASSIGN(const WordVectors vectors, read_word_vectors(settings_.vectors, vocabulary.words()));
    sizes.word_columns = vectors.columns;
    A2rNetwork network = A2rNetwork::begin(sizes, seed);
    done.words_with_vectors = vectors.of_words.size();
    for (Table* table : {&network.generator_words, &network.predictor_words}) {
      std::ranges::fill(table->data, 0.0F);
      for (const auto& [word, numbers] : vectors.of_words)
        std::ranges::copy(numbers, table->row(vocabulary.number(word)).begin());
    }
    return network;
  }

  static void tell_of(const A2rTrained& learned, const A2rDocuments& training, const A2rDocuments& validation,
                      uint64_t most_tokens, A2rFitted& done) {
    done.batch = learned.batch;
    done.updates = learned.updates;
    const A2rEpoch& epoch = learned.epochs[learned.best.value_or(learned.epochs.size() - 1)];
    if (learned.best) done.best_epoch = *learned.best + 1;
    if (!validation.texts.empty()) done.validation_accuracy = epoch.accuracy;
    done.predictor_loss = epoch.predictor;
    done.generator_loss = epoch.generator;
    if (learned.hard_losses.empty()) return;
    // The curve shows the hard head, which answers; it learns in every other update.
    FineTuned curve;
    curve.losses = learned.hard_losses;
    curve.updates = curve.losses.size();
    curve.updates_planned = learned.updates_planned / 2;
    const uint64_t of_epoch = learned.updates / learned.epochs.size();
    for (size_t e = 0; e < learned.epochs.size() && !validation.texts.empty(); ++e)
      curve.validations.push_back({.update = (e + 1) * of_epoch / 2,
                                   .training_loss = 0,
                                   .loss = learned.epochs[e].loss,
                                   .accuracy = learned.epochs[e].accuracy});
    curve.best = learned.best;
    TrainingHistory history = history_of(curve);
    history.texts = training.texts.size();
    history.texts_cut = done.cut;
    history.most_tokens = most_tokens;
    history.validation_texts = validation.texts.size();
    history.guessing = guessing_loss(training.classes, training.weights);
    add_history(history, done.history);
  }

  // rationales: receives them, or null.
  Status answer(const DocumentView& asked, const ClassifierContext& context,
                std::vector<Rationale>* rationales, DenseMatrix& out) const {
    if (!fitted_) return usage_error("a2r: asked for answers before it was fitted");
    std::vector<std::string_view> texts;
    for (size_t i = 0; i < asked.size(); ++i) texts.push_back(asked.text(i));
    const auto tokens = tokens_of(texts, context.threads);
    std::vector<A2rText> read;
    uint64_t cut = 0, without_words = 0;
    for (const A2rTokens& one : tokens) {
      read.push_back(numbered(model_->vocabulary, one, settings_.reading));
      cut += one.cut;
      without_words += one.tokens.empty();
    }
    const A2rAnswers answers = answers_of(model_->network, read, context.threads);
    out = DenseMatrix(asked.size(), fitted_->names.size());
    std::vector<double> scores(out.columns);
    for (size_t i = 0; i < out.rows; ++i) {
      if (read[i].words.empty()) {
        uniform_row(fitted_->documents, out.row(i));
        continue;
      }
      for (size_t k = 0; k < fitted_->present.size(); ++k)
        scores[fitted_->present[k]] = answers.scores.row(i)[k];
      softmax_row(scores, fitted_->documents, out.row(i));
      if (rationales == nullptr) continue;
      Rationale& rationale = (*rationales)[i];
      for (const uint32_t sentence : read[i].candidates) rationale.units.push_back(tokens[i].spans[sentence]);
      rationale.chosen = {answers.chosen[i]};
    }
    if (without_words > 0)
      context.sink->warn(
          fmt::format("a2r: {} of {} texts have no word; their answer is the same number for all classes",
                      without_words, asked.size()));
    if (cut > 0) warn_of_cut(cut, asked.size(), *context.sink);
    return {};
  }

  A2rSettings settings_;
  std::shared_ptr<const LoadedA2r> model_;
  std::optional<A2rFitted> fitted_;
};

OptionTable<Exploration> a2r_exploration_table() {
  OptionTable<Exploration> table(A2rOptions().exploration);
  table
      .add("exploration", &Exploration::share,
           "share of the sentences drawn in training that are uniform draws instead of the generator's "
           "choice; 0: none")
      .at_least(0)
      .below(1);
  table
      .add("exploration-places", &Exploration::places,
           "number of places from which exploration draws; a place without a sentence hides the whole "
           "text; 0: the text's own sentences; the released code has 50")
      .at_most(10'000);
  return table;
}

OptionTable<A2rOptions> a2r_fit_table() {
  using O = A2rOptions;
  OptionTable<O> table;
  table
      .add("epochs", &O::epochs,
           "passes over the training texts; each text trains one of the two parts in a pass")
      .between(1, 10'000);
  table
      .add("batch", &O::batch,
           "texts of one update; 0: 500, or an eighth of the texts if that is less; the released code has "
           "500")
      .at_most(100'000);
  table.add("generator-rate", &O::generator_rate, "learning rate of the generator").above(0).at_most(1);
  table.add("predictor-rate", &O::predictor_rate, "learning rate of the predictor").above(0).at_most(1);
  table
      .add("policy-from", &O::policy_from,
           "first epoch, counted from 0, in which the generator also learns from the rewards of drawn "
           "sentences")
      .at_most(10'000);
  table.include(&O::exploration, a2r_exploration_table());
  table.words("divergence", &O::divergence,
              {{"symmetric-kl", Divergence::symmetric_kl}, {"jensen-shannon", Divergence::jensen_shannon}},
              "divergence between the predictor's two answers; the paper has jensen-shannon, its code "
              "symmetric-kl");
  table.words("divergence-for", &O::generator_divergence, {{"predictor", false}, {"both", true}},
              "parts whose loss includes the divergence: predictor, as in the authors' code, or both, as "
              "in the paper");
  table.words(
      "keep", &O::keep_best, {{"best", true}, {"last", false}},
      "weights to keep: of the epoch with the best accuracy on validation documents (best), or of the last "
      "epoch (last); without validation documents the last; the released code keeps the last");
  return table;
}

OptionTable<A2rReading> a2r_reading_table() {
  using R = A2rReading;
  OptionTable<R> table;
  table.add("max-tokens", &R::most_tokens, "tokens of a text that are read; the rest is cut off")
      .between(1, 100'000);
  table
      .add("max-sentences", &R::most_sentences,
           "most sentences of a text; the last one extends to the end of the part that is read")
      .between(1, 100'000);
  table
      .add("min-sentence", &R::shortest_sentence,
           "fewest tokens of a sentence that may be chosen; the released code has 2. If all sentences are "
           "shorter, all may be chosen")
      .between(1, 1000);
  return table;
}

uint64_t a2r_memory(const Options& options, const WorkSize& size) {
  if (size.documents == 0) return 0;
  const auto number = [&](const char* name) { return static_cast<uint64_t>(options.integer(name)); };
  // Assumes about five bytes a token, and as many distinct words as Heaps' law predicts for that length, on
  // the safe side.
  const uint64_t tokens = size.text_bytes / 5;
  const auto words =
      std::min<uint64_t>(tokens, static_cast<uint64_t>(40 * std::sqrt(static_cast<double>(tokens))));
  const uint64_t batch = number("batch") > 0 ? number("batch") : A2rOptions::batch_for(size.documents);
  constexpr uint64_t kColumnsOfFiles = 300;  // the most among common files
  const A2rSizes sizes{
      .word_rows = words,
      .word_columns = options.text("vectors").empty() ? number("dimension") : kColumnsOfFiles,
      .units = number("units"),
      .classes = 100};
  const uint64_t longest = std::min(number("max-tokens"), std::max<uint64_t>(4 * tokens / size.documents, 1));
  return a2r_bytes(sizes, longest, std::min(batch, size.documents)) + 6 * size.text_bytes;
}

}  // namespace

ClassifierCatalog::Entry a2r_entry() {
  using S = A2rSettings;
  OptionTable<S> table;
  table
      .add("vectors", &S::vectors,
           "file of word vectors (GloVe, word2vec, fastText .vec) from which training starts; words are "
           "looked up in lower case; without a file vectors are drawn at random")
      .path();
  table.add("dimension", &S::dimension, "length of word vectors, without a file of vectors")
      .between(1, 10'000);
  table.add("units", &S::units, "units of each GRU in each direction").between(1, 10'000);
  table
      .add("min-count", &S::least_count,
           "fewest occurrences of a vocabulary word in the training texts; all other words share a vector")
      .between(1, 1'000'000);
  table.words("class-weights", &S::balanced, {{"none", false}, {"balanced", true}},
              "balanced: documents of small classes weigh more, so that all classes have equal weight in "
              "the loss");
  table.include(&S::reading, a2r_reading_table());
  table.include(&S::fit, a2r_fit_table());
  table.preset(
      "released",
      "settings of the released notebook: batches of 500, sentences of at least two tokens, exploration "
      "over 50 places, the last epoch's weights (give vectors = a file of GloVe vectors)",
      {{"batch", int64_t{500}},
       {"min-sentence", int64_t{2}},
       {"exploration-places", int64_t{50}},
       {"keep", std::string("last")}});
  table.preset("shortcut-a2r",
               "settings of the shortcut benchmark for GoEmotions (Zhou et al. 2024): as released, but for "
               "100 epochs",
               {{"epochs", int64_t{100}},
                {"batch", int64_t{500}},
                {"min-sentence", int64_t{2}},
                {"exploration-places", int64_t{50}},
                {"keep", std::string("last")}});
  return {.name = "a2r",
          .summary = "Answers from one sentence that it chooses and reports (sentence-level rationales)",
          .citation =
              "Yu, Zhang, Chang and Jaakkola 2021, Understanding interlocking dynamics of cooperative "
              "rationalization",
          .traits = {.deterministic = false,
                     .weights = true,
                     .in_batches = true,
                     .rationales = true,
                     .uses_validation = true},
          .options = table,
          .make = made_as<Classifier, A2r>(table),
          .memory = a2r_memory};
}

}  // namespace standfast
