#include "standfast/analysis/leak/warning_lines.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {
namespace {

// Codes of warnings about one fact, the shared properties of the two documents of a pair.
constexpr std::array<std::string_view, 3> kSharing = {"SF102", "SF103", "SF115"};

bool of_sharing(const StudyWarning& warning) {
  return std::find(kSharing.begin(), kSharing.end(), warning.code) != kSharing.end();
}

// Orders warnings by weight: SF115 (sharing alone beats guessing) outweighs a difference between conditions.
bool is_worse(const StudyWarning& a, const StudyWarning& b) {
  const bool scores = a.code == "SF115", other_scores = b.code == "SF115";
  return scores != other_scores ? scores : a.size > b.size;
}

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

// Cuts a text to `most` characters, at the end of a word if one is near.
std::string shortened(const std::string& text, size_t most) {
  constexpr std::string_view kRest = " ...";
  size_t characters = 0, cut = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!begins_character(text[at])) continue;
    if (characters == most - kRest.size()) cut = at;
    if (++characters > most) break;
  }
  if (characters <= most) return text;
  const size_t space = text.rfind(' ', cut);
  if (space != std::string::npos && cut - space < 40) cut = space;
  std::string out = text.substr(0, cut);
  while (!out.empty() && (out.back() == ' ' || out.back() == ',' || out.back() == ';')) out.pop_back();
  return out.append(kRest);
}

std::string line_of(const std::string& codes, const StudyWarning& warning) {
  return shortened(fmt::format("{} {}{}", codes, warning.corpus.empty() ? "" : warning.corpus + ": ",
                               warning.brief.empty() ? warning.message : warning.brief),
                   kMostOfALine);
}

}  // namespace

std::string codes_of(const std::vector<StudyWarning>& warnings) {
  std::vector<std::string> codes;
  for (const auto& warning : warnings)
    if (std::find(codes.begin(), codes.end(), warning.code) == codes.end()) codes.push_back(warning.code);
  return fmt::format("{}", fmt::join(codes, ", "));
}

std::vector<std::string> short_lines(const std::vector<StudyWarning>& warnings) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < warnings.size(); ++i) {
    const StudyWarning& warning = warnings[i];
    if (!of_sharing(warning)) {
      lines.push_back(line_of(warning.code, warning));
      continue;
    }
    std::vector<StudyWarning> fact;
    bool told = false;
    for (size_t k = 0; k < warnings.size(); ++k) {
      if (!of_sharing(warnings[k]) || warnings[k].corpus != warning.corpus) continue;
      told |= k < i;
      fact.push_back(warnings[k]);
    }
    if (!told)
      lines.push_back(line_of(codes_of(fact), *std::min_element(fact.begin(), fact.end(), is_worse)));
  }
  return lines;
}

}  // namespace standfast
