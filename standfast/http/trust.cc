#include "standfast/http/trust.h"

#include <filesystem>

#include <link.h>
#include <nss.h>
#include <openssl/x509.h>

namespace standfast {
namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& path) {
  std::error_code code;
  return fs::is_regular_file(path, code);
}

bool has_files(const std::string& path) {
  std::error_code code;
  return fs::directory_iterator(path, code) != fs::directory_iterator();
}

// The places of Debian and Ubuntu, Fedora and RHEL, openSUSE, OpenELEC, Alpine.
constexpr const char* kFiles[] = {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                                  "/etc/ssl/ca-bundle.pem", "/etc/pki/tls/cacert.pem", "/etc/ssl/cert.pem"};

}  // namespace

TrustedCertificates trusted_certificates(const Environment& environment) {
  TrustedCertificates trusted;
  const auto file = environment(X509_get_default_cert_file_env());
  const auto folder = environment(X509_get_default_cert_dir_env());
  const std::string usual_file = X509_get_default_cert_file(), usual_folder = X509_get_default_cert_dir();
  const auto take = [&](const std::string& path, bool there, std::string& place) {
    trusted.tried.push_back(path);
    if (there) place = path;
  };
  take(file.value_or(usual_file), is_file(file.value_or(usual_file)), trusted.file);
  take(folder.value_or(usual_folder), has_files(folder.value_or(usual_folder)), trusted.folder);
  trusted.by_default = true;
  if (file || folder || trusted.found()) return trusted;
  trusted.by_default = false;
  for (const char* path : kFiles) {
    take(path, is_file(path), trusted.file);
    if (trusted.found()) break;
  }
  return trusted;
}

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
