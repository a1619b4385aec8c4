#include "standfast/study/executor/json_lines.h"

#include <cerrno>

#include <sys/socket.h>
#include <unistd.h>

#include "standfast/base/parse_json.h"

namespace standfast {

using Json = nlohmann::ordered_json;

bool send_line(int fd, const Json& message) {
  const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (size_t sent = 0; sent < line.size();) {
    const ssize_t n = ::send(fd, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<size_t>(n);
  }
  return true;
}

std::optional<Json> take_line(std::string& buffer) {
  const auto end = buffer.find('\n');
  if (end == std::string::npos) return std::nullopt;
  auto message = json_or_discarded(std::string_view(buffer).substr(0, end));
  buffer.erase(0, end + 1);
  return message;
}

bool receive(int fd, std::string& buffer) {
  char bytes[4096];
  for (;;) {
    const ssize_t n = ::read(fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    buffer.append(bytes, static_cast<size_t>(n));
    return true;
  }
}

}  // namespace standfast
