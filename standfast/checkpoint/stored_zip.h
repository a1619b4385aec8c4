// Members of a zip file that are stored without compression, located by their bytes. PyTorch packs its files
// so. (APPNOTE.TXT - .ZIP File Format Specification 6.3, sections 4.3 and 4.5.3.)
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Returns the members by name; each lies in `bytes`. A data error for a damaged, packed or encrypted file,
// and for a name that stands twice.
Result<std::map<std::string, std::string_view>> stored_members(std::string_view bytes,
                                                               const std::string& file);

}  // namespace standfast
