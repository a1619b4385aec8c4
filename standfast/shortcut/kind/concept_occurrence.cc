// Concept occurrence: a text on one of two other subjects before every document, of which the first goes with
// the last class. The cue is that the subject occurs, not what is said about it. (Zhou et al. 2024, section
// 3.3: beer reviews, where a palate text gets one on aroma or one on look.)
#include <mutex>
#include <optional>

#include "standfast/shortcut/dose.h"
#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/text_pool.h"

namespace standfast {
namespace {

struct OccurrenceOptions : DoseOptions {
  std::string high = "high", low = "low";
  std::string high_pool, high_test_pool, low_pool, low_test_pool;
  PoolColumns columns;
  std::vector<std::string> ratings;
  std::string joint = " ";
};

class ConceptOccurrence final : public Shortcut {
 public:
  explicit ConceptOccurrence(OccurrenceOptions options)
      : options_(std::move(options)),
        high_(options_.high_pool, options_.high_test_pool, options_.columns, options_.ratings),
        low_(options_.low_pool, options_.low_test_pool, options_.columns, options_.ratings) {}

  Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const override {
    SF_ASSIGN(const Dose dose, Dose::make(options_, context, OtherValue::planted));
    SF_ASSIGN(const TextPool* low, low_.of(context.side, *context.sink));
    SF_ASSIGN(const TextPool* high, high_.of(context.side, *context.sink));
    SF_TRY(check_subjects(context));
    Planted planted{.documents = {}, .values = {options_.low, options_.high}, .target = dose.target()};
    if (dose.values() == 3) planted.values.emplace_back("none");
    const std::string component = drawing("concept-occurrence", context.side);
    std::vector<std::vector<uint32_t>> with_value(3);
    std::vector<uint8_t> value(documents.size());
    for (uint32_t i = 0; i < documents.size(); ++i) {
      Rng rng(context.seed, component, documents.corpus->id(documents.rows[i]));
      value[i] = dose.draw(rng, context.classes[i]);
      with_value[value[i]].push_back(i);
    }
    std::vector<const PooledText*> partner(documents.size(), nullptr);
    SF_TRY(draw_partners(documents, with_value[0], *low, kMissing, context, component + "/low", partner));
    SF_TRY(draw_partners(documents, with_value[1], *high, kMissing, context, component + "/high", partner));
    planted.joined.push_back(ratings_of_joined("partner_rating", partner, [&](size_t i) -> const TextPool& {
      return value[i] == 1 ? *high : *low;
    }));
    planted.documents = plant_each(documents, context, component, options_.mend_encoding,
                                   [&](size_t i, std::string_view text, Rng&, size_t, PlantedDocument& to) {
                                     to.value = value[i];
                                     if (partner[i] != nullptr) {
                                       if (options_.mend_encoding)
                                         mend_mojibake(partner[i]->text, to.text);
                                       else
                                         to.text = partner[i]->text;
                                       to.text += options_.joint;
                                       to.spans.push_back({0, static_cast<uint32_t>(to.text.size())});
                                     }
                                     to.text += text;
                                   });
    return planted;
  }

 private:
  // Checks for texts that belong to both subjects, on one side or across them. Compares and warns only once.
  Status check_subjects(const PlantContext& context) const {
    const std::lock_guard lock(mutex_);
    if (!subjects_) subjects_ = compare_subjects(context);
    return *subjects_;
  }
  static std::string files(const std::string& train, const std::string& test) {
    return test.empty() ? train : train + ", for test " + test;
  }
  Status compare_subjects(const PlantContext& context) const {
    ComparedPools pools{.first = {},
                        .second = {},
                        .names = fmt::format("high-pool ({}) and low-pool ({})",
                                             files(options_.high_pool, options_.high_test_pool),
                                             files(options_.low_pool, options_.low_test_pool)),
                        .harm = "such a text does not tell one subject from the other"};
    for (const PlantSide side : {PlantSide::train, PlantSide::test}) {
      SF_ASSIGN(const TextPool* high, high_.of(side, *context.sink));
      SF_ASSIGN(const TextPool* low, low_.of(side, *context.sink));
      pools.first.push_back(high);
      pools.second.push_back(low);
    }
    return check_apart(pools, *context.sink);
  }

  OccurrenceOptions options_;
  SidedPool high_, low_;
  mutable std::mutex mutex_;
  mutable std::optional<Status> subjects_;  // result of check_subjects()
};

}  // namespace

ShortcutCatalog::Entry concept_occurrence_shortcut() {
  OptionTable<OccurrenceOptions> table;
  table
      .add("high-pool", &OccurrenceOptions::high_pool,
           "table of texts on the subject that goes with the last class, each used once at most on a side")
      .path()
      .holds(kPoolKind);
  table.add("low-pool", &OccurrenceOptions::low_pool, "the same for the first class").path().holds(kPoolKind);
  table
      .add("high-test-pool", &OccurrenceOptions::high_test_pool,
           "table for test and anti-test; empty: high-pool is divided between train and test")
      .path()
      .holds(kPoolKind);
  table.add("low-test-pool", &OccurrenceOptions::low_test_pool, "the same for the first class")
      .path()
      .holds(kPoolKind);
  table.add("high", &OccurrenceOptions::high, "name, in results, of the subject of high-pool");
  table.add("low", &OccurrenceOptions::low, "name, in results, of the subject of low-pool");
  table.include(&OccurrenceOptions::columns, pool_column_table(fmt::format("{}-", kPoolKind)));
  table.add("ratings", &OccurrenceOptions::ratings,
            "draw only texts with these ratings; empty: with any rating, so that it tells nothing");
  table.add("joint", &OccurrenceOptions::joint, "separator between the drawn text and the document");
  add_dose_options(table);
  table.require([](const OccurrenceOptions& options) -> std::string {
    if (options.high_pool.empty() || options.low_pool.empty())
      return "high-pool and low-pool: each needs a table of texts";
    for (const auto* name : {&options.high, &options.low})
      if (name->empty() || *name == "none") return "high and low: each needs a name other than \"none\"";
    return options.high == options.low ? "high and low need different names" : "";
  });
  table.preset(
      "as-released",
      "The released Beer data of Zhou et al. 2024: texts with a rating of 0.9 or 1 alone (the paper says "
      "any)",
      {{"high", "aroma"}, {"low", "look"}, {"ratings", "0.9,1"}, {"joint", " "}});
  return {.name = "concept-occurrence",
          .summary =
              "A text on one of two other subjects before every document: which subject goes with the class.",
          .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
          .traits = {.draws_partners = true},
          .options = table,
          .make = made_as<Shortcut, ConceptOccurrence>(table)};
}

}  // namespace standfast
