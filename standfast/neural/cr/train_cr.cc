#include "standfast/neural/cr/train_cr.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/digest.h"
#include "standfast/base/rng.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/autodiff/gates.h"
#include "standfast/num/autodiff/losses.h"

namespace standfast {
namespace {

size_t most_counterfactuals(size_t tokens, const CrTrainOptions& options) {
  if (options.necessity <= 0) return 0;
  return static_cast<size_t>(std::ceil(static_cast<double>(tokens) * options.removed / 100 - 1e-9));
}

// A long text has many counterfactuals: twice the usual limit lets two threads have a text each.
constexpr uint64_t kMostUnderWay = 2 * BatchRunner::kTokensUnderWay;

// Returns the rows of tokens in memory for a text: the selector's, the predictor's, and the ones of each
// counterfactual.
uint64_t tokens_under_way(size_t tokens, const CrTrainOptions& options) {
  return tokens * (2 + most_counterfactuals(tokens, options));
}

std::vector<Parameter> let_learn_cr(CrModel& model, uint32_t frozen) {
  std::vector<Parameter> list = let_learn(model.predictor(), frozen);
  let_pass(model.predictor().encoder().transformer, frozen);
  if (model.selector() != nullptr) {
    const size_t before = list.size();
    learn(*model.selector(), frozen, list);
    for (size_t i = before; i < list.size(); ++i) list[i].name = "selector " + list[i].name;
  }
  learn(model.hidden(), "selector hidden", list);
  learn(model.output(), "selector output", list);
  return list;
}

// The parts of the losses of texts.
struct PartsOfLoss {
  std::vector<double> entropies, divergences, counterfactuals, masks;  // by text
  explicit PartsOfLoss(size_t texts)
      : entropies(texts), divergences(texts), counterfactuals(texts), masks(texts) {}
};

// The texts of a batch that are on a tape, each followed by its counterfactuals, for the predictor.
struct PredictedRows {
  std::vector<int32_t> ids;
  std::vector<uint32_t> segments = {0};  // of rows of tokens: a text, its counterfactuals, the next text
  std::vector<uint32_t> gates;           // by token, for log_gates
  std::vector<uint32_t> texts = {0};     // text s has the segments from texts[s] on, up to texts[s + 1]
  std::vector<uint64_t> streams;         // by segment
};

class CrTraining final : public Trainer {
 public:
  CrTraining(CrModel& model, const LabelledTexts& training, const LabelledTexts& validation,
             const CrRule& rule, const CrTrainOptions& options, const Work& work)
      : model_(model),
        training_(training),
        validation_(validation),
        rule_(rule),
        options_(options),
        work_(work),
        plan_(training.texts.texts(), options.batch, options.epochs, options.learning_rate, 0),
        optimiser_(options.adamw, let_learn_cr(model, options.frozen)),
        predictor_dropout_(model.predictor().encoder().transformer, options.dropout),
        selector_dropout_(
            model.selector() != nullptr ? *model.selector() : model.predictor().encoder().transformer,
            options.dropout),
        draws_(Rng(work.seed, "cr/draws")),
        batches_(plan_.batches, options.batch,
                 [this](uint64_t epoch) {
                   std::vector<uint32_t> order(training_.texts.texts());
                   std::iota(order.begin(), order.end(), 0U);
                   Rng(work_.seed, "cr/order", std::to_string(epoch)).shuffle(order);
                   return order;
                 }),
        runner_(kMostUnderWay),
        validations_(BestBy::accuracy) {
    if (!training.weights.empty())
      mean_weight_ = std::accumulate(training.weights.begin(), training.weights.end(), 0.0) /
                     static_cast<double>(training.weights.size());
  }
  ~CrTraining() override {
    stop_learning(model_.predictor());
    if (model_.selector() != nullptr) stop_learning(*model_.selector());
    model_.hidden().learns.reset();
    model_.output().learns.reset();
  }

  Result<CrTrained> run(const std::string& key) {
    const TrainingPlan plan{.updates = plan_.updates,
                            .epoch = plan_.batches,
                            .rate = options_.learning_rate,
                            .checks = validation_.texts.texts() > 0 ? std::max(options_.validations, 1U) : 0,
                            .patience = options_.patience};
    AdamW* const optimiser = &optimiser_;
    SF_ASSIGN(static_cast<Trained&>(done_), train(*this, {&optimiser, 1}, plan, work_, key));
    done_.losses = entropies_;
    done_.validations = validations_.all();
    done_.best = validations_.best();
    return std::move(done_);
  }

  Step learn(uint64_t update) override {
    const std::span chosen = batches_.of_update(update);
    Batch batch;
    batch.under_way = {0};
    std::vector<uint32_t> classes;
    std::vector<double> shares;
    std::vector<uint64_t> streams;
    for (const uint32_t text : chosen) {
      batch.add(training_.texts, text);
      batch.under_way.push_back(batch.under_way.back() + static_cast<uint32_t>(tokens_under_way(
                                                             training_.texts.tokens(text), options_)));
      classes.push_back(training_.classes[text]);
      const double weight = training_.weights.empty() ? 1 : training_.weights[text] / mean_weight_;
      shares.push_back(weight / static_cast<double>(chosen.size()));
      streams.push_back(draws_.stream(update * options_.batch + streams.size()));
    }
    PartsOfLoss parts(chosen.size());
    runner_.run(
        batch, streams,
        [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
          forward(tape, rows, chosen.subspan(first, last - first), classes, shares, first, parts);
        },
        work_.threads);
    double entropy = 0, divergence = 0, mask = 0;
    for (size_t i = 0; i < chosen.size(); ++i) {
      entropy += shares[i] * parts.entropies[i];
      divergence += shares[i] * parts.divergences[i];
      mask += shares[i] * parts.masks[i];
    }
    const auto counted = counterfactual_shares(shares);
    const double counterfactual =
        std::inner_product(counted.begin(), counted.end(), parts.counterfactuals.begin(), 0.0);
    entropies_.push_back(entropy);
    done_.divergences.push_back(divergence);
    done_.counterfactuals.push_back(counterfactual);
    done_.masks.push_back(mask);
    return {.loss = entropy + options_.sparsity * divergence + options_.necessity * counterfactual,
            .tokens = batch.ids.size()};
  }

  double rate(uint64_t) const override { return options_.learning_rate; }

  Progress progress(const Trained& so_far) const override {
    const double of_epoch = static_cast<double>(training_.texts.ids.size());
    const double of_update = of_epoch / static_cast<double>(plan_.batches);
    const double all = of_update * static_cast<double>(so_far.updates_planned);
    return {.done = static_cast<uint64_t>(std::min(of_update * static_cast<double>(so_far.updates), all)),
            .total = static_cast<uint64_t>(all)};
  }

  Check check(const Trained& so_far) override {
    const auto answers = model_.answers(validation_.texts, rule_, work_.threads);
    const auto [loss, accuracy] = validation_score(answers.scores, validation_.classes, validation_.weights);
    const uint64_t before = validations_.last_update();
    const double entropy =
        std::accumulate(entropies_.begin() + static_cast<ptrdiff_t>(before), entropies_.end(), 0.0) /
        static_cast<double>(so_far.updates - before);
    const Check found = validations_.add({so_far.updates, entropy, loss, accuracy});
    work_.sink->info(line_of(validations_.all().back(), plan_.batches));
    return found;
  }

  std::string warning(const Trained&) const override {
    return divergence(entropies_, guessing_loss(training_.classes, training_.weights),
                      options_.learning_rate);
  }

  nlohmann::ordered_json state() const override {
    nlohmann::ordered_json out = {{"entropies", entropies_},
                                  {"divergences", done_.divergences},
                                  {"counterfactuals", done_.counterfactuals},
                                  {"masks", done_.masks}};
    validations_.add_to(out);
    return out;
  }
  void resume(const nlohmann::ordered_json& state) override {
    state.at("entropies").get_to(entropies_);
    state.at("divergences").get_to(done_.divergences);
    state.at("counterfactuals").get_to(done_.counterfactuals);
    state.at("masks").get_to(done_.masks);
    validations_.resume(state);
    for (const Validation& one : validations_.all()) work_.sink->info(line_of(one, plan_.batches));
  }

 private:
  // Returns the weight of the counterfactual loss of each text of a batch.
  std::vector<double> counterfactual_shares(const std::vector<double>& shares) const {
    if (!options_.last_only) return shares;
    std::vector<double> last(shares.size());
    last.back() = shares.back() * static_cast<double>(shares.size());
    return last;
  }

  // texts: of the training texts, the batch's from `first` on; classes and shares: of the whole batch.
  void forward(Tape& tape, const TokenRows& rows, std::span<const uint32_t> texts,
               const std::vector<uint32_t>& classes, const std::vector<double>& shares, size_t first,
               PartsOfLoss& parts) {
    const size_t some = texts.size();
    ValuePtr logits = model_.logits(tape, rows);
    dropout(tape, logits, rows.segments, options_.logit_dropout);
    // The tokens that the selector chooses about.
    std::vector<uint32_t> places, begins = {0};
    for (size_t s = 0; s < some; ++s) {
      const size_t begin = training_.texts.begins[texts[s]];
      for (uint32_t i = rows.segments[s]; i < rows.segments[s + 1]; ++i)
        if (rule_.chooses(training_.texts.spans[begin + i - rows.segments[s]])) places.push_back(i);
      begins.push_back(static_cast<uint32_t>(places.size()));
    }
    if (places.size() < logits->rows) logits = pick_rows(tape, logits, places);
    std::vector<double> counted(shares.begin() + static_cast<ptrdiff_t>(first),
                                shares.begin() + static_cast<ptrdiff_t>(first + some));
    const auto part = [&](auto& of) { return std::span(of).subspan(first, some); };
    const ValuePtr masks = relaxed_bernoulli(tape, logits, begins, options_.temperature);
    for (double& share : counted) share *= options_.sparsity;
    bernoulli_divergence(tape, logits, begins, rule_.share, counted, part(parts.divergences));
    for (size_t s = 0; s < some; ++s) {
      double sum = 0;
      for (size_t i = begins[s]; i < begins[s + 1]; ++i) sum += masks->numbers[i];
      parts.masks[first + s] = sum / std::max(1U, begins[s + 1] - begins[s]);
    }
    const PredictedRows predicted = predicted_rows(tape, rows, places, begins, masks, first, shares.size());
    tape.set_streams(predicted.streams);
    const ValuePtr bias = log_gates(tape, masks, predicted.gates, options_.hard);
    const ValuePtr scores = model_.predictor().scores(
        tape, {.ids = predicted.ids, .types = {}, .segments = predicted.segments}, options_.dropout, bias);
    std::vector<uint32_t> whole(predicted.texts.begin(), predicted.texts.end() - 1);
    const std::vector<uint32_t>& all_classes = classes;
    cross_entropy(tape, pick_rows(tape, scores, std::move(whole)), part(all_classes),
                  std::span(shares).subspan(first, some), part(parts.entropies));
    std::vector<double> needed = counterfactual_shares(shares);
    for (double& share : needed) share *= options_.necessity;
    counterfactual_loss(tape, scores, predicted.texts, part(all_classes), part(needed),
                        part(parts.counterfactuals));
  }

  // begins: of the texts in `places`, the tokens that the selector chooses about. The texts are the batch's
  // from `first` on.
  PredictedRows predicted_rows(Tape& tape, const TokenRows& rows, const std::vector<uint32_t>& places,
                               const std::vector<uint32_t>& begins, const ValuePtr& masks, size_t first,
                               size_t of_batch) const {
    PredictedRows out;
    const uint64_t draws = tape.next_site(), dropped = tape.next_site();
    const double from = options_.hard ? 0.5 : kCounterfactualFrom;
    for (size_t s = 0; s < rows.texts(); ++s) {
      const uint32_t begin = rows.segments[s], end = rows.segments[s + 1];
      std::vector<uint32_t> gates(end - begin, kOpenRow), candidates;
      for (uint32_t i = begins[s]; i < begins[s + 1]; ++i) {
        gates[places[i] - begin] = i;
        if (masks->numbers[i] > from) candidates.push_back(i);
      }
      if (options_.last_only && first + s + 1 < of_batch) candidates.clear();
      const size_t wanted = most_counterfactuals(begins[s + 1] - begins[s], options_);
      draw_first(candidates, std::min(wanted, candidates.size()), tape.stream(s, draws));
      const auto add = [&](uint32_t removed) {
        out.ids.insert(out.ids.end(), rows.ids.begin() + begin, rows.ids.begin() + end);
        out.segments.push_back(static_cast<uint32_t>(out.ids.size()));
        for (const uint32_t gate : gates) out.gates.push_back(gate == removed ? kShutRow : gate);
        // Dropout is the same with and without a token, so only the token differs.
        out.streams.push_back(tape.stream(s, dropped));
      };
      add(kShutRow);  // no gate has that number: nothing is removed
      for (const uint32_t removed : candidates) add(removed);
      out.texts.push_back(static_cast<uint32_t>(out.segments.size() - 1));
    }
    return out;
  }

  // Keeps `count` of the candidates, drawn without replacement.
  static void draw_first(std::vector<uint32_t>& candidates, size_t count, uint64_t stream) {
    for (uint32_t k = 0; k < count; ++k) {
      uint32_t drawn[1];
      CounterRandom::below(stream, k, static_cast<uint32_t>(candidates.size() - k), drawn);
      std::swap(candidates[k], candidates[k + drawn[0]]);
    }
    candidates.resize(count);
  }

  CrModel& model_;
  const LabelledTexts &training_, &validation_;
  const CrRule& rule_;
  const CrTrainOptions& options_;
  const Work& work_;
  UpdatePlan plan_;
  AdamW optimiser_;
  DropoutWhile predictor_dropout_, selector_dropout_;
  CounterRandom draws_;
  EpochBatches batches_;
  BatchRunner runner_;
  double mean_weight_ = 1;
  Validations validations_;
  std::vector<double> entropies_;  // by update
  CrTrained done_;
};

std::string key_of_cr(const LabelledTexts& training, const LabelledTexts& validation, const CrRule& rule,
                      const CrTrainOptions& o, bool shared, uint64_t seed, const std::string& key) {
  Sha256 digest;
  digest.add_field("cr/1");
  digest.add_field(key);
  digest.add_field(in_words(o.adamw));
  digest.add_field(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", seed, o.epochs,
                               o.batch, o.learning_rate, o.dropout, o.logit_dropout, o.frozen, o.temperature,
                               o.sparsity, o.necessity, o.removed, o.last_only, o.hard, o.validations,
                               o.patience, rule.share, rule.keep_specials, shared));
  for (const LabelledTexts* part : {&training, &validation}) {
    digest.add_field(bytes_of(part->texts.ids)).add_field(bytes_of(part->texts.begins));
    digest.add_field(bytes_of(part->texts.spans));
    digest.add_field(bytes_of(part->classes)).add_field(bytes_of(part->weights));
  }
  return digest.hex().substr(0, 32);
}

}  // namespace

uint64_t cr_training_bytes(const ModelConfig& config, size_t most_tokens, uint64_t most_texts, bool shared,
                           const CrTrainOptions& options, int threads) {
  const uint64_t learned = fine_tuning_bytes(config, most_tokens, 0, threads);
  if (most_texts == 0) return shared ? learned : 2 * learned;
  const uint64_t of_text = tokens_under_way(most_tokens, options);
  const uint64_t tokens = std::min(std::max(kMostUnderWay, of_text), most_texts * of_text);
  const uint64_t shares = fine_tuning_bytes(config, most_tokens, 1, threads) - learned;
  return (shared ? learned : 2 * learned) + shares + bytes_under_way(config) * tokens;
}

Result<CrTrained> train_cr(CrModel& model, const LabelledTexts& training, const LabelledTexts& validation,
                           const CrRule& rule, const CrTrainOptions& options, const Work& work,
                           const std::string& key) {
  if (training.texts.texts() == 0) return data_error("there are no texts to learn from");
  const std::string full_key = key_of_cr(training, validation, rule, options, model.shared(), work.seed, key);
  CrTraining all(model, training, validation, rule, options, work);
  return all.run(full_key);
}

}  // namespace standfast
