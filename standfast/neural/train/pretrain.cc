#include "standfast/neural/train/pretrain.h"

#include <algorithm>
#include <chrono>
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
#include "standfast/neural/masked/learn_hidden.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/course.h"
#include "standfast/neural/train/kept_training.h"

namespace standfast {
namespace {

// Between two times that the state is kept, beside those after epochs.
constexpr std::chrono::seconds kKeepAfter{120};

class Pretraining {
 public:
  Pretraining(MaskedModel& model, const TextTokens& blocks, const HideRule& rule,
              const PretrainOptions& options, const Work& work)
      : model_(model),
        blocks_(blocks),
        rule_(rule),
        options_(options),
        work_(work),
        optimiser_(options.adamw, let_learn(model)),
        dropped_(Rng(work.seed, "pretrain/dropout")) {
    hold_out();
    course_.emplace(learned_.size(), options.batch, options.epochs, options.learning_rate, options.warm_up);
    done_.blocks = learned_.size();
    done_.held_out_blocks = held_out_.size();
    done_.updates_planned = course_->updates;
    TransformerShape& shape = model.encoder().shape();
    shape.attention_dropout = shape.hidden_dropout = options.dropout;
  }
  ~Pretraining() {
    TransformerShape& shape = model_.encoder().shape();
    shape.attention_dropout = shape.hidden_dropout = 0;
    stop_learning(model_);
  }
  Pretraining(const Pretraining&) = delete;
  Pretraining& operator=(const Pretraining&) = delete;

  Result<Pretrained> run(const std::string& key) {
    key_ = key;
    if (!work_.scratch.empty()) go_on();
    const StopsBetween stop(work_.scratch);
    kept_at_ = std::chrono::steady_clock::now();
    if (done_.updates == 0) ask_held_out();
    while (done_.updates < done_.updates_planned) {
      SF_TRY(update());
      if (done_.updates == done_.updates_planned || done_.updates % course_->batches == 0) {
        ask_held_out();
        SF_TRY(keep());
      } else if (stop.asked() || std::chrono::steady_clock::now() - kept_at_ > kKeepAfter) {
        SF_TRY(keep());
      }
      if (stop.asked()) throw Stopped();
    }
    warn_if_it_grew();
    return std::move(done_);
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

  // Adds a block to the batch. pass: which hiding of it.
  void add(uint32_t block, std::string_view pass, Batch& batch, std::vector<Hidden>& hidden) const {
    batch.add(blocks_, block);
    hidden.push_back(hide(rule_, Rng(work_.seed, "pretrain/hidden", fmt::format("{} {}", pass, block)),
                          std::span(batch.ids).last(blocks_.tokens(block))));
  }

  void order(uint64_t epoch) {
    order_ = learned_;
    Rng(work_.seed, "pretrain/order", std::to_string(epoch)).shuffle(order_);
  }

  Status update() {
    const uint64_t epoch = done_.updates / course_->batches, number = done_.updates % course_->batches;
    if (order_.empty() || number == 0) order(epoch);
    const size_t from = number * options_.batch;
    Batch batch;
    std::vector<Hidden> hidden;
    std::vector<uint64_t> streams;
    for (size_t i = from; i < std::min<size_t>(from + options_.batch, order_.size()); ++i) {
      add(order_[i], std::to_string(epoch), batch, hidden);
      if (options_.dropout > 0)
        streams.push_back(dropped_.stream(done_.updates * options_.batch + streams.size()));
    }
    const double loss = learn_hidden(model_, runner_, batch, hidden, streams, work_.threads);
    const double norm = optimiser_.step(course_->schedule.at(done_.updates), work_.threads);
    follow_table(model_, work_.threads);
    ++done_.updates;
    done_.losses.push_back(loss);
    done_.tokens += batch.ids.size();
    SF_TRY(check_finite(loss, norm, done_.updates, *course_));
    const double all = static_cast<double>(tokens_of_epoch_) * static_cast<double>(done_.updates_planned) /
                       static_cast<double>(course_->batches);
    work_.sink->progress("tokens", done_.tokens, std::max(done_.tokens, static_cast<uint64_t>(all)));
    return {};
  }

  void ask_held_out() {
    double trained = 0;
    if (!done_.held_out.empty()) {
      const uint64_t before = done_.held_out.back().update;
      trained =
          std::accumulate(done_.losses.begin() + static_cast<ptrdiff_t>(before), done_.losses.end(), 0.0) /
          static_cast<double>(done_.updates - before);
    }
    if (held_out_.empty()) return;
    // Blocks that one thread takes at once. It changes the order in which losses are summed, and so it stays.
    constexpr size_t kBlocksAtOnce = 8;
    const size_t pieces = (held_out_.size() + kBlocksAtOnce - 1) / kBlocksAtOnce;
    std::vector<double> losses(pieces);
    std::vector<size_t> counts(pieces);
    parallel_for(pieces, work_.threads, [&](size_t p) {
      Batch batch;
      std::vector<Hidden> hidden;
      for (size_t i = p * kBlocksAtOnce; i < std::min((p + 1) * kBlocksAtOnce, held_out_.size()); ++i) {
        add(held_out_[i], "held out", batch, hidden);
        counts[p] += hidden.back().places.size();
      }
      losses[p] = loss_of_hidden(model_, batch, hidden);
    });
    const double loss = std::accumulate(losses.begin(), losses.end(), 0.0) /
                        static_cast<double>(std::accumulate(counts.begin(), counts.end(), size_t{0}));
    done_.held_out.push_back({done_.updates, trained, loss});
    tell(done_.held_out.back());
  }

  void tell(const HeldOutLoss& one) {
    if (one.update == 0)
      work_.sink->info(fmt::format("before learning: held-out loss {:.4f}, perplexity {:.1f}", one.loss,
                                   std::exp(one.loss)));
    else
      work_.sink->info(fmt::format("epoch {:.2f}: loss {:.4f}, held-out loss {:.4f}, perplexity {:.1f}",
                                   static_cast<double>(one.update) / static_cast<double>(course_->batches),
                                   one.training_loss, one.loss, std::exp(one.loss)));
  }

  void warn_if_it_grew() {
    if (done_.held_out.size() < 3) return;
    const auto least = std::ranges::min_element(done_.held_out, {}, &HeldOutLoss::loss);
    if (done_.held_out.back().loss > least->loss * 1.02)
      work_.sink->warn(fmt::format(
          "the held-out loss was lowest after {:.3g} epochs ({:.3f}) and is {:.3f} at the end: learn fewer epochs, or "
          "from more text",
          static_cast<double>(least->update) / static_cast<double>(course_->batches), least->loss,
          done_.held_out.back().loss));
  }

  Status keep() {
    if (work_.scratch.empty()) return {};
    nlohmann::ordered_json held_out = nlohmann::ordered_json::array();
    for (const HeldOutLoss& one : done_.held_out)
      held_out.push_back({one.update, one.training_loss, one.loss});
    SF_TRY(keep_training(work_.scratch, key_,
                         {{"updates", done_.updates},
                          {"tokens", done_.tokens},
                          {"losses", done_.losses},
                          {"held_out", std::move(held_out)}},
                         optimiser_.state()));
    kept_at_ = std::chrono::steady_clock::now();
    return {};
  }

  void go_on() {
    const auto header = kept_training(work_.scratch, key_, optimiser_.state());
    if (!header) return;
    header->at("updates").get_to(done_.updates);
    header->at("tokens").get_to(done_.tokens);
    done_.tokens_before = done_.tokens;
    header->at("losses").get_to(done_.losses);
    for (const auto& one : header->at("held_out")) {
      done_.held_out.push_back({one.at(0).get<uint64_t>(), one.at(1).get<double>(), one.at(2).get<double>()});
      tell(done_.held_out.back());
    }
    optimiser_.resume(done_.updates);
    follow_table(model_, work_.threads);
    if (done_.updates % course_->batches != 0) order(done_.updates / course_->batches);
    tell_it_goes_on(*work_.sink, done_.updates, done_.updates_planned);
  }

  MaskedModel& model_;
  const TextTokens& blocks_;
  const HideRule& rule_;
  const PretrainOptions& options_;
  const Work& work_;
  AdamW optimiser_;
  CounterRandom dropped_;
  BatchRunner runner_;
  std::optional<Course> course_;              // known once blocks are held out
  std::vector<uint32_t> held_out_, learned_;  // blocks
  uint64_t tokens_of_epoch_ = 0;
  std::vector<uint32_t> order_;
  Pretrained done_;
  std::string key_;
  std::chrono::steady_clock::time_point kept_at_;
};

std::string key_of(const MaskedModel& model, const TextTokens& blocks, const HideRule& rule,
                   const PretrainOptions& o, uint64_t seed, const std::string& key) {
  Sha256 digest;
  digest.add_field("pretrain/1");
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

Result<Pretrained> pretrain(MaskedModel& model, const TextTokens& blocks, const HideRule& rule,
                            const PretrainOptions& options, const Work& work, const std::string& key) {
  if (blocks.texts() == 0) return data_error("there are no texts to learn from");
  Pretraining all(model, blocks, rule, options, work);
  return all.run(key_of(model, blocks, rule, options, work.seed, key));
}

}  // namespace standfast
