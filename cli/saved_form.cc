#include "cli/saved_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/text/reading_form_json.h"

namespace standfast::cli {

void FormGiven::declare(const Args& args) {
  form = args.given("--form");
  fold_letters = args.given("--fold-letters");
}

Status read_as_learned(const std::string& command, const std::optional<ReadingForm>& learned,
                       const FormGiven& given, CorpusArgs& corpus) {
  if (!learned) return {};
  const auto folded = standfast::fold_letters(*learned);
  SF_ASSIGN(const ReadingForm asked, reading_form(corpus.form, corpus.fold_letters));
  const auto refuse = [&](const std::string& flag, const std::string& theirs) {
    return usage_error(fmt::format(
        "{}: {}: the model learned from texts read with {}; leave the flag out, or train a model on texts read so",
        command, flag, theirs));
  };
  if (given.form() && asked.form != learned->form)
    return refuse("--form " + corpus.form, "--form " + form_name(*learned));
  if (given.fold_letters() && standfast::fold_letters(asked) != folded)
    return refuse(
        fmt::format("--fold-letters {}", fmt::join(standfast::fold_letters(asked), ", ")),
        folded.empty() ? "no letters folded" : fmt::format("--fold-letters {}", fmt::join(folded, ", ")));
  corpus.form = form_name(*learned);
  corpus.fold_letters = folded;
  return {};
}

}  // namespace standfast::cli
