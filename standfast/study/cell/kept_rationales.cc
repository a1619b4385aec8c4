#include "standfast/study/cell/kept_rationales.h"

#include <algorithm>

#include "standfast/analysis/rationale/rationale_measures.h"
#include "standfast/text/character_spans.h"

namespace standfast {
namespace {

// What was planted in a text, in bytes: itself, and with what was put in around it.
struct PlantedParts {
  std::vector<TokenSpan> cue, frame;  // frame: empty where it is the cue
};

PlantedParts planted_parts(std::string_view text, std::span<const PlantedSpan> spans) {
  std::vector<TokenSpan> itself, around;
  for (const PlantedSpan& span : spans) {
    itself.push_back({span.begin, span.end});
    around.push_back({span.begin - span.before, span.end + span.after});
  }
  PlantedParts parts{spans_of_cue(text, itself), spans_of_cue(text, around)};
  if (parts.frame == parts.cue) parts.frame.clear();
  return parts;
}

KeptRationale kept_rationale(const CellTexts& texts, uint32_t row, uint32_t truth,
                             const Rationale& rationale) {
  const std::string_view text = texts.read().text(row);
  KeptRationale kept{std::string(texts.corpus->id(texts.row_of(row))), truth, {}, {}, {}, {}};
  kept.rationale = {spans_in_characters(text, rationale.units), rationale.chosen};
  if (texts.planted == nullptr || texts.planted->cue[row] == kNoCue) return kept;
  kept.value = texts.planted->cue[row];
  const PlantedParts parts = planted_parts(text, texts.planted->spans[row]);
  kept.cue = spans_in_characters(text, parts.cue);
  kept.frame = spans_in_characters(text, parts.frame);
  return kept;
}

}  // namespace

bool rewrites_texts(const ConditionSpec& condition, const StudyCatalogs& catalogs) {
  if (!condition.shortcut) return false;
  const auto entry = catalogs.shortcuts->find(condition.shortcut->kind.name);
  return entry && (*entry)->traits.rewrites;
}

RationalesFile kept_rationales(const CellTexts& texts, const ClassExams& exams, bool rewritten) {
  RationalesFile file{texts.classes->names, {}, rewritten, {}};
  if (texts.planted != nullptr) file.values = texts.planted->record.values;
  for (const ClassExam& exam : exams.sides) {
    RationaleSide& side = file.sides.emplace_back(RationaleSide{exam.side, {}});
    for (size_t i = 0; i < exam.rows.size(); ++i)
      side.rationales.push_back(kept_rationale(texts, exam.rows[i], exam.truth[i], exam.rationales[i]));
    // Ids of planted rows have endings, so theirs is another order.
    std::ranges::sort(side.rationales, {}, &KeptRationale::id);
  }
  return file;
}

}  // namespace standfast
