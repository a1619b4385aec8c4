// A shortcut that gives every document one of two wordings, of which the second goes with the last class. The
// wordings differ in formality (register) or in the imitated author (author-style). (Zhou et al. 2024,
// section 3.2.)
//
// Wordings are made elsewhere and joined by id: a table of rewrites (corpus/read/rewrites.h), or text columns
// of the corpus. "original" is the unchanged document. A document that lacks one of the two is dropped,
// whichever it would have got. So the shares of the two are the requested ones, and every dose has the same
// documents. (The released data put the other wording in its place, so that only 84 to 91 % of the last class
// are formal at lambda 1.)
#pragma once

#include <string>

#include "standfast/corpus/read/rewrites.h"
#include "standfast/shortcut/dose.h"

namespace standfast {

inline constexpr std::string_view kOriginalStyle = "original";

enum class OuterMarks : uint8_t {
  kept,      // as the rewriter wrote it
  stripped,  // without white space and quotes around the whole text
};

struct StyleOptions : DoseOptions {
  std::string high, low;  // styles; the first goes with the last class
  std::string rewrites;   // path
  RewriteColumns columns;
  std::string high_column{kNoColumn}, low_column{kNoColumn};
  OuterMarks outer = OuterMarks::stripped;
};

// Returns the catalog entry of a kind ("register"). high, low: the default styles.
ShortcutCatalog::Entry style_shortcut(const std::string& kind, const std::string& high,
                                      const std::string& low, const std::string& summary);

// Strips white space around a text, then the quotes around it if they belong together: "..." or “...”. A
// single quote mark at one end goes too, if the text has no other (a rewriter that was cut off).
std::string_view without_outer_marks(std::string_view text);

}  // namespace standfast
