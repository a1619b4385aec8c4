// Synthetic authors in many scripts, for the conformance suites of models.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "tests/support/corpora.h"

namespace standfast::testing {

// A way of writing: function words, topic words, and the marks between words and at the end of a sentence.
// The last letters of NFD texts are separate code points.
struct MadeScript {
  std::vector<std::string> common, topical;
  std::string space, stop;
};

inline const std::vector<MadeScript>& made_scripts() {
  static const std::vector<MadeScript> all = {
      {{"的", "是", "在", "有", "和", "我们", "可以", "没有"},  // Han, with an ideograph beyond 16 bits
       {"文件", "网络", "医院", "足球", "银行", "𠮷野"},
       "",
       "。"},
      {{"は", "を", "が", "です", "ます", "から", "まで", "こと"},  // kana and Han, half and full width
       {"ファイル", "ネットワーク", "病院", "ｶﾞｿﾘﾝ", "銀行", "音楽"},
       "",
       "。"},
      {{"และ", "ที่", "ใน", "ของ", "ไม่", "ได้", "จะ", "ก็"},
       {"แฟ้ม", "เครือข่าย", "โรงพยาบาล", "ฟุตบอล", "ธนาคาร", "ดนตรี"},
       "",
       " "},
      {{"का", "की", "के", "को", "में", "है", "से", "और"},
       {"किताब", "अस्पताल", "बैंक", "संगीत", "क्‍षेत्र", "पानी"},
       " ",
       " । "},
      {{"فِي", "مِنْ", "عَلَى", "إِلَى", "أَنَّ", "هٰذَا", "لَا", "مَا"},  // with vowel marks, tatweel, right to left
       {"كِتَابٌ", "مُسْتَشْفًى", "بَنْكٌ", "مـوسيقى", "شَبَكَةٌ", "مَاءٌ"},
       " ",
       "؟ "},
      {{"אֶת", "שֶׁל", "עַל", "לֹא", "כִּי", "הוּא", "גַם", "אֲבָל"},
       {"סֵפֶר", "בנק", "מוזיקה", "רשת", "בית־חולים", "מַיִם"},
       " ",
       ". "},
      {{"e\u0301te\u0301", "me\u0302me", "de\u0301ja\u0300", "o\u0308fter", "u\u0308ber", "fu\u0308r",
        "so\u0303", "na\u0303o"},
       {"ho\u0302tel", "bu\u0308cher", "re\u0301seau", "mu\u0301sica", "cafe\u0301", "an\u0303o"},
       " ",
       "! "},
      {{"👍", "❤️", "👩‍👩‍👧", "🇩🇪", "1️⃣", "👋🏽", "ok", "so"},
       {"⚽", "🏦", "🎹", "🏥", "📁", "💧"},
       " ",
       "… "},
  };
  return all;
}

// Returns 10 authors x 5 documents, author by author, then two empty documents, like habits_corpus(). Each
// document uses all scripts. In each script an author mostly uses three of the eight common words; topics are
// not habits. Another `seed` gives another corpus of the same kind.
inline Corpus scripts_corpus(uint64_t seed) {
  constexpr size_t kAuthors = 10, kTopics = 6;
  std::vector<Doc> docs;
  for (size_t author = 0; author < kAuthors; ++author)
    for (size_t number = 0; number < 5; ++number) {
      const std::string id = fmt::format("d{}-{}", author, number);
      Rng rng(seed, "tests/scripts-corpus", id);
      const size_t topic = (author + number) % kTopics;
      std::string text;
      for (size_t s = 0; s < made_scripts().size(); ++s) {
        const MadeScript& script = made_scripts()[s];
        const size_t own[] = {author + s, author + author / 5 + s + 1, 3 * author + s};
        for (size_t k = 0; k < 8; ++k) {
          text += rng.chance(0.1)   ? script.topical[topic]
                  : rng.chance(0.9) ? script.common[own[rng.below(3)] % 8]
                                    : script.common[rng.below(8)];
          text += k % 8 == 7 ? script.stop : script.space;
        }
        text += "\n";
      }
      docs.push_back({id, text, fmt::format("作者{}", author), fmt::format("विषय{}", topic)});
    }
  docs.push_back({"empty-0", "", docs.front().author, docs.front().topic});
  docs.push_back({"empty-1", "", docs.front().author, docs.front().topic});
  return make_corpus(docs);
}

}  // namespace standfast::testing
