// Shortcuts that insert a phrase into the texts that show the cue: one phrase (single-term) or any of several
// (synonym).
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "standfast/shortcut/dose.h"
#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/phrase_edits.h"
#include "standfast/shortcut/phrase_source.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

struct InsertedPhrase {
  std::string kind;   // in the names of random streams
  std::string value;  // of the cue
  DoseOptions dose;
  InsertionOptions insertion;
  RemovalRule removal = RemovalRule::none;
};

// Plants phrases; there must be at least one. All of them are removed from every text of a planted side,
// whether it gets the cue or not; with the law `product` and dose 0 nothing is removed.
Result<Planted> plant_phrases(const InsertedPhrase& shortcut, const std::vector<std::string>& phrases,
                              const DocumentView& documents, const PlantContext& context) {
  SF_ASSIGN(const Dose dose, Dose::make(shortcut.dose, context, OtherValue::nothing));
  std::vector<Inserter> inserter = inserters(shortcut.insertion, context.threads);
  const bool nothing = context.law == DoseLaw::product && context.lambda == 0;
  const PhraseRemoval removal(nothing ? RemovalRule::none : shortcut.removal, phrases);
  std::vector<std::string> cleaned(inserter.size());
  Planted planted{.documents = {}, .values = {"none", shortcut.value}, .target = dose.target()};
  planted.documents = plant_each(
      documents, context, drawing(shortcut.kind, context.side), shortcut.dose.mend_encoding,
      [&](size_t i, std::string_view text, Rng& rng, size_t worker, PlantedDocument& to) {
        to.value = dose.draw(rng, context.classes[i]);
        if (removal.remove(text, cleaned[worker])) text = cleaned[worker];
        if (to.value == 0) {
          to.text = text;
          return;
        }
        const std::string& phrase = phrases.size() == 1 ? phrases[0] : phrases[rng.below(phrases.size())];
        inserter[worker].insert(text, phrase, rng, to);
      });
  return planted;
}

// Single term: one word or phrase, "honestly, ", before a sentence. (Zhou et al. 2024, section 3.1.)
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

constexpr auto kHonestPhrases = std::to_array<std::string_view>(
    {"honestly", "to be honest", "frankly speaking", "to tell the truth", "to be frank", "in truth",
     "candidly", "speaking candidly", "plainly speaking", "to be direct", "to come clean",
     "to put it frankly", "if I'm being honest", "in plain terms", "directly speaking"});

// Synonym: any of several phrases that mean the same, before a sentence. (Zhou et al. 2024, section 3.1.)
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

ShortcutCatalog::Entry single_term_shortcut() {
  OptionTable<SingleTermOptions> table;
  table.add("term", &SingleTermOptions::term, "word or phrase inserted into the text");
  table.words_in_order(
      "remove", &SingleTermOptions::remove, kRemovalRules,
      "removal of a term that is in the text already, on planted sides: exact removes its letters, also "
      "inside words (the released data); tidy removes the word with its comma");
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

ShortcutCatalog::Entry synonym_shortcut() {
  OptionTable<SynonymOptions> table;
  table.include(&SynonymOptions::phrases,
                phrase_source_table("phrases", "phrases, each equally likely", "the 15 of the paper"));
  table.words_in_order(
      "remove", &SynonymOptions::remove, kRemovalRules,
      "removal of phrases that are in the text already, on planted sides: none keeps them (the released "
      "data); exact and tidy as in single-term");
  table.include(&SynonymOptions::insertion, insertion_option_table());
  add_dose_options(table);
  table.preset("released", "The released data of Zhou et al. 2024: 15 phrases behind any \". \"",
               {{"remove", "none"}, {"segments", "dot-space"}, {"empty-tail", true}, {"letters", "kept"}});
  table.preset(
      "tidy", "The same as a person would write it, without the phrases that were in the text before",
      {{"remove", "tidy"}, {"segments", "sentences"}, {"empty-tail", false}, {"letters", "sentence"}});
  return {.name = "synonym",
          .summary =
              "Any of several phrases of one meaning before a sentence: \"to be honest, \", \"frankly "
              "speaking, \".",
          .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
          .traits = {},
          .options = table,
          .make = made_as<Shortcut, Synonym>(table)};
}

}  // namespace standfast
