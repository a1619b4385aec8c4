#include "standfast/study/experiment/study_corpus.h"

#include <fmt/format.h>

#include "standfast/study/experiment/sides.h"

namespace standfast {
namespace {

// The reader of a corpus speaks of flags of the command line. Keys of [[corpus]] have the same names, without dashes.
std::string as_keys(std::string message) {
  for (size_t at = message.find(" --"); at != std::string::npos; at = message.find(" --", at))
    message.erase(at + 1, 2);
  return message;
}

}  // namespace

Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& spec,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink,
                                 ReadReport* report) {
  SF_ASSIGN(ReadOptions options, read_options(spec, study.limit));
  options.sink = &sink;
  auto read = read_corpus_of(spec, options, study_folder, report);
  // What the table asks for is not in the file: the reader of the message has to look at the table.
  if (!read && read.error().kind == ErrorKind::usage && !spec.place.empty())
    return usage_error(
        fmt::format("{}: {}{}", spec.place,
                    read.error().message.starts_with("corpus ") ? "" : fmt::format("corpus {}: ", spec.name),
                    as_keys(read.error().message)));
  SF_ASSIGN(auto corpus, std::move(read));
  const std::string& path = corpus.name();
  if (facts != nullptr && corpus.data_hash() != facts->sha256)
    return data_error(
        fmt::format("{}: corpus \"{}\" is no longer the one this run began with", path, spec.name));
  if (facts != nullptr)
    for (const auto& [name, sha256] : facts->attributes)
      if (corpus.attribute_hash(name) != sha256)
        return data_error(
            fmt::format("{}: column \"{}\" of corpus \"{}\" is no longer what it was when this "
                        "run began",
                        path, name, spec.name));
  SF_TRY(keep_sides_apart(spec, corpus));
  return corpus;
}

}  // namespace standfast
