#include "standfast/shortcut/kind/inserted_phrase.h"

#include "standfast/shortcut/plant_each.h"

namespace standfast {

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

}  // namespace standfast
