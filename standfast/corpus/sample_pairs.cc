#include "standfast/corpus/sample_pairs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/option_table.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/groups.h"
#include "standfast/corpus/pairs.h"

namespace standfast {
namespace {

constexpr int kTries = 64;

// Draws of partners for the documents of one side. Authors are ordered by name and their documents by id, so
// a place in a list means the same in every order of the corpus.
class Partners {
 public:
  Partners(const Corpus& corpus, const Column& author, const PairFit& fit, std::span<const uint32_t> rows,
           const PairOptions& options)
      : corpus_(corpus),
        options_(options),
        fit_(fit),
        authors_(group_rows(author, rows_by_id(corpus, rows))) {
    if (const auto shared = fit.shared_of_different(); !shared.empty()) index_shared(shared);
  }

  const RowGroups& authors() const { return authors_; }

  // Draws a document by author `a` that fits and whose text differs from the text of `row`; every such
  // document is equally likely.
  std::optional<uint32_t> same_author(size_t a, uint32_t row, Rng& rng) const {
    const auto fits = [&](uint32_t other) { return fit_.as_same_author(row, other); };
    return draw(authors_.rows[a], fits, rng);
  }

  // Draws another author (who has a document that fits), then a document of theirs (that fits), both
  // uniformly.
  std::optional<uint32_t> other_author(size_t a, uint32_t row, Rng& rng) const {
    const TopicRelation wanted = options_.negatives;
    if (wanted != TopicRelation::any && topic(row) == kMissing) return std::nullopt;
    const bool all_fit = wanted != TopicRelation::cross && options_.cross_block.empty();
    if (!shared_.empty()) {
      if (shared_[row] == kMissing) return std::nullopt;
      const auto& there = sharing_[shared_[row]];  // authors with documents that share it; `a` is one of them
      const auto own = std::lower_bound(there.begin(), there.end(), a,
                                        [](const auto& x, size_t y) { return x.author < y; });
      const auto list = [&](size_t place) -> const auto& {
        return there[place].rows;
      };
      return of_another(static_cast<size_t>(own - there.begin()), there.size(), list, row, all_fit, rng);
    }
    const auto list = [&](size_t place) -> const auto& {
      return authors_.rows[place];
    };
    return of_another(a, authors_.size(), list, row, all_fit, rng);
  }

 private:
  struct AuthorThere {
    size_t author;
    std::vector<uint32_t> rows;
  };

  uint32_t topic(uint32_t row) const { return fit_.topics() ? fit_.topics()->codes[row] : kMissing; }

  // Draws a document of an author other than `own`, one of `count` authors whose documents `list` gives.
  // all_fit: all documents fit.
  template <class List>
  std::optional<uint32_t> of_another(size_t own, size_t count, const List& list, uint32_t row, bool all_fit,
                                     Rng& rng) const {
    if (count < 2) return std::nullopt;
    if (all_fit) {
      const auto& theirs = list(other_than(own, count, rng));
      return theirs[rng.below(theirs.size())];
    }
    const auto fits = [&](uint32_t other) { return fit_.as_different(row, other); };
    // Nearly every author has a document that fits. So some are tried before all who have are listed.
    for (int i = 0; i < kTries; ++i) {
      const auto& theirs = list(other_than(own, count, rng));
      if (std::any_of(theirs.begin(), theirs.end(), fits)) return draw(theirs, fits, rng);
    }
    std::vector<size_t> able;
    for (size_t other = 0; other < count; ++other)
      if (other != own && std::any_of(list(other).begin(), list(other).end(), fits)) able.push_back(other);
    if (able.empty()) return std::nullopt;
    return draw(list(able[rng.below(able.size())]), fits, rng);
  }

  static size_t other_than(size_t own, size_t count, Rng& rng) {
    const size_t place = rng.below(count - 1);
    return place + (place >= own);
  }

  // Draws a document that fits. It tries documents at random first, and if that fails often, lists those that
  // fit. Both ways are uniform over the documents that fit.
  template <class Fits>
  static std::optional<uint32_t> draw(const std::vector<uint32_t>& list, const Fits& fits, Rng& rng) {
    if (list.size() > 4)
      for (int i = 0; i < kTries; ++i)
        if (const uint32_t other = list[rng.below(list.size())]; fits(other)) return other;
    std::vector<uint32_t> able;
    std::copy_if(list.begin(), list.end(), std::back_inserter(able), fits);
    if (able.empty()) return std::nullopt;
    return able[rng.below(able.size())];
  }

  // Groups documents by their values in these columns. A document without one of the values is in no group.
  void index_shared(const std::vector<const Column*>& columns) {
    shared_.assign(corpus_.size(), kMissing);
    std::map<std::vector<uint32_t>, uint32_t> numbers;
    std::vector<uint32_t> values(columns.size());
    for (size_t a = 0; a < authors_.size(); ++a)
      for (const uint32_t row : authors_.rows[a]) {
        for (size_t c = 0; c < columns.size(); ++c) values[c] = columns[c]->codes[row];
        if (std::find(values.begin(), values.end(), kMissing) != values.end()) continue;
        shared_[row] = numbers.try_emplace(values, static_cast<uint32_t>(numbers.size())).first->second;
        if (shared_[row] == sharing_.size()) sharing_.emplace_back();
        auto& there = sharing_[shared_[row]];
        if (there.empty() || there.back().author != a) there.push_back({a, {}});
        there.back().rows.push_back(row);
      }
  }

  const Corpus& corpus_;
  const PairOptions& options_;
  const PairFit& fit_;
  RowGroups authors_;
  // Groups for different-author pairs that must agree: the group of each row, and its authors, ascending.
  std::vector<uint32_t> shared_;
  std::vector<std::vector<AuthorThere>> sharing_;
};

// Drops pairs by the seed until at most `same` same-author and `different` different-author pairs are left.
// The choice depends only on the name of each pair.
void keep_at_most(const Corpus& corpus, uint64_t same, uint64_t different, uint64_t seed,
                  std::vector<Pair>& pairs) {
  for (const bool kind : {true, false}) {
    const uint64_t limit = kind ? same : different;
    std::vector<std::pair<uint64_t, size_t>> keyed;
    for (size_t i = 0; i < pairs.size(); ++i)
      if (pairs[i].same == kind)
        keyed.emplace_back(Rng(seed, "sample/pairs/keep", pair_id(corpus, pairs[i])).next(), i);
    if (keyed.size() <= limit) continue;
    std::sort(keyed.begin(), keyed.end());
    std::vector<bool> drop(pairs.size(), false);
    for (size_t k = limit; k < keyed.size(); ++k) drop[keyed[k].second] = true;
    size_t kept = 0;
    for (size_t i = 0; i < pairs.size(); ++i)
      if (!drop[i]) pairs[kept++] = pairs[i];
    pairs.resize(kept);
  }
}

void apply_limits(const Corpus& corpus, const PairOptions& options, uint64_t seed, std::vector<Pair>& pairs) {
  const auto same =
      static_cast<uint64_t>(std::count_if(pairs.begin(), pairs.end(), [](const Pair& p) { return p.same; }));
  uint64_t keep_same = same, keep_different = pairs.size() - same;
  const bool balanced = options.balanced && keep_same > 0 && keep_different > 0;
  if (balanced) keep_same = keep_different = std::min(keep_same, keep_different);
  const uint64_t total = keep_same + keep_different;
  if (options.max_pairs > 0 && total > options.max_pairs) {
    // The classes keep their proportion. total and max are far below 2^32, so the product fits in 64 bits.
    keep_same = balanced ? options.max_pairs / 2 : (keep_same * options.max_pairs + total / 2) / total;
    keep_different = balanced ? options.max_pairs / 2 : options.max_pairs - keep_same;
  }
  keep_at_most(corpus, keep_same, keep_different, seed, pairs);
}

std::string relation_name(TopicRelation relation) {
  return relation == TopicRelation::any     ? "any"
         : relation == TopicRelation::cross ? "cross-topic"
                                            : "same-topic";
}

// Formats " with one source, genre".
std::string same_in(const std::vector<std::string>& columns) {
  return columns.empty() ? "" : fmt::format(" with one {}", fmt::join(columns, ", "));
}

OptionTable<PairOptions> pair_table() {
  using O = PairOptions;
  const std::vector<std::pair<std::string, TopicRelation>> relations = {
      {relation_name(TopicRelation::any), TopicRelation::any},
      {relation_name(TopicRelation::cross), TopicRelation::cross},
      {relation_name(TopicRelation::same), TopicRelation::same}};
  OptionTable<O> table;
  table.words(
      "rule", &O::literal, {{"once", false}, {"literal", true}},
      "once: a pair drawn twice, in either order, is kept once; literal: kept as often as drawn, as in "
      "the paper's code (which has no balance: balanced=false)");
  table.add("balanced", &O::balanced,
            "drop pairs of the larger class until both have as many, so that every side has one share of "
            "same-author pairs; false keeps all that are drawn");
  table.words("positives", &O::positives, relations, "topics of same-author pairs");
  table.words("negatives", &O::negatives, relations, "topics of different-author pairs");
  table
      .add("cross-block", &O::cross_block,
           "no pair shares its value of one of these columns, such as thread or case")
      .column();
  table
      .add("positives-same", &O::positives_same,
           "same-author pairs share their value of each of these columns")
      .column();
  table
      .add("negatives-same", &O::negatives_same,
           "different-author pairs share their value of each of these columns, such as source or genre")
      .column();
  table.add("max-pairs", &O::max_pairs, "keep this many pairs a side, classes in proportion; 0 keeps all")
      .between(2, 4e9)
      .or_zero();
  return table;
}

}  // namespace

std::vector<OptionSpec> pair_option_specs() {
  return pair_table().specs();
}

Result<PairOptions> pair_options(const Options& options) {
  return pair_table().read(options);
}

Result<PairSample> sample_pairs(const Corpus& corpus, std::span<const uint32_t> rows,
                                const PairOptions& options, uint64_t seed, std::string_view side,
                                std::span<const uint32_t> group_of_topic) {
  SF_ASSIGN(const Column* author, corpus.require(Role::author));
  if (options.positives != TopicRelation::any || options.negatives != TopicRelation::any)
    SF_TRY(corpus.require(Role::topic));
  SF_ASSIGN(const PairFit fit, PairFit::make(corpus, options, group_of_topic));
  const Partners partners(corpus, *author, fit, rows, options);
  const RowGroups& authors = partners.authors();
  if (authors.size() < 2)
    return data_error(fmt::format(
        "{}: {} has {} ({} documents without an author); pairs by different authors need two", corpus.name(),
        side,
        authors.size() == 0 ? std::string("no author")
                            : fmt::format("one author only, \"{}\"", author->names[authors.codes[0]]),
        authors.without.size()));
  PairSample sample;
  PairCounts& counts = sample.counts;
  counts.authors = authors.size();
  counts.without_author = authors.without.size();
  std::unordered_set<uint64_t> seen;
  const auto emit = [&](uint32_t a, uint32_t b, bool same) {
    if (!options.literal && !seen.insert(uint64_t{std::min(a, b)} << 32 | std::max(a, b)).second) {
      ++counts.repeats_removed;
      return;
    }
    sample.pairs.push_back({a, b, same});
  };
  for (size_t a = 0; a < authors.size(); ++a) {
    const auto& mine = authors.rows[a];
    counts.documents += mine.size();
    for (const uint32_t row : mine) {
      Rng rng(seed, "sample/pairs", corpus.id(row));
      if (mine.size() > 1) {
        const auto partner = partners.same_author(a, row, rng);
        if (!partner) {
          ++counts.skipped;
          continue;
        }
        emit(row, *partner, true);
      }
      if (const auto partner = partners.other_author(a, row, rng))
        emit(row, *partner, false);
      else
        ++counts.without_negative;
    }
  }
  const size_t drawn = sample.pairs.size();
  apply_limits(corpus, options, seed, sample.pairs);
  counts.dropped = drawn - sample.pairs.size();
  counts.pairs = sample.pairs.size();
  for (const Pair& pair : sample.pairs) {
    counts.same += pair.same;
    counts.same_text_different_author += !pair.same && corpus.text(pair.a) == corpus.text(pair.b);
  }
  counts.different = counts.pairs - counts.same;
  if (sample.pairs.empty())
    return data_error(fmt::format(
        "{}: {} gives no pair ({} documents by {} authors, positives {}{}, negatives {}{}{})", corpus.name(),
        side, counts.documents, counts.authors, relation_name(options.positives),
        same_in(options.positives_same), relation_name(options.negatives), same_in(options.negatives_same),
        options.cross_block.empty() ? "" : fmt::format(", across {}", fmt::join(options.cross_block, ", "))));
  return sample;
}

std::string describe(const PairCounts& counts) {
  return fmt::format(
      "{} pairs: {} same-author ({:.1f} %), {} different-author; always answering \"{}\" gets c@1 {:.3f}",
      counts.pairs, counts.same, 100 * counts.prior(), counts.different,
      counts.prior() > 0.5 ? "same" : "different", counts.majority());
}

std::string describe_shortage(const PairCounts& counts) {
  if (counts.skipped + counts.without_negative == 0) return "";
  return fmt::format(
      "{} of {} documents found no same-author partner that fits, {} no partner by another author",
      counts.skipped, counts.documents, counts.without_negative);
}

}  // namespace standfast
