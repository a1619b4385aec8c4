// A list of phrases as an option gives it: by itself, as a file, or built in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/option_table.h"

namespace standfast {

struct PhraseSource {
  std::vector<std::string> given;
  std::string file;
};
// Options NAME (a list with commas) and NAME-file (one a line, text/phrase_list.h).
OptionTable<PhraseSource> phrase_source_table(const std::string& name, const std::string& meaning);

// The phrases, without blanks around them; `built_in` where neither is given. Data errors: a file that cannot be read
// or has none; a phrase twice; no phrase at all.
Result<std::vector<std::string>> phrases_of(const PhraseSource& source,
                                            std::span<const std::string_view> built_in = {});

// A data error if the two lists share an entry, whatever its case. what: the two lists, as the message names them; harm:
// what a shared entry would do.
Status check_disjoint(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      const std::string& what, const std::string& harm);

}  // namespace standfast
