// The verifier `luar`: vectors of style, learned by telling authors apart (Rivera-Soto et al. 2021).
#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/checkpoint/luar_config.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/model/neural/fine_tuned.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/calibrated_verifier.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"
#include "standfast/neural/luar/luar_model.h"
#include "standfast/neural/luar/train_luar.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {
namespace {

struct LuarOptions {
  std::string checkpoint, sha256;
  EpisodeTextRule texts;
  LuarTrainOptions fit;
  SimilarityOptions similarity = {.stretched = true};
};

// Texts of documents, and their authors.
struct AuthorTexts {
  EpisodeTexts texts;
  std::vector<EpisodeAuthor> authors;  // authors with enough texts
  uint64_t documents = 0;              // number of their documents
  uint64_t left_out = 0;               // authors with too few texts
};

AuthorTexts author_texts(const LuarModel& model, const Corpus& corpus, const TrainingAuthors& known,
                         int threads) {
  std::vector<std::string_view> views;
  for (const auto& rows : known.documents)
    for (const uint32_t row : rows) views.push_back(corpus.text(row));
  AuthorTexts out;
  out.texts = model.texts(views, threads);
  const Column* const topics = corpus.column(Role::topic);
  size_t document = 0;
  for (const auto& rows : known.documents) {
    EpisodeAuthor author;
    for (const uint32_t row : rows) {
      const auto texts = static_cast<uint32_t>(out.texts.texts_of(document));
      const uint32_t topic = topics == nullptr ? kMissing : topics->codes[row];
      if (texts > 0)
        author.documents.push_back({.first = out.texts.begins[document],
                                    .texts = texts,
                                    .topic = topic == kMissing ? UINT32_MAX : topic});
      ++document;
    }
    if (author.texts() < EpisodeDrawer::kLeastTexts) {
      ++out.left_out;
      continue;
    }
    out.documents += author.documents.size();
    out.authors.push_back(std::move(author));
  }
  return out;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

class LuarVerifier final : public SimilarityVerifier {
 public:
  explicit LuarVerifier(LuarOptions options)
      : SimilarityVerifier("luar", options.similarity), options_(std::move(options)) {}

 protected:
  Status learn(const PairView& train, const PairView&, const ModelContext& context) override {
    model_.reset();
    SF_ASSIGN(const PinnedModel found, pinned_model(options_.checkpoint, options_.sha256));
    const bool has_learned = is_luar_folder(found.folder);
    if (options_.fit.updates == 0 && !has_learned)
      return usage_error(fmt::format(
          "updates = 0, and {} is an encoder that has not learned to tell authors apart: give a folder of "
          "LUAR, or train it (updates above 0)",
          options_.checkpoint));
    SF_ASSIGN(LuarModel begun, has_learned ? LuarModel::load(found.folder, &options_.texts)
                                           : LuarModel::begin(found.folder, options_.texts, context.seed));
    for (const std::string& note : begun.notes()) context.sink->info(options_.checkpoint + ": " + note);
    if (const size_t layers = begun.config().layers; options_.fit.frozen > layers + 1)
      return usage_error(fmt::format("frozen = {}, and the encoder has {} layers: {} at most",
                                     options_.fit.frozen, layers, layers + 1));
    const auto model = std::make_shared<LuarModel>(std::move(begun));
    facts_ = {{"model", found.sha256.substr(0, 16)}, {"columns", model->columns()}};
    if (options_.fit.updates > 0)
      SF_TRY(learn_authors(train, context, found.sha256, *model));
    else
      facts_["note"] = "it was trained elsewhere and learned nothing from the training documents";
    model_ = model;
    return {};
  }

  Result<std::vector<double>> similarities(const PairView& pairs, bool,
                                           const ModelContext& context) const override {
    const DocumentsOfPairs documents(pairs.pairs);
    std::vector<std::string_view> views;
    for (const uint32_t row : documents.rows) views.push_back(pairs.corpus->text(row));
    const EpisodeTexts texts = model_->texts(views, context.threads);
    std::mutex mutex;
    uint64_t read = 0;
    const FloatMatrix vectors = model_->vectors(texts, context.threads, [&](size_t, size_t tokens) {
      const std::lock_guard lock(mutex);
      context.sink->progress("tokens", read += tokens, texts.tokens.ids.size());
    });
    if (const auto bad = std::ranges::find_if_not(vectors.data, [](float x) { return std::isfinite(x); });
        bad != vectors.data.end()) {
      const auto place = static_cast<size_t>(bad - vectors.data.begin()) / vectors.columns;
      return data_error(fmt::format("the vector of document \"{}\" is not finite; is the model damaged?",
                                    pairs.corpus->id(documents.rows[place])));
    }
    std::vector<double> out;
    out.reserve(pairs.pairs.size());
    for (const Pair& pair : pairs.pairs)
      out.push_back(row_cosine(vectors, documents.index_of(pair.a), documents.index_of(pair.b)));
    return out;
  }

  void describe(nlohmann::ordered_json& facts) const override { facts.update(facts_); }

  Status save_parts(ModelState& state) const override {
    state.fields["fit"] = facts_;
    state.files.write = [model = model_](const std::string& folder) { return model->save(folder); };
    return {};
  }
  Status restore_parts(const ModelState& state) override {
    facts_ = state.fields.at("fit");
    if (!facts_.is_object()) return data_error("the saved facts of the fit are invalid");
    SF_ASSIGN(LuarModel model, LuarModel::load(state.files.folder));
    model_ = std::make_shared<LuarModel>(std::move(model));
    return {};
  }

 private:
  Status learn_authors(const PairView& train, const ModelContext& context, const std::string& digest,
                       LuarModel& model) {
    const DocumentsOfPairs documents(train.pairs);
    const TrainingAuthors known = training_authors(train, documents);
    AuthorTexts learned = author_texts(model, *train.corpus, known, context.threads);
    const uint64_t authors = learned.authors.size();
    if (authors < 2)
      return data_error(fmt::format(
          "it learns to tell authors apart and needs at least 2 authors with 2 {} each; {} of the {} "
          "authors of the training documents have that many{}. Give more or longer documents, or a folder "
          "of LUAR and updates = 0",
          options_.texts.paragraphs
              ? std::string("paragraphs of 8 sentences")
              : fmt::format("windows of {} tokens (the rest of a document counts as one)",
                            options_.texts.window),
          authors, known.documents.size(),
          known.from_pairs
              ? " (the corpus names no authors: they are the groups of documents that same-author "
                "pairs connect)"
              : ""));
    if (learned.left_out > 0)
      context.sink->info(fmt::format("{} of {} authors have too few texts to learn from, and are left out",
                                     learned.left_out, known.documents.size()));
    SF_ASSIGN(const Trained done, train_luar(model, learned.texts.tokens, std::move(learned.authors),
                                             options_.fit, context, digest));
    facts_["authors"] = authors;
    facts_["authors_left_out"] = learned.left_out;
    if (known.from_pairs) facts_["authors_from"] = "same-author pairs";
    facts_["documents"] = learned.documents;
    if (known.unknown > 0) facts_["documents_without_author"] = known.unknown;
    facts_["texts"] = learned.texts.tokens.texts();
    facts_["updates"] = done.updates;
    facts_["tokens_learned"] = done.tokens;
    const size_t some = std::max<size_t>(1, done.losses.size() / 20);
    facts_["loss_at_first"] = mean_of(std::span(done.losses).first(some));
    facts_["loss_at_last"] = mean_of(std::span(done.losses).last(some));
    return {};
  }

  LuarOptions options_;
  std::shared_ptr<const LuarModel> model_;  // null: not fitted
  nlohmann::ordered_json facts_;
};

OptionTable<LuarTrainOptions> luar_train_table() {
  using O = LuarTrainOptions;
  using E = EpisodeOptions;
  OptionTable<E> episodes;
  episodes.add("authors", &E::authors, "authors of a batch; each has two episodes in it").between(2, 10'000);
  episodes.add("episode", &E::length, "most texts of an episode; each batch draws its own number")
      .between(1, 1000);
  episodes.words(
      "draw", &E::released, {{"apart", false}, {"released", true}},
      "apart: the two episodes of an author share no text and come from two documents (of two topics) if "
      "the author has them; released: they start at random places in the author's texts, as in the "
      "released code, so they may overlap");
  OptionTable<O> table;
  table
      .add("updates", &O::updates,
           "number of training batches; 0: no training, for a checkpoint in the layout of LUAR, which then "
           "answers unchanged")
      .at_most(1'000'000);
  table.include(&O::episodes, episodes);
  table
      .add("temperature", &O::temperature,
           "divisor of cosines in the loss; the smaller, the more the loss depends on the most similar "
           "other authors")
      .above(0)
      .at_most(10);
  table.add("learning-rate", &O::learning_rate, "learning rate, constant over all updates")
      .above(0)
      .at_most(1);
  table.add("dropout", &O::dropout, "dropout rate of hidden numbers and attention weights; 0: none")
      .at_least(0)
      .below(1);
  table
      .add("frozen", &O::frozen,
           "layers that are not trained: 0 none, 1 the embeddings, 2 the first layer too, and so on")
      .at_most(1000);
  table.include(&O::adamw, adamw_option_table());
  return table;
}

OptionTable<LuarOptions> luar_table() {
  using O = LuarOptions;
  OptionTable<O> table;
  table
      .add("checkpoint", &O::checkpoint,
           "encoder or LUAR model: a folder of Hugging Face files, or a name that `standfast pull` has "
           "downloaded")
      .model();
  OptionTable<EpisodeTextRule> texts;
  texts
      .add("window", &EpisodeTextRule::window,
           "tokens of a text, special tokens included: an episode is made of short texts")
      .between(3, 100'000);
  texts.words(
      "units", &EpisodeTextRule::paragraphs, {{"windows", false}, {"paragraphs", true}},
      "texts of a document: windows (consecutive ones, which cover it) or paragraphs (of 8 sentences, cut "
      "to a window, as in the released code)");
  table.include(&O::texts, texts);
  table.include(&O::fit, luar_train_table());
  OptionTable<SimilarityOptions> similarity = similarity_option_table();
  similarity.words(
      "scale", &SimilarityOptions::stretched, {{"stretched", true}, {"cosine", false}},
      "similarity on which p1 and p2 are placed: stretched (cosines scaled so that the calibration pairs "
      "reach from .25 to .75) or cosine (unscaled, in a small part of 0 to 1)");
  table.include(&O::similarity, similarity);
  table.add("sha256", &O::sha256, "required digest of the checkpoint; a study fills it in");
  table.preset("released",
               "settings of the released code except its number of updates (20 epochs: 20 * authors / "
               "128): paragraphs, 128 authors, 16 texts; takes hours on a processor",
               {{"units", std::string("paragraphs")},
                {"authors", int64_t{128}},
                {"episode", int64_t{16}},
                {"draw", std::string("released")},
                {"scale", std::string("cosine")},
                {"clip", 0.0},
                {"decay-everything", true}});
  table.require([](const O& o) {
    return o.checkpoint.empty() ? "it needs a checkpoint, the folder or the name of a model" : "";
  });
  return table;
}

uint64_t memory_of_luar(const Options& resolved, const WorkSize&) {
  const auto read = luar_table().read(resolved);
  if (!read) return 0;
  const LuarOptions& options = *read;
  const auto folder = model_folder(options.checkpoint);
  if (!folder) return 0;
  ModelConfig config;
  if (is_luar_folder(*folder)) {
    const auto weights = Weights::open(*folder);
    if (!weights) return 0;
    auto luar = read_luar_config(*folder, *weights);
    if (!luar) return 0;
    config = std::move(luar->encoder);
  } else {
    auto said = read_model_config(*folder);
    if (!said) return 0;
    config = std::move(*said);
  }
  const uint64_t texts =
      options.fit.updates == 0 ? 0 : uint64_t{2} * options.fit.episodes.authors * options.fit.episodes.length;
  return fine_tuning_bytes(config, options.texts.window, texts, available_threads());
}

}  // namespace

VerifierCatalog::Entry luar_entry() {
  const OptionTable<LuarOptions> table = luar_table();
  return {.name = "luar",
          .summary =
              "Cosine of vectors of style that an encoder learns from authors, with two thresholds placed on "
              "held-out pairs",
          .citation = "Rivera-Soto et al. 2021, Learning universal authorship representations",
          .traits = {.symmetric = true, .deterministic = false, .calibrates = true, .in_batches = true},
          .options = table,
          .make = made_as<Verifier, LuarVerifier>(table),
          .memory = memory_of_luar};
}

}  // namespace standfast
