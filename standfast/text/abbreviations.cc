#include "standfast/text/abbreviations.h"

#include <algorithm>
#include <array>

namespace standfast {
namespace {

// Each list ascends, for a binary search.
constexpr std::array<std::string_view, 44> kBeforeNames = {
    "Adm",  "Amb", "Atty", "Brig", "Capt", "Cmdr", "Col",  "Cpl",  "Dep",  "Det",    "Dr",
    "Drs",  "Fr",  "Ft",   "Gen",  "Gov",  "Hon",  "Insp", "Lt",   "Maj",  "Messrs", "Mlle",
    "Mme",  "Mr",  "Mrs",  "Ms",   "Msgr", "Mt",   "Ph",   "Pres", "Prof", "Pvt",    "Rep",
    "Reps", "Rev", "Sen",  "Sens", "Sgt",  "Sr",   "Sra",  "St",   "Ste",  "Supt",   "Ven"};
constexpr std::array<std::string_view, 35> kBeforeNumbers = {
    "Apr",  "Art", "Aug",  "Ch", "Chap", "Dec", "Eq",   "Eqs", "Feb", "Fig", "Figs", "Jan",
    "Jul",  "Jun", "Mar",  "No", "Nos",  "Nov", "Nr",   "Oct", "Op",  "Par", "Sec",  "Sep",
    "Sept", "Vol", "Vols", "c",  "ca",   "fig", "figs", "p",   "pp",  "vol", "vols"};
constexpr std::array<std::string_view, 9> kAlways = {"Cf",  "Ph.D", "al",  "cf", "e.g",
                                                     "i.e", "v",    "viz", "vs"};
static_assert(std::ranges::is_sorted(kBeforeNames) && std::ranges::is_sorted(kBeforeNumbers) &&
              std::ranges::is_sorted(kAlways));
constexpr size_t kLongestWord = 6;

constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_letter(char c) {
  return is_capital(c) || (c >= 'a' && c <= 'z');
}

// Matches "J" and "U.S": single capitals with a point between.
bool is_initials(std::string_view word) {
  for (size_t i = 0; i < word.size(); ++i)
    if (i % 2 == 0 ? !is_capital(word[i]) : word[i] != '.') return false;
  return word.size() % 2 == 1;
}

// Returns whether the list has the word, also in capitals: "DR."
template <size_t kCount>
bool lists(const std::array<std::string_view, kCount>& list, std::string_view word) {
  if (std::ranges::binary_search(list, word)) return true;
  if (word.size() < 2 || !std::ranges::all_of(word, is_capital)) return false;
  std::array<char, kLongestWord> small;
  std::ranges::copy(word, small.begin());
  for (size_t i = 1; i < word.size(); ++i) small[i] = static_cast<char>(word[i] - 'A' + 'a');
  return std::ranges::binary_search(list, std::string_view(small.data(), word.size()));
}

}  // namespace

bool ends_with_abbreviation(std::string_view before, CodePoint next) {
  const size_t end = before.size() - 1;
  size_t begin = end;
  while (begin > 0 && (is_letter(before[begin - 1]) || before[begin - 1] == '.')) --begin;
  // "3rd." or "O'No." is a word of another kind.
  if (begin > 0 && (before[begin - 1] == '\'' || !is_ascii(before[begin - 1]) ||
                    (before[begin - 1] >= '0' && before[begin - 1] <= '9')))
    return false;
  const std::string_view word = before.substr(begin, end - begin);
  if (is_initials(word)) return true;
  if (word.empty() || word.size() > kLongestWord) return false;
  return lists(kAlways, word) ||
         (next >= '0' && next <= '9' ? lists(kBeforeNumbers, word) : lists(kBeforeNames, word));
}

}  // namespace standfast
