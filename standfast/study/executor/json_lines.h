// Lines of JSON over a socket: an executor and its workers talk with them.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace standfast {

// Writes a whole line to a socket. False if the other side is gone. Never raises SIGPIPE.
bool send_line(int fd, const nlohmann::ordered_json& message);
// Waits for at least one byte and adds what has arrived to the buffer. False at the end or on an error.
bool receive(int fd, std::string& buffer);
// Removes the next whole line from the buffer and parses it. Nothing if there is none yet.
std::optional<nlohmann::ordered_json> take_line(std::string& buffer);

}  // namespace standfast
