// standfast rewrite and judge, as a user runs them, against a server on this machine.
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/chat_server.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using Json = nlohmann::ordered_json;

// The answers of the server. A test may change them between two runs, while the server's threads are alive.
class Replies {
 public:
  using Reply = std::function<ChatServer::Reply(const std::string&)>;
  explicit Replies(Reply reply) : reply_(std::move(reply)) {}
  void operator=(Reply reply) {
    const std::lock_guard lock(mutex_);
    reply_ = std::move(reply);
  }
  ChatServer::Reply operator()(const std::string& prompt) const {
    std::unique_lock lock(mutex_);
    const Reply reply = reply_;
    lock.unlock();
    return reply(prompt);
  }

 private:
  mutable std::mutex mutex_;
  Reply reply_;
};

// Three documents, of which the second gets a bad rewrite from the server.
class RewriteCommand : public ::testing::Test {
 protected:
  RewriteCommand() : server_([this](const std::string& prompt, int) { return reply_(prompt); }) {
    EXPECT_TRUE(write_file(folder_.file("docs.jsonl"),
                           "{\"id\": \"a\", \"text\": \"I like the sea in May 1990.\"}\n"
                           "{\"id\": \"b\", \"text\": \"He went home in the rain again.\"}\n"
                           "{\"id\": \"c\", \"text\": \"We found nothing there at all.\"}\n"));
  }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  std::string endpoint() const { return " --endpoint " + server_.url() + " --model llama"; }
  std::string content(const std::string& name) const {
    return read_file(folder_.file(name)).value_or("none");
  }

  static ChatServer::Reply rewritten(const std::string& prompt) {
    const std::string text = ChatServer::document_in(prompt);
    if (text.starts_with("He went"))
      return {200, ChatServer::said("Here is the rewritten text: he departed.")};
    return {200, ChatServer::said("\"Verily, " + text + "\"")};
  }
  Replies reply_{rewritten};
  TemporaryFolder folder_;
  ChatServer server_;
};

TEST_F(RewriteCommand, WritesWhatPassesAndListsWhatDoesNot) {
  const Said said = run("rewrite docs.jsonl --style shakespeare --out r.jsonl" + endpoint());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(content("r.jsonl"),
            "{\"id\":\"a\",\"style\":\"shakespeare\",\"text\":\"Verily, I like the sea in May 1990.\"}\n"
            "{\"id\":\"c\",\"style\":\"shakespeare\",\"text\":\"Verily, We found nothing there at all.\"}\n");
  EXPECT_EQ(content("r.jsonl.refused.jsonl"),
            "{\"id\":\"b\",\"style\":\"shakespeare\",\"gates\":[\"meta-talk\"],\"reasons\":[\"it begins with "
            "talk about the task\"]}\n");
  EXPECT_NE(said.out.find("2 of 3 documents have a rewrite"), std::string::npos) << said.out;
  const auto manifest = Json::parse(content("r.jsonl.manifest.json"));
  EXPECT_EQ(manifest["rewritten"], 2);
  EXPECT_NE(manifest["prompt"].get<std::string>().find("William Shakespeare"), std::string::npos);
  EXPECT_NE(server_.requests()[0].body["messages"][0]["content"].get<std::string>().find("### Instruction:"),
            std::string::npos);
}

TEST_F(RewriteCommand, TheSecondTimeNothingIsAsked) {
  ASSERT_EQ(run("rewrite docs.jsonl --style formal --out r.jsonl" + endpoint()).code, 0);
  const std::string first = content("r.jsonl");
  const Said said =
      run("rewrite docs.jsonl --style formal --out r.jsonl --concurrency 1 --json" + endpoint());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(Json::parse(said.out)["from_cache"], 3);
  EXPECT_EQ(content("r.jsonl"), first);
  EXPECT_EQ(server_.requests().size(), 3U);
}

TEST_F(RewriteCommand, TheKeyComesFromTheEnvironmentAndIsWrittenNowhere) {
  const Said said = in_shell(
      "MY_KEY=s3cret-1 \"$standfast\" rewrite docs.jsonl --style formal --out r.jsonl --key-env MY_KEY" +
          endpoint(),
      folder_.path());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(server_.requests()[0].authorization, "Bearer s3cret-1");
  const Said found = in_shell("grep -r s3cret . && exit 9; exit 0", folder_.path());
  EXPECT_EQ(found.code, 0) << found.out;
  EXPECT_EQ((said.out + said.err).find("s3cret"), std::string::npos);
  const Said without =
      run("rewrite docs.jsonl --style formal --out r.jsonl --key-env NO_SUCH_KEY" + endpoint());
  EXPECT_EQ(without.code, 2);
  EXPECT_NE(without.err.find("--key-env NO_SUCH_KEY: there is no such variable"), std::string::npos)
      << without.err;
}

TEST_F(RewriteCommand, UnansweredDocumentsAreNamedAndAskedAgain) {
  reply_ = [](const std::string& prompt) {
    return ChatServer::document_in(prompt).starts_with("We")
               ? ChatServer::Reply{400, R"({"error": {"message": "too long"}})"}
               : rewritten(prompt);
  };
  const Said said = run("rewrite docs.jsonl --style formal --out r.jsonl" + endpoint());
  EXPECT_EQ(said.code, 5);
  EXPECT_NE(said.err.find("1 of 3 documents have no answer"), std::string::npos) << said.err;
  EXPECT_NE(content("r.jsonl.refused.jsonl").find(R"("no_answer":"HTTP status 400: \"too long\"")"),
            std::string::npos);
  reply_ = rewritten;
  EXPECT_EQ(run("rewrite docs.jsonl --style formal --out r.jsonl" + endpoint()).code, 0);
  EXPECT_EQ(lines_of(content("r.jsonl")), 2);
  EXPECT_EQ(server_.requests().size(), 4U);
}

TEST_F(RewriteCommand, NobodyAtTheAddressIsExitCode4AndNothingIsWritten) {
  std::string url;
  {
    const ChatServer gone([](const std::string&, int) { return ChatServer::Reply{}; });
    url = gone.url();
  }
  const Said said =
      run("rewrite docs.jsonl --style formal --out r.jsonl --retries 0 --model m --endpoint " + url);
  EXPECT_EQ(said.code, 4);
  EXPECT_NE(said.err.find("nothing answers at http://127.0.0.1:"), std::string::npos) << said.err;
  EXPECT_EQ(content("r.jsonl"), "none");
}

TEST_F(RewriteCommand, RewritesFromAFileGoThroughTheSameGates) {
  ASSERT_TRUE(write_file(folder_.file("mine.csv"),
                         "id,style,text\na,old,\"Forsooth, I like the sea in May 1990.\"\n"
                         "b,old,\"I went home again in sun\"\n"));
  const Said said = run("rewrite docs.jsonl --style old --from mine.csv --out r.jsonl --without-gate names");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(lines_of(content("r.jsonl")), 2);
  EXPECT_NE(content("r.jsonl.refused.jsonl").find("the file has none"), std::string::npos);
  const Said other = run("rewrite docs.jsonl --style new --from mine.csv --out r.jsonl");
  EXPECT_EQ(other.code, 3);
  EXPECT_NE(other.err.find("Styles of the file: old"), std::string::npos) << other.err;
}

TEST_F(RewriteCommand, AnEmptyRewriteOfAFileIsRefusedByItsGate) {
  ASSERT_TRUE(write_file(folder_.file("mine.jsonl"),
                         "{\"id\": \"a\", \"text\": \" \"}\n{\"id\": \"c\"}\n"
                         "{\"id\": \"b\", \"text\": \"I went home again in sun\"}\n"));
  const Said said =
      run("rewrite docs.jsonl --style old --from mine.jsonl --out r.jsonl --without-gate names");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(lines_of(content("r.jsonl")), 1);
  EXPECT_NE(content("r.jsonl.refused.jsonl").find("it is empty"), std::string::npos);
}

TEST_F(RewriteCommand, RewritesFromAColumn) {
  ASSERT_TRUE(
      write_file(folder_.file("two.jsonl"),
                 "{\"id\": \"a\", \"text\": \"I like the sea.\", \"old\": \"Forsooth, I like the sea.\"}\n"
                 "{\"id\": \"b\", \"text\": \"I like it.\"}\n"));
  const Said wrong = run("rewrite two.jsonl --style old --from-column older --out r.jsonl");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("no column \"older\" for --from-column"), std::string::npos) << wrong.err;
  const Said said = run("rewrite two.jsonl --style old --from-column old --out r.jsonl");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(content("r.jsonl"), "{\"id\":\"a\",\"style\":\"old\",\"text\":\"Forsooth, I like the sea.\"}\n");
}

TEST_F(RewriteCommand, WrongUseIsSaidInOneLine) {
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"rewrite docs.jsonl --style formal --out r.jsonl",
            "by one of --endpoint, --from and --from-column"},
           {"rewrite docs.jsonl --style formel --out r.jsonl --model m --endpoint http://127.0.0.1:1/v1",
            "did you mean \"formal\"?"},
           {"rewrite docs.jsonl --style formal --out r.csv --from x", "JSON lines"},
           {"rewrite docs.jsonl --style formal --out r.jsonl --from x --without-gate nam",
            "there is no gate"},
           {"rewrite docs.jsonl --style formal --out r.jsonl --model m --endpoint 127.0.0.1:1",
            "is not an http or https address"},
           {"rewrite docs.jsonl --style formal --out r.jsonl --endpoint http://127.0.0.1:1/v1",
            "--endpoint and --model"}}) {
    const Said said = run(arguments);
    EXPECT_EQ(said.code, 2) << arguments << said.err;
    EXPECT_NE(said.err.find(message), std::string::npos) << said.err;
    EXPECT_EQ(lines_of(said.err), 1) << said.err;
  }
}

TEST_F(RewriteCommand, AJudgeGivesMeansAndCountsWhatItDidNotAnswer) {
  ASSERT_TRUE(write_file(folder_.file("r.jsonl"),
                         "{\"id\": \"a\", \"text\": \"x\"}\n{\"id\": \"b\", \"text\": \"y\"}\n"));
  reply_ = [](const std::string& prompt) {
    return ChatServer::Reply{
        200, ChatServer::said(prompt.find("I like the sea") != std::string::npos
                                  ? R"({"meaning": 5, "attitude": 4, "added": 3, "omitted": 2})"
                                  : "I cannot judge this.")};
  };
  const Said said = run("judge docs.jsonl --rewrites r.jsonl --out j.jsonl --json" + endpoint());
  EXPECT_EQ(said.code, 5);
  EXPECT_NE(said.err.find("1 of 2 rewrites were not judged"), std::string::npos) << said.err;
  const auto facts = Json::parse(said.out);
  EXPECT_EQ(facts["pairs"], 2);
  EXPECT_EQ(facts["answered"], 1);
  EXPECT_EQ(facts["malformed"], 1);
  EXPECT_EQ(facts["questions"][1]["mean"], 4.0);
  EXPECT_EQ(content("j.jsonl"),
            "{\"id\":\"a\",\"meaning\":5,\"attitude\":4,\"added\":3,\"omitted\":2}\n"
            "{\"id\":\"b\",\"meaning\":null,\"attitude\":null,\"added\":null,\"omitted\":null,"
            "\"no_answer\":\"the answer has no four numbers from 1 to 5\"}\n");
  reply_ = [](const std::string&) {
    return ChatServer::Reply{200,
                             ChatServer::said(R"({"meaning": 1, "attitude": 1, "added": 1, "omitted": 1})")};
  };
  const Said again = run("judge docs.jsonl --rewrites r.jsonl --out j.jsonl" + endpoint());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("2 of 2 rewrites were judged"), std::string::npos) << again.out;
  EXPECT_EQ(server_.requests().size(), 3U) << "what was judged is not asked again";
}

TEST_F(RewriteCommand, AJudgeThatOnlyThoughtIsSaidToHave) {
  ASSERT_TRUE(write_file(folder_.file("r.jsonl"), R"({"id": "a", "text": "The sea pleases me."})"));
  reply_ = [](const std::string&) {
    return ChatServer::Reply{200,
                             R"({"choices": [{"message": {"content": null, "reasoning_content": "Hm."}}]})"};
  };
  EXPECT_EQ(run("judge docs.jsonl --rewrites r.jsonl --out j.jsonl" + endpoint()).code, 5);
  EXPECT_NE(content("j.jsonl").find("the model only thought (reasoning_content)"), std::string::npos);
}

TEST_F(RewriteCommand, AnAnswerWithoutTextIsNoAnswer) {
  for (const char* content_of_answer : {"null", R"("")", R"(" \n")", R"("\"\"")"}) {
    reply_ = [content_of_answer](const std::string& prompt) {
      if (!ChatServer::document_in(prompt).starts_with("We")) return rewritten(prompt);
      return ChatServer::Reply{
          200, std::string(R"({"choices": [{"message": {"content": )") + content_of_answer + "}}]}"};
    };
    const Said said = run("rewrite docs.jsonl --style formal --out r.jsonl" + endpoint());
    EXPECT_EQ(said.code, 5) << content_of_answer;
    EXPECT_NE(content("r.jsonl.refused.jsonl").find(R"("no_answer":"the answer has no text")"),
              std::string::npos);
  }
  reply_ = rewritten;
  EXPECT_EQ(run("rewrite docs.jsonl --style formal --out r.jsonl" + endpoint()).code, 0);
  EXPECT_EQ(lines_of(content("r.jsonl")), 2);
}

TEST_F(RewriteCommand, ABrokenAnswerIsOneDocumentThatFailed) {
  reply_ = [](const std::string& prompt) {
    return ChatServer::document_in(prompt).starts_with("I like") ? ChatServer::Reply{200, "{\"choices\": ["}
                                                                 : rewritten(prompt);
  };
  const Said said = run("rewrite docs.jsonl --style formal --out r.jsonl --concurrency 1" + endpoint());
  EXPECT_EQ(said.code, 5) << said.err;
  EXPECT_EQ(lines_of(content("r.jsonl")), 1);
  EXPECT_NE(content("r.jsonl.refused.jsonl").find(R"("no_answer":"the server's answer is not JSON")"),
            std::string::npos);
  reply_ = rewritten;
  EXPECT_EQ(run("rewrite docs.jsonl --style formal --out r.jsonl" + endpoint()).code, 0);
}

TEST_F(RewriteCommand, AnInputIsNeverOverwritten) {
  const std::string rewrites = "{\"id\": \"a\", \"text\": \"x\"}\n";
  ASSERT_TRUE(write_file(folder_.file("r.jsonl"), rewrites));
  const std::string before = content("docs.jsonl");
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"rewrite docs.jsonl --style formal --out docs.jsonl" + endpoint(), "the input docs.jsonl"},
           {"rewrite docs.jsonl --style formal --out o.jsonl --refused ./docs.jsonl" + endpoint(),
            "--refused would overwrite the input docs.jsonl"},
           {"judge docs.jsonl --rewrites r.jsonl --out r.jsonl" + endpoint(), "the input r.jsonl"},
           {"judge docs.jsonl --rewrites r.jsonl --out ./docs.jsonl" + endpoint(),
            "--out would overwrite the input docs.jsonl; choose another path"}}) {
    const Said said = run(arguments);
    EXPECT_EQ(said.code, 2) << arguments;
    EXPECT_NE(said.err.find(message), std::string::npos) << said.err;
  }
  EXPECT_EQ(content("docs.jsonl"), before);
  EXPECT_EQ(content("r.jsonl"), rewrites);
  EXPECT_TRUE(server_.requests().empty());
}

}  // namespace
}  // namespace standfast::testing
