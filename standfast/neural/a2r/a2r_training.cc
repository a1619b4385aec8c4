#include "standfast/neural/a2r/a2r_training.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/digest.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/losses.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {
namespace {

constexpr size_t kPiecesAtOnce = 4;
// Limit of words in memory at a time, unless a text has more.
constexpr uint64_t kWordsAtOnce = kPiecesAtOnce * 2048;

std::vector<uint32_t> order_of(size_t texts, uint64_t epoch, uint64_t seed) {
  std::vector<uint32_t> order(texts);
  std::iota(order.begin(), order.end(), 0U);
  Rng(seed, "a2r/order", std::to_string(epoch)).shuffle(order);
  return order;
}

// Inputs of an update.
struct Chosen {
  std::vector<const A2rText*> texts;
  std::vector<uint32_t> classes;
  std::vector<double> shares;  // weights in the batch's loss
  std::vector<uint64_t> streams;
  uint64_t words = 0;
};

// Results of an update for each text.
struct Found {
  std::vector<double> losses, hard_losses, rewards;
  explicit Found(size_t texts) : losses(texts), hard_losses(texts), rewards(texts) {}
};

class A2rTraining final : public Trainer {
 public:
  A2rTraining(A2rNetwork& network, const A2rDocuments& training, const A2rDocuments& validation,
              const A2rOptions& options, const Work& work)
      : network_(network),
        training_(training),
        validation_(validation),
        options_(options),
        work_(work),
        batch_(options.batch > 0 ? options.batch : A2rOptions::batch_for(training.texts.size())),
        batches_((training.texts.size() + batch_ - 1) / batch_),
        generator_(options.adam, let_generator_learn(network)),
        predictor_(options.adam, let_predictor_learn(network)),
        draws_(Rng(work.seed, "a2r/draws")),
        in_order_(batches_, batch_,
                  [this](uint64_t epoch) { return order_of(training_.texts.size(), epoch, work_.seed); }) {
    if (!training.weights.empty())
      mean_weight_ = std::accumulate(training.weights.begin(), training.weights.end(), 0.0) /
                     static_cast<double>(training.weights.size());
    for (const A2rText& text : training.texts) words_ += text.words.size();
    for (size_t i = 0; i < kPiecesAtOnce; ++i) {
      learning_.push_back(std::make_unique<Tape>(true));
      asking_.push_back(std::make_unique<Tape>());
    }
  }
  ~A2rTraining() override { stop_learning(network_); }

  Result<A2rTrained> run(const std::string& key) {
    const TrainingPlan plan{.updates = batches_ * options_.epochs,
                            .epoch = batches_,
                            .rate = std::max(options_.generator_rate, options_.predictor_rate),
                            .checks = 1};
    AdamW* const both[] = {&generator_, &predictor_};
    SF_ASSIGN(static_cast<Trained&>(done_), train(*this, both, plan, work_, key));
    done_.batch = batch_;
    return std::move(done_);
  }

  Step learn(uint64_t update) override {
    const Chosen chosen = chosen_of(update);
    const bool of_generator = teaches_generator(update);
    const bool rewards = of_generator && update / batches_ >= options_.policy_from;
    Found found(chosen.texts.size());
    const std::vector<size_t> begins = pieces_of_texts(chosen.texts);
    for (size_t first = 0; first + 1 < begins.size(); first += kPiecesAtOnce) {
      const size_t some = std::min(kPiecesAtOnce, begins.size() - 1 - first);
      parallel_for(some, work_.threads, [&](size_t p) {
        const size_t begin = begins[first + p], end = begins[first + p + 1];
        if (of_generator)
          teach_generator(*learning_[p], *asking_[p], chosen, begin, end, rewards, found);
        else
          teach_predictor(*learning_[p], *asking_[p], chosen, begin, end, found);
        learning_[p]->back();
      });
      std::vector<Tape*> used;
      for (size_t p = 0; p < some; ++p) used.push_back(learning_[p].get());
      add_deferred(used, work_.threads);
    }
    double loss = 0, hard_loss = 0, reward = 0, all = 0;
    for (size_t i = 0; i < chosen.texts.size(); ++i) {
      loss += chosen.shares[i] * found.losses[i];
      hard_loss += chosen.shares[i] * found.hard_losses[i];
      reward += chosen.shares[i] * found.rewards[i];
      all += chosen.shares[i];
    }
    if (rewards) baseline_.add(reward / all);
    if (!of_generator) done_.hard_losses.push_back(hard_loss);
    return {.loss = loss, .tokens = chosen.words, .optimiser = of_generator ? 0U : 1U};
  }

  double rate(uint64_t update) const override {
    return teaches_generator(update) ? options_.generator_rate : options_.predictor_rate;
  }

  Progress progress(const Trained& so_far) const override {
    return {so_far.tokens, words_ * options_.epochs};
  }

  Check check(const Trained& so_far) override {
    A2rEpoch now;
    uint64_t count[2] = {0, 0};
    double sum[2] = {0, 0};
    for (uint64_t update = done_.epochs.size() * batches_; update < so_far.updates; ++update) {
      sum[update % 2] += so_far.losses[update];
      ++count[update % 2];
    }
    if (count[0] > 0) now.generator = sum[0] / static_cast<double>(count[0]);
    if (count[1] > 0) now.predictor = sum[1] / static_cast<double>(count[1]);
    bool best = false;
    if (!validation_.texts.empty()) {
      validate(now);
      const auto below = [&](const A2rEpoch& one) { return now.accuracy > one.accuracy; };
      best = options_.keep_best && std::ranges::all_of(done_.epochs, below);
      if (best) done_.best = done_.epochs.size();
    }
    done_.epochs.push_back(now);
    tell(done_.epochs.size());
    return {.best = best, .progress = best};
  }

  std::string warning(const Trained& so_far) const override {
    // If both heads of the predictor guess, their agreement costs nothing.
    std::vector<double> losses;
    for (size_t update = 1; update < so_far.losses.size(); update += 2)
      losses.push_back(so_far.losses[update]);
    return divergence(losses, 2 * guessing_loss(training_.classes, training_.weights),
                      options_.predictor_rate);
  }

  nlohmann::ordered_json state() const override {
    nlohmann::ordered_json epochs = nlohmann::ordered_json::array();
    const auto number = [](const std::optional<double>& one) {
      return one ? nlohmann::ordered_json(*one) : nlohmann::ordered_json();
    };
    for (const A2rEpoch& one : done_.epochs)
      epochs.push_back({number(one.generator), number(one.predictor), one.loss, one.accuracy});
    return {{"epochs", std::move(epochs)},
            {"best", done_.best ? static_cast<int64_t>(*done_.best) : -1},
            {"hard_losses", done_.hard_losses},
            {"rewards", baseline_.rewards()}};
  }

  void resume(const nlohmann::ordered_json& state) override {
    const auto number = [](const nlohmann::ordered_json& one) {
      return one.is_null() ? std::optional<double>() : one.get<double>();
    };
    for (const auto& one : state.at("epochs")) {
      done_.epochs.push_back(
          {number(one.at(0)), number(one.at(1)), one.at(2).get<double>(), one.at(3).get<double>()});
      tell(done_.epochs.size());
    }
    if (const auto best = state.at("best").get<int64_t>(); best >= 0) done_.best = static_cast<size_t>(best);
    state.at("hard_losses").get_to(done_.hard_losses);
    baseline_.resume(state.at("rewards").get<std::vector<double>>());
  }

 private:
  // The first batch trains the generator; the count continues over epochs.
  static bool teaches_generator(uint64_t update) { return update % 2 == 0; }

  Chosen chosen_of(uint64_t update) {
    Chosen out;
    const std::span places = in_order_.of_update(update);
    for (const uint32_t text : places) {
      out.texts.push_back(&training_.texts[text]);
      out.classes.push_back(training_.classes[text]);
      const double weight = training_.weights.empty() ? 1 : training_.weights[text] / mean_weight_;
      out.shares.push_back(weight / static_cast<double>(places.size()));
      out.streams.push_back(draws_.stream(update * batch_ + out.streams.size()));
      out.words += out.texts.back()->words.size();
    }
    return out;
  }

  static PackedSentences packed(const Chosen& chosen, size_t begin, size_t end) {
    PackedSentences out;
    for (size_t t = begin; t < end; ++t) out.add(*chosen.texts[t]);
    return out;
  }

  // Trains the predictor; the generator is unchanged.
  void teach_predictor(Tape& tape, Tape& asking, const Chosen& chosen, size_t begin, size_t end,
                       Found& found) const {
    const PackedSentences texts = packed(chosen, begin, end);
    const size_t some = end - begin;
    const auto shares = candidate_shares(asking, network_, texts);
    const auto drawn = draw_rows(*shares, texts.of_candidates, options_.exploration,
                                 std::span(chosen.streams).subspan(begin, some));
    const auto soft = soft_scores(tape, network_, texts, shares, candidate_vectors(tape, network_, texts));
    const auto hard = hard_scores(tape, network_, texts, drawn);
    std::vector<A2rPredictorLoss> losses(some);
    a2r_predictor_losses(tape, options_.divergence, soft, hard,
                         std::span(chosen.classes).subspan(begin, some),
                         std::span(chosen.shares).subspan(begin, some), losses);
    for (size_t i = 0; i < some; ++i) {
      found.losses[begin + i] = losses[i].sum();
      found.hard_losses[begin + i] = losses[i].hard;
    }
  }

  // Trains the generator; the predictor is unchanged.
  void teach_generator(Tape& tape, Tape& asking, const Chosen& chosen, size_t begin, size_t end, bool rewards,
                       Found& found) const {
    const PackedSentences texts = packed(chosen, begin, end);
    const size_t some = end - begin;
    const auto classes = std::span(chosen.classes).subspan(begin, some);
    const auto share_of = std::span(chosen.shares).subspan(begin, some);
    const auto shares = candidate_shares(tape, network_, texts);
    const auto soft = soft_scores(tape, network_, texts, shares, candidate_vectors(asking, network_, texts));
    std::vector<double> losses(some);
    cross_entropy(tape, soft, classes, share_of, losses);
    if (rewards || options_.generator_divergence) {
      const auto drawn = draw_rows(*shares, texts.of_candidates, options_.exploration,
                                   std::span(chosen.streams).subspan(begin, some));
      const auto hard = hard_scores(asking, network_, texts, drawn);
      if (options_.generator_divergence) {
        std::vector<double> apart(some);
        softmax_divergence(tape, options_.divergence, soft, hard, share_of, apart);
        for (size_t i = 0; i < some; ++i) losses[i] += apart[i];
      }
      if (rewards) {
        std::vector<double> of_hard(some);
        cross_entropy(asking, hard, classes, share_of, of_hard);
        const auto logs = log_probabilities(tape, shares, texts.of_candidates, options_.exploration, drawn);
        tape.open_gradient(*logs);
        const double expected = baseline_.mean();
        for (size_t i = 0; i < some; ++i) {
          const double reward = a2r_reward(of_hard[i]), more = reward - expected;
          found.rewards[begin + i] = reward;
          losses[i] -= logs->numbers[i] * more;
          logs->gradient[i] = static_cast<float>(-share_of[i] * more);
        }
      }
    }
    for (size_t i = 0; i < some; ++i) found.losses[begin + i] = losses[i];
  }

  void validate(A2rEpoch& now) const {
    const A2rAnswers answers = answers_of(network_, validation_.texts, work_.threads);
    Tape tape;
    const auto scores = tape.make(answers.scores.rows, answers.scores.columns, false);
    std::ranges::copy(answers.scores.data, scores->numbers.begin());
    std::vector<double> losses(scores->rows), shares(scores->rows, 1);
    cross_entropy(tape, scores, validation_.classes, shares, losses);
    double loss = 0, right = 0, all = 0;
    for (size_t i = 0; i < losses.size(); ++i) {
      const double weight = validation_.weights.empty() ? 1 : validation_.weights[i];
      const auto row = answers.scores.row(i);
      loss += weight * losses[i];
      right += std::ranges::max_element(row) - row.begin() == validation_.classes[i] ? weight : 0;
      all += weight;
    }
    now.loss = loss / all;
    now.accuracy = right / all;
  }

  void tell(size_t epoch) const {
    const A2rEpoch& one = done_.epochs[epoch - 1];
    std::string line = fmt::format("epoch {}:", epoch);
    if (one.predictor) line += fmt::format(" loss of the predictor {:.4f},", *one.predictor);
    if (one.generator) line += fmt::format(" of the generator {:.4f},", *one.generator);
    if (!validation_.texts.empty()) line += fmt::format(" validation accuracy {:.4f},", one.accuracy);
    line.pop_back();
    work_.sink->info(line);
  }

  A2rNetwork& network_;
  const A2rDocuments &training_, &validation_;
  const A2rOptions& options_;
  const Work& work_;
  const uint32_t batch_;
  const uint64_t batches_;
  AdamW generator_, predictor_;
  CounterRandom draws_;
  EpochBatches in_order_;
  RewardBaseline baseline_;
  std::vector<std::unique_ptr<Tape>> learning_, asking_;
  uint64_t words_ = 0;  // of all texts
  double mean_weight_ = 1;
  A2rTrained done_;
};

std::string key_of(const A2rDocuments& training, const A2rDocuments& validation, const A2rOptions& o,
                   uint64_t seed, const std::string& key) {
  Sha256 digest;
  digest.add_field("a2r/1").add_field(key).add_field(in_words(o.adam));
  digest.add_field(fmt::format("{} {} {} {} {} {} {} {} {} {} {}", seed, o.epochs, o.batch, o.generator_rate,
                               o.predictor_rate, o.policy_from, o.exploration.share, o.exploration.places,
                               static_cast<int>(o.divergence), o.generator_divergence, o.keep_best));
  for (const A2rDocuments* part : {&training, &validation}) {
    for (const A2rText& text : part->texts)
      digest.add_field(bytes_of(text.words))
          .add_field(bytes_of(text.sentences))
          .add_field(bytes_of(text.candidates));
    digest.add_field(bytes_of(part->classes)).add_field(bytes_of(part->weights));
  }
  return digest.hex().substr(0, 32);
}

}  // namespace

uint32_t A2rOptions::batch_for(size_t texts) {
  return static_cast<uint32_t>(std::clamp<size_t>((texts + 7) / 8, 1, 500));
}

Result<A2rTrained> train_a2r(A2rNetwork& network, const A2rDocuments& training,
                             const A2rDocuments& validation, const A2rOptions& options, const Work& work,
                             const std::string& key) {
  if (training.texts.empty()) return data_error("there are no texts to learn from");
  A2rTraining all(network, training, validation, options, work);
  return all.run(key_of(training, validation, options, work.seed, key));
}

uint64_t a2r_bytes(const A2rSizes& sizes, uint64_t words_of_text, uint64_t texts_of_batch) {
  // Numbers, gradient, two moments and the best of both parts.
  const uint64_t units = sizes.units, columns = sizes.word_columns;
  const uint64_t learned =
      5 * 2 * (sizes.word_rows * columns + 2 * 3 * units * (columns + units) + 2 * units * sizes.classes);
  // Numbers of a word that the predictor keeps until the backward pass, with their gradients, twice: for each
  // head. A direction has the gates, the outputs of the layers and states.
  const uint64_t of_word = 2 * 2 * (2 * 14 * units + 2 * columns);
  const uint64_t words =
      std::min(std::max(kWordsAtOnce, kPiecesAtOnce * words_of_text), texts_of_batch * words_of_text);
  return 4 * (learned + of_word * words);
}

void a2r_predictor_losses(Tape& tape, Divergence how, const ValuePtr& soft, const ValuePtr& hard,
                          std::span<const uint32_t> classes, std::span<const double> shares,
                          std::span<A2rPredictorLoss> losses) {
  std::vector<double> of_soft(losses.size()), of_hard(losses.size()), apart(losses.size());
  cross_entropy(tape, soft, classes, shares, of_soft);
  cross_entropy(tape, hard, classes, shares, of_hard);
  softmax_divergence(tape, how, soft, hard, shares, apart);
  for (size_t i = 0; i < losses.size(); ++i) losses[i] = {of_soft[i], of_hard[i], apart[i]};
}

double a2r_reward(double hard_loss) {
  return 2 / (exp_double(2 * hard_loss) + 1) - 1;
}

double RewardBaseline::mean() const {
  return std::accumulate(rewards_.begin(), rewards_.end(), 0.0) / static_cast<double>(rewards_.size());
}

void RewardBaseline::add(double mean_of_batch) {
  rewards_.push_back(mean_of_batch);
  if (rewards_.size() > kMostBatches) rewards_.pop_front();
}

}  // namespace standfast
