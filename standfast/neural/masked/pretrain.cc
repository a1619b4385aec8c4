#include "standfast/neural/masked/pretrain.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/digest.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/losses.h"

namespace standfast {

namespace {

// The masked tokens of a batch, text by text.
struct Asked {
  std::vector<uint32_t> places;  // within their texts
  std::vector<uint32_t> words;
  std::vector<size_t> begins = {0};  // of each text

  explicit Asked(std::span<const MaskedTokens> hidden) {
    for (const MaskedTokens& one : hidden) {
      places.insert(places.end(), one.places.begin(), one.places.end());
      words.insert(words.end(), one.words.begin(), one.words.end());
      begins.push_back(places.size());
    }
  }

  // Computes the losses of texts [first, last), and gradients if the tape records. Each loss is weighted by
  // `share`.
  void go(const MaskedModel& model, Tape& tape, const TokenRows& rows, size_t first, size_t last,
          double share, std::span<double> losses) const {
    const size_t from = begins[first], some = begins[last] - from;
    if (some == 0) return;
    std::vector<uint32_t> at;
    for (size_t s = first; s < last; ++s)
      for (size_t i = begins[s]; i < begins[s + 1]; ++i) at.push_back(rows.segments[s - first] + places[i]);
    const ValuePtr scores = model.scores(tape, rows, std::move(at));
    const std::vector<double> shares(some, share);
    cross_entropy(tape, scores, std::span(words).subspan(from, some), shares, losses.subspan(from, some));
  }
};

}  // namespace

std::vector<Parameter> let_learn(MaskedModel& model) {
  std::vector<Parameter> list;
  learn(model.encoder(), 0, list);
  MaskedHead& head = model.head();
  learn(head.dense, "head", list);
  learn(head.norm, "head norm", list);
  let_learn(head.words);
  list.push_back(
      {.name = "words of the head.bias", .numbers = head.words.bias, .gradient = head.words.learns->bias});
  return list;
}

void stop_learning(MaskedModel& model) {
  stop_learning(model.encoder());
  MaskedHead& head = model.head();
  head.dense.learns.reset();
  head.norm.learns.reset();
  head.words.learns.reset();
}

void follow_table(MaskedModel& model, int threads) {
  follow(model.encoder().weights().words, model.head().words, threads);
}

double learn_masked(MaskedModel& model, BatchRunner& runner, const Batch& batch,
                    std::span<const MaskedTokens> hidden, std::span<const uint64_t> streams, int threads) {
  const Asked asked(hidden);
  const double share = 1 / static_cast<double>(asked.words.size());
  std::vector<double> losses(asked.words.size());
  runner.run(
      batch, streams,
      [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
        asked.go(model, tape, rows, first, last, share, losses);
      },
      threads);
  give_gradient(model.head().words, model.encoder().weights().words, threads);
  double loss = 0;
  for (const double one : losses) loss += share * one;
  return loss;
}

double loss_of_masked(const MaskedModel& model, const Batch& batch, std::span<const MaskedTokens> hidden) {
  const Asked asked(hidden);
  std::vector<double> losses(asked.words.size());
  Tape tape;
  asked.go(model, tape, {.ids = batch.ids, .types = {}, .segments = batch.segments}, 0, batch.texts(), 1,
           losses);
  double loss = 0;
  for (const double one : losses) loss += one;
  return loss;
}

MaskedTokens mask_tokens(const TokenMaskRule& rule, Rng rng, std::span<int32_t> ids) {
  std::vector<uint32_t> plain;
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] >= rule.first_plain) plain.push_back(i);
  const auto wanted = static_cast<uint32_t>(std::llround(rule.share * static_cast<double>(plain.size())));
  MaskedTokens out;
  for (const uint32_t chosen :
       rng.choose(static_cast<uint32_t>(plain.size()),
                  std::clamp<uint32_t>(wanted, 1, static_cast<uint32_t>(plain.size())))) {
    int32_t& id = ids[plain[chosen]];
    out.places.push_back(plain[chosen]);
    out.words.push_back(static_cast<uint32_t>(id));
    const double way = rng.uniform();
    if (way < 0.8)
      id = rule.mask;
    else if (way < 0.9)
      id = rule.first_plain +
           static_cast<int32_t>(rng.below(static_cast<uint64_t>(rule.end - rule.first_plain)));
  }
  return out;
}

static void add_blocks(std::span<const int32_t> text, size_t length, int32_t first_plain, TextTokens& out) {
  const size_t most = length - 2;
  const auto inside = text.subspan(1, text.size() - 2);
  for (size_t at = 0; at < inside.size(); at += most) {
    const auto some = inside.subspan(at, std::min(most, inside.size() - at));
    if (std::ranges::all_of(some, [&](int32_t id) { return id < first_plain; })) continue;
    out.ids.push_back(text.front());
    out.ids.insert(out.ids.end(), some.begin(), some.end());
    out.ids.push_back(text.back());
    out.begins.push_back(static_cast<uint32_t>(out.ids.size()));
  }
}

TextTokens cut_blocks(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts,
                      size_t length, int32_t first_plain, int threads) {
  constexpr size_t kTextsOfPiece = 64;
  std::vector<TextTokens> pieces((texts.size() + kTextsOfPiece - 1) / kTextsOfPiece);
  parallel_for(pieces.size(), threads, [&](size_t p) {
    token::Tokens tokens;
    const size_t from = p * kTextsOfPiece;
    for (const std::string_view text : texts.subspan(from, std::min(kTextsOfPiece, texts.size() - from))) {
      tokenizer.encode(text, 0, tokens);
      add_blocks(tokens.ids, length, first_plain, pieces[p]);
    }
  });
  TextTokens out;
  for (const TextTokens& piece : pieces) {
    const auto before = static_cast<uint32_t>(out.ids.size());
    out.ids.insert(out.ids.end(), piece.ids.begin(), piece.ids.end());
    for (size_t b = 1; b < piece.begins.size(); ++b) out.begins.push_back(before + piece.begins[b]);
  }
  out.cut.assign(out.texts(), 0);
  return out;
}

namespace {

class Pretraining final : public Trainer {
 public:
  Pretraining(MaskedModel& model, const TextTokens& blocks, const TokenMaskRule& rule,
              const PretrainOptions& options, const Work& work)
      : model_(model),
        blocks_(blocks),
        rule_(rule),
        options_(options),
        work_(work),
        optimiser_(options.adamw, let_learn(model)),
        dropout_(model.encoder(), options.dropout),
        dropped_(Rng(work.seed, "pretrain/dropout")) {
    hold_out();
    plan_.emplace(learned_.size(), options.batch, options.epochs, options.learning_rate, options.warm_up);
    batches_.emplace(plan_->batches, options.batch, [this](uint64_t epoch) { return order(epoch); });
    done_.blocks = learned_.size();
    done_.held_out_blocks = held_out_.size();
  }
  ~Pretraining() override { stop_learning(model_); }

  Result<Pretrained> run(const std::string& key) {
    const TrainingPlan plan{.updates = plan_->updates,
                            .epoch = plan_->batches,
                            .rate = plan_->schedule.rate,
                            .checks_first = true};
    AdamW* const optimiser = &optimiser_;
    SF_ASSIGN(static_cast<Trained&>(done_), train(*this, {&optimiser, 1}, plan, work_, key));
    return std::move(done_);
  }

  Step learn(uint64_t update) override {
    const std::string epoch = std::to_string(update / plan_->batches);
    Batch batch;
    std::vector<MaskedTokens> hidden;
    std::vector<uint64_t> streams;
    for (const uint32_t block : batches_->of_update(update)) {
      add(block, epoch, batch, hidden);
      if (options_.dropout > 0) streams.push_back(dropped_.stream(update * options_.batch + streams.size()));
    }
    const double loss = learn_masked(model_, runner_, batch, hidden, streams, work_.threads);
    return {.loss = loss, .tokens = batch.ids.size()};
  }

  double rate(uint64_t update) const override { return plan_->schedule.at(update); }
  void parameters_changed() override { follow_table(model_, work_.threads); }

  Progress progress(const Trained& so_far) const override {
    const double all = static_cast<double>(tokens_of_epoch_) * static_cast<double>(so_far.updates_planned) /
                       static_cast<double>(plan_->batches);
    return {.done = so_far.tokens, .total = std::max(so_far.tokens, static_cast<uint64_t>(all))};
  }

  Check check(const Trained& so_far) override {
    const double trained = done_.held_out.empty() ? 0 : so_far.mean_loss_since(done_.held_out.back().update);
    if (held_out_.empty()) return {.progress = true};
    // Number of blocks that one thread processes at once. It is fixed, because it changes the order in which
    // losses are summed.
    constexpr size_t kBlocksAtOnce = 8;
    const size_t pieces = (held_out_.size() + kBlocksAtOnce - 1) / kBlocksAtOnce;
    std::vector<double> losses(pieces);
    std::vector<size_t> counts(pieces);
    parallel_for(pieces, work_.threads, [&](size_t p) {
      Batch batch;
      std::vector<MaskedTokens> hidden;
      for (size_t i = p * kBlocksAtOnce; i < std::min((p + 1) * kBlocksAtOnce, held_out_.size()); ++i) {
        add(held_out_[i], "held out", batch, hidden);
        counts[p] += hidden.back().places.size();
      }
      losses[p] = loss_of_masked(model_, batch, hidden);
    });
    const double loss = std::accumulate(losses.begin(), losses.end(), 0.0) /
                        static_cast<double>(std::accumulate(counts.begin(), counts.end(), size_t{0}));
    done_.held_out.push_back({so_far.updates, trained, loss});
    tell(done_.held_out.back());
    return {.progress = true};
  }

  // Warns of a held-out loss that grew.
  std::string warning(const Trained&) const override {
    if (done_.held_out.size() < 3) return "";
    const auto least = std::ranges::min_element(done_.held_out, {}, &HeldOutLoss::loss);
    if (done_.held_out.back().loss <= least->loss * 1.02) return "";
    return fmt::format(
        "the held-out loss was lowest after {:.3g} epochs ({:.3f}) and is {:.3f} at the end: train for "
        "fewer epochs, or on more text",
        static_cast<double>(least->update) / static_cast<double>(plan_->batches), least->loss,
        done_.held_out.back().loss);
  }

  nlohmann::ordered_json state() const override {
    nlohmann::ordered_json held_out = nlohmann::ordered_json::array();
    for (const HeldOutLoss& one : done_.held_out)
      held_out.push_back({one.update, one.training_loss, one.loss});
    return {{"held_out", std::move(held_out)}};
  }

  void resume(const nlohmann::ordered_json& state) override {
    for (const auto& one : state.at("held_out")) {
      done_.held_out.push_back({one.at(0).get<uint64_t>(), one.at(1).get<double>(), one.at(2).get<double>()});
      tell(done_.held_out.back());
    }
  }

 private:
  void hold_out() {
    const auto all = static_cast<uint32_t>(blocks_.texts());
    uint32_t some = 0;
    if (options_.held_out > 0 && all > 1)
      some = std::clamp<uint32_t>(static_cast<uint32_t>(std::llround(options_.held_out * all)), 1, all - 1);
    held_out_ = Rng(work_.seed, "pretrain/held-out").choose(all, some);
    for (uint32_t b = 0, h = 0; b < all; ++b) {
      if (h < some && held_out_[h] == b)
        ++h;
      else {
        learned_.push_back(b);
        tokens_of_epoch_ += blocks_.tokens(b);
      }
    }
  }

  // Adds a block to the batch. pass: the name of its masking.
  void add(uint32_t block, std::string_view pass, Batch& batch, std::vector<MaskedTokens>& hidden) const {
    batch.add(blocks_, block);
    hidden.push_back(mask_tokens(rule_, Rng(work_.seed, "pretrain/hidden", fmt::format("{} {}", pass, block)),
                                 std::span(batch.ids).last(blocks_.tokens(block))));
  }

  std::vector<uint32_t> order(uint64_t epoch) const {
    std::vector<uint32_t> out = learned_;
    Rng(work_.seed, "pretrain/order", std::to_string(epoch)).shuffle(out);
    return out;
  }

  void tell(const HeldOutLoss& one) {
    if (one.update == 0)
      work_.sink->info(fmt::format("before training: held-out loss {:.4f}, perplexity {:.1f}", one.loss,
                                   std::exp(one.loss)));
    else
      work_.sink->info(fmt::format("epoch {:.2f}: loss {:.4f}, held-out loss {:.4f}, perplexity {:.1f}",
                                   static_cast<double>(one.update) / static_cast<double>(plan_->batches),
                                   one.training_loss, one.loss, std::exp(one.loss)));
  }

  MaskedModel& model_;
  const TextTokens& blocks_;
  const TokenMaskRule& rule_;
  const PretrainOptions& options_;
  const Work& work_;
  AdamW optimiser_;
  DropoutWhile dropout_;
  CounterRandom dropped_;
  BatchRunner runner_;
  std::vector<uint32_t> held_out_, learned_;  // blocks
  uint64_t tokens_of_epoch_ = 0;
  std::optional<UpdatePlan> plan_;  // known once blocks are held out
  std::optional<EpochBatches> batches_;
  Pretrained done_;
};

std::string key_of(const MaskedModel& model, const TextTokens& blocks, const TokenMaskRule& rule,
                   const PretrainOptions& o, uint64_t seed, const std::string& key) {
  Sha256 digest;
  digest.add_field("pretrain/2");
  digest.add_field(key);
  const ModelConfig& c = model.config();
  digest.add_field(fmt::format("{} {} {} {} {} {} {} {} {}", c.vocabulary, c.hidden, c.layers, c.heads,
                               c.inner, c.positions, c.token_types, c.activation, c.epsilon));
  digest.add_field(fmt::format("{} {} {} {}", rule.share, rule.mask, rule.first_plain, rule.end));
  digest.add_field(in_words(o.adamw));
  digest.add_field(fmt::format("{} {} {} {} {} {} {}", seed, o.epochs, o.batch, o.learning_rate, o.warm_up,
                               o.dropout, o.held_out));
  digest.add_field(bytes_of(blocks.ids)).add_field(bytes_of(blocks.begins));
  return digest.hex().substr(0, 32);
}

}  // namespace

Result<Pretrained> pretrain(MaskedModel& model, const TextTokens& blocks, const TokenMaskRule& rule,
                            const PretrainOptions& options, const Work& work, const std::string& key) {
  if (blocks.texts() == 0) return data_error("there are no texts to learn from");
  Pretraining all(model, blocks, rule, options, work);
  return all.run(key_of(model, blocks, rule, options, work.seed, key));
}

}  // namespace standfast
