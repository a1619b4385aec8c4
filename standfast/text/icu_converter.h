// A converter of ICU, which stops at bytes that its encoding does not have.
#pragma once

#include <memory>

#include <unicode/ucnv.h>

namespace standfast {

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using IcuConverter = std::unique_ptr<UConverter, CloseConverter>;

// Opens a converter. name: in ICU (encodings.h). Null if its table is not there.
inline IcuConverter open_converter(const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  IcuConverter converter(ucnv_open(name, &status));
  if (U_SUCCESS(status))
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  return U_SUCCESS(status) ? std::move(converter) : nullptr;
}

// Returns whether c is a control code that shows a wrong choice of encoding: in an encoding of one byte a
// character, control codes stand where another such encoding has letters.
inline bool is_misread(char32_t c, const UConverter* converter) {
  return c >= 0x80 && c < 0xa0 && ucnv_getMaxCharSize(converter) == 1;
}

}  // namespace standfast
