// Tests of pulling a model from a hub in memory into the cache: which files come, which are refused, and what
// is left after a failure.
#include "standfast/hub/pull.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/hub/cache.h"
#include "tests/support/data.h"
#include "tests/support/fake_hub.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::FakeHub;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TemporaryFolder;

class Pull : public ::testing::Test {
 protected:
  HubSettings settings() const {
    return {.cache = folder_.file("hub"), .endpoint = *http_address(hub_.origin), .token = token_};
  }
  Result<Pulled> pull(const std::string& to = "", const std::string& revision = "main") {
    return standfast::pull({.model = hub_.model, .revision = revision, .folder = to}, settings(),
                           {hub_.transport(),
                            [this](double seconds) {
                              waits_.push_back(seconds);
                              return !stop_;
                            },
                            sink_});
  }
  std::string message(const std::string& to = "", const std::string& revision = "main") {
    const auto pulled = pull(to, revision);
    return pulled ? "fine" : pulled.error().message;
  }
  Result<FoundModel> found(const std::string& revision = "") const {
    return find_model(hub_.model, revision, settings().cache);
  }
  CachePaths paths() const { return {settings().cache, hub_.model}; }
  std::string blob(const std::string& file) const { return paths().blob(hub_.etag(file)); }

  TemporaryFolder folder_;
  FakeHub hub_;
  std::string token_ = "hf_s3cret";
  testing::ListeningSink sink_;
  std::vector<double> waits_;
  bool stop_ = false;
};

constexpr const char* kWeights = "model.safetensors";

TEST_F(Pull, TakesWhatIsReadAndKeepsItAsPythonDoes) {
  const auto pulled = pull();
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_EQ(pulled->commit, hub_.commit);
  const auto files = snapshot_files(pulled->folder);
  EXPECT_THAT(files.names,
              ::testing::ElementsAre("1_Pooling/config.json", "2_Dense/config.json",
                                     "2_Dense/model.safetensors", "config.json", "model.safetensors",
                                     "modules.json", "tokenizer.json", "vocab.txt"));
  for (const auto& name : files.names) {
    EXPECT_EQ(read_plain_file(pulled->folder + "/" + name).value(), hub_.files.at(name)) << name;
    EXPECT_EQ(read_plain_file(blob(name)).value(), hub_.files.at(name)) << name;
  }
  EXPECT_EQ(fs::read_symlink(pulled->folder + "/config.json"), "../../blobs/" + hub_.etag("config.json"));
  EXPECT_EQ(fs::read_symlink(pulled->folder + "/2_Dense/config.json"),
            "../../../blobs/" + hub_.etag("2_Dense/config.json"));
  EXPECT_EQ(read_plain_file(paths().ref("main")).value(), hub_.commit) << "without a line end";
  const auto here = found();
  ASSERT_TRUE(here) << here.error().message;
  EXPECT_EQ(here->folder, pulled->folder);
  EXPECT_EQ(here->commit, hub_.commit);
  EXPECT_EQ(sink_.warnings, "");
  const auto cached = cached_models(settings().cache);
  ASSERT_EQ(cached.size(), 1U);
  EXPECT_EQ(cached[0].model, hub_.model);
  EXPECT_TRUE(cached[0].whole);
  EXPECT_THAT(cached[0].refs, ::testing::ElementsAre("main"));
  EXPECT_EQ(cached[0].bytes, files.bytes);
}

TEST_F(Pull, ASecondTimeOnlyTheListingIsAsked) {
  ASSERT_TRUE(pull());
  hub_.forget();
  const auto again = pull();
  ASSERT_TRUE(again);
  for (const auto& file : again->files) EXPECT_FALSE(file.downloaded) << file.name;
  EXPECT_EQ(hub_.requests().size(), 1U);
}

// Another commit has the same weights, so only the changed file is downloaded.
TEST_F(Pull, AContentThatIsThereIsNotDownloadedAgain) {
  ASSERT_TRUE(pull());
  hub_.commit = std::string(40, 'd');
  hub_.files["vocab.txt"] = "[UNK]\n";
  hub_.forget();
  ASSERT_TRUE(pull());
  ASSERT_EQ(hub_.gets().size(), 1U);
  EXPECT_THAT(hub_.gets()[0].target, HasSubstr("vocab.txt"));
  EXPECT_EQ(found()->commit, hub_.commit);
  EXPECT_EQ(found(std::string(40, 'c'))->commit, std::string(40, 'c')) << "the old one stays";
}

TEST_F(Pull, ContinuesWhereTheConnectionBroke) {
  const std::string& weights = hub_.files[kWeights];
  int cuts = 0;
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.origin == hub_.elsewhere && cuts++ < 6) reply.cut = 5'000;
  };
  const auto pulled = pull();
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_EQ(read_plain_file(blob(kWeights)).value(), weights);
  std::vector<std::string> ranges;
  for (const auto& request : hub_.requests())
    if (request.origin == hub_.elsewhere) ranges.push_back(request.range);
  EXPECT_THAT(ranges, ::testing::ElementsAre("", "bytes=5000-", "bytes=10000-", "bytes=15000-",
                                             "bytes=20000-", "bytes=25000-", "bytes=30000-"));
}

TEST_F(Pull, WhatAStoppedPullLeftIsContinuedAndIsNoModelBefore) {
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.origin == hub_.elsewhere) reply.cut = 7'000;
  };
  stop_ = true;
  const auto stopped = pull();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::interrupted);
  EXPECT_EQ(fs::file_size(blob(kWeights) + ".incomplete"), 7'000U);
  EXPECT_FALSE(fs::exists(blob(kWeights)));
  EXPECT_FALSE(fs::exists(paths().ref("main")));
  ASSERT_FALSE(found());
  EXPECT_EQ(found().error().kind, ErrorKind::missing);
  EXPECT_THAT(found().error().message, HasSubstr("standfast pull org/small"));
  EXPECT_THAT(found(hub_.commit).error().message, HasSubstr("only in part"));
  EXPECT_FALSE(cached_models(settings().cache)[0].whole);
  stop_ = false;
  hub_.spoil = {};
  hub_.forget();
  const auto continuing = pull();
  ASSERT_TRUE(continuing);
  for (const auto& file : continuing->files)
    if (file.name == kWeights) {
      EXPECT_TRUE(file.downloaded);
      EXPECT_EQ(file.came + 7'000, file.bytes);
    }
  EXPECT_EQ(read_plain_file(blob(kWeights)).value(), hub_.files[kWeights]);
  bool continued = false;
  for (const auto& request : hub_.gets()) continued |= request.range == "bytes=7000-";
  EXPECT_TRUE(continued);
  EXPECT_FALSE(fs::exists(blob(kWeights) + ".incomplete"));
}

TEST_F(Pull, AServerThatKnowsNoRangesBeginsAgain) {
  int cuts = 0;
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.origin != hub_.elsewhere) return;
    reply = {200, {}, hub_.files[kWeights], cuts++ == 0 ? std::optional<size_t>(5'000) : std::nullopt};
  };
  ASSERT_TRUE(pull());
  EXPECT_EQ(read_plain_file(blob(kWeights)).value(), hub_.files[kWeights]);
}

// Each try begins anew, so the bytes that come do not count as progress.
TEST_F(Pull, AFileOfUnknownSizeIsNotAskedForWithoutEnd) {
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.target.starts_with("/api/")) {
      auto listing = nlohmann::ordered_json::parse(reply.body);
      for (auto& file : listing["siblings"]) {
        file.erase("size");
        file.erase("lfs");
      }
      reply.body = listing.dump();
    }
    std::erase_if(reply.headers, [](const auto& header) { return header.first == "X-Linked-Size"; });
    if (request.origin == hub_.elsewhere) reply.cut = 5'000;
  };
  EXPECT_THAT(message(), HasSubstr("broke"));
  EXPECT_EQ(waits_.size(), 4U);
  // A server that begins anew each time and stops at varying places is not asked without end either.
  int tries = 0;
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.origin == hub_.elsewhere)
      reply = {200, {}, hub_.files[kWeights], tries++ % 2 == 0 ? size_t{5'000} : size_t{6'000}};
  };
  EXPECT_THAT(message(), HasSubstr("broke"));
  EXPECT_LT(tries, 20);
}

// A disk may lose bits, and other programs write into the cache too.
TEST_F(Pull, ADamagedBlobOfTheRightSizeIsFoundAndDownloadedAgain) {
  ASSERT_TRUE(pull());
  for (const char* file : {kWeights, "vocab.txt"}) {
    std::string bytes = hub_.files[file];
    bytes[1] ^= 1;
    ASSERT_TRUE(write_file(blob(file), bytes));
    const auto again = pull();
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_THAT(sink_.warnings, HasSubstr(fmt::format("the file \"{}\" in the cache is damaged", file)));
    EXPECT_EQ(read_plain_file(blob(file)).value(), hub_.files[file]);
    for (const auto& one : again->files) {
      EXPECT_EQ(one.downloaded, one.name == file) << one.name;
      EXPECT_TRUE(one.checked) << one.name;
    }
  }
}

TEST_F(Pull, WhatHasNoDigestIsNotCalledChecked) {
  hub_.large = {};
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.target.starts_with("/api/")) {
      auto listing = nlohmann::ordered_json::parse(reply.body);
      for (auto& file : listing["siblings"]) file.erase("blobId");
      reply.body = listing.dump();
    }
    for (auto& [name, value] : reply.headers)
      if (name == "ETag" && request.target.ends_with("vocab.txt")) value = "\"some-name\"";
  };
  const auto pulled = pull();
  ASSERT_TRUE(pulled) << pulled.error().message;
  for (const auto& file : pulled->files) EXPECT_EQ(file.checked, file.name != "vocab.txt") << file.name;
}

// After a power cut the part may hold any bytes.
TEST_F(Pull, APartWithOtherBytesIsThrownAway) {
  ASSERT_TRUE(make_directories(paths().folder + "/blobs"));
  ASSERT_TRUE(write_file(blob(kWeights) + ".incomplete", std::string(9'000, '\0')));
  const auto pulled = pull();
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_EQ(read_plain_file(blob(kWeights)).value(), hub_.files[kWeights]);
}

TEST_F(Pull, TheTokenGoesToTheHubAndNowhereElse) {
  ASSERT_TRUE(pull());
  bool was_elsewhere = false;
  for (const auto& request : hub_.requests()) {
    EXPECT_EQ(request.token, request.origin == hub_.origin ? "Bearer hf_s3cret" : "") << request.target;
    was_elsewhere |= request.origin == hub_.elsewhere;
    EXPECT_THAT(request.target, Not(HasSubstr("s3cret")));
  }
  EXPECT_TRUE(was_elsewhere);
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    if (!entry.is_regular_file()) continue;
    EXPECT_THAT(read_plain_file(entry.path().string()).value(), Not(HasSubstr("s3cret"))) << entry.path();
  }
}

// The server knows the token, and could try to have it shown to the readers of the log.
TEST_F(Pull, AServerCannotHaveTheTokenShown) {
  token_ = "hf_s3cretAndLong0123456789";
  hub_.files[token_ + "/config.json"] = "{}";
  EXPECT_THAT(message(), AllOf(HasSubstr("holds your token"), Not(HasSubstr("s3cret"))));
  FakeHub other;
  hub_.files = other.files;
  hub_.files["../" + token_] = "{}";
  EXPECT_THAT(message(), AllOf(HasSubstr("could leave its folder"), Not(HasSubstr("s3cret"))));
  hub_.files = other.files;
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.method == "HEAD")
      for (auto& [name, value] : reply.headers)
        if (name.ends_with("tag")) value = "\"" + std::string(85, '/') + token_ + "\"";  // cut in its middle
  };
  EXPECT_THAT(message(), AllOf(HasSubstr("cannot be the name of a file"), Not(HasSubstr("s3cret"))));
}

// A redirect to nowhere used to end in "()".
TEST_F(Pull, ARedirectOfAFileToNowhereIsSaid) {
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.method == "GET" && reply.status == 302) reply.headers = {{"Location", " "}};
  };
  EXPECT_THAT(message(),
              AllOf(HasSubstr("HTTP status 302"), HasSubstr("names no address"), Not(HasSubstr("()"))));
}

// Without encryption, anyone who reads the connection could read the token.
TEST_F(Pull, TheTokenIsNotSentWithoutEncryption) {
  hub_.origin = "http://hub.test";
  hub_.elsewhere = "http://cdn.test";
  ASSERT_TRUE(pull());
  for (const auto& request : hub_.requests()) EXPECT_EQ(request.token, "");
  EXPECT_THAT(sink_.warnings, HasSubstr("the token is not sent"));
}

TEST_F(Pull, WrongBytesAreRefusedAndNothingLooksComplete) {
  for (const char* file : {kWeights, "vocab.txt"}) {
    hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
      if (request.method == "GET" && reply.status == 200 && request.target.find(file) != std::string::npos)
        reply.body[3] ^= 1;
    };
    const auto pulled = pull();
    ASSERT_FALSE(pulled) << file;
    EXPECT_EQ(pulled.error().kind, ErrorKind::data);
    EXPECT_THAT(pulled.error().message, HasSubstr("differs from the file of the hub"));
    EXPECT_FALSE(found(hub_.commit));
    EXPECT_FALSE(fs::exists(blob(file)));
    EXPECT_FALSE(fs::exists(blob(file) + ".incomplete"));
    EXPECT_FALSE(fs::exists(paths().ref("main")));
  }
}

TEST_F(Pull, AFileLongerThanItsSizeIsRefused) {
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.origin == hub_.elsewhere) reply.body += "more";
  };
  EXPECT_THAT(message(), HasSubstr("is longer than"));
  EXPECT_FALSE(found(hub_.commit));
}

TEST_F(Pull, HostileNamesLeaveNoFolder) {
  const std::string outside = folder_.file("evil");
  for (const std::string& name :
       {std::string("../../../evil"), outside, std::string("a/../../evil"), std::string("a\\..\\evil"),
        std::string("evil\0.json", 10), std::string("")}) {
    FakeHub hostile;
    hostile.files[name] = "x";
    hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
      if (request.target.starts_with("/api/")) reply = hostile.answer(request);
    };
    EXPECT_THAT(message(), HasSubstr("could leave its folder")) << name;
  }
  hub_.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.method == "HEAD")
      for (auto& [name, value] : reply.headers)
        if (name.ends_with("tag")) value = "\"../../../../evil\"";
  };
  EXPECT_THAT(message(), HasSubstr("cannot be the name of a file"));
  hub_.spoil = {};
  hub_.files["modules.json"] = R"([{"path": "../../../evil"}])";
  EXPECT_THAT(message(), HasSubstr("could leave its folder"));
  hub_.commit = "../../../../evil";
  EXPECT_THAT(message(), HasSubstr("names no commit"));
  EXPECT_FALSE(fs::exists(outside));
}

TEST_F(Pull, ALinkInPlaceOfAPartIsNotWrittenThrough) {
  ASSERT_TRUE(make_directories(paths().folder + "/blobs"));
  const std::string precious = folder_.file("precious");
  ASSERT_TRUE(write_file(precious, "mine"));
  fs::create_symlink(precious, blob(kWeights) + ".incomplete");
  EXPECT_THAT(message(), HasSubstr("cannot open"));
  EXPECT_EQ(read_plain_file(precious).value(), "mine");
}

TEST_F(Pull, EachRefusalIsOneLineThatSaysWhatToDo) {
  const auto said = [&](int status, std::vector<std::pair<std::string, std::string>> headers,
                        const std::string& body = "<html>") {
    hub_.spoil = [=](const FakeHub::Request&, FakeHub::Reply& reply) { reply = {status, headers, body}; };
    const auto pulled = pull();
    EXPECT_FALSE(pulled);
    EXPECT_EQ(pulled.error().kind, ErrorKind::missing);
    EXPECT_THAT(pulled.error().message, Not(HasSubstr("\n")));
    EXPECT_THAT(pulled.error().message, Not(HasSubstr("s3cret")));
    return pulled.error().message;
  };
  EXPECT_THAT(said(403, {{"X-Error-Code", "GatedRepo"}}), HasSubstr("its licence must be accepted"));
  EXPECT_THAT(said(401, {}), HasSubstr("does not know the token"));
  EXPECT_THAT(said(404, {{"X-Error-Code", "RepoNotFound"}}), HasSubstr("has no model \"org/small\""));
  EXPECT_THAT(said(404, {{"X-Error-Code", "RevisionNotFound"}}), HasSubstr("no revision \"main\""));
  EXPECT_THAT(said(429, {{"Retry-After", "4000"}}), HasSubstr("try again in 4000 s"));
  EXPECT_TRUE(waits_.empty()) << "so long a wait is for the user";
  EXPECT_THAT(said(200, {}), HasSubstr("is a web page"));
  EXPECT_THAT(said(200, {}, "[1]"), HasSubstr("JSON of another kind"));
  EXPECT_THAT(said(302, {{"Location", "http://hub.test/"}}), HasSubstr("is not encrypted"));
  EXPECT_THAT(said(302, {{"Location", "/again"}}), HasSubstr("more than 5 times"));
  token_ = "";
  EXPECT_THAT(said(401, {}), HasSubstr("HF_TOKEN must hold a token"));
  EXPECT_THAT(said(302, {{"Location", " "}}), HasSubstr("HTTP status 302"));
  EXPECT_THAT(said(302, {}), HasSubstr("names no address to go on to"));
  hub_.model = "small";
  EXPECT_THAT(said(404, {}), HasSubstr("did you mean sentence-transformers/small?"));
}

TEST_F(Pull, ABusyHubIsAskedAgainAndThenGivenUp) {
  int asked = 0;
  hub_.spoil = [&](const FakeHub::Request&, FakeHub::Reply& reply) {
    if (asked++ == 0) reply = {429, {{"Retry-After", "7"}}, ""};
  };
  ASSERT_TRUE(pull());
  EXPECT_THAT(waits_, ::testing::ElementsAre(7));
  waits_.clear();
  hub_.spoil = [&](const FakeHub::Request&, FakeHub::Reply& reply) { reply = {503, {}, ""}; };
  EXPECT_THAT(message(), HasSubstr("HTTP status 503"));
  EXPECT_THAT(waits_, ::testing::ElementsAre(1, 2, 4, 8));
}

TEST_F(Pull, ARevisionIsPinned) {
  ASSERT_TRUE(pull("", "refs/pr/1"));
  EXPECT_THAT(hub_.requests()[0].target, HasSubstr("/revision/refs%2Fpr%2F1?"));
  EXPECT_EQ(found("refs/pr/1")->commit, hub_.commit);
  EXPECT_THAT(found().error().message, HasSubstr("not at \"main\""));
  ASSERT_TRUE(pull("", hub_.commit));
  EXPECT_FALSE(fs::exists(paths().ref(hub_.commit)));
  EXPECT_THAT(message("", "../main"), HasSubstr("is not a revision"));
}

TEST_F(Pull, IntoAFolderGoPlainFilesAndNothingIsWrittenOver) {
  const std::string to = folder_.file("model");
  const auto pulled = pull(to);
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_FALSE(fs::exists(settings().cache));
  EXPECT_EQ(read_plain_file(to + "/model.safetensors").value(), hub_.files[kWeights]);
  EXPECT_FALSE(fs::is_symlink(to + "/model.safetensors"));
  EXPECT_FALSE(fs::exists(to + "/.incomplete"));
  EXPECT_EQ(find_model(to, "", settings().cache)->folder, to);
  hub_.forget();
  ASSERT_TRUE(pull(to));
  EXPECT_EQ(hub_.requests().size(), 1U);
  ASSERT_TRUE(write_file(to + "/vocab.txt", "my words"));
  EXPECT_THAT(message(to), HasSubstr("give another folder"));
  EXPECT_EQ(read_plain_file(to + "/vocab.txt").value(), "my words");
}

TEST_F(Pull, OfflineNothingIsAsked) {
  HubSettings offline = settings();
  offline.offline = true;
  const auto pulled =
      standfast::pull({.model = hub_.model}, offline, {hub_.transport(), [](double) { return true; }, sink_});
  ASSERT_FALSE(pulled);
  EXPECT_EQ(pulled.error().kind, ErrorKind::missing);
  EXPECT_THAT(pulled.error().message, HasSubstr("HF_HUB_OFFLINE"));
  EXPECT_TRUE(hub_.requests().empty());
}

TEST_F(Pull, WhatIsNoModelIsSaid) {
  hub_.files.erase("model.safetensors");
  hub_.files.erase("pytorch_model.bin");
  const auto pulled = pull();
  ASSERT_FALSE(pulled);
  EXPECT_EQ(pulled.error().kind, ErrorKind::missing);
  EXPECT_THAT(pulled.error().message, HasSubstr("there is no readable model"));
}

}  // namespace
}  // namespace standfast
