#include "cli/task_args.h"

#include <fmt/format.h>

#include "standfast/corpus/read/format.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"

namespace standfast::cli {

void TaskArgs::declare(Args& args) {
  args.choice("--task", task, {"guess", "verification", "classification"},
              "verification (pairs by one author or by two), classification (classes of documents) or guess: "
              "--target means classification, otherwise the input and the model decide");
  args.text(
          "--target", target,
          "Column role that is the class: author, label, topic, source or date (guessed where there is only "
          "one of author and label)")
      .column();
}

Result<Role> TaskArgs::role(const Corpus& corpus) const {
  if (!target.empty()) {
    const auto role = role_from_name(target);
    if (!role)
      return usage_error(fmt::format(
          "--target {} is not a role; author, label, topic, source or date is wanted (a column of another "
          "name is mapped by --label COLUMN)",
          target));
    SF_TRY(corpus.require(*role));
    return *role;
  }
  const bool author = corpus.column(Role::author) != nullptr, label = corpus.column(Role::label) != nullptr;
  if (author && label)
    return usage_error(
        fmt::format("{} has authors and labels; say which is the class: --target author or --target label",
                    corpus.name()));
  if (!author && !label)
    return data_error(
        fmt::format("{} has neither authors nor labels, so there are no classes; map a column by --label "
                    "COLUMN or --author COLUMN",
                    corpus.name()));
  const Role role = author ? Role::author : Role::label;
  terminal().info(fmt::format("the class is the {}", role_name(role)));
  return role;
}

Result<TaskKind> task_of_training(const TaskArgs& args, const std::string& model, const std::string& path,
                                  const std::string& format, const std::string& encoding, bool has_truth) {
  const bool verifier = verifiers().find(model).has_value(),
             classifier = classifiers().find(model).has_value();
  if (!verifier && !classifier) {
    std::vector<std::string> names;
    for (const auto& entry : verifiers().entries()) names.push_back(entry.name);
    for (const auto& entry : classifiers().entries()) names.push_back(entry.name);
    const auto hint = nearest_name(model, names);
    return usage_error(fmt::format(
        "there is no verifier or classifier \"{}\"{}", model,
        hint.empty() ? " (standfast ls lists them)" : fmt::format("; did you mean \"{}\"?", hint)));
  }
  const bool asks_for_classes = args.task == "classification" || !args.target.empty();
  if (args.task == "verification" && !args.target.empty())
    return usage_error("--target is for classification; verification asks whether pairs have one author");
  if (asks_for_classes && !classifier)
    return usage_error(
        fmt::format("{} is a verifier: it answers pairs and has no classes (no --target)", model));
  if (args.task == "verification" && !verifier)
    return usage_error(fmt::format("{} is a classifier: it answers documents, not pairs", model));
  if (asks_for_classes) return TaskKind::classification;
  if (args.task == "verification" || !classifier) return TaskKind::verification;
  if (!verifier) return TaskKind::classification;
  if (has_truth || format == "pan") return TaskKind::verification;
  if (path == "-")
    return usage_error(
        fmt::format("there is a verifier and a classifier {}; say which by --task verification or --task "
                    "classification",
                    model));
  if (format != "guess") return TaskKind::classification;
  SF_ASSIGN(const Format found, guess_format(path, encoding));
  const TaskKind task = found == Format::pan ? TaskKind::verification : TaskKind::classification;
  terminal().info(fmt::format("{}: {}, because {} holds {}", model,
                              task == TaskKind::verification ? "verification" : "classification", path,
                              task == TaskKind::verification ? "pairs" : "documents"));
  return task;
}

}  // namespace standfast::cli
