#include "standfast/model/pretrained/label_map.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/option_list.h"
#include "standfast/base/options.h"
#include "standfast/corpus/corpus.h"

namespace standfast {
namespace {

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

bool alike(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) {
    const auto plain = [](unsigned char c) { return c == '_' || c == '-' ? ' ' : std::tolower(c); };
    return plain(x) == plain(y);
  });
}

std::string listed(std::span<const std::string> names) {
  constexpr size_t kShown = 20;
  std::string text = fmt::format("\"{}\"", fmt::join(names.first(std::min(names.size(), kShown)), "\", \""));
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

// Quotes items as the option expects: an item with a comma in double quotes, then the whole in single ones.
std::string option_of(const std::vector<std::string>& items) {
  std::vector<std::string> shown;
  for (const std::string& item : items) shown.push_back(list_item(item));
  const std::string list = fmt::format("{}", fmt::join(shown, ", "));
  return list.find('"') == std::string::npos ? '"' + list + '"' : "'" + list + "'";
}

// Returns the end of the model's class name, which may itself contain a '='.
size_t end_of_name(std::string_view item, std::span<const std::string> model) {
  const size_t first = item.find('=');
  for (size_t at = first; at != std::string_view::npos; at = item.find('=', at + 1))
    if (std::ranges::find(model, trimmed(item.substr(0, at))) != model.end()) return at;
  return first;
}

// Returns a guess of the intended option.
std::string guess(std::span<const std::string> model, std::span<const std::string> corpus,
                  const std::vector<std::string>& loose) {
  std::vector<std::string> items;
  if (!loose.empty() &&
      std::ranges::all_of(model, [](const std::string& name) { return name.starts_with("LABEL_"); })) {
    for (const std::string& name : loose) items.push_back(name + "=CLASS");
    return fmt::format("; its config.json gives its classes no names: say which is which, labels = {}",
                       option_of(items));
  }
  for (const std::string& name : loose)
    for (const std::string& other : corpus)
      if (alike(name, other)) items.push_back(name + "=" + other);
  if (!items.empty()) return fmt::format("; are they the same? labels = {} says so", option_of(items));
  if (!loose.empty())
    return fmt::format("; labels = {} says which it is, {} leaves it out",
                       option_of({loose.front() + "=CLASS"}), option_of({loose.front() + "="}));
  return "; labels = \"MODEL'S CLASS=CLASS\" says which is which";
}

}  // namespace

Result<std::vector<uint32_t>> match_labels(std::span<const std::string> model,
                                           std::span<const std::string> corpus,
                                           std::span<const std::string> labels) {
  const auto place = [](std::span<const std::string> names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? kMissing : static_cast<uint32_t>(found - names.begin());
  };
  std::vector<uint32_t> class_of(model.size(), kMissing);
  std::vector<bool> said(model.size(), false);
  for (const std::string& item : labels) {
    const size_t at = end_of_name(item, model);
    if (at == std::string::npos) {
      const auto commas = [](const std::string& name) { return name.find(',') != std::string::npos; };
      const bool quotes = std::ranges::any_of(model, commas) || std::ranges::any_of(corpus, commas);
      return usage_error(fmt::format("labels: \"{}\" is not MODEL'S CLASS=CLASS{}", item,
                                     quotes ? "; an item with a comma stands in quotes of its own, labels = "
                                              "'\"LABEL_0=a, b\", LABEL_1=c'"
                                            : ""));
    }
    const std::string from = trimmed(item.substr(0, at)), to = trimmed(item.substr(at + 1));
    const uint32_t k = place(model, from);
    if (k == kMissing)
      return usage_error(
          fmt::format("labels: the model has no class \"{}\" (it has {})", from, listed(model)));
    if (said[k]) return usage_error(fmt::format("labels: the class \"{}\" is there twice", from));
    said[k] = true;
    if (to.empty()) continue;
    class_of[k] = place(corpus, to);
    if (class_of[k] == kMissing)
      return usage_error(
          fmt::format("labels: the corpus has no class \"{}\" (it has {})", to, listed(corpus)));
  }
  std::vector<std::string> loose, without;
  for (size_t k = 0; k < model.size(); ++k) {
    if (said[k]) continue;
    class_of[k] = place(corpus, model[k]);
    if (class_of[k] == kMissing) loose.push_back(model[k]);
  }
  for (uint32_t c = 0; c < corpus.size(); ++c)
    if (std::ranges::find(class_of, c) == class_of.end()) without.push_back(corpus[c]);
  if (loose.empty() && without.empty()) return class_of;
  std::vector<std::string> parts;
  if (!without.empty()) parts.push_back(fmt::format("no class of the model is {}", listed(without)));
  for (const std::string& name : without)
    if (const uint32_t k = place(model, name); k != kMissing)
      parts.push_back(fmt::format("labels gives the model's \"{}\" {}", name,
                                  class_of[k] == kMissing ? "no place" : "another place"));
  if (!loose.empty()) parts.push_back(fmt::format("none of the corpus is the model's {}", listed(loose)));
  return data_error(fmt::format("{} (the model has {}; the corpus has {}){}", fmt::join(parts, ", and "),
                                listed(model), listed(corpus), guess(model, corpus, loose)));
}

}  // namespace standfast
