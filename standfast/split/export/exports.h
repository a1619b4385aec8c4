// All exporters, in the order in which they are listed. A new exporter needs its own file, a line here, a
// line in catalog.cc and a test.
#pragma once

#include "standfast/split/export/exporter.h"

namespace standfast {

ExporterCatalog::Entry column_exporter();
ExporterCatalog::Entry lists_exporter();
ExporterCatalog::Entry json_exporter();
ExporterCatalog::Entry scikit_learn_exporter();
ExporterCatalog::Entry chemprop_exporter();
ExporterCatalog::Entry genbench_exporter();
ExporterCatalog::Entry indices_exporter();
ExporterCatalog::Entry candidates_exporter();

}  // namespace standfast
