// The citations of catalogs as BibTeX.
#pragma once

#include <string>
#include <vector>

namespace standfast::cli {

struct CitedMethod {
  std::string family, name, citation;
};

// One entry for each citation, under the first method that has it: "@misc{splitter-closest-split, ...", with the whole citation
// as its note. Authors, year and title are those that the citation writes ("Authors 2008, Title, Place"), or, where it names a
// section alone, another one of the same authors and year among `all`; where none writes a title there is none. Further works of a
// citation have entries of their own: "splitter-closest-split-2".
std::string bibtex_of(const std::vector<CitedMethod>& methods, const std::vector<CitedMethod>& all);

}  // namespace standfast::cli
