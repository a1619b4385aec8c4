// Tests of the places where certificates are looked for. The effect of a server's certificate is tested with
// the program that needs no shared library (tests/distribution), which runs where there is no other program.
#include "standfast/http/trust.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

TrustedCertificates with(const std::map<std::string, std::string>& variables) {
  return trusted_certificates([&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(TrustedCertificates, AreThoseOfTheUserWhereThereAreSome) {
  const std::string folder = ::testing::TempDir() + "standfast-trust";
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/some.pem";
  std::ofstream(file) << "a certificate\n";
  const auto given = with({{"SSL_CERT_FILE", file}, {"SSL_CERT_DIR", folder + "/nothing"}});
  EXPECT_EQ(given.file, file);
  EXPECT_EQ(given.folder, "");
  EXPECT_TRUE(given.by_default) << "OpenSSL reads these variables itself";
  EXPECT_EQ(with({{"SSL_CERT_DIR", folder}}).folder, folder);
  // If the paths that the user names do not exist, they are not replaced by paths that the user did not name.
  const auto none = with({{"SSL_CERT_FILE", folder + "/no.pem"}, {"SSL_CERT_DIR", folder + "/no"}});
  EXPECT_FALSE(none.found());
  EXPECT_TRUE(none.by_default);
  EXPECT_THAT(none.tried, ::testing::ElementsAre(folder + "/no.pem", folder + "/no"));
  std::filesystem::remove_all(folder);
}

TEST(HostNames, AreFoundAsTheSystemSaysByAnOrdinaryProgram) {
  EXPECT_FALSE(is_all_static());
  EXPECT_EQ(how_host_names_are_found(), "as /etc/nsswitch.conf says");
}

}  // namespace
}  // namespace standfast
