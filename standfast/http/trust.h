// Which certificates of servers are trusted.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/environment.h"

namespace standfast {

struct TrustedCertificates {
  std::string file, folder;  // of certificates in PEM; "" for none
  // OpenSSL looks there of itself; nobody has to tell it.
  bool by_default = false;
  // For the user where nothing is found: what was looked for.
  std::vector<std::string> tried;
  bool found() const { return !file.empty() || !folder.empty(); }
};

// SSL_CERT_FILE and SSL_CERT_DIR, as OpenSSL reads them. Else where this build of OpenSSL looks, if something is there:
// that is one distribution's place, and a program that runs on others finds nothing. Then where the others have them.
TrustedCertificates trusted_certificates(const Environment& environment);

}  // namespace standfast
