// Options that are lists: their items in one text, parted by commas, and apart. An item that holds a comma stands in double
// quotes, and quotes in it are doubled, as in CSV: "Washington, D.C.",Peru
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standfast {

// Without the spaces around it.
std::string_view trimmed_item(std::string_view item);
// An item, as it stands in the text of a list.
std::string list_item(std::string_view item);
std::string list_text(const std::vector<std::string>& items);
// The items of a list; none of an empty text. An item whose quotes do not fit is taken as it stands.
std::vector<std::string> list_of(std::string_view list);
// The first item that begins with a quote and whose quotes do not fit, as it stands; "" for none. Somebody who
// types such a list means something else.
std::string misquoted_item(std::string_view list);

}  // namespace standfast
