#include "standfast/http/proxy.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace standfast {
namespace {

std::optional<std::string> in_either_case(const Environment& environment, const std::string& name) {
  if (auto value = environment(name)) return value;
  std::string big = name;
  for (char& c : big) c = c == '_' ? c : static_cast<char>(c - 'a' + 'A');
  return environment(big);
}

// Splits "https://host:port" into the host, and its port where it has one.
std::pair<std::string, std::string> host_and_port(std::string_view origin) {
  const std::string_view rest = origin.substr(origin.find("//") + 2);
  const size_t colon = rest.find(':', rest.starts_with('[') ? std::min(rest.find(']'), rest.size()) : 0);
  if (colon == std::string_view::npos) return {std::string(rest), ""};
  return {std::string(rest.substr(0, colon)), std::string(rest.substr(colon + 1))};
}

// Returns whether "example.org", ".example.org", "example.org:80" or "*" stands in the list.
bool is_named(const std::string& host, const std::string& port, std::string_view list) {
  for (size_t begin = 0; begin < list.size();) {
    const size_t end = std::min(list.find_first_of(", ", begin), list.size());
    std::string_view one = list.substr(begin, end - begin);
    begin = end + 1;
    if (one == "*") return true;
    if (!port.empty() && one.ends_with(fmt::format(":{}", port))) one.remove_suffix(port.size() + 1);
    while (one.starts_with('.')) one.remove_prefix(1);
    if (!one.empty() && (host == one || host.ends_with(fmt::format(".{}", one)))) return true;
  }
  return false;
}

}  // namespace

Result<std::optional<HttpProxy>> proxy_for(const HttpAddress& address, const Environment& environment) {
  const auto [host, port] = host_and_port(address.origin);
  if (is_on_this_machine(address)) return std::nullopt;
  const std::string name = address.origin.starts_with("https:") ? "https_proxy" : "http_proxy";
  auto value = in_either_case(environment, name);
  if (!value) value = in_either_case(environment, "all_proxy");
  if (!value) return std::nullopt;
  if (const auto list = in_either_case(environment, "no_proxy"); list && is_named(host, port, *list))
    return std::nullopt;
  const std::string url = value->find("://") == std::string::npos ? "http://" + *value : *value;
  const auto proxy = http_address(url);
  if (!proxy && proxy.error().kind == AddressFlaw::Kind::password)
    return usage_error(fmt::format(
        "the proxy ({}) needs a name and a password, which is not supported; is there one without?", name));
  if (!proxy || !proxy->origin.starts_with("http:"))
    return usage_error(fmt::format("the proxy \"{}\" ({}) is not supported; one is named as http://host:port",
                                   *value, name));
  HttpProxy found{.host = host_and_port(proxy->origin).first, .port = 80};
  const std::string number = host_and_port(proxy->origin).second;
  if (!number.empty()) std::from_chars(number.data(), number.data() + number.size(), found.port);
  return found;
}

}  // namespace standfast
