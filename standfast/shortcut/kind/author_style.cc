#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/kind/style.h"

namespace standfast {

ShortcutCatalog::Entry author_style_shortcut() {
  return style_shortcut(
      "author-style", "shakespeare", "hemingway",
      "Wording as if one or another author had written it, by the class; wordings come from a table.");
}

}  // namespace standfast
