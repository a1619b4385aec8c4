// Single term: one word or phrase, "honestly, ", before a sentence. (Zhou et al. 2024, section 3.1.)
#include "standfast/shortcut/kind/inserted_phrase.h"
#include "standfast/shortcut/kind/kinds.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

struct SingleTermOptions : DoseOptions {
  std::string term = "honestly";
  RemovalRule remove = RemovalRule::exact;
  InsertionOptions insertion;
};

class SingleTerm final : public Shortcut {
 public:
  explicit SingleTerm(SingleTermOptions options) : options_(std::move(options)) {}

  Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const override {
    return plant_phrases({.kind = "single-term",
                          .value = options_.term,
                          .dose = options_,
                          .insertion = options_.insertion,
                          .removal = options_.remove},
                         {options_.term}, documents, context);
  }

 private:
  SingleTermOptions options_;
};

}  // namespace

ShortcutCatalog::Entry single_term_shortcut() {
  OptionTable<SingleTermOptions> table;
  table.add("term", &SingleTermOptions::term, "the word or phrase that is put into the text");
  table.words_in_order(
      "remove", &SingleTermOptions::remove, kRemovalRules,
      "what happens to a term that stands in the text already, on planted sides: exact takes its "
      "letters out, also inside words (the released data); tidy takes the word with its comma");
  table.include(&SingleTermOptions::insertion, insertion_option_table());
  add_dose_options(table);
  table.require([](const SingleTermOptions& options) -> std::string {
    if (options.term == "none")
      return "term: results call texts without it \"none\", so it needs another name";
    return is_visible(options.term) ? "" : "term: it is empty";
  });
  table.preset("released", "The released data of Zhou et al. 2024: \"honestly, \" behind any \". \"",
               {{"term", "honestly"},
                {"remove", "exact"},
                {"segments", "dot-space"},
                {"empty-tail", true},
                {"letters", "kept"}});
  table.preset(
      "tidy", "The same as a person would write it: \"Honestly, the\" where a sentence begins",
      {{"remove", "tidy"}, {"segments", "sentences"}, {"empty-tail", false}, {"letters", "sentence"}});
  return {.name = "single-term",
          .summary = "One word or phrase before a sentence: \"honestly, \".",
          .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
          .traits = {},
          .options = table,
          .make = made_as<Shortcut, SingleTerm>(table)};
}

}  // namespace standfast
