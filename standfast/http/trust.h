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

// The lookup of server names. The C library asks the sources that /etc/nsswitch.conf lists, and for that it
// loads libraries of the system (systemd's, Avahi's, SSSD's). A program that is linked all static must not:
// they want the C library of their system, and two in one process crash. It asks /etc/hosts and the name
// servers of /etc/resolv.conf, and nothing else.

// Returns whether this process loads no shared library.
bool is_all_static();

// Prepares the lookup before the first name is looked up; every client of HTTP calls it. Does nothing in an
// ordinary program.
void prepare_host_names();

// Describes the lookup in a sentence for the user.
std::string how_host_names_are_found();

}  // namespace standfast
