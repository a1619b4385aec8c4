#include "standfast/text/byte_order_mark.h"

namespace standfast {

Result<size_t> byte_order_mark(std::string_view head, const std::string& name) {
  if (head.starts_with("\xef\xbb\xbf")) return size_t{3};
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff") ||
      head.starts_with(std::string_view("\0\0\xfe\xff", 4)))
    return data_error(name + ": is UTF-16 or UTF-32; only UTF-8 is read (convert it with iconv -t UTF-8)");
  return size_t{0};
}

}  // namespace standfast
