#include "standfast/split/leave_one_topic_out.h"

#include <fmt/format.h>

#include "standfast/split/folds.h"

namespace standfast {
namespace {

class LeaveOneTopicOut final : public Splitter {
 public:
  explicit LeaveOneTopicOut(Options options) : options_(std::move(options)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const SplitGroups groups, split_groups(corpus, sample, Role::topic));
    if (groups.rows.size() < 2)
      return data_error(fmt::format("{}: leaving one topic out needs at least 2 topics, there are {}",
                                    corpus.name(), groups.rows.size()));
    SplitBuilder builder("leave-one-topic-out", options_, corpus, sample, context);
    builder.add_partition(groups.rows);
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no topic: left out", groups.without.size()));
    return std::move(builder).finish(fmt::format(
        "One fold for each of {} topics, by name: it is tested and all others train.", groups.rows.size()));
  }

 private:
  Options options_;
};

}  // namespace

SplitterCatalog::Entry leave_one_topic_out_splitter() {
  return {.name = "leave-one-topic-out",
          .summary = "One fold for each topic: tested on it, trained on all others.",
          .citation = "novel topic cross-validation",
          .traits = {.needs_topics = true, .deterministic = true, .novel_topics = true},
          .options = joined({author_disjoint_option()}, validation_options()),
          .make = [](const Options& options) -> Result<std::unique_ptr<Splitter>> {
            return std::make_unique<LeaveOneTopicOut>(options);
          }};
}

}  // namespace standfast
