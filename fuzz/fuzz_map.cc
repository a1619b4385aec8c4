// map.json of a run: any bytes give a map whose parts fit together, or one line of refusal. What was read is written
// and reads back the same.
#include "fuzz/reading.h"
#include "fuzz/scratch.h"
#include "standfast/study/record/map_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require;
  static const fuzz::Scratch folder;
  const auto read = [&](std::string_view bytes) {
    folder.write("map.json", bytes);
    return read_map(folder.path() + "/map.json");
  };
  const auto map = read({reinterpret_cast<const char*>(data), size});
  if (!map) {
    require(map.error().kind == ErrorKind::data && map.error().message.find('\n') == std::string::npos);
    return 0;
  }
  require(map->ids.size() == map->rows.size() && map->x.size() == map->rows.size() &&
          map->y.size() == map->rows.size());
  for (size_t i = 0; i < map->rows.size(); ++i) {
    require(map->x[i] < kMapScale && map->y[i] < kMapScale);
    require(i == 0 || map->rows[i - 1] < map->rows[i]);
  }
  const auto again = read(map_text(*map));
  require(again && again->rows == map->rows && again->ids == map->ids && again->x == map->x &&
          again->y == map->y && again->class_of == map->class_of && again->classes == map->classes);
  return 0;
}
