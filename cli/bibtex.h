// The citations of catalogs as BibTeX.
#pragma once

#include <string>
#include <vector>

namespace standfast::cli {

// One entry for each work that the citations name, in their order; several works are parted by "; ". "Sawatphol et al. 2024
// (TACL), section 4" has authors, a year, and words about the work, which become the title: citations do not say where a
// title ends. Citations of one work (first author, year, and beginning of the title where both have one) make one entry,
// with the longest words.
std::string bibtex_of(const std::vector<std::string>& citations);

}  // namespace standfast::cli
