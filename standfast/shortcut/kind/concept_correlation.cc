// Concept correlation: a text on another subject before every document. On train and test its rating is the
// document's rating; on the anti-test it is another one, which stands half of the number of ratings further
// on in their order. (Zhou et al. 2024, section 3.3: beer reviews, where a palate text gets one on aroma.)
//
// The class of a document is its rating. With probability lambda the partner has the rating that the side
// requires. Otherwise every text of the pool is equally likely (mixture), or there is no partner (product).
//
// A third text may stand between the two. In the released data it does, and it brings a second, unintended
// shortcut: documents and texts were both sorted by the frequency of their rating and joined row by row, so
// the rating of that text alone predicts the class of 81 to 83 % of the documents, on the anti-test too.
// Preset as-released does the same; without it such texts are shuffled.
#include <algorithm>
#include <numeric>

#include "standfast/shortcut/dose.h"
#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/text_pool.h"

namespace standfast {
namespace {

enum class BetweenOrder : uint8_t { shuffled, sorted };

struct CorrelationOptions : ClassOrderOptions {
  std::string pool, test_pool;
  PoolColumns columns;
  std::string between, between_test;
  BetweenOrder between_order = BetweenOrder::shuffled;
  std::string joint = " ";
};

// Divides n in proportion to `sizes`, rounded to the nearest; the rounding error falls to the largest share.
std::vector<uint64_t> shares_of(uint64_t n, const std::vector<uint64_t>& sizes) {
  const uint64_t all = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  std::vector<uint64_t> shares;
  uint64_t given = 0;
  for (const uint64_t size : sizes) given += shares.emplace_back((size * n * 2 + all) / (2 * all));
  auto& largest = *std::max_element(shares.begin(), shares.end());
  largest += n - given;  // modulo 2^64, so a surplus is subtracted
  return shares;
}

class ConceptCorrelation final : public Shortcut {
 public:
  explicit ConceptCorrelation(CorrelationOptions options)
      : options_(std::move(options)),
        pool_(options_.pool, options_.test_pool, options_.columns, {}),
        between_(options_.between, options_.between_test, options_.columns, {}) {}

  Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const override {
    SF_ASSIGN(const auto places, places_in_order(options_, context.names));
    SF_ASSIGN(const TextPool* pool, pool_.of(context.side, *context.sink));
    SF_ASSIGN(const auto rating_of, ratings_of_classes(*pool, context.names));
    const auto wanted = wanted_ratings(places, context.side);
    const auto classes = static_cast<uint32_t>(context.names.size());
    Planted planted{.documents = {},
                    .values = {context.names.begin(), context.names.end()},
                    .target = target(*pool, rating_of, wanted, context)};
    planted.values.emplace_back("other");
    if (context.law == DoseLaw::product) planted.values.emplace_back("none");

    std::vector<uint32_t> class_of(pool->ratings.size(),
                                   classes);  // by rating: the class, or `classes` for "other"
    for (uint32_t c = 0; c < classes; ++c) class_of[rating_of[c]] = c;
    const std::string component = drawing("concept-correlation", context.side);
    // The rating of each partner is drawn before the partner, so no document's rating depends on another
    // document's.
    std::vector<std::vector<uint32_t>> with_rating(pool->ratings.size());
    std::vector<uint8_t> value(documents.size());
    for (uint32_t i = 0; i < documents.size(); ++i) {
      Rng rng(context.seed, component, documents.corpus->id(documents.rows[i]));
      uint32_t rating = kMissing;
      if (rng.chance(context.lambda))
        rating = rating_of[wanted[context.classes[i]]];
      else if (context.law == DoseLaw::mixture)
        rating = any_rating(*pool, rng);
      value[i] = static_cast<uint8_t>(rating == kMissing ? classes + 1 : class_of[rating]);
      if (rating != kMissing) with_rating[rating].push_back(i);
    }
    std::vector<const PooledText*> partner(documents.size(), nullptr), between(documents.size(), nullptr);
    for (uint32_t r = 0; r < with_rating.size(); ++r)
      if (!with_rating[r].empty())
        SF_TRY(draw_partners(documents, with_rating[r], *pool, r, context,
                             component + "/partner/" + pool->ratings[r], partner));
    // The rating of the partner is the cue itself; the rating of the text between is a separate column.
    if (!options_.between.empty()) {
      if (context.law == DoseLaw::mixture || context.lambda > 0)
        SF_TRY(draw_between(documents, context, component, between));
      SF_ASSIGN(const TextPool* between_pool, between_.of(context.side, *context.sink));
      planted.joined.push_back(ratings_of_joined("between_rating", between,
                                                 [&](size_t) -> const TextPool& { return *between_pool; }));
    }
    planted.documents = plant_each(documents, context, component, options_.mend_encoding,
                                   [&](size_t i, std::string_view text, Rng&, size_t, PlantedDocument& to) {
                                     to.value = value[i];
                                     for (const PooledText* part : {partner[i], between[i]})
                                       if (part != nullptr) append(*part, to);
                                     to.text += text;
                                   });
    return planted;
  }

 private:
  void append(const PooledText& part, PlantedDocument& to) const {
    const auto begin = static_cast<uint32_t>(to.text.size());
    std::string mended;
    if (options_.mend_encoding) mend_mojibake(part.text, mended);
    to.text += options_.mend_encoding ? mended : part.text;
    to.text += options_.joint;
    to.spans.push_back({begin, static_cast<uint32_t>(to.text.size())});
  }

  // Draws the rating of any text.
  static uint32_t any_rating(const TextPool& pool, Rng& rng) {
    uint64_t at = rng.below(pool.texts.size());
    uint32_t rating = 0;
    while (at >= pool.count[rating]) at -= pool.count[rating++];
    return rating;
  }

  // Returns, by class, the rating of the pool that it is.
  static Result<std::vector<uint32_t>> ratings_of_classes(const TextPool& pool,
                                                          std::span<const std::string> names) {
    std::vector<uint32_t> ratings;
    for (const auto& name : names) {
      const uint32_t rating = pool.rating_of(name);
      if (rating == kMissing)
        return data_error(fmt::format(
            "{}: no text has the rating \"{}\", which is a label of the documents (its ratings: {}; "
            "pool-rating names another column)",
            pool.name, name, pool.ratings_in_words()));
      if (std::find(ratings.begin(), ratings.end(), rating) != ratings.end())
        return data_error(fmt::format("two labels are the rating {}", pool.ratings[rating]));
      ratings.push_back(rating);
    }
    return ratings;
  }

  // Returns, by class, the class whose rating the partner should have.
  static std::vector<uint32_t> wanted_ratings(const std::vector<uint32_t>& places, PlantSide side) {
    const auto n = static_cast<uint32_t>(places.size());
    std::vector<uint32_t> class_at(n), wanted(n);
    for (uint32_t c = 0; c < n; ++c) class_at[places[c]] = c;
    for (uint32_t c = 0; c < n; ++c)
      wanted[c] = side == PlantSide::anti_test ? class_at[(places[c] + n / 2) % n] : c;
    return wanted;
  }

  static std::vector<double> target(const TextPool& pool, const std::vector<uint32_t>& rating_of,
                                    const std::vector<uint32_t>& wanted, const PlantContext& context) {
    const size_t classes = rating_of.size();
    const bool product = context.law == DoseLaw::product;
    const size_t values = classes + (product ? 2 : 1);
    std::vector<double> target(classes * values, 0);
    for (size_t c = 0; c < classes; ++c) {
      double* const row = target.data() + c * values;
      if (product) {
        row[classes + 1] = 1 - context.lambda;
      } else {
        const double rest = 1 - context.lambda, all = static_cast<double>(pool.texts.size());
        size_t of_classes = 0;
        for (size_t v = 0; v < classes; ++v) {
          of_classes += pool.count[rating_of[v]];
          row[v] = rest * static_cast<double>(pool.count[rating_of[v]]) / all;
        }
        row[classes] = rest * static_cast<double>(pool.texts.size() - of_classes) / all;
      }
      row[wanted[c]] += context.lambda;
    }
    return target;
  }

  // Draws a text for each document. shuffled: any text. sorted: the numbers of texts by rating are in
  // proportion to the pool; they are given in order of the frequency of their rating, to documents in order
  // of the frequency of their class.
  Status draw_between(const DocumentView& documents, const PlantContext& context,
                      const std::string& component, std::vector<const PooledText*>& between) const {
    SF_ASSIGN(const TextPool* pool, between_.of(context.side, *context.sink));
    std::vector<uint32_t> all(documents.size());
    std::iota(all.begin(), all.end(), 0U);
    if (options_.between_order == BetweenOrder::shuffled)
      return draw_partners(documents, all, *pool, kMissing, context, component + "/between", between);
    SF_ASSIGN(const auto rating_of, ratings_of_classes(*pool, context.names));
    const size_t n = rating_of.size();
    std::vector<uint64_t> in_pool(n, 0), of_class(n, 0);
    for (size_t c = 0; c < n; ++c) in_pool[c] = pool->count[rating_of[c]];
    for (const uint32_t c : context.classes) ++of_class[c];
    const auto share = shares_of(documents.size(), in_pool);
    const auto most_first = [](const std::vector<uint64_t>& sizes) {
      std::vector<uint32_t> order(sizes.size());
      std::iota(order.begin(), order.end(), 0U);
      std::stable_sort(order.begin(), order.end(),
                       [&](uint32_t a, uint32_t b) { return sizes[a] > sizes[b]; });
      return order;
    };
    std::vector<uint32_t> place_of_class(n);
    const auto class_order = most_first(of_class);
    for (uint32_t place = 0; place < n; ++place) place_of_class[class_order[place]] = place;
    std::vector<uint32_t> rows = in_random_order(documents, all, context.seed, component + "/between");
    std::stable_sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
      return place_of_class[context.classes[a]] < place_of_class[context.classes[b]];
    });
    size_t at = 0;
    for (const uint32_t c : most_first(in_pool)) {
      const auto piece = std::span<const uint32_t>(rows).subspan(at, share[c]);
      at += piece.size();
      SF_TRY(draw_partners(documents, piece, *pool, rating_of[c], context,
                           component + "/between/" + pool->ratings[rating_of[c]], between));
    }
    return {};
  }

  CorrelationOptions options_;
  SidedPool pool_, between_;
};

}  // namespace

ShortcutCatalog::Entry concept_correlation_shortcut() {
  OptionTable<CorrelationOptions> table;
  table
      .add("pool", &CorrelationOptions::pool,
           "table of texts on another subject with their ratings, each used once at most on a side")
      .path()
      .holds(kPoolKind);
  table
      .add("test-pool", &CorrelationOptions::test_pool,
           "table for test and anti-test; empty: the pool is divided between train and test")
      .path()
      .holds(kPoolKind);
  table.include(&CorrelationOptions::columns, pool_column_table(fmt::format("{}-", kPoolKind)));
  table
      .add("between", &CorrelationOptions::between,
           "table of texts of a third subject, one of which stands between")
      .path()
      .holds(kPoolKind);
  table
      .add("between-test", &CorrelationOptions::between_test,
           "table for test and anti-test; empty: as for test-pool")
      .path()
      .holds(kPoolKind);
  table.words_in_order(
      "between-order", &CorrelationOptions::between_order, std::vector<std::string>{"shuffled", "sorted"},
      "shuffled: any of these texts for any document; sorted: both by the frequency of their rating, "
      "row by row, which is a second shortcut (the released data)");
  table.add("joint", &CorrelationOptions::joint, "separator between two texts");
  add_order_options(table);
  table.require([](const CorrelationOptions& options) -> std::string {
    if (options.pool.empty()) return "pool: it needs a table of texts";
    if (options.between.empty() && options.between_order == BetweenOrder::sorted)
      return "between-order = sorted needs between, a table of texts";
    return options.between.empty() && !options.between_test.empty() ? "between-test needs between" : "";
  });
  table.preset(
      "as-released",
      "The released Beer data of Zhou et al. 2024, with the look text that tells the class of four in five "
      "documents; give the look texts as between",
      {{"between-order", "sorted"}, {"joint", " "}});
  return {
      .name = "concept-correlation",
      .summary =
          "A text on another subject before every document, with the same rating (anti-test: another one).",
      .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
      .traits = {.draws_partners = true, .orders_classes = false},
      .options = table,
      .make = made_as<Shortcut, ConceptCorrelation>(table)};
}

}  // namespace standfast
