// The entries of shortcuts(), and the loop over documents that every kind runs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/shortcut/shortcut.h"
#include "standfast/text/mojibake.h"

namespace standfast {

ShortcutCatalog::Entry single_term_shortcut();
ShortcutCatalog::Entry synonym_shortcut();
ShortcutCatalog::Entry category_shortcut();
ShortcutCatalog::Entry register_shortcut();
ShortcutCatalog::Entry author_style_shortcut();
ShortcutCatalog::Entry concept_occurrence_shortcut();
ShortcutCatalog::Entry concept_correlation_shortcut();

// Calls body(i, text, rng, worker, to) for every document of the view. text: the document's text, repaired if
// `mend`. rng: depends on this document and side alone; nothing has been drawn from it. worker: the number of
// the thread, for scratch memory. The body fills `to`.
template <class Body>
std::vector<PlantedDocument> plant_each(const DocumentView& documents, const PlantContext& context,
                                        const std::string& component, bool mend, const Body& body) {
  std::vector<PlantedDocument> planted(documents.size());
  parallel_ranges(documents.size(), context.threads, 256, [&](size_t begin, size_t end, int worker) {
    std::string mended;
    for (size_t i = begin; i < end; ++i) {
      std::string_view text = documents.text(i);
      if (mend) {
        mend_mojibake(text, mended);
        text = mended;
      }
      Rng rng(context.seed, component, documents.corpus->id(documents.rows[i]));
      body(i, text, rng, static_cast<size_t>(worker), planted[i]);
    }
  });
  return planted;
}

}  // namespace standfast
