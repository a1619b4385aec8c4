// Map file of a map unit, map.json: documents of a space on a plane. It holds ids and classes, no text.
//
//   {"schema": "standfast-map/1", "corpus": "posts", "space": "lsa", "method": "umap", "documents": 17305,
//    "rows": [0, 3], "ids": ["p1", "p4"], "classes": ["hate", "normal"], "class": [0, null],
//    "x": [0, 4095], "y": [12, 2040]}
//
// x and y are whole numbers from 0 to 4095, on one scale: the longer side of the map takes all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

inline constexpr const char* kMapFile = "map.json";
inline constexpr uint16_t kMapScale = 4096;  // number of values of x and of y

struct MapFile {
  std::string corpus, space, method;
  uint64_t documents = 0;      // number of documents of the space; more than points where some were drawn
  std::vector<uint32_t> rows;  // rows of the corpus, ascending; one for each point
  std::vector<std::string> ids;
  std::vector<std::string> classes;
  std::vector<uint32_t> class_of;  // places in classes, 0xffffffff for none; empty: the task has no classes
  std::vector<uint16_t> x, y;      // below kMapScale
};

// Scales a plane to the places of the map. plane: points x 2, finite numbers, at least one point.
void put_on_scale(const DenseMatrix& plane, MapFile& map);

const FieldTable<MapFile>& map_fields();

}  // namespace standfast
