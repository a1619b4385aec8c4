// A list of phrases as an option gives it: by itself, as a file, or built in. Only the word "built-in" stands for the
// built-in list, so that a list which came out empty is an error and not another list.
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
// Options NAME (a list with commas, or "built-in": what that is) and NAME-file (one a line, text/phrase_list.h). Usage
// errors: both are given; no phrase, a phrase twice, "built-in" among others.
OptionTable<PhraseSource> phrase_source_table(const std::string& name, const std::string& meaning,
                                              std::string_view built_in);

// The phrases, without blanks around them. Data errors: a file that cannot be read, has none, or has one twice.
Result<std::vector<std::string>> phrases_of(const PhraseSource& source,
                                            std::span<const std::string_view> built_in);

// A data error if the two lists share an entry, whatever its case. what: the two lists, as the message names them; harm:
// what a shared entry would do.
Status check_disjoint(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      const std::string& what, const std::string& harm);

}  // namespace standfast
