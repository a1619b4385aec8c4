#include "standfast/study/submit/job.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace standfast {

std::vector<JobArray> arrays_of(const std::vector<Job>& jobs, uint64_t longest) {
  std::vector<JobArray> arrays;
  std::vector<std::vector<size_t>> of_job(jobs.size());
  longest = std::max<uint64_t>(longest, 1);
  for (size_t j = 0; j < jobs.size(); ++j) {
    const size_t tasks = jobs[j].tasks();
    for (size_t first = 0; first < tasks; first += longest) {
      JobArray array{&jobs[j], jobs[j].name, first, std::min<size_t>(longest, tasks - first)};
      if (tasks > longest) array.name += fmt::format(".{}", first / longest + 1);
      for (const size_t need : jobs[j].needs)
        array.needs.insert(array.needs.end(), of_job[need].begin(), of_job[need].end());
      of_job[j].push_back(arrays.size());
      arrays.push_back(std::move(array));
    }
  }
  return arrays;
}

namespace {

std::optional<uint64_t> whole(std::string_view text) {
  uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || text.size() > 9 || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_slurm_time(std::string_view text) {
  if (text.empty()) return std::nullopt;
  constexpr std::pair<char, double> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
  for (const auto& [letter, seconds] : kUnits)
    if (text.back() == letter) {
      const auto value = whole(text.substr(0, text.size() - 1));
      return value ? std::optional(static_cast<double>(*value) * seconds) : std::nullopt;
    }
  double days = 0;
  const size_t dash = text.find('-');
  if (dash != std::string_view::npos) {
    const auto value = whole(text.substr(0, dash));
    if (!value) return std::nullopt;
    days = static_cast<double>(*value);
    text.remove_prefix(dash + 1);
  }
  std::vector<double> parts;
  for (;;) {
    const size_t colon = text.find(':');
    const auto value = whole(text.substr(0, colon));
    if (!value) return std::nullopt;
    parts.push_back(static_cast<double>(*value));
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  if (parts.size() > 3) return std::nullopt;
  if (dash != std::string_view::npos) {
    parts.resize(3);
    return 86400 * days + 3600 * parts[0] + 60 * parts[1] + parts[2];
  }
  if (parts.size() == 1) return 60 * parts[0];
  if (parts.size() == 2) return 60 * parts[0] + parts[1];
  return 3600 * parts[0] + 60 * parts[1] + parts[2];
}

std::string slurm_time(double seconds) {
  const auto all = static_cast<uint64_t>(std::ceil(seconds));
  const std::string clock = fmt::format("{:02}:{:02}:{:02}", all % 86400 / 3600, all % 3600 / 60, all % 60);
  return all < 86400 ? clock : fmt::format("{}-{}", all / 86400, clock);
}

std::string hours_minutes_seconds(double seconds) {
  const auto all = static_cast<uint64_t>(std::ceil(seconds));
  return fmt::format("{:02}:{:02}:{:02}", all / 3600, all % 3600 / 60, all % 60);
}

}  // namespace standfast
