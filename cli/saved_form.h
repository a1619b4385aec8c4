// Texts for a saved model, in the form in which the texts were read that it learned from.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/corpus_args.h"
#include "standfast/text/reading_form.h"

namespace standfast::cli {

// Tells if --form and --fold-letters are on the command line.
struct FormGiven {
  std::function<bool()> form, fold_letters;

  void declare(const Args& args);  // after CorpusArgs::declare()
};

// Makes the corpus read so. A usage error names the flag that asks for another form than the model's. Where a model keeps no
// form (an earlier version saved it), the flags decide.
Status read_as_learned(const std::string& command, const std::optional<ReadingForm>& learned,
                       const FormGiven& given, CorpusArgs& corpus);

}  // namespace standfast::cli
