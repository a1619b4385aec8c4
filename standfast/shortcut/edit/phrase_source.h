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

// A data error if the two lists share an entry, whatever its case. what: "low-train and low-test".
Status check_disjoint(const std::vector<std::string>& train, const std::vector<std::string>& test,
                      const std::string& what);

}  // namespace standfast
