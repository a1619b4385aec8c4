// The options of `standfast simulate`: a design, and the number of its corpora. The presets are the designs
// of docs/simulated-corpora.md, so each reproduces a column of a table there.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/option_table.h"
#include "standfast/corpus/topic_counts.h"
#include "standfast/simulate/design_errors.h"

namespace standfast::simulate {

// A grid design: so many authors write so many documents on each of so many topics. Written as 8x12x3.
struct Grid {
  uint64_t authors = 8, topics = 12, documents = 3;
};
// Parses a grid. A usage error "grid = ..." unless all are at least 1 and there are at most 10,000,000
// documents.
Result<Grid> parse_grid(const std::string& text);
Result<TopicCounts> grid_counts(const Grid& grid);

struct SimulateOptions {
  std::string task = "classification";
  Grid grid;
  SyntheticDesign design;  // without its table, its seed and the options of its model
  std::string model;       // "": a quick one of the task
  std::string features;    // an option of the model; "": function-words where it has the option
  int64_t corpora = 200, per_set = 1, resamples = 999;
  double confidence = 0.95;
};

const OptionTable<SimulateOptions>& simulate_option_table();

}  // namespace standfast::simulate
