#include "standfast/neural/o2d2/o2d2_training.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/digest.h"
#include "standfast/base/parallel.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/training.h"

namespace standfast {
namespace {

// Limit of windows in memory on one tape, unless a pair has more.
constexpr size_t kWindowsOfPiece = 64;
constexpr size_t kPiecesAtOnce = 4;
// Epochs in which the rate falls.
constexpr double kFallingEpochs = 30, kDetectorFallingEpochs = 100;
// Answers between these should be doubted by the detector.
constexpr double kSureBelow = 0.3, kSureAbove = 0.7;

double falling(double from, double to, double epochs, double epoch) {
  return epoch >= epochs ? to : from + (to - from) * epoch / epochs;
}

// The pairs of all epochs, cut to the smallest number of an epoch, so that all have equally many.
class EpochPairs {
 public:
  EpochPairs(const O2d2Texts& texts, const PairDraws& draws, uint64_t epochs, uint64_t seed,
             const char* stage) {
    size_t least = SIZE_MAX;
    for (uint64_t epoch = 0; epoch < epochs; ++epoch) {
      epochs_.push_back(
          draw_pairs(texts.authors, texts.topics, draws, Rng(seed, stage, std::to_string(epoch))));
      least = std::min(least, epochs_.back().size());
    }
    for (auto& pairs : epochs_) {
      pairs.resize(least);
      same_ += static_cast<uint64_t>(std::ranges::count(pairs, true, &DrawnPair::same));
    }
    count_ = epochs_.empty() ? 0 : least;
  }

  size_t count() const { return count_; }
  bool has_both() const { return same_ > 0 && same_ < count_ * epochs_.size(); }
  uint64_t same_of_epoch() const { return (same_ + epochs_.size() / 2) / epochs_.size(); }
  std::span<const DrawnPair> of_update(uint64_t update, uint64_t batches, uint32_t batch) const {
    const auto& pairs = epochs_[update / batches];
    const size_t from = update % batches * batch;
    return std::span(pairs).subspan(from, std::min<size_t>(batch, pairs.size() - from));
  }
  const std::vector<std::vector<DrawnPair>>& epochs() const { return epochs_; }

 private:
  std::vector<std::vector<DrawnPair>> epochs_;
  size_t count_ = 0;
  uint64_t same_ = 0;
};

// The common part of both stages: epochs, their checks, and messages about them.
class StageTrainer : public Trainer {
 public:
  StageTrainer(std::string name, const EpochPairs& pairs, const O2d2Validation& validation, uint32_t batch,
               uint64_t epochs, const Work& work)
      : pairs_(pairs),
        validation_(validation),
        work_(work),
        batch_(batch),
        batches_((pairs.count() + batch - 1) / batch),
        name_(std::move(name)) {
    plan_ = {.updates = batches_ * epochs, .epoch = batches_, .rate = 0, .checks = 1};
  }

  Result<O2d2Stage> run(AdamW& optimiser, double rate, const std::string& key) {
    plan_.rate = rate;
    AdamW* const all = &optimiser;
    SF_ASSIGN(const Trained done, train(*this, {&all, 1}, plan_, work_, key));
    stage_.updates = done.updates;
    stage_.pairs = pairs_.count();
    stage_.same = pairs_.same_of_epoch();
    return std::move(stage_);
  }

  Check check(const Trained& so_far) override {
    const uint64_t before = stage_.epochs.size() * batches_;
    O2d2Epoch now{so_far.mean_loss_since(before), 0};
    bool best = false;
    if (!validation_.pairs.empty()) {
      now.value = validation_.value(validation_scores());
      best = std::ranges::all_of(stage_.epochs, [&](const O2d2Epoch& one) { return now.value > one.value; });
      if (best) stage_.best = stage_.epochs.size();
    }
    stage_.epochs.push_back(now);
    tell(stage_.epochs.size(), now);
    return {.best = best, .progress = best};
  }

  nlohmann::ordered_json state() const override {
    nlohmann::ordered_json epochs = nlohmann::ordered_json::array();
    for (const O2d2Epoch& one : stage_.epochs) epochs.push_back({one.loss, one.value});
    return {{"epochs", std::move(epochs)}, {"best", stage_.best ? static_cast<int64_t>(*stage_.best) : -1}};
  }

  void resume(const nlohmann::ordered_json& state) override {
    for (const auto& one : state.at("epochs")) {
      stage_.epochs.push_back({one.at(0).get<double>(), one.at(1).get<double>()});
      tell(stage_.epochs.size(), stage_.epochs.back());
    }
    if (const auto best = state.at("best").get<int64_t>(); best >= 0) stage_.best = static_cast<size_t>(best);
  }

 protected:
  virtual std::vector<double> validation_scores() = 0;

  std::span<const DrawnPair> of_update(uint64_t update) const {
    return pairs_.of_update(update, batches_, batch_);
  }
  double epoch_of(uint64_t update) const { return static_cast<double>(update / batches_); }
  // Returns one stream for each pair of an update.
  std::vector<uint64_t> streams_of(const CounterRandom& random, uint64_t update, size_t pairs) const {
    std::vector<uint64_t> out;
    for (size_t i = 0; i < pairs; ++i) out.push_back(random.stream(update * batch_ + i));
    return out;
  }

  const EpochPairs& pairs_;
  const O2d2Validation& validation_;
  const Work& work_;
  const uint32_t batch_;
  const uint64_t batches_;

 private:
  void tell(size_t epoch, const O2d2Epoch& one) const {
    work_.sink->info(
        validation_.pairs.empty()
            ? fmt::format("{}, epoch {}: loss {:.4f}", name_, epoch, one.loss)
            : fmt::format("{}, epoch {}: loss {:.4f}, validation {:.4f}", name_, epoch, one.loss, one.value));
  }

  TrainingPlan plan_;
  O2d2Stage stage_;
  std::string name_;
};

class NetworkTrainer final : public StageTrainer {
 public:
  NetworkTrainer(O2d2Network& network, const O2d2Texts& texts, const EpochPairs& pairs,
                 const O2d2Validation& validation, const O2d2Options& options, uint64_t epochs,
                 const Work& work)
      : StageTrainer("network", pairs, validation, options.batch, epochs, work),
        network_(network),
        texts_(texts),
        options_(options),
        dropped_(Rng(work.seed, "o2d2/dropout")),
        runs_(Rng(work.seed, "o2d2/runs")),
        scoring_(network.scoring(options.released_constant)) {
    // Progress is counted in tokens of all epochs.
    for (const auto& of_epoch : pairs.epochs())
      for (const DrawnPair& pair : of_epoch)
        for (const uint32_t text : {pair.a, pair.b}) tokens_ += texts.texts[text].words.size();
  }

  Step learn(uint64_t update) override {
    const std::span chosen = of_update(update);
    const std::vector<uint64_t> streams = streams_of(dropped_, update, chosen.size());
    std::vector<PairLoss> losses(chosen.size());
    std::vector<uint8_t> same;
    uint64_t tokens = 0;
    for (const DrawnPair& pair : chosen) {
      same.push_back(pair.same ? 1 : 0);
      tokens += texts_.texts[pair.a].words.size() + texts_.texts[pair.b].words.size();
    }
    const std::vector<size_t> pieces = pieces_of(chosen);
    const double share = 1.0 / static_cast<double>(chosen.size());
    while (tapes_.size() < std::min(pieces.size(), kPiecesAtOnce))
      tapes_.push_back(std::make_unique<Tape>(true));
    for (size_t first = 0; first + 1 < pieces.size(); first += kPiecesAtOnce) {
      const size_t some = std::min(kPiecesAtOnce, pieces.size() - 1 - first);
      parallel_for(some, work_.threads, [&](size_t p) {
        const size_t begin = pieces[first + p], count = pieces[first + p + 1] - begin;
        forward(*tapes_[p], chosen.subspan(begin, count), std::span(same).subspan(begin, count),
                std::span(streams).subspan(begin, count), share, std::span(losses).subspan(begin, count));
      });
      std::vector<Tape*> used;
      for (size_t p = 0; p < some; ++p) used.push_back(tapes_[p].get());
      add_deferred(used, work_.threads);
    }
    finish_sums(network_, scoring_, sums_);
    double loss = 0;
    for (const PairLoss& one : losses) loss += share * one.sum();
    return {.loss = loss, .tokens = tokens};
  }

  double rate(uint64_t update) const override {
    return falling(options_.rate, options_.last_rate, kFallingEpochs, epoch_of(update));
  }
  void parameters_changed() override { scoring_ = network_.scoring(options_.released_constant); }
  Progress progress(const Trained& so_far) const override { return {so_far.tokens, tokens_}; }

 private:
  // Returns the beginnings of pieces of pairs, and their end.
  std::vector<size_t> pieces_of(std::span<const DrawnPair> pairs) const {
    std::vector<size_t> out = {0};
    size_t windows = 0;
    for (size_t i = 0; i < pairs.size(); ++i) {
      const size_t some = texts_.texts[pairs[i].a].windows() + texts_.texts[pairs[i].b].windows();
      if (i > out.back() && windows + some > kWindowsOfPiece) {
        out.push_back(i);
        windows = 0;
      }
      windows += some;
    }
    out.push_back(pairs.size());
    return out;
  }

  // Adds a text. If it has more windows than are read: the first ones, or with an even chance a run of them
  // anywhere.
  void add(PackedWindows& packed, const O2d2Text& text, uint64_t stream) const {
    const size_t all = text.words.size() <= kWindowTokens
                           ? text.windows()
                           : 1 + (text.words.size() - kWindowTokens + kWindowHop - 1) / kWindowHop;
    size_t first = 0;
    if (all > kMostWindows) {
      uint32_t drawn[2];
      CounterRandom::below(stream, 0, 1U << 31, drawn);
      if (drawn[0] % 2 == 1) first = drawn[1] % (all - kMostWindows + 1);
    }
    packed.add(text, first, text.windows());
  }

  void forward(Tape& tape, std::span<const DrawnPair> pairs, std::span<const uint8_t> same,
               std::span<const uint64_t> streams, double share, std::span<PairLoss> losses) {
    PackedWindows packed;
    std::vector<uint64_t> of_texts;
    for (size_t i = 0; i < pairs.size(); ++i) {
      add(packed, texts_.texts[pairs[i].a], runs_.stream(2 * streams[i]));
      add(packed, texts_.texts[pairs[i].b], runs_.stream(2 * streams[i] + 1));
      of_texts.insert(of_texts.end(), 2, streams[i]);  // the two texts share their dropout masks
    }
    const auto vectors = text_vectors(tape, network_, packed, of_texts, options_.dropout);
    pair_losses(tape, network_, vectors, scoring_, same, share, streams, options_.dropout, losses, sums_);
    tape.back();
  }

  std::vector<double> validation_scores() override {
    return answers_of(network_, standfast::text_vectors(network_, validation_.texts, work_.threads),
                      validation_.pairs, options_.released_constant)
        .adapted;
  }

  O2d2Network& network_;
  const O2d2Texts& texts_;
  const O2d2Options& options_;
  CounterRandom dropped_, runs_;
  TwoCovariance scoring_;
  PairSums sums_;
  uint64_t tokens_ = 0;
  std::vector<std::unique_ptr<Tape>> tapes_;
};

std::vector<RowPair> row_pairs(std::span<const DrawnPair> pairs) {
  std::vector<RowPair> out;
  for (const DrawnPair& pair : pairs) out.push_back({pair.a, pair.b});
  return out;
}

class DetectorTrainer final : public StageTrainer {
 public:
  DetectorTrainer(O2d2Network& network, const FloatMatrix& vectors, const EpochPairs& pairs,
                  const O2d2Validation& validation, const O2d2Options& options, const Work& work)
      : StageTrainer("detector", pairs, validation, options.detector_batch, options.detector_epochs, work),
        network_(network),
        vectors_(vectors),
        options_(options),
        dropped_(Rng(work.seed, "o2d2/detector dropout")),
        known_(answers_of(network, standfast::text_vectors(network, validation.texts, work.threads),
                          validation.pairs, options.released_constant)) {}

  Step learn(uint64_t update) override {
    const std::span chosen = of_update(update);
    const HeadAnswers answers = answers_of(network_, vectors_, row_pairs(chosen), options_.released_constant);
    tape_.set_streams({});
    const auto inputs = tape_.make(chosen.size(), O2d2Sizes::kDetectorInputs, false);
    std::ranges::copy(answers.detector_inputs.data, inputs->numbers.begin());
    const auto scores = detector_scores(tape_, network_, inputs, streams_of(dropped_, update, chosen.size()),
                                        options_.dropout.detector);
    tape_.open_gradient(*scores);
    const double share = 1.0 / static_cast<double>(chosen.size());
    double loss = 0;
    for (size_t i = 0; i < chosen.size(); ++i) {
      const double p = answers.adapted[i];
      const bool doubtful = (p >= kSureBelow && p <= kSureAbove) || (p > 0.5) != chosen[i].same;
      const LogisticLoss one = logistic_loss(scores->numbers[i], doubtful);
      loss += share * one.loss;
      scores->gradient[i] = static_cast<float>(share * one.to_score);
    }
    tape_.back();
    Tape* const tapes[] = {&tape_};
    add_deferred(tapes, work_.threads);
    return {.loss = loss, .tokens = chosen.size()};
  }

  double rate(uint64_t update) const override {
    return falling(options_.detector_rate, options_.detector_last_rate, kDetectorFallingEpochs,
                   epoch_of(update));
  }
  Progress progress(const Trained& so_far) const override {
    return {so_far.tokens, pairs_.count() * options_.detector_epochs};
  }

 private:
  std::vector<double> validation_scores() override {
    Tape tape;
    const auto inputs = tape.make(known_.detector_inputs.rows, known_.detector_inputs.columns, false);
    std::ranges::copy(known_.detector_inputs.data, inputs->numbers.begin());
    const auto scores = detector_scores(tape, network_, inputs, {}, 0);
    std::vector<double> out;
    for (size_t i = 0; i < known_.adapted.size(); ++i)
      out.push_back(detected(known_.adapted[i], logistic_loss(scores->numbers[i], true).probability));
    return out;
  }

  O2d2Network& network_;
  const FloatMatrix& vectors_;
  const O2d2Options& options_;
  CounterRandom dropped_;
  const HeadAnswers known_;
  Tape tape_{true};
};

std::string key_of(const char* stage, const O2d2Texts& texts, const EpochPairs& pairs,
                   const O2d2Validation& validation, const O2d2Options& o, uint64_t seed,
                   const std::string& key) {
  Sha256 digest;
  digest.add_field("o2d2/1").add_field(stage).add_field(key);
  digest.add_field(in_words(o.adam));
  digest.add_field(fmt::format("{} {} {} {} {} {} {} {} {} {}", seed, o.epochs, o.batch, o.rate, o.last_rate,
                               o.detector_epochs, o.detector_batch, o.detector_rate, o.detector_last_rate,
                               o.released_constant));
  const O2d2Dropout& d = o.dropout;
  digest.add_field(
      fmt::format("{} {} {} {} {} {}", d.characters, d.states, d.attention, d.vector, d.heads, d.detector));
  for (const auto& of_epoch : pairs.epochs())
    for (const DrawnPair& pair : of_epoch)
      digest.add_field(fmt::format("{} {} {}", pair.a, pair.b, pair.same));
  for (const auto* some : {&texts.texts, &validation.texts})
    for (const O2d2Text& text : *some)
      digest.add_field(bytes_of(text.words))
          .add_field(bytes_of(text.characters))
          .add_field(bytes_of(text.begins));
  for (const RowPair& pair : validation.pairs) digest.add_field(fmt::format("{} {}", pair.a, pair.b));
  return digest.hex().substr(0, 32);
}

}  // namespace

Result<O2d2Stage> train_o2d2(O2d2Network& network, const O2d2Texts& texts, const PairDraws& draws,
                             const O2d2Validation& validation, const O2d2Options& options, const Work& work,
                             const std::string& key) {
  const auto epochs = std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(options.epochs)));
  const EpochPairs pairs(texts, draws, epochs, work.seed, "o2d2/pairs");
  if (!pairs.has_both())
    return data_error(fmt::format(
        "the {} training texts of the network give {} pairs in an epoch, but pairs of both kinds are "
        "needed: authors with two texts that may be a pair, and different authors",
        texts.texts.size(), pairs.count()));
  AdamW optimiser(options.adam, let_encoder_learn(network));
  NetworkTrainer trainer(network, texts, pairs, validation, options, epochs, work);
  auto done = trainer.run(optimiser, options.rate,
                          key_of("network", texts, pairs, validation, options, work.seed, key));
  stop_learning(network);
  return done;
}

Result<O2d2Stage> train_o2d2_detector(O2d2Network& network, const O2d2Texts& texts, const PairDraws& draws,
                                      const O2d2Validation& validation, const O2d2Options& options,
                                      const Work& work, const std::string& key) {
  const EpochPairs pairs(texts, draws, options.detector_epochs, work.seed, "o2d2/detector pairs");
  if (pairs.count() == 0)
    return data_error(
        fmt::format("the {} training texts of the detector give no pair in an epoch", texts.texts.size()));
  const FloatMatrix vectors = text_vectors(network, texts.texts, work.threads);
  AdamW optimiser(options.adam, let_detector_learn(network));
  DetectorTrainer trainer(network, vectors, pairs, validation, options, work);
  auto done = trainer.run(optimiser, options.detector_rate,
                          key_of("detector", texts, pairs, validation, options, work.seed, key));
  stop_learning(network);
  return done;
}

double detected(double adapted, double doubt) {
  return doubt > 0.5 ? 0.5 : adapted;
}

uint64_t o2d2_bytes(size_t vocabulary, size_t word_columns, uint64_t windows_of_batch) {
  // Numbers, gradient, two moments and the best of the tables; the layers are small beside them.
  const uint64_t tables = 5 * static_cast<uint64_t>(vocabulary) * word_columns;
  const uint64_t layers = 5 * (2 * 4 * O2d2Sizes::kState * (word_columns + 400) + 100'000);
  // Numbers of a word that are kept until the backward pass, with their gradients: its vector five times, and
  // the states.
  const uint64_t of_word = 2 * (5 * (word_columns + O2d2Sizes::kFilters) + 40 * O2d2Sizes::kState);
  const uint64_t words =
      std::min<uint64_t>(windows_of_batch, kPiecesAtOnce * std::max<uint64_t>(kWindowsOfPiece, 1)) *
      kWindowTokens;
  return 4 * (tables + layers + of_word * words);
}

}  // namespace standfast
