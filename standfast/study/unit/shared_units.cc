// Shared units of the cells of a model in a corpus: pair features, or a fit on all documents. Only the task
// knows which of the two, and how to make it.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

class SharedKind : public UnitKind {
 public:
  Status expand(Plan& plan, const Unit* settled) const override {
    const Task& task = plan.study().the_task();
    if (task.shared_kind() != this) return {};
    for (size_t m = 0; m < plan.study().models.size(); ++m)
      for (size_t i = 0; i < plan.corpora().size(); ++i) {
        const CorpusFacts& corpus = plan.corpora()[i];
        if (!is_time(plan, corpus.name, settled)) continue;
        const auto splits = plan.splits_of(corpus.name);
        SF_ASSIGN(auto unit, task.shared_unit({plan.study(), plan.study().models[m], plan.catalogs(), corpus,
                                               splits, plan.facts()}));
        if (unit) plan.add(std::move(*unit), {m, i});
      }
    return {};
  }
  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    return shop.study().the_task().do_shared(shop, unit, threads, sink);
  }

 private:
  virtual bool is_time(const Plan& plan, const std::string& corpus, const Unit* settled) const = 0;
};

class StartKind final : public SharedKind {
 public:
  const char* name() const override { return "start"; }
  const char* units() const override { return "fits on all"; }
  const char* one() const override { return "fit on all documents"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / {} / fit on all documents", unit.corpus, unit.model);
  }

 private:
  // Returns true at the beginning, because the unit needs only the corpus.
  bool is_time(const Plan&, const std::string&, const Unit* settled) const override {
    return settled == nullptr;
  }
};

class FeaturesKind final : public SharedKind {
 public:
  const char* name() const override { return "features"; }
  const char* units() const override { return "pair features"; }
  const char* one() const override { return "pair features"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / {} / pair features", unit.corpus, unit.model);
  }

 private:
  // Returns true once the last split is drawn, because the unit needs the pairs of all splits.
  bool is_time(const Plan& plan, const std::string& corpus, const Unit* settled) const override {
    return settled != nullptr && settled->corpus == corpus && plan.all_drawn(corpus);
  }
};

}  // namespace

const UnitKind& start_kind() {
  static const StartKind kind;
  return kind;
}
const UnitKind& features_kind() {
  static const FeaturesKind kind;
  return kind;
}

}  // namespace standfast
