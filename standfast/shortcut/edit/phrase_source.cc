#include "standfast/shortcut/edit/phrase_source.h"

#include <set>

#include "standfast/text/phrase_list.h"
#include "standfast/text/unicode.h"

namespace standfast {

OptionTable<PhraseSource> phrase_source_table(const std::string& name, const std::string& meaning) {
  OptionTable<PhraseSource> table;
  table.add(name, &PhraseSource::given, meaning + ", with commas between");
  table
      .add(name + "-file", &PhraseSource::file,
           fmt::format("the same as a file, one a line, instead of {}", name))
      .path()
      .holds(kPhrasesKind);
  table.require([name](const PhraseSource& source) -> std::string {
    if (!source.given.empty() && !source.file.empty())
      return fmt::format("{0} and {0}-file both give the list; leave one of them out", name);
    std::set<std::string_view> seen;
    for (const auto& phrase : source.given)
      if (!seen.insert(phrase).second)
        return fmt::format("{}: \"{}\" stands in the list twice", name, phrase);
    return "";
  });
  return table;
}

Result<std::vector<std::string>> phrases_of(const PhraseSource& source,
                                            std::span<const std::string_view> built_in) {
  if (!source.file.empty()) return read_phrases(source.file);
  std::vector<std::string> phrases = source.given;
  if (phrases.empty()) phrases.assign(built_in.begin(), built_in.end());
  if (phrases.empty()) return data_error("the list of phrases is empty");
  return phrases;
}

Status check_disjoint(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      const std::string& what, const std::string& harm) {
  std::set<std::string> seen;
  std::string lower;
  for (const auto& phrase : first) {
    to_lower(phrase, lower);
    seen.insert(lower);
  }
  for (const auto& phrase : second) {
    to_lower(phrase, lower);
    if (seen.contains(lower))
      return data_error(fmt::format("{} share \"{}\": {}; take it out of one of them", what, phrase, harm));
  }
  return {};
}

}  // namespace standfast
