#include "standfast/neural/train/training.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/update_plan.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {
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

}  // namespace standfast
