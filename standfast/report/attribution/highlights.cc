#include "standfast/report/attribution/highlights.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "standfast/report/table/escape.h"

namespace standfast::report {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin: 0 0 .3rem; }
)";

// Style of marked tokens. The marks are translucent, so that the text keeps its contrast.
constexpr std::string_view kTokens = R"(
article { border-top: 1px solid #8884; padding: 1rem 0; }
p.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
p.note { opacity: .75; margin: 0; font-size: .9rem; }
mark { color: inherit; background: rgba(var(--c), calc(var(--a) * .55)); border-radius: .2em; }
mark.for { --c: 230, 120, 20; } mark.against { --c: 40, 110, 220; }
u { text-decoration-thickness: 2px; text-underline-offset: .2em; }
)";

}  // namespace

std::string_view highlight_style() {
  return kTokens;
}

std::string highlights_begin(std::string_view title, std::string_view note) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>{1}{3}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p class=\"note\">{2}</p>\n",
      escape_html(title), kStyle, escape_html(note), kTokens);
}

std::string highlighted_html(const Highlighted& document, int heading) {
  double most = 0;
  for (const double share : document.shares) most = std::max(most, std::abs(share));
  std::string html = fmt::format(
      "<article>\n<h{0}>{1}</h{0}>\n<p class=\"note\">{2}: {3:+.3f}, without any token {4:+.3f}; the "
      "strongest token adds {5:.3f}</p>\n<p class=\"text\" dir=\"auto\">",
      heading, escape_html(document.id), escape_html(document.output), document.prediction, document.base,
      most);
  size_t at = 0, span = 0;
  for (size_t i = 0; i < document.tokens.size(); ++i) {
    const TokenSpan token = document.tokens[i];
    html += escape_html_part(document.text.substr(at, token.begin - at));
    at = token.end;
    while (span < document.planted.size() && document.planted[span].end <= token.begin) ++span;
    const bool planted = span < document.planted.size() && document.planted[span].begin < token.end;
    std::string shown = escape_html_part(document.text.substr(token.begin, token.end - token.begin));
    if (planted) shown = "<u>" + shown + "</u>";
    const double share = document.shares[i];
    if (share == 0) {
      html += shown;
      continue;
    }
    html += fmt::format("<mark class=\"{}\" style=\"--a: {:.2f}\" title=\"{:+.4f}\">{}</mark>",
                        share > 0 ? "for" : "against", std::abs(share) / most, share, shown);
  }
  html += escape_html_part(document.text.substr(at));
  return html + "</p>\n</article>\n";
}

std::string rationale_html(std::string_view id, std::string_view text, std::span<const TokenSpan> chosen,
                           std::span<const TokenSpan> planted, int heading) {
  std::string html =
      fmt::format("<article>\n<h{0}>{1}</h{0}>\n<p class=\"text\" dir=\"auto\">", heading, escape_html(id));
  // Pieces of text in which nothing begins or ends.
  std::vector<uint32_t> ends = {static_cast<uint32_t>(text.size())};
  for (const auto& spans : {chosen, planted})
    for (const TokenSpan& span : spans) ends.insert(ends.end(), {span.begin, span.end});
  std::ranges::sort(ends);
  const auto within = [](std::span<const TokenSpan> spans, size_t& at, uint32_t begin) {
    while (at < spans.size() && spans[at].end <= begin) ++at;
    return at < spans.size() && spans[at].begin <= begin;
  };
  size_t of_chosen = 0, of_planted = 0;
  uint32_t begin = 0;
  for (const uint32_t end : ends) {
    if (end <= begin) continue;
    std::string shown = escape_html_part(text.substr(begin, end - begin));
    if (within(planted, of_planted, begin)) shown = "<u>" + shown + "</u>";
    if (within(chosen, of_chosen, begin)) shown = "<mark class=\"for\" style=\"--a: 1\">" + shown + "</mark>";
    html += shown;
    begin = end;
  }
  return html + "</p>\n</article>\n";
}

std::string highlights_end() {
  return "</body>\n</html>\n";
}

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

std::string explained_html(const ExplainedText& one, const std::vector<std::string>& names) {
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
    for (const auto& document : documents) html += explained_html(document, names);
    html += "</details>\n";
  }
  if (html.empty()) return html;
  return fmt::format(
      "<section class=\"texts\"><style>{}</style><h3>Tokens coloured by their contribution on {}</h3>\n<p "
      "class=\"caption\">Up to {} documents of each condition, side and model, from the first fit that "
      "explains any; documents with planted tokens come first. Shares refer to the {} of the predicted "
      "class. Orange tokens speak for it, blue tokens against it. Planted tokens are "
      "underlined.</p>\n{}</section>\n",
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
      "<section class=\"texts\"><style>{}</style><h3>Rationales on {}</h3>\n<p class=\"caption\">Up to {} "
      "documents of each condition, side and model, from its first cell; documents with a planted cue come "
      "first. The part from which the classifier answered is coloured. Planted text is "
      "underlined.</p>\n{}</section>\n",
      highlight_style(), escape_html(run.corpora[corpus].name), kShownTexts, html);
}

}  // namespace standfast::report
