#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/kind/style.h"

namespace standfast {

ShortcutCatalog::Entry register_shortcut() {
  return style_shortcut("register", "formal", std::string(kOriginalStyle),
                        "Formal wording or the document as it is, by the class; wordings come from a table.");
}

}  // namespace standfast
