#include "standfast/http/host_names.h"

#include <link.h>
#include <nss.h>

namespace standfast {

bool is_all_static() {
  // The first object is the program. A program with shared libraries names the loader of them.
  static const bool with_loader = dl_iterate_phdr(
                                      [](dl_phdr_info* object, size_t, void*) {
                                        for (int i = 0; i < object->dlpi_phnum; ++i)
                                          if (object->dlpi_phdr[i].p_type == PT_INTERP) return 2;
                                        return 1;
                                      },
                                      nullptr) == 2;
  return !with_loader;
}

void prepare_host_names() {
  static const bool done = [] {
    if (is_all_static()) {
      __nss_configure_lookup("hosts", "files dns");
      __nss_configure_lookup("services", "files");
    }
    return true;
  }();
  static_cast<void>(done);
}

std::string how_host_names_are_found() {
  return is_all_static() ? "by /etc/hosts and the name servers of /etc/resolv.conf; other sources of "
                           "/etc/nsswitch.conf are not asked"
                         : "as /etc/nsswitch.conf says";
}

}  // namespace standfast
