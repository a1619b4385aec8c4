#include "standfast/analysis/scan/private_words.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

struct Seen {
  uint64_t occurrences = 0, in_addresses = 0, documents = 0;
  uint32_t last = ~uint32_t{0};
};

bool has_words(const CueName& cue) {
  return cue.kind == CueKind::words || cue.kind == CueKind::first_word || cue.kind == CueKind::last_word;
}

bool has_digit(std::string_view word) {
  for (size_t at = 0; at < word.size();)
    if (is_digit(next_code_point(word, at))) return true;
  return false;
}

// Returns the run of characters other than ASCII white space around [begin, end).
std::string_view run_around(std::string_view text, size_t begin, size_t end) {
  constexpr std::string_view kSpace = " \t\n\r\v\f";
  while (begin > 0 && kSpace.find(text[begin - 1]) == std::string_view::npos) --begin;
  while (end < text.size() && kSpace.find(text[end]) == std::string_view::npos) ++end;
  return text.substr(begin, end - begin);
}

bool is_address(std::string_view run) {
  const size_t dot = run.find('.');
  return run.find('@') != std::string_view::npos || run.find("://") != std::string_view::npos ||
         run.starts_with("www.") ||
         (dot != std::string_view::npos && run.find('/', dot) != std::string_view::npos);
}

// Replaces each word of a name by body(word).
template <class Body>
std::string with_words(std::string_view name, const Body& body) {
  std::string out;
  size_t done = 0;
  for_each_word(name, 1, [&](std::string_view word) {
    const auto at = static_cast<size_t>(word.data() - name.data());
    out += name.substr(done, at - done);
    out += body(word);
    done = at + word.size();
  });
  return out + std::string(name.substr(done));
}

// Returns the position where the words of a name begin: after "first word: " in "first word: honestly".
size_t begin_of_words(const CueName& cue) {
  return cue.kind == CueKind::words ? 0 : cue.name.size() - cue.word.size();
}

}  // namespace

void mask_private_words(const Corpus& corpus, Scan& scan) {
  std::map<std::string, Seen, std::less<>> words;
  const auto note = [&](const CueName& cue) {
    if (!has_words(cue)) return;
    for_each_word(std::string_view(cue.name).substr(begin_of_words(cue)), 1,
                  [&](std::string_view word) { words.try_emplace(std::string(word)); });
  };
  for (const auto& finding : scan.tests.findings) {
    note(scan.cue(finding));
    for (const auto& same : scan.cue(finding).also) note(same);
  }
  std::string lower;
  for (const uint32_t row : scan.units.rows) {
    const std::string_view text = corpus.text(row);
    for_each_word(text, 1, [&](std::string_view word) {
      lower_word(word, lower);
      const auto found = words.find(lower);
      if (found == words.end()) return;
      Seen& seen = found->second;
      ++seen.occurrences;
      const auto at = static_cast<size_t>(word.data() - text.data());
      seen.in_addresses += is_address(run_around(text, at, at + word.size())) ? 1 : 0;
      if (seen.last != row) ++seen.documents;
      seen.last = row;
    });
  }
  const auto shown = [&](std::string_view word) -> std::string {
    if (has_digit(word)) return "<number>";
    const auto found = words.find(word);
    if (found == words.end()) return std::string(word);  // from a cue that was not found
    const Seen& seen = found->second;
    if (2 * seen.in_addresses > seen.occurrences) return "<address>";
    return seen.documents < kFewDocuments ? "<rare>" : std::string(word);
  };
  scan.cues.rename([&](CueName& cue) {
    if (!has_words(cue)) return;
    const size_t begin = begin_of_words(cue);
    std::string masked = with_words(std::string_view(cue.name).substr(begin), shown);
    if (cue.kind != CueKind::words) cue.word = masked;
    cue.name.replace(begin, std::string::npos, masked);
  });
}

}  // namespace standfast
