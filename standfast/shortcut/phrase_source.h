// The source of a list of phrases in an option: the list itself, a file, or the built-in list. Only the word
// "built-in" selects the built-in list, so a list that came out empty is an error and not another list.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/option_table.h"

namespace standfast {

inline constexpr std::string_view kBuiltInPhrases = "built-in";

struct PhraseSource {
  std::vector<std::string> given = {std::string(kBuiltInPhrases)};
  std::string file;

  bool gives_built_in() const { return given.size() == 1 && given.front() == kBuiltInPhrases; }
};
// Returns the options NAME (a comma-separated list, or "built-in") and NAME-file (one phrase a line,
// text/line_lists.h). Usage errors: both are given; no phrase, a phrase twice, "built-in" among other
// phrases.
OptionTable<PhraseSource> phrase_source_table(const std::string& name, const std::string& meaning,
                                              std::string_view built_in);

// Returns the phrases, without blanks around them. Data errors: a file that is unreadable, is empty, or has
// one twice.
Result<std::vector<std::string>> phrases_of(const PhraseSource& source,
                                            std::span<const std::string_view> built_in);

// Checks that two lists share no entry, whatever its case; else a data error. what: the two lists, as the
// message names them; harm: the effect of a shared entry.
Status check_disjoint(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      const std::string& what, const std::string& harm);

}  // namespace standfast
