// The check for values (an author, a label) whose texts are stored or typed in another form than all others,
// which a model takes for a habit of the author.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <unicode/uchar.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/text/mojibake.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr std::array<std::string_view, 4> kRoleColumns = {"author", "label", "topic", "source"};
// Least difference between the share of a value's texts and the share of all others.
constexpr double kFormApart = .5;
constexpr double kFormLevel = .01;  // joint level of all tests of a column
constexpr size_t kLeastTexts = 5;
constexpr size_t kShownValues = 3;

enum Form : size_t { kDecomposed, kMojibake, kWide, kCurly, kStraight, kDotlessI, kForms };
struct Words {
  std::string_view what, remedy;
};
constexpr std::array<Words, kForms> kWords = {{
    {"are not in NFC", "run reads texts in NFC unless form = \"none\""},
    {"hold characters that were read in another encoding (\"cafÃ©\")",
     "read the file again with the --encoding that it has"},
    {"hold full-width letters or digits", "form = \"nfkc\" makes them plain"},
    {"hold curly quotes or apostrophes", "make quotes alike in the file"},
    {"hold straight quotes or apostrophes", "make quotes alike in the file"},
    {"hold the Turkish letters ı or İ", "fold-letters = [\"turkish-case\"] reads I as ı"},
}};

std::array<bool, kForms> forms_of(std::string_view text, std::string& store) {
  std::array<bool, kForms> has{};
  bool beyond = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = next_code_point(text, at);
    beyond |= c >= 0x80;
    has[kStraight] |= c == '"' || c == '\'';
    has[kCurly] |= c >= 0x2018 && c <= 0x201F;
    has[kDotlessI] |= c == 0x131 || c == 0x130;
    // Wide marks are ordinary in ideographic text; wide letters and digits are not ordinary anywhere.
    has[kWide] |=
        (c >= 0xFF10 && c <= 0xFF19) || (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A);
  }
  if (beyond) {
    const std::string_view composed_text = composed(text, store);
    has[kDecomposed] = composed_text != text;
    has[kMojibake] = mend_mojibake(text, store) > 0;
  }
  return has;
}

struct Tally {
  std::string_view value;
  uint64_t with = 0, of = 0, others_with = 0, others = 0;
  double p = 1;
  double apart() const {
    return static_cast<double>(with) / static_cast<double>(of) -
           static_cast<double>(others_with) / static_cast<double>(others);
  }
};

// Tallies each value of the column with enough documents; p is corrected for their number and the number of
// forms.
std::vector<Tally> tallies(const CheckedData& data, const CheckedColumn& checked,
                           const std::vector<std::array<bool, kForms>>& forms, Form form) {
  std::vector<Tally> of(checked.column.names.size());
  uint64_t all = 0, marked = 0;
  for (uint32_t row = 0; row < data.size(); ++row) {
    const uint32_t code = checked.column.codes[row];
    if (code == kMissing) continue;
    ++all;
    marked += forms[row][form];
    ++of[code].of;
    of[code].with += forms[row][form];
  }
  std::vector<Tally> kept;
  std::vector<double> p;
  for (uint32_t code = 0; code < of.size(); ++code) {
    Tally& tally = of[code];
    if (tally.of < kLeastTexts || all - tally.of < kLeastTexts) continue;
    tally.value = checked.column.names[code];
    tally.others = all - tally.of;
    tally.others_with = marked - tally.with;
    p.push_back(
        std::min(1.0, static_cast<double>(kForms) * hypergeometric_upper(tally.with, marked, tally.of, all)));
    kept.push_back(tally);
  }
  p = holm(p);
  for (size_t i = 0; i < kept.size(); ++i) kept[i].p = p[i];
  return kept;
}

}  // namespace

DataOutcome check_form_tells_value(const CheckedData& data) {
  std::vector<const CheckedColumn*> columns;
  for (const auto& checked : data.columns)
    if (std::find(kRoleColumns.begin(), kRoleColumns.end(), checked.name) != kRoleColumns.end() &&
        checked.column.names.size() >= 2)
      columns.push_back(&checked);
  if (columns.empty()) return not_asked("there is no author, label, topic or source with two values");
  std::vector<std::array<bool, kForms>> forms(data.size());
  std::string store;
  for (uint32_t row = 0; row < data.size(); ++row) forms[row] = forms_of(data.texts[row], store);
  DataOutcome outcome;
  for (const auto* checked : columns)
    for (size_t form = 0; form < kForms; ++form) {
      std::vector<Tally> telling;
      for (const Tally& tally : tallies(data, *checked, forms, static_cast<Form>(form)))
        if (tally.apart() >= kFormApart && tally.p <= kFormLevel) telling.push_back(tally);
      if (telling.empty()) continue;
      std::stable_sort(telling.begin(), telling.end(),
                       [](const Tally& a, const Tally& b) { return a.apart() > b.apart(); });
      const Tally& first = telling.front();
      const auto percent = [](uint64_t part, uint64_t whole) {
        return 100 * static_cast<double>(part) / static_cast<double>(whole);
      };
      DataFinding finding;
      finding.count = telling.size();
      finding.of = checked->column.names.size();
      std::string more;
      for (size_t i = 0; i < telling.size(); ++i) {
        finding.values.emplace_back(telling[i].value);
        if (i > 0 && i < kShownValues)
          more += fmt::format("{}\"{}\"", i > 1 ? ", " : "; likewise ", printable_line(telling[i].value));
      }
      if (telling.size() > kShownValues) more += fmt::format(" and {} more", telling.size() - kShownValues);
      finding.message =
          fmt::format("{} \"{}\": {:.0f} % of its {} texts {}, against {:.0f} % of all others{}; {}",
                      checked->name, printable_line(first.value), percent(first.with, first.of), first.of,
                      kWords[form].what, percent(first.others_with, first.others), more, kWords[form].remedy);
      outcome.findings.push_back(std::move(finding));
    }
  return outcome;
}

}  // namespace standfast
