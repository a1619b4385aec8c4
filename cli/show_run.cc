#include "cli/show_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/args.h"
#include "cli/terminal.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/memory.h"
#include "standfast/report/table/table.h"

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

namespace {

constexpr size_t kMostParts = 8;

bool is_at_once(const Range& seconds) {
  return seconds.high < 1;
}

// Returns "20 s to 3 min"; "less than 1 s".
std::string shown(const Range& seconds) {
  if (is_at_once(seconds)) return "less than 1 s";
  const std::string low = shown_duration(seconds.low), high = shown_duration(seconds.high);
  return low == high ? "about " + low : fmt::format("{} to {}", low, high);
}

std::string shown_as_bytes(const Range& bytes) {
  const std::string low = shown_bytes(static_cast<uint64_t>(bytes.low)),
                    high = shown_bytes(static_cast<uint64_t>(bytes.high));
  return low == high ? "about " + low : fmt::format("{} to {}", low, high);
}

std::string basis(const EstimatedPart& part) {
  if (part.tried == 0) return "";
  return fmt::format(" ({}tried on {:.0f}; {:.0f} {})", part.stopped ? "a part of the work " : "", part.tried,
                     part.of, part.number > 1 ? "each" : "in all");
}

nlohmann::ordered_json json_of(const Range& range) {
  return nlohmann::ordered_json::array({range.low, range.high});
}

// Returns the elapsed time with several workers. A worker does its units one after the other; no run is
// faster than its longest unit on all processors.
Range by_clock(const RunEstimate& estimate, int workers) {
  return estimate.seconds.times(1.0 / std::max(workers, 1));
}

}  // namespace

std::string estimate_text(const RunEstimate& estimate, int workers) {
  std::string text = fmt::format(
      "estimate of the run, from trying parts of it for {:.1f} s (docs/dry-run.md; --no-probe leaves it "
      "out):\n",
      estimate.took);
  size_t said = 0, small = 0, unknown = 0;
  for (const auto& part : estimate.parts) {
    if (!part.seconds) {
      ++unknown;
      text += fmt::format("  {}, {} {}: unknown: {}\n", part.what, part.number, part.units, part.why_unknown);
      continue;
    }
    if (said >= kMostParts || is_at_once(*part.seconds)) {
      ++small;
      continue;
    }
    ++said;
    text += fmt::format("  {}, {} {}: {}{}\n", part.what, part.number, part.units, shown(*part.seconds),
                        basis(part));
  }
  if (small > 0)
    text += fmt::format("  {}{}\n", counted(small, "part"),
                        said > 0 ? " more, which take less" : ", none of which takes long");
  const std::string more = unknown > 0 ? ", plus an unknown part" : "";
  text += fmt::format("time: {} of processor{}; {} on {}, without the report\n", shown(estimate.seconds),
                      more, shown(by_clock(estimate, workers)), counted(workers, "processor"));
  if (estimate.memory.high > 0)
    text += fmt::format("memory: {}{} for each of {}{}\n", shown_as_bytes(estimate.memory),
                        estimate.more_memory ? ", or more," : "", counted(workers, "worker"), more);
  text += fmt::format("disk: {}{}, without the report\n", shown_as_bytes(estimate.disk),
                      estimate.spaces ? ", and the vectors and fits of spaces" : "");
  if (!estimate.left_out.empty())
    text += fmt::format("not included, because only the report reads them: {}\n",
                        fmt::join(estimate.left_out, ", "));
  return text;
}

nlohmann::ordered_json estimate_json(const RunEstimate& estimate, int workers) {
  nlohmann::ordered_json json = {{"processor_seconds", json_of(estimate.seconds)},
                                 {"seconds", json_of(by_clock(estimate, workers))},
                                 {"workers", workers},
                                 {"memory_of_worker", json_of(estimate.memory)},
                                 {"memory_may_be_more", estimate.more_memory},
                                 {"disk", json_of(estimate.disk)},
                                 {"tried_for_seconds", estimate.took},
                                 {"left_out", estimate.left_out},
                                 {"parts", nlohmann::ordered_json::array()}};
  for (const auto& part : estimate.parts) {
    nlohmann::ordered_json one = {{"what", part.what}, {"units", part.units}, {"number", part.number}};
    if (part.seconds) one["processor_seconds"] = json_of(*part.seconds);
    if (part.tried > 0) one.update({{"tried_items", part.tried}, {"items", part.of}});
    if (part.stopped) one["stopped"] = true;
    if (!part.seconds) one["unknown"] = part.why_unknown;
    json["parts"].push_back(std::move(one));
  }
  return json;
}

}  // namespace standfast::cli
