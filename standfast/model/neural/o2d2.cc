// The verifier `o2d2`: an encoder over characters, words and windows that is trained on pairs, three heads,
// and a detector of undecidable pairs (Boenninghoff, Nickel and Kolossa 2021, O2D2).
//
// Differences from the released code: authors of the training pairs are dealt to the two stages, 85 to 15, so
// that the detector learns from answers on authors whom the network has not seen; tokens are cut here, not by
// spaCy; pairs are drawn by the rule of the study; no training text is left out for its length; the epoch is
// the one with the best overall score (mean of AUC, c@1, F0.5u, F1 and Brier) on the validation pairs.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/corpus/pairs.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"
#include "standfast/neural/encoder/word_vectors.h"
#include "standfast/neural/o2d2/o2d2_network.h"
#include "standfast/neural/o2d2/o2d2_text.h"
#include "standfast/neural/o2d2/o2d2_training.h"

namespace standfast {
namespace {

enum class AnswerOf : uint8_t { o2d2, ual, bfs, dml };

struct O2d2Settings {
  AnswerOf stage = AnswerOf::o2d2;
  std::string vectors;
  uint32_t dimension = 300, words = 5000, characters = 300;
  uint32_t min_tokens = 0;
  bool released_draws = false;
  O2d2Options fit;
};

// Share of the authors whose texts train the detector.
constexpr double kDetectorShare = 0.15;
constexpr size_t kLeastOfStage = 2;  // authors

struct StageScores {
  std::string stage;
  std::optional<double> auc, c_at_1, f05u, f1, brier, overall;
  uint64_t non_answers = 0;
};

struct O2d2Fitted {
  uint64_t words = 0, characters = 0;
  std::optional<uint64_t> words_with_vectors;
  std::string authors_from;
  uint64_t documents = 0, left_out = 0, cut = 0;
  uint64_t network_authors = 0, network_documents = 0, detector_authors = 0, detector_documents = 0;
  std::string same_author_topics, other_topics;
  uint64_t pairs_an_epoch = 0, same_an_epoch = 0, detector_pairs_an_epoch = 0;
  uint64_t updates = 0, detector_updates = 0;
  uint64_t validation_pairs = 0;
  std::optional<uint64_t> best_epoch, best_detector_epoch;  // from 1
  std::vector<double> losses, validations;                  // of each epoch of the network
  double alpha = 0, beta = 0;
  std::vector<StageScores> stages;  // on the validation pairs
};

FieldTable<O2d2Fitted> fitted_fields() {
  using S = StageScores;
  FieldTable<S> stage;
  stage.add_all("stage", &S::stage, "auc", &S::auc, "c@1", &S::c_at_1, "f0.5u", &S::f05u, "f1", &S::f1,
                "brier", &S::brier, "overall", &S::overall, "non_answers", &S::non_answers);
  using F = O2d2Fitted;
  FieldTable<F> table;
  table.add_facts("words", &F::words, "characters", &F::characters);
  table.add("words_with_vectors", &F::words_with_vectors).fact();
  table.add_facts("authors_from", &F::authors_from, "documents", &F::documents, "documents_left_out",
                  &F::left_out, "documents_cut", &F::cut, "network_authors", &F::network_authors,
                  "network_documents", &F::network_documents, "detector_authors", &F::detector_authors,
                  "detector_documents", &F::detector_documents, "same_author_topics", &F::same_author_topics,
                  "other_topics", &F::other_topics, "pairs_an_epoch", &F::pairs_an_epoch, "same_an_epoch",
                  &F::same_an_epoch, "detector_pairs_an_epoch", &F::detector_pairs_an_epoch, "updates",
                  &F::updates, "detector_updates", &F::detector_updates, "validation_pairs",
                  &F::validation_pairs);
  table.add("best_epoch", &F::best_epoch).fact();
  table.add("best_detector_epoch", &F::best_detector_epoch).fact();
  table.add_facts("losses", &F::losses, "validations", &F::validations, "alpha", &F::alpha, "beta", &F::beta);
  table.add("stages", &F::stages, stage).fact();
  return table;
}

std::string_view name_of(TopicRelation relation) {
  return relation == TopicRelation::any ? "any" : relation == TopicRelation::cross ? "cross" : "same";
}

// Returns the relation of topics that all pairs of a kind have.
TopicRelation relation_in(const PairView& view, bool same) {
  const Column* topic = view.corpus->column(Role::topic);
  if (topic == nullptr) return TopicRelation::any;
  uint64_t pairs = 0, shared = 0;
  for (const Pair& pair : view.pairs) {
    if (pair.same != same) continue;
    const uint32_t a = topic->codes[pair.a], b = topic->codes[pair.b];
    if (a == kMissing || b == kMissing) return TopicRelation::any;
    ++pairs;
    shared += a == b;
  }
  if (pairs == 0 || (shared > 0 && shared < pairs)) return TopicRelation::any;
  return shared == 0 ? TopicRelation::cross : TopicRelation::same;
}

// Returns the rule by which pairs are drawn: the rule of the study, or if it is unknown, the relation of
// topics that the training pairs have; no rule for the released code.
PairRule rule_of(const PairView& train, const ModelContext& context, bool released) {
  if (released) return {};
  if (context.pair_rule != nullptr) return *context.pair_rule;
  PairRule rule;
  rule.options.positives = relation_in(train, true);
  rule.options.negatives = relation_in(train, false);
  return rule;
}

// Texts from which pairs are drawn: rows by ascending id, and the author of each by number, in an order that
// does not depend on the order of the corpus. Rows without an author are left out.
struct AuthoredRows {
  std::vector<uint32_t> rows, authors;
  std::vector<std::string> names;  // of authors: the id of their first text
};

AuthoredRows authored(const PairView& train, const TrainingAuthors& known) {
  AuthoredRows out;
  std::vector<std::pair<uint32_t, uint32_t>> all;  // row, author
  for (const auto& rows : known.documents) {
    const auto author = static_cast<uint32_t>(out.names.size());
    out.names.emplace_back(train.corpus->id(rows.front()));
    for (const uint32_t row : rows) all.emplace_back(row, author);
  }
  std::ranges::sort(all, {}, [&](const auto& one) { return train.corpus->id(one.first); });
  for (const auto& [row, author] : all) {
    out.rows.push_back(row);
    out.authors.push_back(author);
  }
  return out;
}

std::vector<std::vector<std::string>> tokens_of(const Corpus& corpus, std::span<const uint32_t> rows,
                                                int threads) {
  std::vector<std::vector<std::string>> out(rows.size());
  parallel_for(rows.size(), threads, [&](size_t i) { out[i] = o2d2_tokens(corpus.text(rows[i])); });
  return out;
}

// Texts of pairs, each once, and the pairs as places in them.
struct NumberedPairs {
  std::vector<O2d2Text> texts;
  std::vector<RowPair> pairs;
};
NumberedPairs numbered_pairs(const PairView& view, const O2d2Vocabulary& vocabulary, int threads) {
  const DocumentsOfPairs documents(view.pairs);
  NumberedPairs out;
  out.texts.resize(documents.rows.size());
  parallel_for(documents.rows.size(), threads, [&](size_t i) {
    out.texts[i] = numbered(vocabulary, o2d2_tokens(view.corpus->text(documents.rows[i])));
  });
  for (const Pair& pair : view.pairs)
    out.pairs.push_back({static_cast<uint32_t>(documents.index_of(pair.a)),
                         static_cast<uint32_t>(documents.index_of(pair.b))});
  return out;
}

const MetricProfile& overall_profile() {
  return **find_profile("pan21");
}

StageScores stage_scores(std::string name, std::span<const double> scores, std::span<const uint8_t> same) {
  const auto found = evaluate(overall_profile(), scores, same);
  const auto names = metric_names(overall_profile());
  StageScores out;
  out.stage = std::move(name);
  for (const auto& [metric, to] : {std::pair{"auc", &out.auc},
                                   {"c@1", &out.c_at_1},
                                   {"f0.5u", &out.f05u},
                                   {"f1", &out.f1},
                                   {"brier", &out.brier},
                                   {"overall", &out.overall}})
    for (size_t i = 0; i < names.size(); ++i)
      if (names[i] == metric) *to = found.values[i];
  out.non_answers = found.n - found.n_answered;
  return out;
}

std::vector<double> answers(const HeadAnswers& heads, AnswerOf stage) {
  if (stage == AnswerOf::dml) return heads.metric;
  if (stage == AnswerOf::bfs) return heads.scoring;
  if (stage == AnswerOf::ual) return heads.adapted;
  std::vector<double> out;
  for (size_t i = 0; i < heads.adapted.size(); ++i) out.push_back(detected(heads.adapted[i], heads.doubt[i]));
  return out;
}

class O2d2 final : public Verifier {
 public:
  explicit O2d2(O2d2Settings settings) : settings_(std::move(settings)) {}

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    fitted_.reset();
    model_.reset();
    if (train.pairs.empty()) return data_error("o2d2: no training pairs");
    Fitting fitting;
    SF_TRY(prepare(train, validation, context, fitting));
    auto begun = begin(fitting, context.seed);
    if (!begun) return with_context("o2d2", begun.error());
    auto model = std::make_shared<LoadedO2d2>(LoadedO2d2{std::move(fitting.vocabulary), std::move(*begun)});
    O2d2Fitted& done = fitting.done;
    const std::string key = fmt::format("{} {}", settings_.vectors, settings_.dimension);
    const auto first = train_o2d2(model->network, fitting.network, fitting.draws(fitting.network_rows),
                                  fitting.validation, settings_.fit, context, key);
    if (!first) return with_context("o2d2", first.error());
    PairDraws draws = fitting.draws(fitting.detector_rows);
    if (settings_.released_draws) {
      draws.same_author = draws.same_author_cross = 0.95;
      draws.others_same = 0.7;
      draws.most_of_a_kind = 1.5;
    } else {  // few authors: leaving out pairs to balance the kinds would leave almost none
      draws.same_author = 0.5;
    }
    const auto second = train_o2d2_detector(model->network, fitting.detector, draws, fitting.validation,
                                            settings_.fit, context, key);
    if (!second) return with_context("o2d2", second.error());
    done.pairs_an_epoch = first->pairs;
    done.same_an_epoch = first->same;
    done.detector_pairs_an_epoch = second->pairs;
    done.updates = first->updates;
    done.detector_updates = second->updates;
    if (first->best) done.best_epoch = *first->best + 1;
    if (second->best) done.best_detector_epoch = *second->best + 1;
    for (const O2d2Epoch& epoch : first->epochs) {
      done.losses.push_back(epoch.loss);
      if (first->best) done.validations.push_back(epoch.value);
    }
    done.alpha = model->network.metric_head().alpha;
    done.beta = model->network.metric_head().beta;
    if (!fitting.validation.pairs.empty()) {
      const HeadAnswers heads =
          answers_of(model->network, text_vectors(model->network, fitting.validation.texts, context.threads),
                     fitting.validation.pairs, settings_.fit.released_constant);
      for (const auto& [name, stage] : {std::pair{"dml", AnswerOf::dml},
                                        {"bfs", AnswerOf::bfs},
                                        {"ual", AnswerOf::ual},
                                        {"o2d2", AnswerOf::o2d2}})
        done.stages.push_back(stage_scores(name, answers(heads, stage), fitting.validation_same));
    }
    model_ = std::move(model);
    fitted_ = std::move(done);
    return {};
  }

  Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const override {
    if (!fitted_) return usage_error("o2d2: asked for scores before it was fitted");
    const NumberedPairs asked = numbered_pairs(pairs, model_->vocabulary, context.threads);
    const HeadAnswers heads =
        answers_of(model_->network, text_vectors(model_->network, asked.texts, context.threads), asked.pairs,
                   settings_.fit.released_constant);
    const auto found = answers(heads, settings_.stage);
    uint64_t empty = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      const bool none =
          asked.texts[asked.pairs[i].a].words.empty() || asked.texts[asked.pairs[i].b].words.empty();
      out[i] = none ? 0.5 : found[i];
      empty += none;
    }
    if (empty > 0)
      context.sink->warn(fmt::format(
          "o2d2: {} of {} pairs have a text without a token; their answer is 0.5 (none)", empty, out.size()));
    return {};
  }

  nlohmann::ordered_json facts() const override {
    nlohmann::ordered_json facts = nlohmann::ordered_json::object();
    if (fitted_) fitted_fields().facts(*fitted_, facts);
    return facts;
  }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("o2d2", fitted_fields(), fitted_));
    state.files.write = [model = model_](const std::string& folder) {
      return save_o2d2(folder, model->network, model->vocabulary);
    };
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    model_.reset();
    SF_ASSIGN(O2d2Fitted fitted, fields_in(state, "o2d2", fitted_fields()));
    auto model = load_o2d2(state.files.folder);
    if (!model) return with_context("o2d2", model.error());
    model_ = std::make_shared<LoadedO2d2>(std::move(*model));
    fitted_ = std::move(fitted);
    return {};
  }

 private:
  struct Fitting {
    O2d2Vocabulary vocabulary;
    O2d2Texts network, detector;
    O2d2Validation validation;
    std::vector<uint8_t> validation_same;
    std::vector<uint32_t> network_rows, detector_rows;  // of texts
    std::optional<PairFit> fit;
    O2d2Fitted done;

    // Places of texts refer to `rows`.
    PairDraws draws(const std::vector<uint32_t>& rows) const {
      PairDraws out;
      out.same_authors = [this, &rows](uint32_t a, uint32_t b) {
        return fit->as_same_author(rows[a], rows[b]);
      };
      out.others = [this, &rows](uint32_t a, uint32_t b) { return fit->as_different(rows[a], rows[b]); };
      return out;
    }
  };

  Status prepare(const PairView& train, const PairView& validation, const ModelContext& context,
                 Fitting& to) const {
    O2d2Fitted& done = to.done;
    const DocumentsOfPairs documents(train.pairs);
    const TrainingAuthors known = training_authors(train, documents);
    done.authors_from = known.from_pairs ? "same-author pairs" : "corpus";
    const AuthoredRows texts = authored(train, known);
    const auto tokens = tokens_of(*train.corpus, texts.rows, context.threads);
    // Texts that are long enough, and their authors.
    std::vector<size_t> usable;
    std::vector<uint64_t> of_author(texts.names.size());
    for (size_t i = 0; i < texts.rows.size(); ++i) {
      if (tokens[i].size() < std::max(settings_.min_tokens, 1U)) continue;
      usable.push_back(i);
      ++of_author[texts.authors[i]];
    }
    std::vector<uint32_t> authors;
    for (uint32_t a = 0; a < of_author.size(); ++a)
      if (of_author[a] > 0) authors.push_back(a);
    done.documents = usable.size();
    done.left_out = documents.rows.size() - usable.size();
    if (authors.size() < 2 * kLeastOfStage)
      return data_error(fmt::format(
          "o2d2: the training pairs have {} documents to learn from, by {} (from {}), but it needs at "
          "least {} authors: some for the network and others for its detector",
          usable.size(), authors.size() == 1 ? "one author" : fmt::format("{} authors", authors.size()),
          known.from_pairs ? "its same-author pairs" : "the corpus's authors", 2 * kLeastOfStage));
    // Each author's place depends only on the seed and the name.
    std::ranges::sort(authors, {}, [&](uint32_t a) {
      return std::pair(Rng(context.seed, "o2d2/deal", texts.names[a]).next(), texts.names[a]);
    });
    const size_t for_detector = std::clamp<size_t>(
        static_cast<size_t>(std::llround(kDetectorShare * static_cast<double>(authors.size()))),
        kLeastOfStage, authors.size() - kLeastOfStage);
    std::vector<uint8_t> detects(texts.names.size());
    for (size_t i = 0; i < for_detector; ++i) detects[authors[i]] = 1;
    done.detector_authors = for_detector;
    done.network_authors = authors.size() - for_detector;
    std::vector<std::vector<std::string>> of_network;
    for (const size_t i : usable)
      if (detects[texts.authors[i]] == 0) of_network.push_back(tokens[i]);
    to.vocabulary = O2d2Vocabulary::learn(of_network, settings_.words, settings_.characters);
    done.words = to.vocabulary.words().size();
    done.characters = to.vocabulary.character_rows() - 1;
    const PairRule rule = rule_of(train, context, settings_.released_draws);
    auto fit = PairFit::make(*train.corpus, rule.options, rule.group_of_topic);
    if (!fit) return with_context("o2d2", fit.error());
    to.fit = std::move(*fit);
    for (const size_t i : usable) {
      const bool detector = detects[texts.authors[i]] != 0;
      O2d2Texts& part = detector ? to.detector : to.network;
      part.texts.push_back(numbered(to.vocabulary, tokens[i]));
      part.authors.push_back(texts.authors[i]);
      part.topics.push_back(to.fit->topics() ? to.fit->topics()->codes[texts.rows[i]] : kNoTopic);
      (detector ? to.detector_rows : to.network_rows).push_back(texts.rows[i]);
      done.cut += tokens[i].size() > kWindowTokens + (kMostWindows - 1) * kWindowHop;
    }
    done.network_documents = to.network.texts.size();
    done.detector_documents = to.detector.texts.size();
    done.same_author_topics = name_of(rule.options.positives);
    done.other_topics = name_of(rule.options.negatives);
    take_validation(validation, context, to);
    if (done.cut > 0)
      context.sink->info(
          fmt::format("o2d2: {} of {} training texts are longer than the {} windows that are read at a time",
                      done.cut, done.documents, kMostWindows));
    return {};
  }

  static void take_validation(const PairView& validation, const ModelContext& context, Fitting& to) {
    to.done.validation_pairs = validation.pairs.size();
    if (validation.pairs.empty()) return;
    NumberedPairs pairs = numbered_pairs(validation, to.vocabulary, context.threads);
    for (const Pair& pair : validation.pairs) to.validation_same.push_back(pair.same ? 1 : 0);
    to.validation = {std::move(pairs.texts), std::move(pairs.pairs),
                     [same = to.validation_same](std::span<const double> scores) {
                       return evaluate(overall_profile(), scores, same).values.back().value_or(0);
                     }};
  }

  // Makes the network with random weights, and word vectors from the file if there is one.
  Result<O2d2Network> begin(Fitting& fitting, uint64_t seed) const {
    if (settings_.vectors.empty()) return O2d2Network::begin(fitting.vocabulary, settings_.dimension, seed);
    SF_ASSIGN(const WordVectors vectors, read_word_vectors(settings_.vectors, fitting.vocabulary.words()));
    O2d2Network network = O2d2Network::begin(fitting.vocabulary, vectors.columns, seed);
    fitting.done.words_with_vectors = vectors.of_words.size();
    for (const auto& [word, numbers] : vectors.of_words)
      std::ranges::copy(numbers, network.words.row(fitting.vocabulary.word(word)).begin());
    return network;
  }

  O2d2Settings settings_;
  std::shared_ptr<const LoadedO2d2> model_;
  std::optional<O2d2Fitted> fitted_;
};

OptionTable<O2d2Options> fit_table() {
  using O = O2d2Options;
  OptionTable<O> table;
  table.add("epochs", &O::epochs, "epochs of the network; each draws its own pairs").between(1, 1000);
  table.add("batch", &O::batch, "pairs of one update").between(1, 10'000);
  table
      .add("learning-rate", &O::rate,
           "initial learning rate of the network; it falls to a third within 30 epochs")
      .above(0)
      .at_most(1);
  table.add("detector-epochs", &O::detector_epochs, "epochs of the detector, with all else frozen")
      .between(1, 10'000);
  table.words("constant", &O::released_constant, {{"exact", false}, {"released", true}},
              "constant of Bayes factor scoring: exact, of the likelihood ratio; or released, of the "
              "released code");
  return table;
}

OptionTable<O2d2Settings> o2d2_table() {
  using O = O2d2Settings;
  OptionTable<O> table;
  table.words(
      "stage", &O::stage,
      {{"o2d2", AnswerOf::o2d2}, {"ual", AnswerOf::ual}, {"bfs", AnswerOf::bfs}, {"dml", AnswerOf::dml}},
      "part of the model that answers: o2d2 (ual, with no answer if the detector doubts it), ual "
      "(uncertainty adaptation), bfs (Bayes factor scoring) or dml (metric learning)");
  table
      .add("vectors", &O::vectors,
           "file of word vectors (word2vec, GloVe, fastText .vec) from which training starts; without a "
           "file they are drawn at random")
      .path();
  table.add("dimension", &O::dimension, "length of word vectors, without a file of vectors")
      .between(1, 10'000);
  table.add("words", &O::words, "in the vocabulary: the most frequent of the training texts")
      .between(1, 1'000'000);
  table.add("characters", &O::characters, "in the vocabulary: the most frequent of the training texts")
      .between(1, 1'000'000);
  table
      .add("min-tokens", &O::min_tokens,
           "fewest tokens of a training text; shorter ones are left out; the released code has 100")
      .at_most(1'000'000);
  table.words(
      "draws", &O::released_draws, {{"by-rule", false}, {"released", true}},
      "rule for the pairs of an epoch: by-rule, the study's rule of pairs (if unknown, with the relation "
      "of topics that the training pairs have); or released, pairs of all kinds, as in the released code");
  table.include(&O::fit, fit_table());
  return table;
}

uint64_t o2d2_memory(const Options& options, const WorkSize& size) {
  if (size.documents == 0) return 0;
  const auto number = [&](const char* name) { return static_cast<uint64_t>(options.integer(name)); };
  // Assumes about six bytes a token.
  const uint64_t tokens = size.text_bytes / size.documents / 6;
  return o2d2_bytes(
             number("words"), number("dimension"),
             2 * std::min(number("batch"), size.documents) * std::max<uint64_t>(windows_of(tokens), 1)) +
         4 * size.text_bytes;  // words and characters by number
}

}  // namespace

VerifierCatalog::Entry o2d2_entry() {
  const auto table = o2d2_table();
  return {
      .name = "o2d2",
      .summary = "Neural encoder of characters, words and windows, with a detector of undecidable pairs",
      .citation =
          "Boenninghoff, Nickel and Kolossa 2021, O2D2: Out-of-distribution detector to capture undecidable "
          "trials in authorship verification, CLEF (PAN 2021)",
      .traits = {.symmetric = true, .deterministic = false, .calibrates = true, .in_batches = true},
      .options = table,
      .make = made_as<Verifier, O2d2>(table),
      .memory = o2d2_memory};
}

}  // namespace standfast
