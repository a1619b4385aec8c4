// Requests to a server on this machine: answers, errors, retries, the cache.
#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/rewrite/ask_all.h"
#include "tests/support/chat_server.h"
#include "tests/support/data.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using testing::ChatServer;
using testing::TemporaryFolder;

std::vector<ChatQuestion> questions(int n) {
  std::vector<ChatQuestion> all;
  for (int i = 0; i < n; ++i) all.push_back({.text = "question " + std::to_string(i)});
  return all;
}

AskOptions quick() {
  AskOptions options;
  options.first_wait = 0.001;
  options.most_wait = 0.002;
  return options;
}

TEST(Endpoint, AnswersInTheOrderOfTheQuestionsWhateverTheThreads) {
  const ChatServer server([](const std::string& prompt, int) {
    return ChatServer::Reply{200, ChatServer::said("re: " + prompt)};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  ASSERT_TRUE(cache);
  AskOptions options = quick();
  options.concurrency = 8;
  const auto asked = ask_all({server.url(), "m"}, questions(40), *cache, options);
  ASSERT_TRUE(asked) << asked.error().message;
  for (size_t i = 0; i < asked->size(); ++i) {
    ASSERT_TRUE((*asked)[i].answer) << (*asked)[i].trouble;
    EXPECT_EQ((*asked)[i].answer->text, "re: question " + std::to_string(i));
    EXPECT_FALSE((*asked)[i].cached);
  }
  EXPECT_EQ(server.requests().size(), 40U);
}

TEST(Endpoint, SaysWhatIsAskedAndSendsTheKeyInOneHeader) {
  const ChatServer server([](const std::string&, int) {
    return ChatServer::Reply{200, ChatServer::said("x")};
  });
  auto endpoint = Endpoint::make({server.url() + "/", "llama", "s3cret"});
  ASSERT_TRUE(endpoint);
  ASSERT_TRUE(endpoint->ask({.text = "hello \"you\"", .temperature = 0.5, .most_tokens = 7, .seed = 3}));
  ASSERT_EQ(server.requests().size(), 1U);
  const auto [authorization, body] = server.requests()[0];
  EXPECT_EQ(authorization, "Bearer s3cret");
  EXPECT_EQ(body["model"], "llama");
  EXPECT_EQ(body["messages"][0]["content"], "hello \"you\"");
  EXPECT_EQ(body["temperature"], 0.5);
  EXPECT_EQ(body["max_tokens"], 7);
  EXPECT_EQ(body["seed"], 3);
  EXPECT_EQ(body.dump().find("s3cret"), std::string::npos);
}

// The key is hidden if a server repeats it, because refusals and answers are written into files.
TEST(Endpoint, HidesTheKeyThatAServerRepeats) {
  const ChatServer echo([&](const std::string&, int) {
    return ChatServer::Reply{200, ChatServer::said("you sent Bearer sk-s3cret/1, sk-s3cret/1.")};
  });
  auto chatty = Endpoint::make({echo.url(), "m", "sk-s3cret/1"});
  ASSERT_TRUE(chatty);
  const auto said = chatty->ask({.text = "x"});
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text, "you sent Bearer ***, ***.");
  for (const int status : {200, 400, 401, 503}) {
    const ChatServer server([&](const std::string&, int) {
      return ChatServer::Reply{status, R"({"error": {"message": "bad Authorization: Bearer sk-s3cret/1"}})"};
    });
    auto endpoint = Endpoint::make({server.url(), "m", "sk-s3cret/1"});
    ASSERT_TRUE(endpoint);
    const auto answer = endpoint->ask({.text = "x"});
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().message, ::testing::HasSubstr("Bearer ***"));
    EXPECT_THAT(answer.error().message, ::testing::Not(::testing::HasSubstr("s3cret")));
  }
}

TEST(Endpoint, AsksAgainWhereTheServerIsBusy) {
  const ChatServer server([](const std::string& prompt, int n) {
    if (n < 3) return ChatServer::Reply{n == 0 ? 429 : 503, R"({"error": {"message": "busy"}})", "0.01"};
    return ChatServer::Reply{200, ChatServer::said("re: " + prompt)};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  const auto asked = ask_all({server.url(), "m"}, questions(1), *cache, quick());
  ASSERT_TRUE(asked);
  EXPECT_TRUE((*asked)[0].answer);
  EXPECT_EQ(server.requests().size(), 4U);
}

// A long wait that the server asks for is announced once; otherwise a user would take the silence for a hang.
TEST(Endpoint, ALongWaitThatTheServerAsksForIsSaidOnce) {
  const ChatServer server([](const std::string& prompt, int n) {
    if (n < 3) return ChatServer::Reply{429, R"({"error": "busy"})", "0.5"};
    return ChatServer::Reply{200, ChatServer::said("re: " + prompt)};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  AskOptions options = quick();
  options.retries = 4;
  testing::ListeningSink sink;
  options.sink = &sink;
  ASSERT_TRUE(ask_all({server.url(), "m"}, questions(1), *cache, options));
  EXPECT_THAT(sink.warnings, ::testing::HasSubstr("the server asks to wait"));
  EXPECT_THAT(sink.warnings, ::testing::HasSubstr("the answers so far are kept in the cache"));
  EXPECT_EQ(std::ranges::count(sink.warnings, '\n'), 1);
}

TEST(Endpoint, GivesUpAfterTheRetriesAndSaysWhy) {
  const ChatServer server([](const std::string&, int) {
    return ChatServer::Reply{503, R"({"error": "no\u001b[2J room"})"};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  AskOptions options = quick();
  options.retries = 2;
  const auto asked = ask_all({server.url(), "m"}, questions(1), *cache, options);
  ASSERT_TRUE(asked);
  EXPECT_FALSE((*asked)[0].answer);
  EXPECT_EQ((*asked)[0].trouble, "HTTP status 503: \"no\\u001b[2J room\"");
  EXPECT_EQ(server.requests().size(), 3U);
}

TEST(Endpoint, ARefusedQuestionIsOneTroubleAndTheOthersAreAnswered) {
  const ChatServer server([](const std::string& prompt, int) {
    return prompt == "question 1" ? ChatServer::Reply{400, R"({"error": {"message": "context too long"}})"}
                                  : ChatServer::Reply{200, ChatServer::said("ok")};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  const auto asked = ask_all({server.url(), "m"}, questions(3), *cache, quick());
  ASSERT_TRUE(asked);
  EXPECT_TRUE((*asked)[0].answer && !(*asked)[1].answer && (*asked)[2].answer);
  EXPECT_EQ((*asked)[1].trouble, "HTTP status 400: \"context too long\"");
  EXPECT_EQ(server.requests().size(), 3U) << "a refused question is not asked again";
}

TEST(Endpoint, AWrongKeyEndsEverything) {
  const ChatServer server([](const std::string&, int) {
    return ChatServer::Reply{401, R"({"error": {"message": "bad key"}})"};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  AskOptions options = quick();
  options.concurrency = 1;
  const auto asked = ask_all({server.url(), "m", "k"}, questions(50), *cache, options);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().kind, ErrorKind::missing);
  EXPECT_NE(asked.error().message.find("bad key\"; is the key right"), std::string::npos)
      << asked.error().message;
  EXPECT_EQ(server.requests().size(), 1U);
}

// A broken answer is one error: whatever is broken and whichever document it is for, the other documents are
// answered.
TEST(Endpoint, ABrokenAnswerIsOneTroubleAndTheOthersAreAnswered) {
  const std::string good = ChatServer::said("ok");
  for (const std::string& broken :
       {good.substr(0, good.size() / 2), std::string("<html>"), std::string(R"({"error": "x"})"),
        std::string(R"({"choices": [{"message": {"content": ["a"]}}]})"),
        std::string("{\"choices\": [{\"message\": {\"content\": \"\xff\"}}]}")}) {
    for (const std::string bad : {"question 0", "question 2"}) {
      std::atomic<bool> mended = false;
      const ChatServer server([&](const std::string& prompt, int) {
        return ChatServer::Reply{200, prompt == bad && !mended ? broken : good};
      });
      const TemporaryFolder folder;
      auto cache = AnswerCache::open(folder.file("cache"));
      AskOptions options = quick();
      options.concurrency = 1;
      for (int round = 0; round < 3; ++round) {  // the second round has only the broken question left to ask
        mended = round == 2;
        const auto asked = ask_all({server.url(), "m"}, questions(3), *cache, options);
        ASSERT_TRUE(asked) << asked.error().message;
        for (size_t i = 0; i < 3; ++i) {
          const bool fails = "question " + std::to_string(i) == bad && !mended;
          EXPECT_EQ((*asked)[i].answer.has_value(), !fails) << broken;
          EXPECT_EQ((*asked)[i].trouble.starts_with("the server's answer "), fails) << (*asked)[i].trouble;
        }
      }
      EXPECT_EQ(server.requests().size(), 5U);
    }
  }
}

// If a server forbids a question that its filter rejects, that document alone fails; if all are forbidden,
// the key is wrong.
TEST(Endpoint, AForbiddenQuestionIsOneTroubleAndAllForbiddenAWrongKey) {
  const auto ask = [](const std::string& forbidden) {
    const ChatServer server([&](const std::string& prompt, int) {
      return prompt.starts_with(forbidden)
                 ? ChatServer::Reply{403, R"({"error": {"message": "not allowed"}})"}
                 : ChatServer::Reply{200, ChatServer::said("ok")};
    });
    const TemporaryFolder folder;
    auto cache = AnswerCache::open(folder.file("cache"));
    AskOptions options = quick();
    options.concurrency = 1;
    return ask_all({server.url(), "m"}, questions(3), *cache, options);
  };
  const auto one = ask("question 0");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_TRUE(!(*one)[0].answer && (*one)[1].answer && (*one)[2].answer);
  EXPECT_EQ((*one)[0].trouble, "HTTP status 403: \"not allowed\"");
  const auto all = ask("question");
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().kind, ErrorKind::missing);
  EXPECT_TRUE(all.error().message.ends_with("\"not allowed\"; may this key (--key-env) ask this model?"))
      << all.error().message;
}

TEST(Endpoint, BrokenAnswersAloneMeanAWrongAddressAndAFewAreEnough) {
  const ChatServer server([](const std::string&, int) { return ChatServer::Reply{200, "<html>"}; });
  for (const int documents : {1, 300}) {
    const TemporaryFolder folder;
    auto cache = AnswerCache::open(folder.file("cache"));
    const auto asked = ask_all({server.url(), "m"}, questions(documents), *cache, quick());
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().kind, ErrorKind::missing);
    EXPECT_NE(asked.error().message.find("/v1: the server's answer is not JSON; is there a server of chat "
                                         "completions at this address?"),
              std::string::npos)
        << asked.error().message;
  }
  EXPECT_LE(server.requests().size(), 1U + 10 + 4) << "ten, and those under way";
}

// The address is not called wrong before a whole answer may have arrived: broken answers come at once here, a
// good one takes longer.
TEST(Endpoint, ThreadsWaitForAWholeAnswerBeforeTheAddressIsCalledWrong) {
  const ChatServer server([](const std::string& prompt, int) {
    if (prompt.back() != '0') return ChatServer::Reply{200, "<html>"};
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return ChatServer::Reply{200, ChatServer::said("ok")};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  const auto asked = ask_all({server.url(), "m"}, questions(40), *cache, quick());
  ASSERT_TRUE(asked) << asked.error().message;
  for (size_t i = 0; i < asked->size(); ++i) EXPECT_EQ((*asked)[i].answer.has_value(), i % 10 == 0);
}

TEST(Endpoint, AnAnswerThatDoesNotServeIsGivenAndAskedAgainNextTime) {
  std::string says = "no idea";
  const ChatServer server([&](const std::string&, int) {
    return ChatServer::Reply{200, ChatServer::said(says)};
  });
  const TemporaryFolder folder;
  const auto ask = [&](bool all_serve) {
    auto cache = AnswerCache::open(folder.file("cache"));
    AskOptions options = quick();
    if (!all_serve)
      options.serves = [](const ChatQuestion&, const ChatAnswer& answer) { return answer.text == "5"; };
    const auto asked = ask_all({server.url(), "m"}, questions(1), *cache, options);
    return asked && (*asked)[0].answer ? (*asked)[0].answer->text : "none";
  };
  EXPECT_EQ(ask(true), "no idea") << "in the cache, as from another version of the program";
  EXPECT_EQ(ask(false), "no idea");
  says = "5";
  EXPECT_EQ(ask(false), "5");
  EXPECT_EQ(server.requests().size(), 3U);
  EXPECT_EQ(ask(false), "5");
  EXPECT_EQ(server.requests().size(), 3U) << "the later answer of the file counts";

  const TemporaryFolder other;
  auto cache = AnswerCache::open(other.file("cache"));
  AskOptions options = quick();
  options.serves = [](const ChatQuestion&, const ChatAnswer&) { return false; };
  ASSERT_TRUE(ask_all({server.url(), "m"}, questions(1), *cache, options));
  EXPECT_FALSE(cache->find(answer_key("m", questions(1)[0]))) << "what does not serve is not kept";
}

TEST(Endpoint, NobodyAtTheAddressIsSaidOnce) {
  std::string url;
  {
    const ChatServer gone([](const std::string&, int) { return ChatServer::Reply{}; });
    url = gone.url();
  }
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  AskOptions options = quick();
  options.retries = 1;
  const auto asked = ask_all({url, "m"}, questions(20), *cache, options);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().kind, ErrorKind::missing);
  EXPECT_NE(asked.error().message.find("; is the server running?"), std::string::npos)
      << asked.error().message;
}

TEST(Endpoint, AskedAgainNothingIsSent) {
  const ChatServer server([](const std::string& prompt, int) {
    return ChatServer::Reply{200, ChatServer::said(prompt + "\n!")};
  });
  const TemporaryFolder folder;
  for (int round = 0; round < 2; ++round) {
    auto cache = AnswerCache::open(folder.file("cache"));
    ASSERT_TRUE(cache);
    auto asked = ask_all({server.url(), "m"}, questions(5), *cache, quick());
    ASSERT_TRUE(asked);
    for (const auto& one : *asked) EXPECT_EQ(one.cached, round == 1);
    EXPECT_EQ((*asked)[4].answer->text, "question 4\n!");
    EXPECT_EQ(server.requests().size(), 5U);
  }
  // Another model or another temperature makes another question.
  auto cache = AnswerCache::open(folder.file("cache"));
  ASSERT_TRUE(ask_all({server.url(), "other"}, questions(5), *cache, quick()));
  EXPECT_EQ(server.requests().size(), 10U);
}

TEST(Endpoint, EqualQuestionsAreAskedOnce) {
  const ChatServer server([](const std::string&, int) {
    return ChatServer::Reply{200, ChatServer::said("same")};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  const auto asked =
      ask_all({server.url(), "m"}, {{.text = "a"}, {.text = "b"}, {.text = "a"}}, *cache, quick());
  ASSERT_TRUE(asked);
  EXPECT_TRUE((*asked)[2].answer);
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(Endpoint, AnInterruptionKeepsWhatWasAnswered) {
  std::atomic<int> answered = 0;
  const ChatServer server([&](const std::string&, int) {
    ++answered;
    return ChatServer::Reply{200, ChatServer::said("x")};
  });
  const TemporaryFolder folder;
  {
    auto cache = AnswerCache::open(folder.file("cache"));
    AskOptions options = quick();
    options.concurrency = 1;
    // An interruption does not wait for an answer that is under way, so the third must have arrived.
    options.stop = [&] { return cache->find(answer_key("m", questions(10)[2])).has_value(); };
    const auto asked = ask_all({server.url(), "m"}, questions(10), *cache, options);
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().kind, ErrorKind::interrupted);
  }
  auto cache = AnswerCache::open(folder.file("cache"));
  ASSERT_TRUE(ask_all({server.url(), "m"}, questions(10), *cache, quick()));
  EXPECT_EQ(answered, 10);
}

// An answer that arrives byte by byte runs into the time limit: the server would have sent all of it after
// five seconds.
TEST(Endpoint, AnAnswerThatComesByteByByteIsLate) {
  const ChatServer server([](const std::string&, int) {
    return ChatServer::Reply{.body = ChatServer::said(std::string(100, 'x')), .drips = true};
  });
  auto endpoint = Endpoint::make({server.url(), "m", {}, 0.3});
  ASSERT_TRUE(endpoint);
  const auto answer = endpoint->ask({.text = "x"});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ChatTrouble::Kind::passing);
  EXPECT_EQ(answer.error().message, "no whole answer came within 0.3 s");
}

TEST(Endpoint, AnInterruptionDoesNotWaitForTheAnswer) {
  const ChatServer server([](const std::string&, int) {
    return ChatServer::Reply{.body = ChatServer::said(std::string(100, 'x')), .drips = true};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  AskOptions options = quick();
  options.stop = [&] { return !server.requests().empty(); };
  const auto asked = ask_all({server.url(), "m"}, questions(3), *cache, options);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().kind, ErrorKind::interrupted);
  EXPECT_FALSE(cache->find(answer_key("m", questions(1)[0]))) << "nobody waited until it was whole";
}

TEST(Endpoint, KeepsToTheNumberOfQuestionsAtOnce) {
  const ChatServer server([](const std::string&, int) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return ChatServer::Reply{200, ChatServer::said("x")};
  });
  const TemporaryFolder folder;
  auto cache = AnswerCache::open(folder.file("cache"));
  AskOptions options = quick();
  options.concurrency = 3;
  ASSERT_TRUE(ask_all({server.url(), "m"}, questions(30), *cache, options));
  EXPECT_LE(server.most_under_way(), 3);
}

TEST(Endpoint, AnAnswerMayComeInPartsAndAfterThoughts) {
  const auto read = [](const std::string& message, const char* finish = "stop") {
    return read_chat_response(
        {200, "", R"({"choices": [{"message": )" + message + R"(, "finish_reason": ")" + finish + "\"}]}"});
  };
  const auto parts = read(
      R"({"content": [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "one "}, {"text": "two"}]})");
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(parts->text, "one two");
  for (const char* none : {"null", "\"\"", "{}", "false"})
    EXPECT_TRUE(read_chat_response(
        {200, "", fmt::format(R"({{"error": {}, "choices": [{{"message": {{"content": "a"}}}}]}})", none)}))
        << none;
  const char* const thought = R"({"content": "", "reasoning_content": "hm"})";
  EXPECT_EQ(read(thought)->without_text(), "the answer is empty: the model only thought (reasoning_content)");
  EXPECT_THAT(read(thought, "length")->without_text(), ::testing::HasSubstr("--max-tokens"));
  EXPECT_EQ(read(R"({"content": "", "reasoning_content": ""})")->without_text(), "the answer has no text");
  EXPECT_FALSE(read(R"({"content": "a", "reasoning_content": "hm"})")->thought_only);
  EXPECT_FALSE(read(R"({"content": [{"type": "text"}]})"));
}

TEST(Endpoint, StrangeAnswersSayWhatIsWrong) {
  const auto message = [](int status, const std::string& body) {
    const auto read = read_chat_response({status, "", body});
    return read ? "fine: " + read->text : read.error().message;
  };
  EXPECT_EQ(message(200, "<html>"), "the server's answer is not JSON");
  EXPECT_EQ(message(200, "[]"), "the server's answer has no \"choices\"");
  EXPECT_EQ(message(200, R"({"choices": [1]})"), "the server's answer has no \"choices\"");
  EXPECT_EQ(message(200, R"({"choices": [{"message": {"content": 1}}]})"),
            "the server's answer has a \"content\" that is not a text");
  EXPECT_EQ(message(200, R"({"choices": [{"message": {"content": null}}]})"), "fine: ");
  EXPECT_EQ(message(200, R"({"error": {"message": "no such model"}})"),
            "the server's answer is an error: \"no such model\"");
  EXPECT_EQ(message(301, ""), "HTTP status 301; the server redirects elsewhere; give the final address");
  EXPECT_TRUE(read_chat_response({200, "", ChatServer::said("half", "content_filter")})->cut);
  const auto cut = read_chat_response({200, "", ChatServer::said("half", "length")});
  ASSERT_TRUE(cut);
  EXPECT_TRUE(cut->cut);
}

TEST(Endpoint, AddressesAreReadAndBadOnesRefused) {
  const auto path = [](const std::string& url) {
    const auto address = endpoint_address(url);
    return address ? address->origin + " " + address->target + (address->secret ? " secret" : "")
                   : address.error().message;
  };
  EXPECT_EQ(path("http://127.0.0.1:8000/v1"), "http://127.0.0.1:8000 /v1/chat/completions secret");
  EXPECT_EQ(path("https://host/v1/"), "https://host /v1/chat/completions secret");
  EXPECT_EQ(path("http://host:11434/v1/chat/completions"), "http://host:11434 /v1/chat/completions");
  EXPECT_EQ(path("http://[::1]:80"), "http://[::1]:80 /chat/completions secret");
  EXPECT_NE(path("host:8000/v1").find("is not an http or https address"), std::string::npos);
  EXPECT_NE(path("http://me:pw@host/v1").find("--key-env"), std::string::npos);
  EXPECT_EQ(path("http://me:pw@host/v1").find("pw"), std::string::npos) << "a password must not be printed";
  EXPECT_NE(path("http://host:99999/v1").find("is not a port"), std::string::npos);
  EXPECT_NE(path("http:///v1").find("names no host"), std::string::npos);
  EXPECT_NE(path("http://host/v1?key=1").find("\"?\""), std::string::npos);
}

TEST(AnswerCache, ALineThatWasCutIsLeftOut) {
  const TemporaryFolder folder;
  const std::string path = folder.file("cache");
  ASSERT_TRUE(
      write_file(path, "{\"key\": \"a\", \"answer\": \"A\", \"cut\": false}\n{\"key\": \"b\", \"ans"));
  {
    auto cache = AnswerCache::open(path);
    ASSERT_TRUE(cache);
    EXPECT_TRUE(cache->find("a"));
    EXPECT_FALSE(cache->find("b"));
    ASSERT_TRUE(cache->add("b", {"B\n\"", true}));
  }
  EXPECT_EQ(read_file(path).value(),
            "{\"key\": \"a\", \"answer\": \"A\", \"cut\": false}\n{\"key\": \"b\", \"answer\": \"B\\n\\\"\", "
            "\"cut\": true}\n");
}

TEST(AnswerCache, AnotherFileIsRefusedWithItsLine) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("corpus.jsonl"), "{\"id\": \"a\", \"text\": \"A\"}\n"));
  const auto cache = AnswerCache::open(folder.file("corpus.jsonl"));
  ASSERT_FALSE(cache);
  EXPECT_NE(cache.error().message.find("corpus.jsonl:1: not an answer of a language model"),
            std::string::npos);
  EXPECT_EQ(read_file(folder.file("corpus.jsonl")).value(), "{\"id\": \"a\", \"text\": \"A\"}\n");
}

TEST(AnswerCache, TwoProcessesDoNotShareOne) {
  const TemporaryFolder folder;
  const auto first = AnswerCache::open(folder.file("cache"));
  const auto second = AnswerCache::open(folder.file("cache"));
  ASSERT_TRUE(first);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace standfast
