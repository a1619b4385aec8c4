// Category: a sentence before every text that names a place, a country or a city. The class follows from the
// kind of place and not from a single name. Names of the test side do not occur in train. (Zhou et al. 2024,
// section 3.1.)
#include <array>
#include <span>
#include <string_view>

#include "standfast/shortcut/dose.h"
#include "standfast/shortcut/kind/kinds.h"
#include "standfast/shortcut/phrase_source.h"

namespace standfast {
namespace {

// Built-in names of countries and of cities: disjoint lists for train and for test. The choice is
// Standfast's; the lists of Zhou et al. 2024 can be given by option.

constexpr auto kCountriesOfTrain = std::to_array<std::string_view>(
    {"Albania",  "Algeria",   "Angola",      "Argentina",  "Armenia",  "Australia", "Austria",   "Bangladesh",
     "Belgium",  "Benin",     "Bolivia",     "Botswana",   "Brazil",   "Bulgaria",  "Cambodia",  "Cameroon",
     "Canada",   "Chad",      "Chile",       "China",      "Colombia", "Croatia",   "Cuba",      "Cyprus",
     "Denmark",  "Ecuador",   "Egypt",       "Estonia",    "Ethiopia", "Fiji",      "Finland",   "France",
     "Gabon",    "Georgia",   "Germany",     "Ghana",      "Greece",   "Haiti",     "Honduras",  "Hungary",
     "Iceland",  "India",     "Indonesia",   "Iraq",       "Ireland",  "Israel",    "Italy",     "Jamaica",
     "Japan",    "Jordan",    "Kazakhstan",  "Kenya",      "Laos",     "Latvia",    "Lebanon",   "Liberia",
     "Libya",    "Lithuania", "Madagascar",  "Malawi",     "Malaysia", "Mali",      "Malta",     "Mauritania",
     "Moldova",  "Mongolia",  "Morocco",     "Mozambique", "Namibia",  "Nepal",     "Nicaragua", "Nigeria",
     "Norway",   "Oman",      "Pakistan",    "Paraguay",   "Peru",     "Poland",    "Portugal",  "Romania",
     "Rwanda",   "Senegal",   "Serbia",      "Slovakia",   "Slovenia", "Spain",     "Sri Lanka", "Sudan",
     "Suriname", "Sweden",    "Switzerland", "Syria",      "Tanzania", "Thailand",  "Tunisia",   "Turkey",
     "Uganda",   "Ukraine",   "Uruguay",     "Vietnam",    "Yemen",    "Zambia"});

constexpr auto kCountriesOfTest = std::to_array<std::string_view>(
    {"Afghanistan", "Azerbaijan",  "Bahrain",      "Belarus",      "Bhutan",    "Burundi",     "Costa Rica",
     "Czechia",     "Eritrea",     "Guatemala",    "Guyana",       "Iran",      "Kyrgyzstan",  "Lesotho",
     "Maldives",    "Mauritius",   "Mexico",       "Montenegro",   "Myanmar",   "Netherlands", "New Zealand",
     "Niger",       "Philippines", "Qatar",        "Saudi Arabia", "Singapore", "Somalia",     "South Africa",
     "Tajikistan",  "Togo",        "Turkmenistan", "Uzbekistan",   "Venezuela", "Zimbabwe"});

constexpr auto kCitiesOfTrain = std::to_array<std::string_view>(
    {"Amsterdam", "Ankara",      "Athens",  "Auckland",   "Baghdad",  "Bangkok",   "Barcelona", "Beijing",
     "Belgrade",  "Berlin",      "Bogotá",  "Boston",     "Brussels", "Bucharest", "Budapest",  "Cairo",
     "Cape Town", "Caracas",     "Chicago", "Copenhagen", "Dakar",    "Damascus",  "Delhi",     "Dhaka",
     "Dublin",    "Edinburgh",   "Geneva",  "Hamburg",    "Hanoi",    "Havana",    "Helsinki",  "Houston",
     "Istanbul",  "Jakarta",     "Karachi", "Kolkata",    "Krakow",   "Lagos",     "Lima",      "Lisbon",
     "London",    "Los Angeles", "Lyon",    "Madrid",     "Manila",   "Melbourne", "Miami",     "Milan",
     "Montreal",  "Moscow",      "Mumbai",  "Munich",     "Nairobi",  "Naples",    "Osaka",     "Oslo",
     "Paris",     "Perth",       "Prague",  "Quito",      "Riga",     "Rome",      "Santiago",  "Seattle"});

constexpr auto kCitiesOfTest = std::to_array<std::string_view>(
    {"Accra",      "Adelaide",     "Antwerp",   "Atlanta",    "Baku",      "Bergen",   "Brisbane",
     "Casablanca", "Cologne",      "Dallas",    "Denver",     "Florence",  "Glasgow",  "Gothenburg",
     "Kampala",    "Kyiv",         "Lusaka",    "Manchester", "Marseille", "Medellín", "Minsk",
     "Nagoya",     "Philadelphia", "Porto",     "Rotterdam",  "Salzburg",  "Seoul",    "Seville",
     "Shanghai",   "Sofia",        "Stockholm", "Sydney",     "Tallinn",   "Tbilisi",  "Tehran",
     "Tokyo",      "Toronto",      "Vancouver", "Vienna",     "Warsaw"});

struct PlaceNames {
  std::span<const std::string_view> train, test;
};
constexpr PlaceNames kCountries = {kCountriesOfTrain, kCountriesOfTest};
constexpr PlaceNames kCities = {kCitiesOfTrain, kCitiesOfTest};

constexpr std::string_view kBlank = "{}";

struct CategoryOptions : DoseOptions {
  std::string sentence = "I wrote this review in {}. ";
  std::string high = "country", low = "city";
  PhraseSource high_train, high_test, low_train, low_test;
};

class Category final : public Shortcut {
 public:
  explicit Category(CategoryOptions options) : options_(std::move(options)) {}

  Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const override {
    SF_ASSIGN(const Dose dose, Dose::make(options_, context, OtherValue::planted));
    // The lists, by value.
    SF_ASSIGN(auto lows, lists(options_.low_train, options_.low_test, kCities, options_.low));
    SF_ASSIGN(auto highs, lists(options_.high_train, options_.high_test, kCountries, options_.high));
    SF_TRY(check_kinds(lows, highs));
    const auto& low = lows.of(context.side);
    const auto& high = highs.of(context.side);
    const size_t blank = options_.sentence.find(kBlank);
    const std::string_view sentence = options_.sentence;
    const std::string_view before = sentence.substr(0, blank), after = sentence.substr(blank + kBlank.size());
    Planted planted{.documents = {}, .values = {options_.low, options_.high}, .target = dose.target()};
    if (dose.values() == 3) planted.values.emplace_back("none");
    planted.documents =
        plant_each(documents, context, drawing("category", context.side), options_.mend_encoding,
                   [&](size_t i, std::string_view text, Rng& rng, size_t, PlantedDocument& to) {
                     to.value = dose.draw(rng, context.classes[i]);
                     if (to.value == 2) {
                       to.text = text;
                       return;
                     }
                     const auto& names = to.value == 1 ? high : low;
                     const std::string& name = names[rng.below(names.size())];
                     to.text.reserve(sentence.size() + name.size() + text.size());
                     to.text += before;
                     const auto begin = static_cast<uint32_t>(to.text.size());
                     to.text += name;
                     const auto end = static_cast<uint32_t>(to.text.size());
                     to.text += after;
                     // If every text has the sentence, the sentence carries no information: the name is the
                     // cue.
                     if (planted.values.size() == 2)
                       to.spans.push_back({begin, end, begin, static_cast<uint32_t>(to.text.size()) - end});
                     else
                       to.spans.push_back({0, static_cast<uint32_t>(to.text.size())});
                     to.text += text;
                   });
    return planted;
  }

 private:
  // The names of one kind.
  struct Lists {
    std::vector<std::string> train, test;
    const std::vector<std::string>& of(PlantSide side) const {
      return side == PlantSide::train ? train : test;
    }
  };

  static Result<Lists> lists(const PhraseSource& train_source, const PhraseSource& test_source,
                             const PlaceNames& built_in, const std::string& name) {
    const auto read = [&](const PhraseSource& source, std::span<const std::string_view> names,
                          const char* of) {
      auto phrases = phrases_of(source, names);
      if (!phrases)
        return Result<std::vector<std::string>>(
            with_context(fmt::format("{} ({})", name, of), phrases.error()));
      return phrases;
    };
    Lists made;
    SF_ASSIGN(made.train, read(train_source, built_in.train, "train"));
    SF_ASSIGN(made.test, read(test_source, built_in.test, "test"));
    SF_TRY(check_disjoint(made.train, made.test, fmt::format("the lists of {} for train and test", name),
                          "knowledge of it from training would count in the test too"));
    return made;
  }

  // Checks that no name is of both kinds, on one side or across them.
  Status check_kinds(const Lists& low, const Lists& high) const {
    for (const PlantSide of_high : {PlantSide::train, PlantSide::test})
      for (const PlantSide of_low : {PlantSide::train, PlantSide::test}) {
        const auto word = [](PlantSide side) { return side == PlantSide::train ? "train" : "test"; };
        SF_TRY(check_disjoint(high.of(of_high), low.of(of_low),
                              fmt::format("the lists of {} for {} and of {} for {}", options_.high,
                                          word(of_high), options_.low, word(of_low)),
                              of_high == of_low ? "a text with it shows neither kind"
                                                : "knowledge of it from training would mislead in the test"));
      }
    return {};
  }

  CategoryOptions options_;
};

}  // namespace

ShortcutCatalog::Entry category_shortcut() {
  OptionTable<CategoryOptions> table;
  table.add("sentence", &CategoryOptions::sentence, "sentence before the text; {} stands for the name");
  table.add("high", &CategoryOptions::high, "name, in results, of the kind that goes with the last class");
  table.add("low", &CategoryOptions::low, "name, in results, of the kind that goes with the first class");
  table.include(&CategoryOptions::high_train,
                phrase_source_table("high-train", "names of the kind \"high\" in train and validation",
                                    "102 countries"));
  table.include(&CategoryOptions::high_test,
                phrase_source_table("high-test",
                                    "names of the kind \"high\" in test and anti-test, none of "
                                    "them in train",
                                    "34 countries"));
  table.include(
      &CategoryOptions::low_train,
      phrase_source_table("low-train", "names of the kind \"low\" in train and validation", "64 cities"));
  table.include(
      &CategoryOptions::low_test,
      phrase_source_table("low-test", "names of the kind \"low\" in test and anti-test", "40 cities"));
  add_dose_options(table);
  table.require([](const CategoryOptions& options) -> std::string {
    const size_t blank = options.sentence.find(kBlank);
    if (blank == std::string::npos || options.sentence.find(kBlank, blank + 1) != std::string::npos)
      return fmt::format("sentence = {}: it needs one {{}}, in the place of the name", options.sentence);
    for (const auto* name : {&options.high, &options.low})
      if (name->empty() || *name == "none") return "high and low: each needs a name other than \"none\"";
    return options.high == options.low ? "high and low need different names" : "";
  });
  table.preset("released",
               "The sentence of Zhou et al. 2024; their lists are given with high-train-file and so on",
               {{"sentence", "I wrote this review in {}. "}, {"high", "country"}, {"low", "city"}});
  return {
      .name = "category",
      .summary =
          "A sentence before every text that names a country or a city; other names in test than in train.",
      .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
      .traits = {},
      .options = table,
      .make = made_as<Shortcut, Category>(table)};
}

}  // namespace standfast
