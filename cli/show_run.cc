#include "cli/show_run.h"

#include <cmath>

#include <fmt/format.h>

#include "cli/args.h"
#include "cli/time_left.h"

namespace standfast::cli {

std::string words_of(const RunShown& shown) {
  std::string words =
      fmt::format("{:.0f}%, {} {}/{}", std::floor(100 * shown.share), shown.units, shown.done, shown.all);
  if (!shown.inside.empty())
    words += fmt::format(", {} {}/{}", shown.inside, shown.inside_done, shown.inside_all);
  if (shown.seconds_left) words += fmt::format(", about {} left", shown_duration(*shown.seconds_left));
  return words;
}

void show_run(const RunShown& shown) {
  show_share(shown.share, words_of(shown));
}

}  // namespace standfast::cli
