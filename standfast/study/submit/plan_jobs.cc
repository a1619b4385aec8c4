#include "standfast/study/submit/plan_jobs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/base/memory.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

constexpr double kTimeMargin = 2, kMemoryMargin = 1.25;
constexpr uint64_t kMiB = uint64_t{1} << 20, kGiB = uint64_t{1} << 30;
constexpr uint64_t kProgram = 256 * kMiB;  // memory of the two processes of a task, without a corpus
constexpr uint64_t kUnitOfPlan = 2048;     // bytes of a unit in the plan, which every task holds
constexpr double kLeastTime = 600, kLeastTimeUntried = 3600, kStart = 120, kLeastPack = 60;
constexpr int kUsualCores = 64;  // for a cluster that does not report its cores

uint64_t rounded_up(uint64_t bytes) {
  const uint64_t step = bytes <= kGiB        ? 256 * kMiB
                        : bytes <= 4 * kGiB  ? 512 * kMiB
                        : bytes <= 16 * kGiB ? kGiB
                                             : 4 * kGiB;
  return (bytes + step - 1) / step * step;
}

double rounded_up_time(double seconds) {
  const double step = seconds <= 7200 ? 300 : 1800;
  return std::ceil(seconds / step) * step;
}

uint64_t memory_of(const UnitToSend& one, size_t all, const SubmitOptions& options) {
  if (options.memory) return *options.memory;
  const double asked = std::max(static_cast<double>(one.unit.resources.memory), one.cost.memory.high);
  return rounded_up(static_cast<uint64_t>(asked * kMemoryMargin) + kProgram + all * kUnitOfPlan);
}

bool is_tried(const UnitToSend& one) {
  return one.cost.seconds && !(one.unit.kind->only_shown() && !one.unit.kind->examines());
}

// A sort of units that may stand in one array. Their lengths are alike, because one long unit would set a
// long limit for all.
struct Sort {
  int stage;
  bool only_shown;
  const UnitKind* kind;
  int cores, devices;
  uint64_t memory;
  int length;  // -1: unknown; 0: shorter than a task; n: up to 2^n times a task
  auto key(size_t kind_place) const {
    return std::make_tuple(only_shown, stage, kind_place, devices, cores, memory, length);
  }
};

size_t place_of(const UnitKind* kind) {
  const auto& kinds = unit_kinds();
  return static_cast<size_t>(std::ranges::find(kinds, kind) - kinds.begin());
}

using SortKey = decltype(Sort{}.key(0));

int length_of(const UnitToSend& one, double pack) {
  if (!one.cost.seconds) return -1;
  const double times = one.cost.seconds->high / pack;
  return times <= 1 ? 0 : static_cast<int>(std::ceil(std::log2(times)));
}

struct Packed {
  std::vector<ShareOfUnits> shares;
  double longest = 0;  // longest share in seconds, by the upper end of the estimate
  bool unknown = false, untried = false;
  double reading = 0;
  uint64_t units = 0;
};

// Packs units into shares. unknown_together: number of units of unknown duration in one task.
Packed pack(const std::vector<const UnitToSend*>& units, double seconds, size_t unknown_together) {
  Packed packed;
  double in_share = 0;
  for (const UnitToSend* one : units) {
    const bool unknown = !one->cost.seconds;
    const double own = unknown ? 0 : one->cost.seconds->high;
    const bool full = unknown ? packed.shares.empty() || packed.shares.back().size() >= unknown_together
                              : packed.shares.empty() || in_share + own > seconds;
    if (full) {
      packed.shares.emplace_back();
      in_share = 0;
    }
    packed.shares.back().push_back(one->unit.key);
    in_share += own;
    packed.longest = std::max(packed.longest, in_share);
    packed.unknown |= unknown;
    packed.untried |= !is_tried(*one);
    packed.reading = std::max(packed.reading, one->reading);
    ++packed.units;
  }
  return packed;
}

struct Grouped {
  std::map<SortKey, std::pair<Sort, std::vector<const UnitToSend*>>> sorts;
  std::map<SortKey, Packed> packed;
  size_t tasks = 0;
};

Grouped grouped(const std::vector<UnitToSend>& units, size_t all, const SubmitOptions& options,
                double pack_to, size_t unknown_together) {
  Grouped result;
  for (const auto& one : units) {
    const Unit& unit = one.unit;
    const Sort sort{unit.stage,
                    unit.kind->only_shown(),
                    unit.kind,
                    options.cores > 0 ? options.cores : std::max(unit.resources.cores, 1),
                    unit.resources.devices,
                    memory_of(one, all, options),
                    length_of(one, pack_to)};
    auto& [first, of_sort] =
        result.sorts.try_emplace(sort.key(place_of(unit.kind)), sort, std::vector<const UnitToSend*>())
            .first->second;
    of_sort.push_back(&one);
  }
  for (const auto& [key, sort] : result.sorts) {
    result.packed[key] = pack(sort.second, pack_to, unknown_together);
    result.tasks += result.packed[key].shares.size();
  }
  return result;
}

std::string name_of(const UnitKind& kind) {
  std::string name = kind.units();
  std::ranges::replace(name, ' ', '-');
  return name;
}

}  // namespace

PlannedJobs plan_jobs(const std::vector<UnitToSend>& units, bool complete, size_t all,
                      const SubmitOptions& options, const ClusterLimits& limits) {
  PlannedJobs plan;
  double known = 0;
  for (const auto& one : units)
    if (one.cost.seconds) known += one.cost.seconds->high;
  // Three rounds of tasks for each processor leave none idle for long.
  const double wide = options.at_once > 0 ? static_cast<double>(options.at_once)
                                          : (limits.cores > 0 ? limits.cores : kUsualCores);
  double pack_to = std::clamp(known / (3 * wide), std::min(kLeastPack, options.pack), options.pack);
  size_t unknown_together = 1;
  const size_t most_tasks = std::max<size_t>(limits.jobs / 4, 1);
  Grouped groups = grouped(units, all, options, pack_to, unknown_together);
  while (groups.tasks > most_tasks && unknown_together < units.size()) {
    pack_to *= 2;
    unknown_together *= 2;
    groups = grouped(units, all, options, pack_to, unknown_together);
  }

  const auto special = [&](Job::Does does, const char* name, const char* what, uint64_t memory, double time) {
    Job job;
    job.does = does;
    job.name = name;
    job.what = what;
    job.memory = memory;
    job.seconds = limits.seconds ? std::min(time, *limits.seconds) : time;
    return job;
  };
  plan.jobs.push_back(special(Job::Does::check, "check", "a check from a node", 256 * kMiB, 300));
  std::map<std::string, size_t> job_of;  // by key of a unit
  std::map<std::string, int> names;
  std::set<std::string> kinds_of_several;
  std::map<std::string, int> jobs_of_kind;
  for (const auto& [key, sort] : groups.sorts) ++jobs_of_kind[name_of(*sort.first.kind)];
  double longest = 0;
  uint64_t largest = 0;
  bool unknown = false;
  std::vector<size_t> of_splits;
  for (const auto& [key, found] : groups.sorts) {
    const auto& [sort, of_sort] = found;
    Packed& packed = groups.packed[key];
    Job job;
    job.name = name_of(*sort.kind);
    if (jobs_of_kind[job.name] > 1) job.name += fmt::format("-{}", ++names[name_of(*sort.kind)]);
    job.what = fmt::format("{} {}", packed.units, sort.kind->units());
    job.cores = sort.cores;
    job.devices = sort.devices;
    job.memory = sort.memory;
    largest = std::max(largest, job.memory);
    if (options.seconds) {
      job.seconds = options.seconds;
    } else if (!packed.unknown) {
      const double asked = kTimeMargin * (packed.longest + packed.reading) + kStart + options.grace;
      job.seconds = rounded_up_time(std::max(asked, packed.untried ? kLeastTimeUntried : kLeastTime));
      longest = std::max(longest, *job.seconds);
      if (limits.seconds) job.seconds = std::min(*job.seconds, *limits.seconds);
    } else {
      unknown = true;
    }
    std::set<size_t> needs;
    std::set<std::string> after;
    for (const UnitToSend* one : of_sort) after.insert(one->after.begin(), one->after.end());
    job.after.assign(after.begin(), after.end());
    for (const UnitToSend* one : of_sort)
      for (const auto& need : one->unit.needs)
        if (const auto at = job_of.find(need.key); at != job_of.end()) needs.insert(at->second);
    if (needs.empty()) needs.insert(0);
    job.needs.assign(needs.begin(), needs.end());
    job.shares = std::move(packed.shares);
    for (const UnitToSend* one : of_sort) job_of[one->unit.key] = plan.jobs.size();
    if (sort.kind == &splits_kind()) of_splits.push_back(plan.jobs.size());
    plan.jobs.push_back(std::move(job));
  }
  const uint64_t of_plan = rounded_up(kGiB + all * 2 * kUnitOfPlan);
  const uint64_t for_last = options.memory ? *options.memory : std::max(of_plan, rounded_up(largest));
  if (!complete) {
    Job job = special(Job::Does::grow, "submit", "the other units, once the splits are done", for_last, 3600);
    job.needs = of_splits.empty() ? std::vector<size_t>{0} : of_splits;
    plan.jobs.push_back(std::move(job));
  } else if (options.report) {
    Job job = special(Job::Does::report, "report", "the scores and the report", for_last, 3600);
    if (options.seconds) job.seconds = options.seconds;
    for (size_t j = 0; j < plan.jobs.size(); ++j) job.needs.push_back(j);
    job.after_any = true;
    plan.jobs.push_back(std::move(job));
  }

  if (unknown && !limits.default_time)
    plan.notes.push_back(
        "the time of some units is unknown, so their tasks have the time limit of the partition; --time sets "
        "one");
  if (unknown && limits.default_time)
    plan.notes.push_back(
        "the time of some units is unknown, so their tasks have the default time of the partition; --time "
        "sets another");
  if (limits.seconds && longest > *limits.seconds)
    plan.notes.push_back(fmt::format(
        "some tasks may take up to {}, and the partition ends a task after {}: networks then save their "
        "state, and --requeue, or another submit --missing, continues from there; other units need another "
        "--partition",
        shown_duration(longest), shown_duration(*limits.seconds)));
  if (limits.memory > 0 && largest > limits.memory)
    plan.notes.push_back(
        fmt::format("some tasks ask for {} of memory, and a node of the partition gives {}: they "
                    "may be refused; --mem asks for less, another --partition may have more",
                    shown_bytes(largest), shown_bytes(limits.memory)));
  return plan;
}

}  // namespace standfast
