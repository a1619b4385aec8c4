// The entries of shortcuts(), each in a file of its own.
#pragma once

#include "standfast/shortcut/shortcut.h"

namespace standfast {

ShortcutCatalog::Entry single_term_shortcut();
ShortcutCatalog::Entry synonym_shortcut();
ShortcutCatalog::Entry category_shortcut();
ShortcutCatalog::Entry register_shortcut();
ShortcutCatalog::Entry author_style_shortcut();
ShortcutCatalog::Entry concept_occurrence_shortcut();
ShortcutCatalog::Entry concept_correlation_shortcut();

}  // namespace standfast
