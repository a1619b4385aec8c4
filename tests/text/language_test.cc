#include "standfast/text/language.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/text/line_lists.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/unicode.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TextLanguage language_of_all(const std::vector<std::string>& texts) {
  return language_of(texts.size(), [&](size_t i) { return std::string_view(texts[i]); });
}

// The first article of the Universal Declaration of Human Rights.
const std::pair<std::string, std::string> kArticles[] = {
    {"en",
     "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and "
     "should act towards one another in a spirit of brotherhood."},
    {"da",
     "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de "
     "bør handle mod hverandre i en broderskabets ånd."},
    {"de",
     "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und "
     "sollen einander im Geist der Brüderlichkeit begegnen."},
    {"es",
     "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, "
     "deben comportarse fraternalmente los unos con los otros."},
    {"fi",
     "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, "
     "ja heidän on toimittava toisiaan kohtaan veljeyden hengessä."},
    {"fr",
     "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience "
     "et doivent agir les uns envers les autres dans un esprit de fraternité."},
    {"hu",
     "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel "
     "bírván, egymással szemben testvéri szellemben kell hogy viseltessenek."},
    {"it",
     "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e "
     "devono agire gli uni verso gli altri in spirito di fratellanza."},
    {"nl",
     "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, "
     "en behoren zich jegens elkander in een geest van broederschap te gedragen."},
    {"no",
     "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og "
     "samvittighet og bør handle mot hverandre i brorskapets ånd."},
    {"pt",
     "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem "
     "agir uns para com os outros em espírito de fraternidade."},
    {"ru",
     "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны "
     "поступать в отношении друг друга в духе братства."},
    {"sv",
     "Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör "
     "handla gentemot varandra i en anda av broderskap."},
    {"tr",
     "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı "
     "kardeşlik zihniyeti ile hareket etmelidirler."}};

TEST(FunctionWords, ListsAreOfDifferentWordsInLowerCaseAndNfc) {
  std::set<std::string_view> codes;
  for (const FunctionWords& list : function_word_lists()) {
    EXPECT_TRUE(codes.insert(list.code).second) << list.code;
    EXPECT_EQ(list.index.size(), list.words.size()) << list.code << ": a word twice";
    EXPECT_GE(list.words.size(), 50U) << list.code;
    std::string store;
    for (const auto word : list.words) {
      EXPECT_EQ(composed(word, store), word) << list.code;
      to_lower(word, store);
      EXPECT_EQ(store, word) << list.code;
      EXPECT_EQ(word.find(' '), std::string_view::npos) << list.code << ": " << word;
    }
  }
  EXPECT_EQ(function_word_codes(), "en, da, de, es, fi, fr, hu, it, nl, no, pt, ru, sv, tr");
  EXPECT_EQ(find_function_words("nb"), find_function_words("no"));
  EXPECT_EQ(find_function_words("ja"), nullptr);
  EXPECT_TRUE(find_function_words("de")->contains("nicht"));
}

TEST(FunctionWords, ACodeIsAWordListAndItsFileIsNamedByAPath) {
  const auto words = read_word_list("de");
  ASSERT_TRUE(words);
  EXPECT_EQ(words->front(), "aber");
  EXPECT_TRUE(is_built_in_list(kWordListKind, "de"));
  EXPECT_FALSE(is_built_in_list(kWordListKind, "./de"));
  EXPECT_FALSE(is_built_in_list("", "de")) << "an option for other files";
  EXPECT_FALSE(read_word_list("./de")) << "there is no such file";
}

TEST(Language, OfEachListIsTold) {
  for (const auto& [code, text] : kArticles) {
    const TextLanguage language = language_of_all({text, text, text});
    EXPECT_EQ(language.code, code) << language.why;
    EXPECT_EQ(language.words, find_function_words(code));
  }
  const std::string& german = kArticles[2].second;
  EXPECT_THAT(in_words(language_of_all({german, german, german})),
              StartsWith("took the texts for German (de): 50 % of the words are German function words, "));
}

TEST(Language, OfAScriptIsToldWithoutAList) {
  const std::pair<std::string, std::string> kTexts[] = {
      {"ja", "私は昨日東京タワーに行きました。とても楽しかったです。"},
      {"zh", "北京大学生前来应聘。他说中文很难学，我们在图书馆里讨论这个问题。"},
      {"ko", "나는 어제 서울에 갔습니다. 한국어 문장입니다. "},
      {"el", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια. "}};
  for (const auto& [code, text] : kTexts) {
    const TextLanguage language = language_of_all(std::vector<std::string>(10, text));
    EXPECT_EQ(language.code, code) << language.why;
    EXPECT_EQ(language.words, nullptr);
    EXPECT_THAT(in_words(language), HasSubstr("; there is no list of " + language.name + " function words"));
  }
  const TextLanguage hindi = language_of_all(std::vector<std::string>(10, "लड़के का घर शहर की किताब में है "));
  EXPECT_EQ(hindi.code, "") << "its script has other languages, too";
  EXPECT_THAT(hindi.why, HasSubstr("in Devanagari script, for which there is no list"));
}

TEST(Language, IsUnknownWithoutAClearMargin) {
  EXPECT_EQ(language_of_all({}).code, "");
  EXPECT_EQ(language_of_all({kArticles[0].second}).code, "") << "27 words are too few";
  EXPECT_EQ(language_of_all(std::vector<std::string>(20, "de la mesa casa")).code, "") << "French as well";
  // A text without function words, and Ukrainian, which has no list although a related language has one.
  EXPECT_EQ(language_of_all(std::vector<std::string>(20, "alpha beta gamma delta")).code, "");
  EXPECT_EQ(language_of_all(std::vector<std::string>(
                                5,
                                "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони "
                                "наділені розумом і совістю і повинні діяти у відношенні один до одного."))
                .code,
            "");
}

TEST(Language, OfRealTextsIsTold) {
  for (const std::string code : {"de", "fr", "es", "ru", "ja", "zh"}) {
    const std::string name = "languages/" + code + ".jsonl.gz";
    STANDFAST_NEEDS_DATA(name);
    const std::string lines = read_file(testing::data_path(name)).value();
    std::vector<std::string> texts;
    for (size_t at = 0; at < lines.size();) {
      const size_t end = std::min(lines.find('\n', at), lines.size());
      texts.push_back(nlohmann::json::parse(lines.substr(at, end - at)).at("text").get<std::string>());
      at = end + 1;
    }
    const TextLanguage language = language_of_all(texts);
    EXPECT_EQ(language.code, code) << language.why;
    EXPECT_EQ(language.words, find_function_words(code));
  }
}

TEST(Language, IsSaidByTheCodeOfAListOrAsNone) {
  EXPECT_TRUE(known_language("de"));
  EXPECT_TRUE(known_language("none"));
  EXPECT_THAT(known_language("ja").error().message,
              StartsWith("there is no list of function words for \"ja\" (there are: en, da, de, "));
}

}  // namespace
}  // namespace standfast
