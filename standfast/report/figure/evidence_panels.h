// What the figures of likelihood ratios share.
#pragma once

#include <string>

#include "standfast/report/figure/panels.h"
#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// log10 LR to the right, at least from -0.5 to 0.5; shares upwards.
PanelAxes llr_axes(const char* y_label);

// "n: 3,812 calibrated test pairs".
std::string n_of_calibrated(const CorpusFindings& found);

// Natural logarithm -> log10, as CSV has it.
double log10_of(double llr);

}  // namespace standfast::report
