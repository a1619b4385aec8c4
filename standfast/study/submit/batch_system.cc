#include "standfast/study/submit/batch_system.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {
namespace {

std::string command_of(const JobArray& array, const ScriptPlaces& places, const SubmitOptions& options) {
  const Job& job = *array.job;
  const std::string program = shell_word(options.program), run = shell_word(places.run);
  switch (job.does) {
    case Job::Does::check:
      return fmt::format("{} work {} --look {}/submission.json", program, run, places.submission);
    case Job::Does::grow:
      return fmt::format("{} submit {} --missing", program, run);
    case Job::Does::report:
      return fmt::format("{} work {} --gather", program, run);
    case Job::Does::units:
      break;
  }
  return fmt::format("{} work {} --shares {} --shard \"$share/{}\" --jobs 1 --cores {} --devices {}", program,
                     run, shares_file_of(job, places), job.shares.size(), job.cores, job.devices);
}

}  // namespace

std::vector<const BatchSystem*> batch_systems() {
  return {&slurm_system(), &pbs_system(), &sge_system(), &kubernetes_system()};
}

std::string shell_word(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/._-+=:@%,").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'')
      word += "'\\''";
    else
      word += c;
  }
  return word + "'";
}

std::string queue_name(const JobArray& array, const ScriptPlaces& places) {
  return places.tag + "-" + array.name;
}

std::string id_variable(std::string_view array_name) {
  std::string name(array_name);
  for (char& c : name)
    if (c == '-' || c == '.') c = '_';
  return name;
}

std::string log_of(const JobArray& array, const ScriptPlaces& places, std::string_view task) {
  return fmt::format("{}/{}/log/{}-{}.txt", places.run, places.submission, array.name, task);
}

std::string shares_file_of(const Job& job, const ScriptPlaces& places) {
  return fmt::format("{}/{}.shares", places.submission, job.name);
}

std::string head_comment(const JobArray& array, const ScriptPlaces& places, const BatchSystem& system) {
  const Job& job = *array.job;
  std::string tasks;
  if (job.does == Job::Does::units) {
    tasks = fmt::format(" in {} task{}", job.tasks(), job.tasks() == 1 ? "" : "s");
    if (array.count != job.tasks())
      tasks += fmt::format(", here {} to {}", array.first + 1, array.first + array.count);
  }
  return fmt::format("# {}{}, of {}: written by standfast submit for {}\n", job.what, tasks,
                     shell_word(places.run), system.title);
}

std::string body_of(const JobArray& array, const ScriptPlaces& places, const SubmitOptions& options,
                    std::string_view number, std::string_view limit_signal, std::string_view after) {
  const Job& job = *array.job;
  std::string text;
  for (const auto& line : options.setup) text += line + "\n";
  if (job.does == Job::Does::units)
    text += array.first == 0 ? fmt::format("share={}\n", number)
                             : fmt::format("share=$(({} + {}))\n", number, array.first);
  else
    text += "share=1\n";
  text += fmt::format("echo \"{}: share $share of {}, on $(uname -n)\"\n", array.name, job.tasks());
  text += "ended=\n";
  if (!limit_signal.empty())
    text += fmt::format("trap 'ended=limit; kill -TERM \"$work\"' {}\n", limit_signal);
  text += "trap 'ended=stop; kill -TERM \"$work\"' TERM\n";
  text += command_of(array, places, options) + " &\n";
  text +=
      "work=$!\n"
      "wait \"$work\"; code=$?\n"
      "[ -z \"$ended\" ] || { wait \"$work\"; code=$?; }   # a signal ends the first wait\n";
  if (job.does == Job::Does::report)
    text += fmt::format("{} report {}; code=$?\n", shell_word(options.program), shell_word(places.run));
  text += after;
  text += "exit \"$code\"\n";
  return text;
}

}  // namespace standfast
