#include "standfast/study/experiment/explained_texts.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/cell/cell_fit.h"
#include "standfast/text/character_spans.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

Failure other_document(const std::string& path, std::string_view id) {
  return unreadable_part(
      path, fmt::format("document \"{}\" differs from the document in the corpus", printable_line(id)));
}

}  // namespace

Result<ExplainedTexts> ExplainedTexts::open(const std::string& run, const StudyCatalogs& catalogs) {
  ExplainedTexts texts;
  texts.folder_ = RunFolder(run);
  SF_ASSIGN(Provenance provenance, read_provenance(texts.folder_, catalogs));
  SF_ASSIGN(std::string study_folder, read_study_folder(texts.folder_));
  SF_ASSIGN(const auto plan, texts.folder_.read_plan());
  for (const auto& unit : plan) texts.units_.emplace(unit.key, unit);
  texts.shop_ =
      std::make_unique<Workshop>(texts.folder_, std::move(provenance), std::move(study_folder), catalogs);
  return texts;
}

Result<std::vector<ExplainedText>> ExplainedTexts::first(const std::string& key, const std::string& side,
                                                         size_t most, std::vector<std::string>& names) {
  const std::string path = folder_.artifact(key, kAttributionsFile);
  SF_ASSIGN(AttributionsFile file, read_attributions(path));
  names = file.classes;
  const auto of_side = std::ranges::find_if(file.sides, [&](const auto& one) { return one.side == side; });
  const auto unit = units_.find(key);
  if (of_side == file.sides.end() || unit == units_.end())
    return unreadable_part(path, fmt::format("it has no side {}", side));
  auto& documents = of_side->explained;
  std::ranges::stable_sort(documents, {}, [](const auto& one) { return one.planted.empty(); });
  documents.resize(std::min(documents.size(), most));
  if (documents.empty()) return std::vector<ExplainedText>{};

  std::vector<std::string> ids;
  for (const auto& document : documents) ids.push_back(document.id);
  SF_ASSIGN(auto texts, texts_of(unit->second, side, ids, path));
  std::vector<ExplainedText> shown;
  for (size_t i = 0; i < documents.size(); ++i) {
    const auto& tokens = documents[i].attribution.tokens;
    if ((!tokens.empty() && tokens.back().end > texts[i].size()) ||
        (!documents[i].planted.empty() && documents[i].planted.back().end > texts[i].size()))
      return other_document(path, documents[i].id);
    shown.push_back({std::move(documents[i]), std::move(texts[i])});
  }
  return shown;
}

Result<std::vector<RationaleText>> ExplainedTexts::first_rationales(const std::string& key,
                                                                    const std::string& side, size_t most) {
  const auto unit = units_.find(key);
  if (unit == units_.end())
    return unreadable_part(folder_.path(), fmt::format("its plan has no unit {}", key));
  const std::string path = folder_.unit_folder(unit->second) + "/" + kRationalesFile;
  SF_ASSIGN(RationalesFile file, read_rationales(path));
  const auto of_side = std::ranges::find_if(file.sides, [&](const auto& one) { return one.side == side; });
  if (of_side == file.sides.end()) return unreadable_part(path, fmt::format("it has no side {}", side));
  auto& kept = of_side->rationales;
  std::ranges::stable_sort(kept, {}, [](const auto& one) { return one.cue.empty(); });
  kept.resize(std::min(kept.size(), most));
  if (kept.empty()) return std::vector<RationaleText>{};

  std::vector<std::string> ids;
  for (const auto& one : kept) ids.push_back(one.id);
  SF_ASSIGN(auto texts, texts_of(unit->second, side, ids, path));
  std::vector<RationaleText> shown;
  for (size_t i = 0; i < kept.size(); ++i) {
    std::vector<TokenSpan> chosen;
    for (const uint32_t place : kept[i].rationale.chosen) chosen.push_back(kept[i].rationale.units[place]);
    RationaleText one{kept[i].id, std::move(texts[i]), {}, {}};
    one.chosen = spans_in_bytes(one.text, chosen);
    one.cue = spans_in_bytes(one.text, kept[i].cue);
    for (const auto* spans : {&one.chosen, &one.cue})
      if (!spans->empty() && spans->back().end > one.text.size()) return other_document(path, one.id);
    shown.push_back(std::move(one));
  }
  return shown;
}

Result<std::vector<std::string>> ExplainedTexts::texts_of(const Unit& unit, const std::string& side,
                                                          const std::vector<std::string>& ids,
                                                          const std::string& path) {
  SF_ASSIGN(const CellTexts texts, cell_texts(*shop_, unit));
  std::map<std::string_view, uint32_t> row_of;
  for (const uint32_t row : texts.rows_of(side)) row_of.emplace(texts.corpus->id(texts.row_of(row)), row);
  std::vector<std::string> found;
  for (const auto& id : ids) {
    const auto row = row_of.find(id);
    if (row == row_of.end()) return other_document(path, id);
    found.emplace_back(texts.read().text(row->second));
  }
  return found;
}

}  // namespace standfast
