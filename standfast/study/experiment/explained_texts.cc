#include "standfast/study/experiment/explained_texts.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/cell/cell_fit.h"
#include "standfast/text/printable.h"

namespace standfast {

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

  SF_ASSIGN(const CellTexts texts, cell_texts(*shop_, unit->second));
  std::map<std::string_view, uint32_t> row_of;
  const std::vector<uint32_t> rows = texts.rows_of(side);
  for (const uint32_t row : rows) row_of.emplace(texts.corpus->id(texts.row_of(row)), row);
  std::vector<ExplainedText> shown;
  for (auto& document : documents) {
    const auto row = row_of.find(document.id);
    const std::string_view text = row == row_of.end() ? "" : texts.read().text(row->second);
    const auto& tokens = document.attribution.tokens;
    if (row == row_of.end() || (!tokens.empty() && tokens.back().end > text.size()) ||
        (!document.planted.empty() && document.planted.back().end > text.size()))
      return unreadable_part(
          path, fmt::format("document \"{}\" is not the one of the corpus", printable_line(document.id)));
    shown.push_back({std::move(document), std::string(text)});
  }
  return shown;
}

}  // namespace standfast
