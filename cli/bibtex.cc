#include "cli/bibtex.h"

#include <algorithm>
#include <regex>

#include <fmt/format.h>

namespace standfast::cli {
namespace {

struct Work {
  std::string key, authors, year, words;
  bool titled = false;  // the words begin with a title
};

std::string in_lower_case(std::string text) {
  std::erase_if(text, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  for (size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
    text.replace(at, old.size(), with);
  return text;
}

// "Ng, Lee and Chen" as BibTeX separates names; "et al." are others.
std::string bibtex_authors(std::string names) {
  names = replaced(names, " et al.", " and others");
  return replaced(names, ", ", " and ");
}

std::string escaped_for_tex(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&' || c == '%' || c == '#' || c == '_' || c == '$') out += '\\';
    if (c != '{' && c != '}') out += c;
  }
  return out;
}

Work work_of(const std::string& citation) {
  static const std::regex form("(?:after |the )?([^0-9()]+?) ((?:18|19|20)[0-9]{2})(.*)");
  std::smatch found;
  if (!std::regex_match(citation, found, form) || found[1].str().find(" of") != std::string::npos)
    return {in_lower_case(citation).substr(0, 24), "", "", citation};
  Work work{"", bibtex_authors(found[1]), found[2], found[3]};
  work.titled = work.words.starts_with(", ");
  const size_t begin = work.words.find_first_not_of(", ");
  work.words = begin == std::string::npos ? "" : work.words.substr(begin);
  if (work.words.starts_with("(") && work.words.ends_with(")"))
    work.words = work.words.substr(1, work.words.size() - 2);
  const std::string first = work.authors.substr(0, work.authors.find(" and "));
  work.key = in_lower_case(first) + work.year;
  return work;
}

bool same_work(const Work& a, const Work& b) {
  if (a.key != b.key) return false;
  constexpr size_t kBeginning = 12;
  return !a.titled || !b.titled ||
         in_lower_case(a.words).substr(0, kBeginning) == in_lower_case(b.words).substr(0, kBeginning);
}

}  // namespace

std::string bibtex_of(const std::vector<std::string>& citations) {
  std::vector<Work> works;
  for (const auto& citation : citations) {
    for (size_t at = 0; at < citation.size();) {
      const size_t end = std::min(citation.find("; ", at), citation.size());
      Work work = work_of(citation.substr(at, end - at));
      at = end + 2;
      const auto known = std::ranges::find_if(works, [&](const Work& one) { return same_work(one, work); });
      if (known == works.end())
        works.push_back(std::move(work));
      else if (std::pair(work.titled, work.words.size()) > std::pair(known->titled, known->words.size()))
        *known = std::move(work);
    }
  }
  std::string text;
  for (size_t i = 0; i < works.size(); ++i) {
    const auto& work = works[i];
    const auto before = std::count_if(works.begin(), works.begin() + static_cast<std::ptrdiff_t>(i),
                                      [&](const Work& one) { return one.key == work.key; });
    text += fmt::format("@misc{{{}{},\n", work.key,
                        before == 0 ? "" : std::string(1, static_cast<char>('a' + before)));
    if (!work.authors.empty()) text += fmt::format("  author = {{{}}},\n", escaped_for_tex(work.authors));
    if (!work.words.empty()) text += fmt::format("  title = {{{}}},\n", escaped_for_tex(work.words));
    if (!work.year.empty()) text += fmt::format("  year = {{{}}},\n", work.year);
    text += "}\n";
  }
  return text;
}

}  // namespace standfast::cli
