#include "standfast/shortcut/edit/place_names.h"

#include <array>

namespace standfast {
namespace {

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

}  // namespace

std::span<const std::string_view> countries_of_train() {
  return kCountriesOfTrain;
}
std::span<const std::string_view> countries_of_test() {
  return kCountriesOfTest;
}
std::span<const std::string_view> cities_of_train() {
  return kCitiesOfTrain;
}
std::span<const std::string_view> cities_of_test() {
  return kCitiesOfTest;
}

}  // namespace standfast
