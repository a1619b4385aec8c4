#include "standfast/rewrite/answer_cache.h"

#include <cerrno>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_string.h"
#include "standfast/base/open_file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"

namespace standfast {

std::string answer_key(std::string_view model, const ChatQuestion& question) {
  Sha256 digest;
  digest.add_field("chat").add_field(model).add_field(question.text);
  digest.add_field(fmt::format("{}", question.temperature)).add_number(question.most_tokens);
  digest.add_field(question.seed ? fmt::format("{}", *question.seed) : "");
  return digest.hex();
}

Result<CachedAnswers> read_cached_answers(std::string_view bytes, const std::string& name) {
  CachedAnswers answers;
  uint64_t line = 0;
  for (size_t end; (end = bytes.find('\n', answers.whole)) != std::string_view::npos;
       answers.whole = end + 1) {
    const std::string_view text = bytes.substr(answers.whole, end - answers.whole);
    ++line;
    const auto json = parse_json(text);
    const auto member = [&](const char* key) {
      return json && json->is_object() && json->contains(key) ? &(*json)[key] : nullptr;
    };
    const auto *key = member("key"), *answer = member("answer"), *cut = member("cut");
    if (key == nullptr || !key->is_string() || answer == nullptr || !answer->is_string() || cut == nullptr ||
        !cut->is_boolean())
      return data_error(
          fmt::format("{}:{}: no answer of a language model; is this another file? A cache holds lines "
                      "that begin with {{\"key\": ...",
                      name, line));
    answers.by_key.insert_or_assign(key->get<std::string>(),
                                    ChatAnswer{answer->get<std::string>(), cut->get<bool>()});
  }
  return answers;
}

struct AnswerCache::State {
  std::string path;
  int fd = -1;
  mutable std::mutex mutex;
  std::map<std::string, ChatAnswer, std::less<>> by_key;
  ~State() {
    if (fd >= 0) ::close(fd);
  }
};

AnswerCache::AnswerCache(std::unique_ptr<State> state) : state_(std::move(state)) {}
AnswerCache::AnswerCache(AnswerCache&&) noexcept = default;
AnswerCache& AnswerCache::operator=(AnswerCache&&) noexcept = default;
AnswerCache::~AnswerCache() = default;

Result<AnswerCache> AnswerCache::open(const std::string& path) {
  SF_TRY(check_path(path));
  auto state = std::make_unique<State>();
  state->path = path;
  const auto failed = [&](const char* what) {
    return data_error(
        fmt::format("{}: cannot {} the cache of answers: {}", path, what, std::strerror(errno)));
  };
  SF_ASSIGN(state->fd, open_own_file(path, O_RDWR | O_CREAT | O_APPEND));
  if (::flock(state->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return usage_error(
        fmt::format("{}: another process writes to this cache of answers; wait for it, or name another "
                    "with --cache",
                    path));
  SF_ASSIGN(const std::string bytes, read_plain_file(path));
  SF_ASSIGN(CachedAnswers answers, read_cached_answers(bytes, path));
  if (answers.whole < bytes.size() && ::ftruncate(state->fd, static_cast<off_t>(answers.whole)) != 0)
    return failed("mend");
  state->by_key = std::move(answers.by_key);
  return AnswerCache(std::move(state));
}

std::optional<ChatAnswer> AnswerCache::find(std::string_view key) const {
  const std::lock_guard lock(state_->mutex);
  const auto at = state_->by_key.find(key);
  if (at == state_->by_key.end()) return std::nullopt;
  return at->second;
}

Status AnswerCache::add(const std::string& key, const ChatAnswer& answer) {
  std::string line = "{\"key\": \"" + key + "\", \"answer\": ";
  append_json_string(line, answer.text);
  line += answer.cut ? ", \"cut\": true}\n" : ", \"cut\": false}\n";
  const std::lock_guard lock(state_->mutex);
  state_->by_key.insert_or_assign(key, answer);
  for (size_t done = 0; done < line.size();) {
    const ssize_t n = ::write(state_->fd, line.data() + done, line.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return data_error(
          fmt::format("{}: cannot write to the cache of answers: {}", state_->path, std::strerror(errno)));
    done += static_cast<size_t>(n);
  }
  return {};
}

}  // namespace standfast
