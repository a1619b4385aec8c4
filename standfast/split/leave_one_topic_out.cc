#include "standfast/split/leave_one_topic_out.h"

#include <fmt/format.h>

#include "standfast/split/folds.h"

namespace standfast {
namespace {

class LeaveOneTopicOut final : public Splitter {
 public:
  LeaveOneTopicOut(const TrainSide& train_side, Options recorded)
      : train_side_(train_side), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const SplitGroups groups, split_groups(corpus, sample, Role::topic));
    if (groups.rows.size() < 2)
      return data_error(fmt::format("{}: leaving one topic out needs at least 2 topics, but there are {}",
                                    corpus.name(), groups.rows.size()));
    SplitBuilder builder("leave-one-topic-out", recorded_, train_side_, corpus, sample, context);
    builder.add_partition(groups.rows);
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no topic: left out", groups.without.size()));
    return std::move(builder).finish(fmt::format(
        "One fold for each of {} topics, by name: it is tested and all others train.", groups.rows.size()));
  }

 private:
  TrainSide train_side_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry leave_one_topic_out_splitter() {
  const auto table = train_side_table();
  return {.name = "leave-one-topic-out",
          .summary = "One fold for each topic: tested on it, trained on all others.",
          .citation = "novel topic cross-validation",
          .traits = {.needs_topics = true, .deterministic = true, .novel_topics = true},
          .options = table,
          .make = made_as<Splitter, LeaveOneTopicOut>(table)};
}

}  // namespace standfast
