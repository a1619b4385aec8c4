// Trusted certificates of servers.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/environment.h"

namespace standfast {

struct TrustedCertificates {
  std::string file, folder;  // certificates in PEM; "" for none
  // True if OpenSSL looks there of itself, so that it need not be told.
  bool by_default = false;
  // The places that were looked at, for the user where nothing is found.
  std::vector<std::string> tried;
  bool found() const { return !file.empty() || !folder.empty(); }
};

// Finds the certificates: SSL_CERT_FILE and SSL_CERT_DIR, as OpenSSL reads them. Else the place where this
// build of OpenSSL looks, if something is there: that is one distribution's place, and a program that runs on
// others finds nothing there. Then the places of the other distributions.
TrustedCertificates trusted_certificates(const Environment& environment);

}  // namespace standfast
