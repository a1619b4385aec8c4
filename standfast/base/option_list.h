// Options that are lists. Their items stand in one text, separated by commas. An item that holds a comma
// stands in double quotes, and quotes in it are doubled, as in CSV: "Washington, D.C.",Peru
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standfast {

// Returns the item without the spaces around it.
std::string_view trimmed_item(std::string_view item);
// Returns an item as it stands in the text of a list.
std::string list_item(std::string_view item);
std::string list_text(const std::vector<std::string>& items);
// Returns the items of a list; none of an empty text. An item with unbalanced quotes is taken as it stands.
std::vector<std::string> list_of(std::string_view list);
// Returns the first item that begins with a quote and has unbalanced quotes, as it stands; "" for none. A
// user who types such a list means something else.
std::string misquoted_item(std::string_view list);

}  // namespace standfast
