// All commands: cli/<name>.cc, the file of a sibling (help and version; submit, status and cancel) or a file
// in a folder of cli/ defines <name>_command(), and commands.cc lists it.
#pragma once

#include "cli/args.h"

namespace standfast::cli {

Command analyze_command();
Command cancel_command();
Command check_command();
Command checkpoint_command();
Command cite_command();
Command cluster_command();
Command compare_command();
Command completion_command();
Command convert_command();
Command demo_command();
Command doctor_command();
Command encode_command();
Command explain_command();
Command help_command();
Command init_command();
Command judge_command();
Command ls_command();
Command pairs_command();
Command plan_power_command();
Command predict_command();
Command pretrain_command();
Command pull_command();
Command report_command();
Command rewrite_command();
Command run_command();
Command sample_command();
Command scan_command();
Command score_command();
Command shortcut_command();
Command simulate_command();
Command split_command();
Command split_diff_command();
Command status_command();
Command submit_command();
Command synth_command();
Command tokens_command();
Command train_command();
Command version_command();
Command work_command();

std::vector<Command> all_commands();  // in the order of --help

}  // namespace standfast::cli
