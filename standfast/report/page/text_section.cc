#include "standfast/report/page/text_section.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "standfast/report/attribution/highlights.h"
#include "standfast/report/table/escape.h"

namespace standfast::report {
namespace {

// Returns the first record that has documents of this condition and side.
template <class Record, class Finding, class Documents>
const Record* first_record(const std::vector<Record>& records, const RunRecords& run, size_t corpus,
                           const Finding& finding, const Documents& documents) {
  const ConditionInfo& condition = run.conditions[finding.condition];
  for (const auto& record : records) {
    if (record.corpus != run.corpora[corpus].name || record.condition != condition.drawn() ||
        record.model != run.models[finding.model].name)
      continue;
    for (const auto& side : record.sides)
      if (side.side == condition.side && !std::invoke(documents, side).empty()) return &record;
  }
  return nullptr;
}

std::string summary_of(const RunRecords& run, size_t model, size_t condition) {
  return fmt::format("<details><summary>{} under {}</summary>\n", escape_html(run.models[model].name),
                     escape_html(run.conditions[condition].name));
}

std::string shown(const ExplainedText& one, const std::vector<std::string>& names) {
  const Attribution& attribution = one.document.attribution;
  const auto most = std::ranges::max_element(attribution.prediction);
  const auto c = static_cast<size_t>(most - attribution.prediction.begin());
  const std::string output = "class " + names[c];
  Highlighted document{one.document.id,
                       one.text,
                       attribution.tokens,
                       {},
                       output,
                       attribution.base[c],
                       attribution.prediction[c],
                       one.document.planted};
  for (size_t i = 0; i < attribution.shares.rows; ++i)
    document.shares.push_back(attribution.shares.row(i)[c]);
  return highlighted_html(document, 5);
}

}  // namespace

Result<std::string> text_section(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                                 ExplainedTexts& texts) {
  std::string html;
  for (const auto& finding : found.attributions) {
    const AttributionRecord* record =
        first_record(run.attributions, run, corpus, finding, &AttributedSide::explained);
    if (record == nullptr) continue;
    const ConditionInfo& condition = run.conditions[finding.condition];
    std::vector<std::string> names;
    SF_ASSIGN(const auto documents, texts.first(record->folder, condition.side, kShownTexts, names));
    html += summary_of(run, finding.model, finding.condition);
    for (const auto& document : documents) html += shown(document, names);
    html += "</details>\n";
  }
  if (html.empty()) return html;
  return fmt::format(
      "<section class=\"texts\"><style>{}</style><h3>Tokens coloured by what they add on {}</h3>\n"
      "<p class=\"caption\">At most {} documents of each condition, side and model, of its first fit that has some; those "
      "with something planted come first. Shares are of the {} of the predicted class. Orange speaks for it, blue against "
      "it. Underlined: planted.</p>\n{}</section>\n",
      highlight_style(), escape_html(run.corpora[corpus].name), kShownTexts,
      escape_html(found.attributions.front().output), html);
}

Result<std::string> rationale_section(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                                      ExplainedTexts& texts) {
  std::string html;
  for (const auto& finding : found.rationales) {
    const auto* record =
        first_record(run.rationales, run, corpus, finding, &MeasuredRationaleSide::rationales);
    if (record == nullptr) continue;
    SF_ASSIGN(const auto documents,
              texts.first_rationales(record->folder, run.conditions[finding.condition].side, kShownTexts));
    html += summary_of(run, finding.model, finding.condition);
    for (const auto& one : documents) html += rationale_html(one.id, one.text, one.chosen, one.cue, 5);
    html += "</details>\n";
  }
  if (html.empty()) return html;
  return fmt::format(
      "<section class=\"texts\"><style>{}</style><h3>Rationales on {}</h3>\n"
      "<p class=\"caption\">At most {} documents of each condition, side and model, of its first cell; those with something "
      "planted come first. Coloured: the part from which the classifier answered. Underlined: planted.</p>\n{}</section>\n",
      highlight_style(), escape_html(run.corpora[corpus].name), kShownTexts, html);
}

}  // namespace standfast::report
