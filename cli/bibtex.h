// The citations of catalogs as BibTeX.
#pragma once

#include <string>
#include <vector>

namespace standfast::cli {

struct CitedMethod {
  std::string family, name, citation;
};

// Returns one BibTeX entry for each cited work, under the first method that cites it: "@misc{splitter-closest-split, ...",
// with the whole citation as its note. Authors, year and title are parsed from the citation ("Authors 2008, Title,
// Place"). A citation that names only a section takes the title from another citation of the same authors and year in
// `all`; an entry without any known title has none. Further works of one citation get entries of their own
// ("splitter-closest-split-2").
std::string bibtex_of(const std::vector<CitedMethod>& methods, const std::vector<CitedMethod>& all);

}  // namespace standfast::cli
