#include "standfast/shortcut/phrase_source.h"

#include <algorithm>
#include <set>

#include "standfast/text/line_lists.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"

namespace standfast {

OptionTable<PhraseSource> phrase_source_table(const std::string& name, const std::string& meaning,
                                              std::string_view built_in) {
  OptionTable<PhraseSource> table;
  table.add(name, &PhraseSource::given,
            fmt::format("{}, with commas between; {}: {}", meaning, kBuiltInPhrases, built_in));
  table
      .add(name + "-file", &PhraseSource::file,
           fmt::format("the same as a file, one a line, instead of {}", name))
      .path()
      .holds(kPhrasesKind);
  table.require([name](const PhraseSource& source) -> std::string {
    const auto& given = source.given;
    if (!source.gives_built_in() && !source.file.empty())
      return fmt::format("{0} and {0}-file both give the list; leave one of them out", name);
    if (given.empty())
      return fmt::format(
          "{0}: the list is empty. Name at least one, or leave {0} out to use the built-in list", name);
    if (!source.gives_built_in() && std::find(given.begin(), given.end(), kBuiltInPhrases) != given.end())
      return fmt::format("{}: \"{}\" stands for the whole built-in list and cannot be one of several", name,
                         kBuiltInPhrases);
    std::set<std::string_view> seen;
    for (const auto& phrase : given)
      if (!is_visible(phrase))
        return fmt::format("{}: an item of the list has no visible character", name);
      else if (!seen.insert(phrase).second)
        return fmt::format("{}: \"{}\" stands in the list twice", name, phrase);
    return "";
  });
  return table;
}

Result<std::vector<std::string>> phrases_of(const PhraseSource& source,
                                            std::span<const std::string_view> built_in) {
  if (!source.file.empty()) return read_phrases(source.file);
  if (source.gives_built_in()) return std::vector<std::string>(built_in.begin(), built_in.end());
  return source.given;
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
