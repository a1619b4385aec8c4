// Output of Slurm's programs: any bytes give values with consistent numbers, and no more values than lines.
#include <algorithm>
#include <cmath>

#include "fuzz/reading.h"
#include "standfast/study/submit/job.h"
#include "standfast/study/submit/slurm.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  require(parse_squeue(text).size() <= lines && parse_sacct(text).size() <= lines);
  const auto limits = slurm_limits(text, text, "");
  require(limits.has_value() && limits->array >= 1 && limits->jobs >= 1 && limits->cores >= 0);
  const std::string id = parse_sbatch(text);
  require(id.find_first_not_of("0123456789") == std::string::npos);
  if (const auto seconds = parse_slurm_time(text)) require(std::isfinite(*seconds) && *seconds >= 0);
  in_words(why_ended("", text));
  require(last_line(text).find('\n') == std::string::npos);
  return 0;
}
