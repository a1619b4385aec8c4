// Texts with a checksum (seal): the SHA-256 of the text without it, as the last member of a JSON object or as
// a last line. Any byte that changes afterwards is noticed. A seal detects accidents; it is no signature.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"

namespace standfast {

// Formats JSON in the form of our own files: indented, with a line break at the end; names may contain any
// bytes.
std::string file_text(const nlohmann::ordered_json& json);

// Formats an object that is not empty in the same form, with "seal" added as its last member.
std::string sealed_text(const nlohmann::ordered_json& json);
// Returns the lines of a file, and a last line {"seal": "..."} over all of them.
std::string sealed_lines(std::string lines);

// Returns the text as it was before it was sealed, or a data error that says what is wrong with it ("it was
// changed ..."), for the caller to put behind the name of the file. It shows no bytes of the text, because a
// file may hold anything.
Result<std::string> unsealed_text(std::string_view text);
Result<std::string> unsealed_lines(std::string_view text);

// Returns whether there is something like a seal of sealed_text(), be it right or wrong.
bool seems_sealed(std::string_view text);

}  // namespace standfast
