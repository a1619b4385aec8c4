#include "standfast/neural/train/training.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "standfast/neural/train/kept_training.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

UpdatePlan::UpdatePlan(uint64_t items, uint32_t of_batch, double epochs, double rate, double warm_up)
    : batches((items + of_batch - 1) / of_batch),
      updates(
          std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(epochs * static_cast<double>(batches))))),
      schedule{.rate = rate,
               .updates = updates,
               .warm_up = static_cast<uint64_t>(warm_up * static_cast<double>(updates))} {}

Status check_finite(double loss, double norm, uint64_t update, uint64_t planned, double rate) {
  if (std::isfinite(loss) && std::isfinite(norm)) return {};
  if (update == 1)
    return data_error(
        "the loss is not a number at the first texts, before any update: the model computes numbers that "
        "are not finite; is it damaged, or did its training diverge?");
  return data_error(fmt::format(
      "the loss is no longer a number after {} of {} updates (learning rate {:.2g}): use a lower rate",
      update, planned, rate));
}

std::string in_words(const AdamWOptions& o) {
  return fmt::format("{} {} {} {} {} {} {}", o.beta1, o.beta2, o.epsilon, o.weight_decay, o.clip, o.clip_each,
                     o.decay_everything);
}

namespace {

// The state is stored after each check, and when this time has passed.
constexpr std::chrono::seconds kKeepEvery{120};

class Loop {
 public:
  Loop(Trainer& trainer, std::span<AdamW* const> optimisers, const TrainingPlan& plan, const Work& work,
       const std::string& key)
      : trainer_(trainer), optimisers_(optimisers), plan_(plan), work_(work), key_(key) {
    done_.updates_planned = plan.updates;
  }

  Result<Trained> run() {
    if (!work_.scratch.empty()) resume();
    const StopsBetween stop(work_.scratch);
    kept_at_ = std::chrono::steady_clock::now();
    if (plan_.checks_first && done_.updates == 0) check();
    tell_progress();
    while (done_.updates < plan_.updates && !ended_ && !learned_all()) {
      SF_TRY(update());
      if (plan_.is_check(done_.updates)) {
        check();
        SF_TRY(keep());
      } else if (stop.asked() || std::chrono::steady_clock::now() - kept_at_ > kKeepEvery) {
        SF_TRY(keep());
      }
      if (stop.asked()) throw Stopped();
    }
    if (has_best_) restore_best();
    if (const std::string said = trainer_.warning(done_); !said.empty()) work_.sink->warn(said);
    return std::move(done_);
  }

 private:
  Status update() {
    const Trainer::Step step = trainer_.learn(done_.updates);
    done_.norm = optimisers_[step.optimiser]->step(trainer_.rate(done_.updates), work_.threads);
    for (size_t i = 0; i < optimisers_.size(); ++i)
      if (i != step.optimiser) optimisers_[i]->drop_gradients();
    trainer_.parameters_changed();
    ++done_.updates;
    done_.losses.push_back(step.loss);
    done_.tokens += step.tokens;
    SF_TRY(check_finite(step.loss, done_.norm, done_.updates, plan_.updates, plan_.rate));
    tell_progress();
    return {};
  }

  void tell_progress() const {
    const Trainer::Progress progress = trainer_.progress(done_);
    work_.sink->progress("tokens", progress.done, progress.total);
  }

  // Returns whether an epoch has just ended with a loss below `until`.
  bool learned_all() const {
    return plan_.until > 0 && done_.updates > 0 && done_.updates % plan_.epoch == 0 &&
           done_.mean_loss_since(done_.updates - plan_.epoch) < plan_.until;
  }

  void check() {
    const Trainer::Check found = trainer_.check(done_);
    if (found.best) copy_best();
    since_progress_ = found.progress ? 0 : since_progress_ + 1;
    ended_ = plan_.patience > 0 && since_progress_ >= plan_.patience;
  }

  void copy_best() {
    has_best_ = true;
    make_room_for_best();
    size_t at = 0;
    for (const AdamW* optimiser : optimisers_)
      for (const Parameter& parameter : optimiser->parameters())
        std::ranges::copy(parameter.numbers, best_[at++].begin());
  }
  void restore_best() {
    size_t at = 0;
    for (const AdamW* optimiser : optimisers_)
      for (const Parameter& parameter : optimiser->parameters())
        std::ranges::copy(best_[at++], parameter.numbers.begin());
    trainer_.parameters_changed();
  }
  void make_room_for_best() {
    if (!best_.empty()) return;
    for (const AdamW* optimiser : optimisers_)
      for (const Parameter& parameter : optimiser->parameters()) best_.emplace_back(parameter.numbers.size());
  }

  // Returns all floating-point numbers of the state, in one order: parameters and moments, then the best
  // parameters.
  std::vector<std::span<float>> numbers(bool with_best) {
    std::vector<std::span<float>> out;
    for (AdamW* optimiser : optimisers_) {
      const auto some = optimiser->state();
      out.insert(out.end(), some.begin(), some.end());
    }
    if (with_best) out.insert(out.end(), best_.begin(), best_.end());
    return out;
  }
  // The sizes in a file have to be known before it is read, so states with best parameters have a name of
  // their own.
  std::string name_of_state(bool with_best) const { return key_ + (with_best ? "-best" : ""); }

  Status keep() {
    if (work_.scratch.empty()) return {};
    std::vector<uint64_t> steps;
    for (const AdamW* optimiser : optimisers_) steps.push_back(optimiser->steps());
    const nlohmann::ordered_json header = {{"updates", done_.updates}, {"tokens", done_.tokens},
                                           {"losses", done_.losses},   {"norm", done_.norm},
                                           {"steps", steps},           {"since_progress", since_progress_},
                                           {"ended", ended_},          {"trainer", trainer_.state()}};
    SF_TRY(keep_training(work_.scratch, name_of_state(has_best_), header, numbers(has_best_)));
    kept_at_ = std::chrono::steady_clock::now();
    return {};
  }

  void resume() {
    make_room_for_best();
    auto header = kept_training(work_.scratch, name_of_state(true), numbers(true));
    has_best_ = header.has_value();
    if (!header) header = kept_training(work_.scratch, name_of_state(false), numbers(false));
    if (!has_best_) best_.clear();
    if (!header) return;
    header->at("updates").get_to(done_.updates);
    header->at("tokens").get_to(done_.tokens);
    done_.tokens_before = done_.tokens;
    header->at("losses").get_to(done_.losses);
    header->at("norm").get_to(done_.norm);
    header->at("since_progress").get_to(since_progress_);
    header->at("ended").get_to(ended_);
    for (size_t i = 0; i < optimisers_.size(); ++i)
      optimisers_[i]->resume(header->at("steps").at(i).get<uint64_t>());
    trainer_.resume(header->at("trainer"));
    trainer_.parameters_changed();
    tell_it_goes_on(*work_.sink, done_.updates, plan_.updates);
  }

  Trainer& trainer_;
  const std::span<AdamW* const> optimisers_;
  const TrainingPlan& plan_;
  const Work& work_;
  const std::string& key_;
  std::vector<Buffer<float>> best_;  // by parameter
  bool has_best_ = false, ended_ = false;
  uint32_t since_progress_ = 0;
  Trained done_;
  std::chrono::steady_clock::time_point kept_at_;
};

}  // namespace

bool TrainingPlan::is_check(uint64_t updates_done) const {
  if (checks == 0 || updates_done == 0) return false;
  const uint64_t of_epoch = (updates_done - 1) % epoch + 1, every = std::max<uint64_t>(1, epoch / checks);
  return updates_done == updates || (of_epoch % every == 0 && of_epoch / every <= checks);
}

double Trained::mean_loss_since(uint64_t before) const {
  return std::accumulate(losses.begin() + static_cast<ptrdiff_t>(before), losses.end(), 0.0) /
         static_cast<double>(updates - before);
}

Result<Trained> train(Trainer& trainer, std::span<AdamW* const> optimisers, const TrainingPlan& plan,
                      const Work& work, const std::string& key) {
  return Loop(trainer, optimisers, plan, work, key).run();
}

std::span<const uint32_t> EpochBatches::of_update(uint64_t update) {
  const uint64_t epoch = update / batches_, number = update % batches_;
  if (items_.empty() || epoch != epoch_) {
    items_ = order_(epoch);
    epoch_ = epoch;
  }
  const size_t from = std::min<size_t>(number * batch_, items_.size());
  return std::span<const uint32_t>(items_).subspan(from, std::min<size_t>(batch_, items_.size() - from));
}

namespace {

struct Part {
  double mean = 0, error = 0;  // its standard error
};

Part part_of(std::span<const double> losses) {
  Part part;
  const auto n = static_cast<double>(losses.size());
  for (const double loss : losses) part.mean += loss / n;
  double squares = 0;
  for (const double loss : losses) squares += (loss - part.mean) * (loss - part.mean);
  part.error = std::sqrt(squares / (n - 1) / n);
  return part;
}

// Shares of the loss of guessing below which a change is ignored.
constexpr double kAboveGuessing = 0.1, kGrowth = 0.02;
constexpr size_t kLeastOfQuarter = 5;  // losses

}  // namespace

double guessing_loss(const std::vector<uint32_t>& classes, const std::vector<double>& weights) {
  std::map<uint32_t, double> of_class;
  double all = 0, loss = 0;
  for (size_t i = 0; i < classes.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    of_class[classes[i]] += weight;
    all += weight;
  }
  for (const auto& [name, weight] : of_class)
    if (weight > 0) loss -= weight / all * std::log(weight / all);
  return loss;
}

std::string divergence(std::span<const double> losses, double guessing, double learning_rate) {
  const size_t quarter = losses.size() / 4;
  if (quarter < kLeastOfQuarter || guessing <= 0) return "";
  const Part last = part_of(losses.last(quarter));
  if (last.mean - guessing > std::max(kAboveGuessing * guessing, 3 * last.error))
    return fmt::format(
        "the loss ends at {:.3f}, above the {:.3f} of guessing: the training diverged; is the learning rate "
        "{:.2g} too high?",
        last.mean, guessing, learning_rate);
  return growth(losses, learning_rate, guessing);
}

std::string growth(std::span<const double> losses, double learning_rate, double scale) {
  const size_t quarter = losses.size() / 4;
  if (quarter < kLeastOfQuarter) return "";
  const Part first = part_of(losses.first(quarter)), last = part_of(losses.last(quarter));
  const double little = kGrowth * (scale > 0 ? scale : first.mean);
  if (last.mean - first.mean <= std::max(little, 3 * root_of_squares(first.error, last.error))) return "";
  return fmt::format(
      "the loss grew during training, from {:.3f} to {:.3f}: is the learning rate {:.2g} too high?",
      first.mean, last.mean, learning_rate);
}

}  // namespace standfast
