// Common parts of the figures of likelihood ratios.
#pragma once

#include <string>

#include "standfast/report/figure/panels.h"
#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// Returns axes with log10 LR to the right, at least from -0.5 to 0.5, and shares upwards.
PanelAxes llr_axes(const char* y_label);

// Returns "n: 3,812 calibrated test pairs".
std::string n_of_calibrated(const CorpusFindings& found);

// Converts a natural logarithm to log10, rounded as in CSV.
double log10_of(double llr);

}  // namespace standfast::report
