#include "standfast/feature/document/document_feature_options.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/text/function_words.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

// Parses "word+char".
Result<std::vector<Family>> parse_families(const std::string& text) {
  std::vector<Family> families;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('+', at), text.size());
    const std::string name = text.substr(at, end - at);
    at = end + 1;
    const auto found = std::find(std::begin(kFamilyNames), std::end(kFamilyNames), name);
    if (found == std::end(kFamilyNames))
      return usage_error(
          fmt::format("features = \"{}\": there is no family \"{}\" (there are: {}; join with +)", text, name,
                      fmt::join(kFamilyNames, ", ")));
    const auto family = static_cast<Family>(found - std::begin(kFamilyNames));
    if (std::find(families.begin(), families.end(), family) != families.end())
      return usage_error(fmt::format("features = \"{}\": \"{}\" is named twice", text, name));
    families.push_back(family);
  }
  return families;
}

std::string write_families(const std::vector<Family>& families) {
  std::string text;
  for (const Family family : families)
    text += fmt::format("{}{}", text.empty() ? "" : "+", kFamilyNames[static_cast<size_t>(family)]);
  return text;
}

std::optional<GramLengths> lengths_from(const std::string& text) {
  GramLengths lengths;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, lengths.low);
  if (read.ec != std::errc()) return std::nullopt;
  lengths.high = lengths.low;
  if (read.ptr != end) {
    if (*read.ptr != '-') return std::nullopt;
    read = std::from_chars(read.ptr + 1, end, lengths.high);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  }
  if (lengths.low < 1 || lengths.low > lengths.high || lengths.high > 30) return std::nullopt;
  return lengths;
}

// Returns a parser of "3" or "1-3".
auto lengths_reader(const char* option) {
  return [option](const std::string& text) -> Result<GramLengths> {
    if (const auto lengths = lengths_from(text)) return *lengths;
    return usage_error(
        fmt::format("{} = \"{}\": it is a length from 1 to 30, as 3, or a range, as 1-3", option, text));
  };
}

std::string write_lengths(const GramLengths& lengths) {
  return lengths.low == lengths.high ? std::to_string(lengths.low)
                                     : fmt::format("{}-{}", lengths.low, lengths.high);
}

}  // namespace

OptionTable<DocumentFeatureOptions> document_feature_table() {
  using O = DocumentFeatureOptions;
  using Words = std::vector<std::string>;
  OptionTable<O> table;
  table.text("features", &O::families, parse_families, write_families,
             "families of features, joined with +: word, char, function-words, punctuation, lengths");
  table.text("word-n", &O::word_n, lengths_reader("word-n"), write_lengths,
             "n-grams of this many words: 1, or 1-3; only for word");
  table.text("char-n", &O::char_n, lengths_reader("char-n"), write_lengths,
             "n-grams of this many characters: 4, or 3-5; only for char");
  table.words_in_order(
      "words", &O::words, Words{"paper", "letters", "spaces"},
      "paper: characters that are neither alphanumeric nor whitespace are deleted, words stand between "
      "whitespace; letters: words are runs of letters, numbers and underscores; spaces: whatever stands "
      "between whitespace, for texts that are cut into words");
  table.add("min-word-length", &O::min_word_length, "leave out words of fewer characters").at_least(1);
  table.add("lower-case", &O::lower_case, "count \"The\" and \"the\" as one");
  table.words_in_order(
      "weight", &O::weight, Words{"presence", "counts", "relative", "tf-idf"},
      "presence (1), counts, relative (counts divided by the length of the document) or tf-idf");
  table.words_in_order(
      "norm", &O::norm, Words{"auto", "none", "l1", "l2"},
      "divide the features of a document by their Euclidean length (l2) or sum (l1), each family for itself; "
      "auto is l2 for tf-idf, else none");
  table
      .add("min-df", &O::min_df,
           "leave out n-grams in fewer training documents; below 1 it is a share of them; only for word and "
           "char")
      .at_least(0);
  table
      .add("max-df", &O::max_df,
           "leave out n-grams in more training documents; up to 1 it is a share of them; only for word and "
           "char")
      .above(0);
  table.add("max-features", &O::max_features,
            "keep this many of the most frequent n-grams of a family; 0 keeps all; only for word and char");
  table
      .add("function-words", &O::function_words,
           "file with one function word a line, or the language of a built-in list (" +
               function_word_codes() + "); empty: the English list")
      .path()
      .holds(kWordListKind);
  table.words_in_order("distort", &O::distort,
                       Words{"none", "mask-rare-single", "mask-rare-multiple", "mask-frequent-single",
                             "mask-frequent-multiple"},
                       "hide the rare or the frequent words behind one asterisk (single) or one a letter "
                       "(multiple)");
  table
      .add("distort-words", &O::distort_words,
           "this many of the most frequent words of the training documents are the frequent ones; only with "
           "distort")
      .at_least(1);
  return table;
}

}  // namespace standfast
