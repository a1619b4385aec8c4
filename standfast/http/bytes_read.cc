#include "standfast/http/bytes_read.h"

#include <algorithm>
#include <cstddef>

#include <linux/tcp.h>  // glibc's own header has an older tcp_info
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace standfast {

std::optional<uint64_t> bytes_read_from(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  int unread = 0;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
      size < offsetof(tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received ||
      ::ioctl(socket, FIONREAD, &unread) != 0)
    return std::nullopt;
  const uint64_t came = info.tcpi_bytes_received;
  return came - std::min<uint64_t>(came, static_cast<uint64_t>(unread > 0 ? unread : 0));
}

}  // namespace standfast
