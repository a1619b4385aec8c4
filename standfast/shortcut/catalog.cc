#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/shortcut.h"

namespace standfast {

// To add a shortcut: write its file in kind/, a line in kinds.h, a line here, and its test.
const ShortcutCatalog& shortcuts() {
  static const ShortcutCatalog catalog(
      "shortcut", {single_term_shortcut(), synonym_shortcut(), category_shortcut(), register_shortcut(),
                   author_style_shortcut(), concept_occurrence_shortcut(), concept_correlation_shortcut()});
  return catalog;
}

std::vector<TraitLine> describe(const ShortcutTraits& t) {
  return trait_lines<ShortcutTraits>(
      TraitLine{"rewrites", "reads other wordings of the documents; one without a wording is dropped",
                t.rewrites},
      TraitLine{"draws_partners", "joins texts of other documents, each at most once on a side",
                t.draws_partners},
      TraitLine{"orders_classes",
                "the place of a class in the order of classes decides how often it has the cue",
                t.orders_classes});
}

}  // namespace standfast
