// standfast completion: completion scripts for shells, and the manual pages, made from the parser's
// description of the commands. The single file of the program contains everything they need.
#include "cli/parser/completion.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/parser/help_text.h"
#include "standfast/base/file.h"

namespace standfast::cli {
namespace {

struct CompletionArgs {
  std::string shell, prefix;
};

Status write_below(const std::string& prefix, const std::string& folder, const std::string& name,
                   const std::string& bytes) {
  const std::string path = fmt::format("{}/share/{}", prefix, folder);
  SF_TRY(make_directories(path));
  return write_file(path + "/" + name, bytes);
}

Status write_all(const std::string& prefix) {
  const auto program = describe_program(all_commands());
  for (const auto& page : man_pages(program)) SF_TRY(write_below(prefix, "man/man1", page.file, page.text));
  SF_TRY(write_below(prefix, "bash-completion/completions", "standfast", bash_completion(program)));
  SF_TRY(write_below(prefix, "zsh/site-functions", "_standfast", zsh_completion(program)));
  SF_TRY(write_below(prefix, "fish/vendor_completions.d", "standfast.fish", fish_completion(program)));
  terminal().info(fmt::format("wrote {} manual pages and completions of three shells below {}/share",
                              program.commands.size() + 1, prefix));
  return {};
}

Status run(const CompletionArgs& args) {
  if (args.shell.empty() == args.prefix.empty())
    return usage_error("completion: give either a shell (bash, zsh, fish) or --prefix FOLDER");
  if (!args.prefix.empty()) return write_all(args.prefix);
  const auto program = describe_program(all_commands());
  print(args.shell == "bash"  ? bash_completion(program)
        : args.shell == "zsh" ? zsh_completion(program)
                              : fish_completion(program));
  return {};
}

}  // namespace

Command completion_command() {
  return {"completion", "Print what a shell needs to complete command lines, or write it with the manual",
          [](Args& args) {
            auto given = std::make_shared<CompletionArgs>();
            args.choice("SHELL", given->shell, {"bash", "zsh", "fish"}, "Print the completion of this shell");
            args.text("--prefix", given->prefix,
                      "Write manual pages and the completions of all shells below this folder, where shells "
                      "and man look: share/man/man1, share/bash-completion/completions, "
                      "share/zsh/site-functions, share/fish/vendor_completions.d")
                .new_folder();
            args.example("source <(standfast completion bash)", "Complete words in this bash");
            args.example("standfast completion --prefix ~/.local", "Manual and completions for one user");
            args.footer(
                "In ~/.bashrc: source <(standfast completion bash)\n"
                "In ~/.zshrc, after compinit: source <(standfast completion zsh)\n"
                "In ~/.config/fish/config.fish: standfast completion fish | source");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
