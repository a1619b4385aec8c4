// Decoding of a stream of text in some encoding to a stream of UTF-8.
#pragma once

#include <memory>
#include <string>

#include "standfast/base/unpack.h"
#include "standfast/text/encodings.h"

namespace standfast {

// Decodes the source as it is read. A byte order mark of the encoding is dropped; utf-16 and utf-32 without
// one are recognised by the places of zero bytes. name: the name of the file, for messages. Data errors name
// file and line: bytes that the encoding does not have; in an encoding of one byte a character also C1
// controls, which no text has; a byte order mark of another encoding. Text before the error comes out first.
std::unique_ptr<InputStream> decoded_input(std::string name, std::unique_ptr<InputStream> source,
                                           const TextEncoding& encoding,
                                           size_t block_bytes = size_t{1} << 16);

}  // namespace standfast
