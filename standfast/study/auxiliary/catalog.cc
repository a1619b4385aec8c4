#include "standfast/study/auxiliary/auxiliary_kind.h"
#include "standfast/study/auxiliary/kinds.h"

namespace standfast {

// The catalog of kinds. A new kind needs its reader, its file here, a line in kinds.h and one below.
const AuxiliaryCatalog& auxiliary_kinds() {
  static const AuxiliaryCatalog catalog("auxiliary file", {
                                                              word_list_kind(),
                                                              phrases_kind(),
                                                              rewrites_kind(),
                                                              frequency_list_kind(),
                                                              pool_kind(),
                                                          });
  return catalog;
}

std::vector<TraitLine> describe(const AuxiliaryTraits& t) {
  return trait_lines<AuxiliaryTraits>(
      TraitLine{"holds", "what its entries are", t.holds},
      TraitLine{"joined_by_id", "each entry belongs to a document of the corpora", t.joined_by_id});
}

}  // namespace standfast
