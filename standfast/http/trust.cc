#include "standfast/http/trust.h"

#include <filesystem>

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

}  // namespace standfast
