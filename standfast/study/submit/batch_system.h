// Batch systems and the form of a submission's jobs for each. Slurm is also called directly (slurm.h); the
// others have their files and the commands that send them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/study/submit/job.h"

namespace standfast {

// Places that the scripts of a submission refer to. All paths are absolute.
struct ScriptPlaces {
  std::string run;         // folder of the run
  std::string submission;  // relative to the run: "submit/1"
  std::string tag;         // tag of this submission in the names of its jobs: "sf-1a2b3c"
};

struct BatchSystem {
  const char* name;    // name in its option: "slurm"
  const char* title;   // "Slurm"
  const char* ending;  // ending of its scripts: ".sbatch"
  // Returns the script of an array. needs: the names of the arrays that must have ended before, for systems
  // whose scripts state them.
  std::string (*script)(const JobArray& array, const std::vector<std::string>& needs,
                        const ScriptPlaces& places, const SubmitOptions& options);
  // Returns the lines of send.sh that send a script. needs: as above; each has left its id in a variable
  // (id_variable).
  std::string (*send)(const JobArray& array, const std::vector<std::string>& needs,
                      const ScriptPlaces& places);
};

const BatchSystem& slurm_system();       // slurm.cc
const BatchSystem& pbs_system();         // qsub_scripts.cc
const BatchSystem& sge_system();         // qsub_scripts.cc
const BatchSystem& kubernetes_system();  // kubernetes_script.cc
std::vector<const BatchSystem*> batch_systems();

// Returns the text as one word of a shell.
std::string shell_word(std::string_view text);
// Returns the name of a job in the queue: "sf-1a2b3c-cells".
std::string queue_name(const JobArray& array, const ScriptPlaces& places);
// Returns the name of the variable of send.sh with the id of an array: "cells_1".
std::string id_variable(std::string_view array_name);
// Returns the path of the log of an array's tasks. task: the system's word for the number of a task.
std::string log_of(const JobArray& array, const ScriptPlaces& places, std::string_view task);
std::string shares_file_of(const Job& job, const ScriptPlaces& places);  // relative to the run

// Returns a comment of one line: "# 420 cells of RUN in 84 tasks ...".
std::string head_comment(const JobArray& array, const ScriptPlaces& places, const BatchSystem& system);
// Returns the lines of shell that do the job. number: shell arithmetic for the number of this task, from 1 in
// each array. after: lines after the work, which find its exit code in $code and in $ended the cause of its
// end: "", "limit" (the signal `limit_signal`, before its time is over; "": there is none) or "stop"
// (SIGTERM).
std::string body_of(const JobArray& array, const ScriptPlaces& places, const SubmitOptions& options,
                    std::string_view number, std::string_view limit_signal, std::string_view after);

}  // namespace standfast
