#include "standfast/study/experiment/auxiliaries_ready.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/text/printable.h"

namespace standfast {

Result<AuxiliariesReady> AuxiliariesReady::read(const StudySpec& study, const std::string& study_folder) {
  AuxiliariesReady ready;
  for (const auto& spec : study.auxiliaries) {
    const std::string owner = "auxiliary " + spec.name;
    SF_ASSIGN(const std::string path, auxiliary_path(spec, study_folder));
    SF_ASSIGN(const AuxiliaryCatalog::Entry* const kind, auxiliary_kinds().find(spec.kind));
    SF_ASSIGN(const auto reader, kind->make(spec.options));
    auto content = reader->read(path);
    if (!content) return with_context(owner, content.error());
    if (kind->traits.joined_by_id) ready.unmatched_.push_back({ready.files_.size(), std::move(content->ids)});
    ready.files_.push_back({spec.name, spec.kind, path, content->entries, kind->traits.holds});
  }
  return ready;
}

void AuxiliariesReady::look_at(const std::string& name, const Corpus& corpus) {
  for (auto& one : unmatched_)
    std::erase_if(one.ids, [&](const std::string& id) { return corpus.row_of(id).has_value(); });
  if (!corpus_.empty() || corpus.size() == 0) return;
  corpus_ = name;
  document_ = corpus.id(0);
}

Status AuxiliariesReady::finish(Sink& sink) const {
  for (const auto& [place, ids] : unmatched_) {
    const AuxiliaryFile& file = files_[place];
    if (ids.empty()) continue;
    if (ids.size() == file.entries)
      return data_error(fmt::format(
          "auxiliary {}: {}: none of its {} {} belongs to a document of the corpora: it has the id \"{}\", and "
          "corpus {} has \"{}\" (does id name the right column?)",
          file.name, file.path, file.entries, file.holds, printable_line(ids.front()), corpus_,
          printable_line(document_)));
    sink.warn(fmt::format(
        "auxiliary {}: {} of {} {} belong{} to no document of the corpora, the first with the id \"{}\" (does the "
        "study read its corpora in part, by limit, only or at-least?)",
        file.name, ids.size(), file.entries, file.holds, ids.size() == 1 ? "s" : "",
        printable_line(ids.front())));
  }
  return {};
}

}  // namespace standfast
