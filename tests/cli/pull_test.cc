// pull and doctor, as far as they go without a server (tests/hub has the rest).
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

TEST(PullCommand, OfflineItSaysSoAndDoctorListsWhatIsThere) {
  const TemporaryFolder home;
  const std::string commit(40, 'a'), model = home.file("hub/models--org--small");
  std::filesystem::create_directories(model + "/snapshots/" + commit);
  for (const char* file : {"config.json", "model.safetensors"})
    ASSERT_TRUE(write_file(model + "/snapshots/" + commit + "/" + file, "{}"));
  const std::string before = "HF_HUB_OFFLINE=1 HF_HOME='" + home.path() + "' ";
  const auto pulled = in_shell(before + "\"$standfast\" pull org/other");
  EXPECT_EQ(pulled.code, 4);
  EXPECT_EQ(pulled.out, "");
  EXPECT_THAT(pulled.err, HasSubstr("HF_HUB_OFFLINE"));
  EXPECT_EQ(lines_of(pulled.err), 1);
  const auto doctor = in_shell(before + "\"$standfast\" doctor --json");
  ASSERT_EQ(doctor.code, 0) << doctor.err;
  const auto cached = nlohmann::json::parse(doctor.out)["models"]["cached"];
  ASSERT_EQ(cached.size(), 1U);
  EXPECT_EQ(cached[0]["model"], "org/small");
  EXPECT_EQ(cached[0]["commit"], commit);
  EXPECT_EQ(cached[0]["bytes"], 4);
  EXPECT_EQ(cached[0]["whole"], true);
}

}  // namespace
}  // namespace standfast::testing
