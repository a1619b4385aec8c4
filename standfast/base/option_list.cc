#include "standfast/base/option_list.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace standfast {
namespace {

struct ListItem {
  std::string text;
  size_t end = 0;  // end of the item in the list: a comma, or the end
  bool quoted = false;
};

// Returns the item in quotes that begins at `at`. Nothing: there is none, or its quotes do not end before a
// comma.
std::optional<ListItem> quoted_item(std::string_view list, size_t at) {
  if (at >= list.size() || list[at] != '"') return std::nullopt;
  std::string text;
  size_t end = at + 1;
  for (; end < list.size(); ++end) {
    if (list[end] == '"' && list.substr(end + 1, 1) != "\"") break;
    if (list[end] == '"') ++end;
    text += list[end];
  }
  if (end >= list.size()) return std::nullopt;
  end = std::min(list.find_first_not_of(' ', end + 1), list.size());
  if (end < list.size() && list[end] != ',') return std::nullopt;
  return ListItem{std::move(text), end, true};
}

template <class Use>
void for_each_item(std::string_view list, Use use) {
  for (size_t at = 0; at <= list.size() && !list.empty();) {
    auto item = quoted_item(list, std::min(list.find_first_not_of(' ', at), list.size()));
    if (!item) {
      const size_t end = std::min(list.find(',', at), list.size());
      item = ListItem{std::string(trimmed_item(list.substr(at, end - at))), end};
    }
    at = item->end + 1;
    use(*item);
  }
}

}  // namespace

std::string_view trimmed_item(std::string_view item) {
  while (item.starts_with(' ')) item.remove_prefix(1);
  while (item.ends_with(' ')) item.remove_suffix(1);
  return item;
}

std::string list_item(std::string_view item) {
  item = trimmed_item(item);
  // Quotes show an empty item, which would else be no item.
  if (!item.empty() && item.find(',') == std::string_view::npos && !item.starts_with('"'))
    return std::string(item);
  std::string quoted(1, '"');
  for (const char c : item) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

std::string list_text(const std::vector<std::string>& items) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ',';
    text += list_item(items[i]);
  }
  return text;
}

std::vector<std::string> list_of(std::string_view list) {
  std::vector<std::string> items;
  for_each_item(list, [&](ListItem& item) { items.push_back(std::move(item.text)); });
  return items;
}

std::string misquoted_item(std::string_view list) {
  std::string misquoted;
  for_each_item(list, [&](ListItem& item) {
    if (misquoted.empty() && !item.quoted && item.text.starts_with('"')) misquoted = std::move(item.text);
  });
  return misquoted;
}

}  // namespace standfast
