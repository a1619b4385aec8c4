#include "standfast/study/spec/shortcut/parse_shortcut.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/task/task.h"

namespace standfast {
namespace {

Result<double> parse_dose(TableReader& reader, const char* key) {
  const TomlValue* value = reader.take(key);
  if (value == nullptr) return 1.0;
  const auto* real = std::get_if<double>(&value->value);
  const auto* whole = std::get_if<int64_t>(&value->value);
  const double dose = real != nullptr ? *real : whole != nullptr ? static_cast<double>(*whole) : -1;
  if (!(dose >= 0 && dose <= 1)) return reader.wrong_type(key, *value, "a number from 0 to 1");
  return dose;
}

// The sides that a planted fold has by itself are no sides of a corpus.
Status check_sides(const TableReader& reader, const StudySpec& study, const ConditionSpec& condition) {
  for (const auto& corpus : study.corpora)
    for (const auto& side : corpus.sides)
      if (condition.asks(corpus.name) && (side.name == kOriginalSide || side.name == kAntiTestSide))
        return reader.fail_here(fmt::format(
            "{}: corpus {} has a side \"{}\", and a shortcut makes a side of this name; call that of "
            "the corpus something else",
            reader.owner(), corpus.name, side.name));
  return {};
}

}  // namespace

Result<std::optional<ShortcutSpec>> parse_shortcut(TableReader& reader, const std::string& file,
                                                   const StudyCatalogs& catalogs, const StudySpec& study,
                                                   const ConditionSpec& condition) {
  const TomlValue* value = reader.take("shortcut");
  if (value == nullptr) return std::nullopt;
  if (!study.the_task().traits().has_target)
    return reader.fail_at(value->key_line,
                          fmt::format("{}: a shortcut goes with the classes of documents, which task = "
                                      "\"classification\" has",
                                      reader.owner()));
  const TomlTable nothing;
  const auto* name = std::get_if<std::string>(&value->value);
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (name == nullptr && table == nullptr)
    return reader.wrong_type("shortcut", *value,
                             "the name of a shortcut or a table { kind = \"...\", lambda = 0.8 }");
  TableReader inner(table != nullptr ? *table : nothing, value->line, file, reader.owner() + ": shortcut");
  inner.allow(reader.allowed());
  ShortcutSpec shortcut;
  SF_ASSIGN(const std::string kind, inner.text("kind", name != nullptr ? *name : ""));
  if (kind.empty()) return inner.fail_here(inner.owner() + " names no kind, as in kind = \"single-term\"");
  SF_ASSIGN(shortcut.lambda, parse_dose(inner, "lambda"));
  SF_ASSIGN(shortcut.test_lambda, parse_dose(inner, "test-lambda"));
  SF_ASSIGN(const std::string law, inner.word("law", kDoseLaws, kDoseLaws.front()));
  shortcut.law = law == kDoseLaws.front() ? DoseLaw::mixture : DoseLaw::product;
  SF_ASSIGN(const auto given, inner.rest());
  SF_ASSIGN(shortcut.kind, inner.resolve(*catalogs.shortcuts, kind, given));
  SF_ASSIGN(const auto* entry, catalogs.shortcuts->find(kind));
  shortcut.columns = attributes_named(shortcut.kind.options, entry->options);
  SF_TRY(check_sides(inner, study, condition));
  return shortcut;
}

}  // namespace standfast
