#include "standfast/study/cell/cell_rationales.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "standfast/analysis/attribution/rationale_measures.h"
#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/text/character_spans.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

// The planted parts of a text, in bytes: the cue, and the cue with the words that were put in around it.
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

// Returns the ranges of tokens that annotators marked in a document of the study's corpus; nothing where it
// has no list.
Result<std::optional<std::vector<TokenSpan>>> annotated_ranges(const Corpus& corpus, uint32_t row) {
  const Attribute* attribute = corpus.attribute(kAnnotatedColumn);
  if (attribute == nullptr || attribute->kind != AttributeKind::list) return std::nullopt;
  const auto place = static_cast<size_t>(attribute - corpus.attributes().data());
  std::vector<std::string_view> elements;
  const AttributeInput value = corpus.attribute_value(place, row, elements);
  if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
  std::vector<TokenSpan> ranges;
  for (const std::string_view element : std::get<std::span<const std::string_view>>(value)) {
    const auto range = token_range(element);
    if (!range)
      return data_error(fmt::format(
          "{}: document \"{}\": {} has \"{}\", which is not a range of tokens ([0, 5] or \"0-5\": the first "
          "five)",
          corpus.name(), printable_line(corpus.id(row)), kAnnotatedColumn, printable_line(element)));
    ranges.push_back(*range);
  }
  return ranges;
}

// Returns the agreement of a rationale with the marked tokens, in the text that was read; nothing where none
// are marked or the text is a rewrite.
Result<std::optional<TokenAgreement>> agreement(const CellTexts& texts, uint32_t row,
                                                const Rationale& rationale) {
  const uint32_t own = texts.row_of(row);
  SF_ASSIGN(const auto ranges, annotated_ranges(*texts.corpus, own));
  if (!ranges || ranges->empty()) return std::nullopt;
  std::vector<TokenSpan> planted;
  if (texts.planted != nullptr)
    for (const PlantedSpan& span : texts.planted->spans[row])
      planted.push_back({span.begin - span.before, span.end + span.after});
  return token_agreement(texts.corpus->text(own), *ranges, texts.read().text(row), planted, rationale);
}

Result<StoredRationale> stored_rationale(const CellTexts& texts, uint32_t row, uint32_t truth,
                                         const Rationale& rationale) {
  const std::string_view text = texts.read().text(row);
  StoredRationale kept{std::string(texts.corpus->id(texts.row_of(row))), truth, {}, {}, {}, {}};
  kept.rationale = {spans_in_characters(text, rationale.units), rationale.chosen};
  SF_ASSIGN(kept.annotated, agreement(texts, row, rationale));
  if (texts.planted == nullptr || texts.planted->cue[row] == kNoCue) return kept;
  kept.value = texts.planted->cue[row];
  const PlantedParts parts = planted_parts(text, texts.planted->spans[row]);
  kept.cue = spans_in_characters(text, parts.cue);
  kept.frame = spans_in_characters(text, parts.frame);
  return kept;
}

}  // namespace

Status check_annotated(const CellTexts& texts) {
  std::vector<uint32_t> rows = texts.rows_of(kTestSide);
  for (const KeptApart& side : texts.sides()) {
    const std::vector<uint32_t> more = texts.rows_of(side.side);
    rows.insert(rows.end(), more.begin(), more.end());
  }
  const Corpus& corpus = *texts.corpus;
  for (const uint32_t row : rows) {
    const uint32_t own = texts.row_of(row);
    SF_ASSIGN(const auto ranges, annotated_ranges(corpus, own));
    if (!ranges || ranges->empty()) continue;
    const size_t tokens = split_tokens(corpus.text(own), TokenRule::whitespace).size();
    for (const TokenSpan& range : *ranges)
      if (range.end > tokens)
        return data_error(fmt::format(
            "{}: document \"{}\": {} marks the tokens [{}, {}], and the text has {} tokens (separated by "
            "white space)",
            corpus.name(), printable_line(corpus.id(own)), kAnnotatedColumn, range.begin, range.end, tokens));
  }
  return {};
}

bool rewrites_texts(const ConditionSpec& condition, const StudyCatalogs& catalogs) {
  if (!condition.shortcut) return false;
  const auto entry = catalogs.shortcuts->find(condition.shortcut->kind.name);
  return entry && (*entry)->traits.rewrites;
}

Result<RationalesFile> cell_rationales(const CellTexts& texts, const ClassExams& exams, bool rewritten) {
  RationalesFile file{texts.classes->names, {}, rewritten, {}};
  if (texts.planted != nullptr) file.values = texts.planted->record.values;
  for (const ClassExam& exam : exams.sides) {
    RationaleSide& side = file.sides.emplace_back(RationaleSide{exam.side, {}});
    for (size_t i = 0; i < exam.rows.size(); ++i) {
      SF_ASSIGN(StoredRationale one,
                stored_rationale(texts, exam.rows[i], exam.truth[i], exam.rationales[i]));
      side.rationales.push_back(std::move(one));
    }
    // Ids of planted rows have suffixes, so their order differs.
    std::ranges::sort(side.rationales, {}, &StoredRationale::id);
  }
  return file;
}

}  // namespace standfast
