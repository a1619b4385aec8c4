// The author-topic grid: neither an author nor a topic is on both sides. Authors and topics are each cut into
// blocks, and every block of topics crossed with every block of authors is tested once. Train holds the
// documents that share neither with the test side; documents that share one of the two are left aside in the
// fold.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/split/folds.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

struct GridOptions {
  uint32_t topic_blocks = 3, author_blocks = 3;
  bool by_documents = true;
  TrainSide train_side = {};
};

class AuthorTopicGrid final : public Splitter {
 public:
  AuthorTopicGrid(const GridOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const Blocks topics, blocks(corpus, sample, Role::topic, options_.topic_blocks, context.seed));
    SF_ASSIGN(const Blocks authors,
              blocks(corpus, sample, Role::author, options_.author_blocks, context.seed));
    SplitBuilder builder("author-topic-grid", recorded_, options_.train_side, corpus, sample, context);
    size_t empty = 0, idle = 0;
    for (uint32_t t = 0; t < topics.count; ++t)
      for (uint32_t a = 0; a < authors.count; ++a) {
        std::vector<uint32_t> train, test;
        for (const uint32_t row : sample.rows) {
          if (topics.of_row[row] == kMissing || authors.of_row[row] == kMissing) continue;
          const bool topic_tested = topics.of_row[row] == t, author_tested = authors.of_row[row] == a;
          if (topic_tested && author_tested)
            test.push_back(row);
          else if (!topic_tested && !author_tested)
            train.push_back(row);
          else
            ++idle;
        }
        if (test.empty())
          ++empty;
        else
          builder.add_fold(std::move(train), {}, std::move(test));
      }
    const size_t folds = size_t{topics.count} * authors.count - empty;
    if (folds > 0)
      builder.note(fmt::format(
          "{} documents of a fold are left out on average: they share only an author or only a topic with "
          "the test side",
          idle / folds));
    if (empty > 0)
      builder.note(fmt::format("{} of {} crossings of topics and authors hold no document: no fold", empty,
                               folds + empty));
    const auto without = std::count_if(sample.rows.begin(), sample.rows.end(), [&](uint32_t row) {
      return topics.of_row[row] == kMissing || authors.of_row[row] == kMissing;
    });
    if (without > 0) builder.note(fmt::format("{} documents lack an author or a topic: left out", without));
    return std::move(builder).finish(
        fmt::format("{} blocks of topics crossed with {} blocks of authors: neither a topic nor an "
                    "author is on both sides.",
                    topics.count, authors.count));
  }

 private:
  struct Blocks {
    uint32_t count = 0;
    std::vector<uint32_t> of_row;  // by row of the corpus; kMissing if the row has no value or is not sampled
  };

  Result<Blocks> blocks(const Corpus& corpus, const Sample& sample, Role role, uint32_t asked,
                        uint64_t seed) const {
    SF_ASSIGN(const SplitGroups groups, split_groups(corpus, sample, role));
    if (groups.rows.size() < asked)
      return data_error(fmt::format("{}: {} {}s are too few for {}-blocks = {}", corpus.name(),
                                    groups.rows.size(), role_name(role), role_name(role), asked));
    Blocks result{asked, std::vector<uint32_t>(corpus.size(), kMissing)};
    std::vector<uint64_t> sizes;
    for (const auto& rows : groups.rows) sizes.push_back(rows.size());
    Rng rng(seed, "split/author-topic-grid", role_name(role));
    const auto block_of = assign_groups(sizes, result.count, options_.by_documents, rng);
    for (size_t g = 0; g < groups.rows.size(); ++g)
      for (const uint32_t row : groups.rows[g]) result.of_row[row] = block_of[g];
    return result;
  }

  GridOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry author_topic_grid_splitter() {
  OptionTable<GridOptions> table;
  table.add("topic-blocks", &GridOptions::topic_blocks, "number of blocks of topics").between(2, 1000);
  table
      .add("author-blocks", &GridOptions::author_blocks,
           "number of blocks of authors; folds = topic-blocks x author-blocks")
      .between(2, 1000);
  table.words(
      "balance", &GridOptions::by_documents, {{"documents", true}, {"groups", false}},
      "documents: blocks nearly as even in documents as whole groups allow; groups: equal numbers of groups");
  table.include(&GridOptions::train_side, validation_table());
  return {
      .name = "author-topic-grid",
      .summary =
          "Blocks of topics crossed with blocks of authors: neither a topic nor an author on both sides.",
      .citation = "",
      .traits = {.needs_topics = true, .needs_authors = true, .novel_topics = true, .novel_authors = true},
      .options = table,
      .make = made_as<Splitter, AuthorTopicGrid>(table)};
}

}  // namespace standfast
