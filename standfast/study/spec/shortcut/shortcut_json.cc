#include "standfast/study/spec/shortcut/shortcut_json.h"

#include "standfast/study/spec/component_json.h"

namespace standfast {

const FieldTable<ShortcutSpec>& shortcut_fields() {
  static const auto table = [] {
    using S = ShortcutSpec;
    FieldTable<S> fields;
    fields.include(&S::kind, component_fields("kind"));
    fields.add_all("lambda", &S::lambda, "test_lambda", &S::test_lambda);
    fields.words("law", &S::law, with_words<DoseLaw>(kDoseLaws));
    fields.add("files", &S::files).unless_default();
    return fields;
  }();
  return table;
}

Status resolve_recorded(const StudyCatalogs& catalogs, ShortcutSpec& shortcut) {
  SF_TRY(resolve_recorded(*catalogs.shortcuts, shortcut.kind));
  SF_ASSIGN(const auto* entry, catalogs.shortcuts->find(shortcut.kind.name));
  shortcut.columns = attributes_named(shortcut.kind.options, entry->options);
  return {};
}

}  // namespace standfast
