#include "cli/commands.h"

namespace standfast::cli {

std::vector<Command> all_commands() {
  return {
      analyze_command(),  cancel_command(),   check_command(),      checkpoint_command(),
      cite_command(),     cluster_command(),  compare_command(),    completion_command(),
      convert_command(),  demo_command(),     doctor_command(),     encode_command(),
      explain_command(),  help_command(),     init_command(),       judge_command(),
      ls_command(),       pairs_command(),    plan_power_command(), predict_command(),
      pretrain_command(), pull_command(),     report_command(),     rewrite_command(),
      run_command(),      sample_command(),   scan_command(),       score_command(),
      shortcut_command(), simulate_command(), split_command(),      split_diff_command(),
      status_command(),   submit_command(),   synth_command(),      tokens_command(),
      train_command(),    version_command(),  work_command(),
  };
}

}  // namespace standfast::cli
