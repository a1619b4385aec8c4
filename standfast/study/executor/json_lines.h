// Lines of JSON over a socket: how an executor and its workers talk.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace standfast {

// Writes a whole line to a socket; false if the other side is gone. Never raises SIGPIPE.
bool send_line(int fd, const nlohmann::ordered_json& message);
// Adds what has come to the buffer, at least a byte; false at the end or on an error.
bool receive(int fd, std::string& buffer);
// The next whole line of the buffer, parsed; nothing if there is none yet.
std::optional<nlohmann::ordered_json> take_line(std::string& buffer);

}  // namespace standfast
