#pragma once

#include <cstdint>

#include <unicode/udata.h>
#include <unicode/uvernum.h>

namespace standfast {

// The head of every file of ICU's data (unicode/udata.h), and a table of contents without entries. It has a page of its
// own, so that a test can take it away.
struct alignas(4096) EmptyIcuData {
  uint16_t head_bytes = 32;
  uint8_t magic[2] = {0xda, 0x27};
  UDataInfo info = {sizeof(UDataInfo), 0, U_IS_BIG_ENDIAN,      U_CHARSET_FAMILY,
                    U_SIZEOF_UCHAR,    0, {'T', 'o', 'C', 'P'}, {1, 0, 0, 0},
                    {0, 0, 0, 0}};
  uint8_t padding[8] = {};
  uint32_t entries = 0;
};

}  // namespace standfast

// The name that ICU's own data have for the linker.
extern "C" const standfast::EmptyIcuData standfast_no_icu_data __asm__("icudt" U_ICU_VERSION_SHORT "_dat");
