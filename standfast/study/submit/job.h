// Jobs of a batch system, before they are written for Slurm or another, and the forms of their time limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/executor/shard.h"

namespace standfast {

// Options of jobs that a user may give in addition to the study. They are kept with the submission, and a
// later one begins with them.
struct SubmitOptions {
  std::string program;                   // path of standfast on the nodes
  std::string partition, account;        // "": defaults of the cluster
  std::optional<double> seconds = {};    // time limit of each task, in place of the estimate
  std::optional<uint64_t> memory = {};   // bytes of each task, in place of the estimate
  int cores = 0;                         // processors of each task; 0: the number that its units ask for
  uint64_t at_once = 0;                  // tasks of an array that may run at the same time; 0: any number
  double pack = 1200;                    // seconds to which short units are put together into one task
  double grace = 120;                    // seconds before the time limit at which a fit saves its state
  bool requeue = false;                  // a task that was stopped by its time limit goes back to the queue
  bool report = true;                    // the last job writes the report
  std::vector<std::string> sbatch = {};  // KEY=VALUE, or KEY: further options of sbatch
  std::vector<std::string> setup = {};   // lines of shell before each task: module load ...
  std::string image;                     // for Kubernetes: the container image
  std::string claim;                     // for Kubernetes: the volume claim with the run and the corpora
};

// The limits of a cluster, as far as it reports them.
struct ClusterLimits {
  uint64_t array = 1000;               // tasks of an array
  uint64_t jobs = 10000;               // tasks in its queue, for all users together
  std::optional<double> seconds = {};  // the longest time limit
  uint64_t memory = 0;                 // memory of a node; 0: unknown
  int cores = 0;                       // cores of the partition; 0: unknown
  bool default_time = false;           // a job without a time limit gets one
};

struct Job {
  enum class Does {
    check,   // checks that a node can reach the files and the program that it needs
    units,   // does a share of units
    grow,    // submits units that could not be named before
    report,  // gathers scores, and writes the report
  };
  Does does = Does::units;
  std::string name;                       // name of its files; unique in the submission: "cells-2"
  std::string what;                       // "420 cells"
  std::vector<ShareOfUnits> shares = {};  // one for each task
  int cores = 1, devices = 0;
  uint64_t memory = 0;                 // bytes
  std::optional<double> seconds = {};  // time limit; nothing: the limit of the cluster
  std::vector<size_t> needs = {};      // places of jobs that must have ended well before
  bool after_any = false;              // the needed jobs need only have ended
  // Ids of an earlier submission's arrays in the queue, which must have ended well too.
  std::vector<std::string> after = {};

  size_t tasks() const { return does == Does::units ? shares.size() : 1; }
};

// An array of the batch system: tasks `first` (from 0) to `first` + `count` of a job, which has more arrays
// where the cluster's arrays are shorter.
struct JobArray {
  const Job* job = nullptr;
  // Name of the script and in the queue: the name of the job, with a number where it has several arrays.
  std::string name;
  size_t first = 0, count = 0;
  std::vector<size_t> needs = {};  // places of arrays
};
std::vector<JobArray> arrays_of(const std::vector<Job>& jobs, uint64_t longest);

// Returns the seconds of a duration in the form of Slurm: "90" (minutes), "90:00" (minutes:seconds),
// "1:30:00", "1-12" (days-hours), "1-12:00", "1-12:00:00", and of "90s", "90m", "36h", "2d". Nothing for any
// other text, such as "UNLIMITED".
std::optional<double> parse_slurm_time(std::string_view text);
// Formats a duration for Slurm: "1-12:00:00", "01:30:00"; a part of a second counts as a second.
std::string slurm_time(double seconds);
// Formats a duration for PBS and SGE: "36:00:00".
std::string hours_minutes_seconds(double seconds);

}  // namespace standfast
