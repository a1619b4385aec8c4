// Synonym: any of several phrases that mean the same, before a sentence. (Zhou et al. 2024, section 3.1.)
#include <array>

#include "standfast/shortcut/edit/phrase_source.h"
#include "standfast/shortcut/kind/inserted_phrase.h"
#include "standfast/shortcut/kind/kinds.h"

namespace standfast {
namespace {

constexpr auto kHonestPhrases = std::to_array<std::string_view>(
    {"honestly", "to be honest", "frankly speaking", "to tell the truth", "to be frank", "in truth",
     "candidly", "speaking candidly", "plainly speaking", "to be direct", "to come clean",
     "to put it frankly", "if I'm being honest", "in plain terms", "directly speaking"});

struct SynonymOptions : DoseOptions {
  PhraseSource phrases;
  RemovalRule remove = RemovalRule::none;
  InsertionOptions insertion;
};

class Synonym final : public Shortcut {
 public:
  explicit Synonym(SynonymOptions options) : options_(std::move(options)) {}

  Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const override {
    SF_ASSIGN(const auto phrases, phrases_of(options_.phrases, kHonestPhrases));
    return plant_phrases({.kind = "synonym",
                          .value = "synonym",
                          .dose = options_,
                          .insertion = options_.insertion,
                          .removal = options_.remove},
                         phrases, documents, context);
  }

 private:
  SynonymOptions options_;
};

}  // namespace

ShortcutCatalog::Entry synonym_shortcut() {
  OptionTable<SynonymOptions> table;
  table.include(&SynonymOptions::phrases,
                phrase_source_table("phrases", "phrases, each equally likely", "the 15 of the paper"));
  table.words_in_order(
      "remove", &SynonymOptions::remove, kRemovalRules,
      "what happens to phrases that stand in the text already, on planted sides: none keeps them "
      "(the released data); exact and tidy as in single-term");
  table.include(&SynonymOptions::insertion, insertion_option_table());
  add_dose_options(table);
  table.preset("released", "The released data of Zhou et al. 2024: 15 phrases behind any \". \"",
               {{"remove", "none"}, {"segments", "dot-space"}, {"empty-tail", true}, {"letters", "kept"}});
  table.preset(
      "tidy", "The same as a person would write it, without the phrases that stood in the text before",
      {{"remove", "tidy"}, {"segments", "sentences"}, {"empty-tail", false}, {"letters", "sentence"}});
  return {
      .name = "synonym",
      .summary =
          "Any of several phrases of one meaning before a sentence: \"to be honest, \", \"frankly speaking, \".",
      .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
      .traits = {},
      .options = table,
      .make = made_as<Shortcut, Synonym>(table)};
}

}  // namespace standfast
