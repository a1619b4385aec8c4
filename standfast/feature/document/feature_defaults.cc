#include "standfast/feature/document/feature_defaults.h"

namespace standfast {

std::vector<OptionSpec> document_feature_options(const FeatureDefaults& defaults) {
  return {
      {"features", defaults.features,
       "families of features, joined with +: word, char, function-words, punctuation, lengths"},
      {"word-n", std::string("1"), "n-grams of this many words: 1, or 1-3; only for word"},
      {"char-n", defaults.char_n, "n-grams of this many characters: 4, or 3-5; only for char"},
      {"words",
       std::string("paper"),
       "paper: characters that are neither alphanumeric nor whitespace are deleted, words stand between "
       "whitespace; letters: words are runs of letters, numbers and underscores",
       {"paper", "letters"}},
      {"min-word-length", int64_t{1}, "leave out words of fewer characters"},
      {"lower-case", true, "count \"The\" and \"the\" as one"},
      {"weight",
       defaults.weight,
       "presence (1), counts, relative (counts divided by the length of the document) or tf-idf",
       {"presence", "counts", "relative", "tf-idf"}},
      {"norm",
       defaults.norm,
       "divide the features of a document by their Euclidean length (l2) or sum (l1), each family for "
       "itself; "
       "auto is l2 for tf-idf, else none",
       {"auto", "none", "l1", "l2"}},
      {"min-df", 1.0,
       "leave out n-grams in fewer training documents; below 1 it is a share of them; only for word and "
       "char"},
      {"max-df", 1.0,
       "leave out n-grams in more training documents; up to 1 it is a share of them; only for word and char"},
      {"max-features", defaults.max_features,
       "keep this many of the most frequent n-grams of a family; 0 keeps all; only for word and char"},
      {.name = "function-words",
       .default_value = std::string(),
       .meaning = "file with one function word a line; empty: our English list",
       .kind = OptionKind::path},
      {"distort",
       std::string("none"),
       "hide the rare or the frequent words behind one asterisk (single) or one a letter (multiple)",
       {"none", "mask-rare-single", "mask-rare-multiple", "mask-frequent-single", "mask-frequent-multiple"}},
      {"distort-words", int64_t{300},
       "this many of the most frequent words of the training documents are the frequent ones; only with "
       "distort"}};
}

}  // namespace standfast
