#include "standfast/split/topic_confusion.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "standfast/split/folds.h"

namespace standfast {
namespace {

// Documents of the sample by author and topic. Few authors write on many topics, so only cells with documents
// are held.
struct Grid {
  struct Cell {
    uint32_t author = 0, topic = 0;
    std::vector<uint32_t> rows;
  };
  const Column* author = nullptr;
  Column topic;
  std::vector<Cell> cells;                     // by topic, then by author
  std::vector<std::vector<size_t>> of_author;  // indices in cells, by topic
  std::vector<std::vector<size_t>> of_topic;   // indices in cells, by author
  size_t authors() const { return author->names.size(); }
  size_t topics() const { return topic.names.size(); }

  const std::vector<uint32_t>& cell(uint32_t a, uint32_t t) const {
    static const std::vector<uint32_t> kNone;
    const auto& places = of_author[a];
    const auto found = std::lower_bound(places.begin(), places.end(), t, [this](size_t place, uint32_t code) {
      return cells[place].topic < code;
    });
    return found != places.end() && cells[*found].topic == t ? cells[*found].rows : kNone;
  }
};

struct TopicPair {
  uint32_t first = 0, second = 0;
  std::vector<uint32_t> authors;  // authors with enough documents on both topics
};

// Pairs of topics with enough such authors, as counts: a few authors who wrote on all of many topics produce
// a pair for every two topics. The ordered pairs (t1, t2) and (t2, t1) give the same configurations with the
// halves swapped, so only one is listed: by first, then by second.
struct TopicPairs {
  std::vector<uint64_t> before;  // by first: pairs with a lower first; the last entry counts all
  uint64_t topics = 0;           // topics that are in a pair
  uint64_t size() const { return before.back(); }
};

// A counter, for one topic, of the authors who wrote enough on it and on each later topic.
class Partners {
 public:
  Partners(const Grid& grid, size_t least) : grid_(grid), least_(least), authors_(grid.topics()) {}

  // Calls visit(topic, authors) for every later topic that shares authors, ascending.
  template <class Visit>
  void of(uint32_t first, const Visit& visit) {
    found_.clear();
    each(first, [&](uint32_t second, uint32_t) {
      if (authors_[second]++ == 0) found_.push_back(second);
    });
    std::sort(found_.begin(), found_.end());
    for (const uint32_t second : found_) visit(second, std::exchange(authors_[second], 0U));
  }
  // Returns the authors of both topics, ascending.
  std::vector<uint32_t> shared(uint32_t first, uint32_t second) const {
    std::vector<uint32_t> authors;
    each(first, [&](uint32_t other, uint32_t author) {
      if (other == second) authors.push_back(author);
    });
    return authors;
  }

 private:
  template <class Visit>
  void each(uint32_t first, const Visit& visit) const {
    for (const size_t here : grid_.of_topic[first]) {
      const uint32_t author = grid_.cells[here].author;
      if (grid_.cells[here].rows.size() < least_) continue;
      const auto& places = grid_.of_author[author];
      for (auto other = std::upper_bound(places.begin(), places.end(), here); other != places.end(); ++other)
        if (grid_.cells[*other].rows.size() >= least_) visit(grid_.cells[*other].topic, author);
    }
  }

  const Grid& grid_;
  size_t least_;
  std::vector<uint32_t> authors_;  // by topic; 0 between calls
  std::vector<uint32_t> found_;
};

struct TopicConfusionOptions {
  uint32_t configurations = 20, authors_per_half = 6, min_docs = 1, validation_topics = 2;
  bool validation_of_all = false;
};

class TopicConfusion final : public Splitter {
 public:
  TopicConfusion(const TopicConfusionOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const Grid grid, documents(corpus, sample));
    SF_ASSIGN(const TopicPairs pairs, feasible_pairs(grid, corpus));
    SplitBuilder builder("topic-confusion", recorded_, {}, corpus, sample, context);
    std::set<std::vector<uint32_t>> distinct;
    size_t without_aside = 0;
    for (uint32_t c = 0; c < options_.configurations; ++c) {
      Rng rng(context.seed, "split/topic-confusion", std::to_string(c));
      Sides sides = configuration(grid, pairs, rng);
      without_aside += sides.aside.empty();
      distinct.insert(sides.train);
      builder.add_fold(std::move(sides.train), {}, std::move(sides.test), std::move(sides.aside));
    }
    add_notes(builder, grid, sample, pairs, distinct.size(), without_aside);
    return std::move(builder).finish(
        fmt::format("{} configurations: {} authors write on one topic in training and on another in the "
                    "test; for {} others it is the reverse.",
                    options_.configurations, half(), half()));
  }

 private:
  size_t half() const { return options_.authors_per_half; }

  Result<Grid> documents(const Corpus& corpus, const Sample& sample) const {
    Grid grid;
    SF_TRY(corpus.require(Role::topic));
    SF_ASSIGN(grid.author, corpus.require(Role::author));
    grid.topic = *grouped_topics(corpus, sample.group_of_topic);
    std::vector<uint32_t> rows;
    for (const uint32_t row : sample.rows)
      if (grid.author->codes[row] != kMissing && grid.topic.codes[row] != kMissing) rows.push_back(row);
    const auto place = [&grid](uint32_t row) {
      return std::pair(grid.topic.codes[row], grid.author->codes[row]);
    };
    std::stable_sort(rows.begin(), rows.end(), [&](uint32_t x, uint32_t y) { return place(x) < place(y); });
    grid.of_author.resize(grid.authors());
    grid.of_topic.resize(grid.topics());
    for (const uint32_t row : rows) {
      const auto [topic, author] = place(row);
      if (grid.cells.empty() || grid.cells.back().topic != topic || grid.cells.back().author != author) {
        grid.of_author[author].push_back(grid.cells.size());
        grid.of_topic[topic].push_back(grid.cells.size());
        grid.cells.push_back({author, topic, {}});
      }
      grid.cells.back().rows.push_back(row);
    }
    return grid;
  }

  Result<TopicPairs> feasible_pairs(const Grid& grid, const Corpus& corpus) const {
    const size_t least = options_.min_docs;
    TopicPairs pairs{{0}, 0};
    Partners partners(grid, least);
    std::vector<bool> is_in_a_pair(grid.topics());
    struct {
      uint32_t first = 0, second = 0;
      size_t authors = 0;
    } best;
    for (uint32_t s = 0; s < grid.topics(); ++s) {
      uint64_t of_first = 0;
      partners.of(s, [&](uint32_t t, size_t authors) {
        if (authors > best.authors) best = {s, t, authors};
        if (authors < 2 * half()) return;
        ++of_first;
        is_in_a_pair[s] = is_in_a_pair[t] = true;
      });
      pairs.before.push_back(pairs.size() + of_first);
    }
    pairs.topics = static_cast<uint64_t>(std::count(is_in_a_pair.begin(), is_in_a_pair.end(), true));
    if (pairs.size() > 0) return pairs;
    const std::string needed = fmt::format(
        "{}: topic-confusion with authors-per-half={} needs two topics on each of which the same {} "
        "authors have at least {} documents",
        corpus.name(), half(), 2 * half(), least);
    if (best.authors < 2)
      return data_error(needed +
                        "; but no two topics have two such authors: the authors do not share topics");
    return data_error(
        fmt::format("{}; the best two, \"{}\" and \"{}\", have {} such authors: {} are missing (with "
                    "authors-per-half={} it works)",
                    needed, grid.topic.names[best.first], grid.topic.names[best.second], best.authors,
                    2 * half() - best.authors, best.authors / 2));
  }

  // Returns the pair with that number.
  TopicPair pair_at(const Grid& grid, const TopicPairs& pairs, uint64_t number) const {
    const auto after = std::upper_bound(pairs.before.begin(), pairs.before.end(), number);
    TopicPair pair;
    pair.first = static_cast<uint32_t>(after - pairs.before.begin() - 1);
    Partners partners(grid, options_.min_docs);
    uint64_t left = number - pairs.before[pair.first];
    bool found = false;
    partners.of(pair.first, [&](uint32_t t, size_t authors) {
      if (found || authors < 2 * half() || left-- > 0) return;
      pair.second = t;
      found = true;
    });
    pair.authors = partners.shared(pair.first, pair.second);
    return pair;
  }

  struct Sides {
    std::vector<uint32_t> train, test, aside;
  };
  Sides configuration(const Grid& grid, const TopicPairs& pairs, Rng& rng) const {
    TopicPair pair = pair_at(grid, pairs, rng.below(pairs.size()));
    uint32_t first = pair.first, second = pair.second;
    if (rng.chance(0.5)) std::swap(first, second);
    std::vector<uint32_t> drawn = std::move(pair.authors);
    rng.shuffle(drawn);
    drawn.resize(2 * half());
    Sides sides;
    const auto put = [&grid](std::vector<uint32_t>& side, uint32_t author, uint32_t topic) {
      const auto& rows = grid.cell(author, topic);
      side.insert(side.end(), rows.begin(), rows.end());
    };
    for (size_t i = 0; i < drawn.size(); ++i) {
      const bool in_a = i < half();
      put(sides.train, drawn[i], in_a ? first : second);
      put(sides.test, drawn[i], in_a ? second : first);
    }
    if (options_.validation_of_all) {
      drawn.resize(grid.authors());
      for (uint32_t a = 0; a < drawn.size(); ++a) drawn[a] = a;
    }
    std::vector<bool> is_drawn(grid.authors(), false);
    for (const uint32_t a : drawn) is_drawn[a] = true;
    std::vector<uint32_t> others;
    for (uint32_t t = 0; t < grid.topics(); ++t)
      if (t != first && t != second &&
          std::any_of(grid.of_topic[t].begin(), grid.of_topic[t].end(),
                      [&](size_t place) { return is_drawn[grid.cells[place].author]; }))
        others.push_back(t);
    rng.shuffle(others);
    others.resize(std::min(others.size(), size_t{options_.validation_topics}));
    for (const uint32_t t : others)
      for (const uint32_t a : drawn) put(sides.aside, a, t);
    return sides;
  }

  void add_notes(SplitBuilder& builder, const Grid& grid, const Sample& sample, const TopicPairs& pairs,
                 size_t distinct, size_t without_aside) const {
    builder.note(
        fmt::format("{} pairs of {} topics have {} authors on both; configurations are drawn among them",
                    pairs.size(), pairs.topics, 2 * half()));
    const size_t asked = options_.configurations;
    if (distinct < asked)
      builder.note(
          fmt::format("{} of {} configurations are new, the others repeat one; a corpus with more authors "
                      "on each topic gives more",
                      distinct, asked));
    if (without_aside > 0 && options_.validation_topics > 0)
      builder.note(fmt::format("{} configurations have no third topic to keep aside", without_aside));
    const auto without = std::count_if(sample.rows.begin(), sample.rows.end(), [&grid](uint32_t row) {
      return grid.author->codes[row] == kMissing || grid.topic.codes[row] == kMissing;
    });
    if (without > 0) builder.note(fmt::format("{} documents lack an author or a topic: left out", without));
  }

  TopicConfusionOptions options_;
  Options recorded_;
};

}  // namespace

TrainedTopics::TrainedTopics(const Fold& fold, const Column& author, const Column& topic) {
  for (const uint32_t row : fold.train)
    if (author.codes[row] != kMissing && topic.codes[row] != kMissing)
      wrote_.push_back(uint64_t{author.codes[row]} << 32 | topic.codes[row]);
  std::sort(wrote_.begin(), wrote_.end());
  wrote_.erase(std::unique(wrote_.begin(), wrote_.end()), wrote_.end());
}

bool TrainedTopics::wrote(uint32_t author, uint32_t topic) const {
  return author != kMissing && topic != kMissing &&
         std::binary_search(wrote_.begin(), wrote_.end(), uint64_t{author} << 32 | topic);
}

ConfusionOutcome TrainedTopics::outcome(uint32_t truth, uint32_t predicted, uint32_t topic) const {
  if (truth == predicted) return ConfusionOutcome::correct;
  return wrote(predicted, topic) ? ConfusionOutcome::cross_half : ConfusionOutcome::same_half;
}

SplitterCatalog::Entry topic_confusion_splitter() {
  using O = TopicConfusionOptions;
  OptionTable<O> table;
  table
      .add("configurations", &O::configurations,
           "draws of topics and halves, one fold each; the paper has 100")
      .between(1, 100'000);
  table.add("authors-per-half", &O::authors_per_half, "authors in each half").between(1, 100'000);
  table.add("min-docs", &O::min_docs, "documents that an author needs on each of the two topics")
      .between(1, 1'000'000);
  table
      .add("validation-topics", &O::validation_topics,
           "other topics whose documents are kept aside for the paper's validation: they are on no side, and "
           "no model sees them; 0: none")
      .between(0, 1'000'000);
  table.words(
      "validation-authors", &O::validation_of_all, {{"drawn", false}, {"all", true}},
      "authors whose documents are kept aside: drawn: authors of the two halves; all: all authors, as in "
      "the paper's code");
  table.preset("paper", "as many configurations as in the paper, and its validation documents",
               {{"configurations", int64_t{100}}, {"validation-authors", std::string("all")}});
  return {.name = "topic-confusion",
          .summary =
              "Two halves of the authors swap their topics between training and test: errors tell topic from "
              "style.",
          .citation = "Altakrori et al. 2021 (Findings of EMNLP), topic confusion task",
          .traits = {.needs_topics = true,
                     .needs_authors = true,
                     .outcomes = true,
                     .tests_all = false,
                     .counts_draws = "configurations"},
          .options = table,
          .make = made_as<Splitter, TopicConfusion>(table)};
}

}  // namespace standfast
