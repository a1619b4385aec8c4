// standfast convert: a corpus from one format into another.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/write/write.h"

namespace standfast::cli {

Command convert_command() {
  struct ConvertArgs {
    CorpusArgs corpus;
    std::string out, to = "guess";
  };
  return {"convert", "Write a corpus in another format (JSONL, CSV, TSV, folder of texts)", [](Args& args) {
            auto given = std::make_shared<ConvertArgs>();
            given->corpus.declare(args);
            args.text(
                "OUT", given->out,
                "File to write (.jsonl .csv .tsv, also with .gz or .zst), folder, or - for standard output",
                true);
            args.choice("--to", given->to, {"guess", "jsonl", "csv", "tsv", "folder"},
                        "Format of OUT (guessed from its name)");
            return [given]() -> Status {
              Format format = *format_from_name(given->to);
              if (format == Format::guess) {
                SF_ASSIGN(format, output_format(given->out));
              }
              SF_TRY(keep_inputs("OUT", given->out, {given->corpus.path}));
              SF_ASSIGN(const Corpus corpus, given->corpus.read());
              SF_TRY(write_corpus(corpus, given->out, format));
              terminal().info(fmt::format("{}: {} documents", given->out, corpus.size()));
              return {};
            };
          }};
}

}  // namespace standfast::cli
