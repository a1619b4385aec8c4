// The citations of catalogs as BibTeX.
#pragma once

#include <string>
#include <vector>

namespace standfast::cli {

struct CitedMethod {
  std::string family, name, citation;
};

// One entry for each citation, under the first method that has it: "@misc{splitter-closest-split, ...". The whole citation
// is its note, as it stands in the catalog. Authors, title and place are no fields of their own: citations are written for
// readers, with sections and equations, and do not mark where a title ends.
std::string bibtex_of(const std::vector<CitedMethod>& methods);

}  // namespace standfast::cli
