// Streams that unpack other streams: gzip and zstd.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "standfast/base/byte_stream.h"

namespace standfast {

// Returns an unpacking stream. Members (gzip) or frames (zstd) one after the other are one stream; skippable
// frames of zstd are passed over wherever they stand. An archive that ends early, that is damaged or that
// goes on with something else is a data error; only zeros behind a gzip member are taken for padding, as gzip
// does. `name` is for messages; `block_bytes` are read from the source at a time.
std::unique_ptr<InputStream> unpack_gzip(std::string name, std::unique_ptr<InputStream> source,
                                         size_t block_bytes = size_t{1} << 18);
std::unique_ptr<InputStream> unpack_zstd(std::string name, std::unique_ptr<InputStream> source,
                                         size_t block_bytes = size_t{1} << 18);

}  // namespace standfast
