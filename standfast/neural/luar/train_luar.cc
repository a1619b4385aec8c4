#include "standfast/neural/luar/train_luar.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/digest.h"
#include "standfast/base/rng.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/losses.h"

namespace standfast {
namespace {

std::vector<Parameter> let_learn(LuarModel& model, uint32_t frozen) {
  std::vector<Parameter> list;
  learn(model.encoder().transformer, frozen, list);
  learn(model.layer(), "layer", list);
  return list;
}

class LuarTraining final : public Trainer {
 public:
  LuarTraining(LuarModel& model, const TextTokens& texts, std::vector<EpisodeAuthor> authors,
               const LuarTrainOptions& options, const Work& work)
      : model_(model),
        texts_(texts),
        options_(options),
        work_(work),
        drawer_(std::move(authors), options.episodes, work.seed),
        optimiser_(options.adamw, let_learn(model, options.frozen)),
        dropout_(model.encoder().transformer, options.dropout),
        dropped_(Rng(work.seed, "luar/dropout")) {
    for (uint64_t update = 0; update < options.updates; ++update) {
      tokens_before_.push_back(tokens_planned_);
      for (const uint32_t text : drawer_.of_update(update).texts) tokens_planned_ += texts.tokens(text);
    }
  }
  ~LuarTraining() override {
    stop_learning(model_.encoder().transformer);
    model_.layer().learns.reset();
  }

  Result<Trained> run(const std::string& key) {
    const TrainingPlan plan{.updates = options_.updates,
                            .epoch = options_.updates,
                            .rate = options_.learning_rate,
                            .checks = kChecks};
    AdamW* const optimiser = &optimiser_;
    return train(*this, {&optimiser, 1}, plan, work_, key);
  }

  Step learn(uint64_t update) override {
    const Episodes episodes = drawer_.of_update(update);
    Batch batch;
    std::vector<uint64_t> streams;
    const uint64_t most = uint64_t{2} * options_.episodes.authors * options_.episodes.length;
    for (const uint32_t text : episodes.texts) {
      batch.add(texts_, text);
      if (options_.dropout > 0) streams.push_back(dropped_.stream(update * most + streams.size()));
    }
    double loss = 0;
    runner_.run_coupled(
        batch, streams, model_.config().hidden,
        [&](Tape& tape, const TokenRows& rows) { return model_.rows_of_texts(tape, rows); },
        [&](const FloatMatrix& rows) { return gradient_of(rows, episodes, loss); }, work_.threads,
        [&](double share) {
          // Reports progress within an update, which takes seconds.
          if (share < 1)
            work_.sink->progress(
                "tokens",
                tokens_before_[update] + static_cast<uint64_t>(share * static_cast<double>(batch.ids.size())),
                tokens_planned_);
        });
    return {.loss = loss, .tokens = batch.ids.size()};
  }

  double rate(uint64_t) const override { return options_.learning_rate; }
  Progress progress(const Trained& so_far) const override {
    return {.done = so_far.tokens, .total = tokens_planned_};
  }

  Check check(const Trained& so_far) override {
    said_.emplace_back(so_far.updates, so_far.mean_loss_since(said_.empty() ? 0 : said_.back().first));
    tell(said_.back());
    return {.progress = true};
  }

  std::string warning(const Trained& so_far) const override {
    return growth(so_far.losses, options_.learning_rate);
  }

  nlohmann::ordered_json state() const override { return {{"said", said_}}; }
  void resume(const nlohmann::ordered_json& state) override {
    state.at("said").get_to(said_);
    for (const auto& one : said_) tell(one);
  }

 private:
  static constexpr uint32_t kChecks = 5;     // lines of the log
  using Said = std::pair<uint64_t, double>;  // updates, and the mean loss since the previous entry

  void tell(const Said& one) {
    work_.sink->info(fmt::format("update {} of {}: loss {:.4f}", one.first, options_.updates, one.second));
  }

  // Computes the loss and its gradient to the row of each text. The layer after the encoder gets its gradient
  // here.
  FloatMatrix gradient_of(const FloatMatrix& rows, const Episodes& episodes, double& loss) {
    Tape tape(true);
    const ValuePtr texts = tape.make(rows.rows, rows.columns, true);
    std::ranges::copy(rows.data, texts->numbers.begin());
    const ValuePtr vectors = unit_rows(tape, model_.rows_of_episodes(tape, texts, episodes.begins));
    loss = supervised_contrastive(tape, vectors, episodes.authors, options_.temperature).mean;
    tape.back();
    Tape* const used = &tape;
    add_deferred({&used, 1}, work_.threads);
    FloatMatrix out(rows.rows, rows.columns);
    std::ranges::copy(texts->gradient, out.data.begin());
    return out;
  }

  LuarModel& model_;
  const TextTokens& texts_;
  const LuarTrainOptions& options_;
  const Work& work_;
  EpisodeDrawer drawer_;
  AdamW optimiser_;
  DropoutWhile dropout_;
  CounterRandom dropped_;
  BatchRunner runner_;
  std::vector<uint64_t> tokens_before_;  // by update
  uint64_t tokens_planned_ = 0;
  std::vector<Said> said_;
};

std::string key_of(const TextTokens& texts, const std::vector<EpisodeAuthor>& authors,
                   const LuarTrainOptions& o, uint64_t seed, const std::string& key) {
  Sha256 digest;
  digest.add_field("luar/1");
  digest.add_field(key);
  digest.add_field(in_words(o.adamw));
  digest.add_field(fmt::format("{} {} {} {} {} {} {} {} {}", seed, o.updates, o.episodes.authors,
                               o.episodes.length, o.episodes.released, o.temperature, o.learning_rate,
                               o.dropout, o.frozen));
  digest.add_field(bytes_of(texts.ids)).add_field(bytes_of(texts.begins));
  for (const EpisodeAuthor& author : authors) {
    std::string documents;
    for (const auto& one : author.documents)
      documents += fmt::format("{} {} {};", one.first, one.texts, one.topic);
    digest.add_field(documents);
  }
  return digest.hex().substr(0, 32);
}

}  // namespace

Result<Trained> train_luar(LuarModel& model, const TextTokens& texts, std::vector<EpisodeAuthor> authors,
                           const LuarTrainOptions& options, const Work& work, const std::string& key) {
  const std::string full_key = key_of(texts, authors, options, work.seed, key);
  LuarTraining all(model, texts, std::move(authors), options, work);
  return all.run(full_key);
}

namespace {

using Document = EpisodeAuthor::Document;

struct Run {
  uint64_t first = 0, texts = 0;  // consecutive
};

// Draws a length. The largest of three uniform numbers has the distribution Beta(3, 1).
uint32_t draw_length(Rng& rng, uint32_t most) {
  const double b = std::max({rng.uniform(), rng.uniform(), rng.uniform()});
  return std::min(most, 1 + static_cast<uint32_t>(std::ceil((most - 1) * b)));
}

Run run_in(const Document& document, uint32_t length, Rng& rng) {
  const uint32_t texts = std::min(length, document.texts);
  return {document.first + rng.below(document.texts - texts + 1), texts};
}

std::pair<Run, Run> runs_of(const EpisodeAuthor& author, uint32_t length, Rng& rng) {
  const auto& documents = author.documents;
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(length, author.texts() / 2));
  if (documents.size() == 1) {
    const Document& one = documents.front();
    const uint64_t spare = one.texts - 2 * most;
    const auto [before, between] = std::minmax({rng.below(spare + 1), rng.below(spare + 1)});
    return {{one.first + before, most}, {one.first + between + most, most}};
  }
  const Document& one = documents[rng.below(documents.size())];
  std::vector<const Document*> others, of_another_topic;
  for (const Document& other : documents) {
    if (&other == &one) continue;
    others.push_back(&other);
    if (other.topic != UINT32_MAX && one.topic != UINT32_MAX && other.topic != one.topic)
      of_another_topic.push_back(&other);
  }
  const auto& from = of_another_topic.empty() ? others : of_another_topic;
  const Document& two = *from[rng.below(from.size())];
  const Run first = run_in(one, most, rng);
  return {first, run_in(two, most, rng)};
}

// Returns the texts of an author as one row.
std::vector<uint32_t> row_of(const EpisodeAuthor& author) {
  std::vector<uint32_t> out;
  for (const Document& document : author.documents)
    for (uint32_t t = 0; t < document.texts; ++t) out.push_back(document.first + t);
  return out;
}

void add_released(const std::vector<const EpisodeAuthor*>& chosen, uint32_t most, Rng& rng, Episodes& out) {
  struct Part {
    std::vector<uint32_t> row;
    uint64_t start, texts;
  };
  std::vector<Part> parts;
  uint64_t fewest = most;
  for (const EpisodeAuthor* author : chosen)
    for (int twice = 0; twice < 2; ++twice) {
      Part part{row_of(*author), 0, 0};
      part.texts = std::min<uint64_t>(most, part.row.size());
      part.start = rng.below(part.row.size() - part.texts + 1);
      fewest = std::min(fewest, part.texts);
      parts.push_back(std::move(part));
    }
  const uint64_t length = std::min<uint64_t>(draw_length(rng, most), fewest),
                 start = fewest < most ? 0 : rng.below(most - length + 1);
  for (const Part& part : parts) {
    const auto from = part.row.begin() + static_cast<ptrdiff_t>(part.start + start);
    out.texts.insert(out.texts.end(), from, from + static_cast<ptrdiff_t>(length));
    out.begins.push_back(static_cast<uint32_t>(out.texts.size()));
  }
}

}  // namespace

uint64_t EpisodeAuthor::texts() const {
  uint64_t sum = 0;
  for (const Document& document : documents) sum += document.texts;
  return sum;
}

EpisodeDrawer::EpisodeDrawer(std::vector<EpisodeAuthor> authors, const EpisodeOptions& options, uint64_t seed)
    : authors_(std::move(authors)),
      options_(options),
      seed_(seed),
      batches_(std::max<uint64_t>(1, authors_.size() / options.authors), options.authors,
               [this](uint64_t pass) {
                 std::vector<uint32_t> order(authors_.size());
                 std::iota(order.begin(), order.end(), 0U);
                 Rng(seed_, "luar/authors", std::to_string(pass)).shuffle(order);
                 return order;
               }) {}

Episodes EpisodeDrawer::of_update(uint64_t update) {
  Rng rng(seed_, "luar/episodes", std::to_string(update));
  Episodes out;
  std::vector<const EpisodeAuthor*> chosen;
  for (const uint32_t author : batches_.of_update(update)) {
    chosen.push_back(&authors_[author]);
    out.authors.insert(out.authors.end(), {author, author});
  }
  if (options_.released) {
    add_released(chosen, options_.length, rng, out);
    return out;
  }
  const uint32_t length = draw_length(rng, options_.length);
  for (const EpisodeAuthor* author : chosen) {
    const auto [one, two] = runs_of(*author, length, rng);
    for (const Run& run : {one, two}) {
      for (uint64_t t = 0; t < run.texts; ++t) out.texts.push_back(static_cast<uint32_t>(run.first + t));
      out.begins.push_back(static_cast<uint32_t>(out.texts.size()));
    }
  }
  return out;
}

}  // namespace standfast
