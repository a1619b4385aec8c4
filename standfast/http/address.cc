#include "standfast/http/address.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace standfast {
namespace {

bool is_this_machine(std::string_view host) {
  // "127.0.0.1.example.org" is a foreign host.
  return host == "localhost" || host == "[::1]" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

// Lowers the letters of a host: upper and lower case are one.
std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string encoded(std::string_view text, const auto& is_kept) {
  std::string out;
  for (const char c : text)
    if (is_kept(c))
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

// Encodes the characters that must not stand in the line of a request, and no more: the address may be
// signed.
std::string as_sent(std::string_view target) {
  constexpr std::string_view kNever = "\"<>\\^`{|}";
  return encoded(target.substr(0, target.find('#')),
                 [&](char c) { return c > ' ' && c < '\x7f' && kNever.find(c) == std::string_view::npos; });
}

// Returns whether the text is a port, a number from 1 to 65535.
bool is_port(std::string_view text) {
  int number = 0;
  const auto [at, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc{} && at == text.data() + text.size() && number >= 1 && number <= 65535;
}

}  // namespace

tl::expected<HttpAddress, AddressFlaw> http_address(std::string_view url) {
  using Kind = AddressFlaw::Kind;
  const auto flaw = [](Kind kind, std::string what) {
    return tl::unexpected(AddressFlaw{kind, std::move(what)});
  };
  const bool encrypted = url.starts_with("https://");
  if (!encrypted && !url.starts_with("http://")) return flaw(Kind::scheme, "is not an http or https address");
  const size_t begin = url.find("//") + 2, end = std::min(url.find_first_of("/?#", begin), url.size());
  const std::string_view host_port = url.substr(begin, end - begin);
  if (host_port.find('@') != std::string_view::npos)
    return flaw(Kind::password, "holds a user name or a password");
  // The port: after the last colon that is not inside the brackets of an IPv6 address.
  const size_t colon =
      host_port.find(':', host_port.starts_with('[') ? std::min(host_port.find(']'), host_port.size()) : 0);
  const std::string host = in_small_letters(host_port.substr(0, colon));
  if (host.empty() || std::ranges::any_of(host, [](char c) { return c <= ' ' || c == '\x7f'; }))
    return flaw(Kind::host, "names no host");
  if (colon != std::string_view::npos)
    if (const std::string_view port = host_port.substr(colon + 1); !is_port(port))
      return flaw(Kind::port, fmt::format("\"{}\" is not a port", port));
  return HttpAddress{in_small_letters(url.substr(0, end)), as_sent(url.substr(end)),
                     encrypted || is_this_machine(host)};
}

bool is_on_this_machine(const HttpAddress& address) {
  const std::string_view rest = std::string_view(address.origin).substr(address.origin.find("//") + 2);
  const size_t bracket = rest.starts_with('[') ? std::min(rest.find(']'), rest.size()) : 0;
  return is_this_machine(rest.substr(0, rest.find(':', bracket)));
}

tl::expected<HttpAddress, AddressFlaw> led_to(const HttpAddress& asked, std::string_view location) {
  const size_t colon = location.find(':');
  if (colon != std::string_view::npos && colon < location.find_first_of("/?#"))
    return http_address(in_small_letters(location.substr(0, colon)) + std::string(location.substr(colon)));
  if (location.starts_with("//"))
    return http_address(asked.origin.substr(0, asked.origin.find("//")) + std::string(location));
  if (location.starts_with('/')) return http_address(asked.origin + std::string(location));
  const std::string_view path = std::string_view(asked.target).substr(0, asked.target.find('?'));
  const size_t slash = path.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : path.substr(0, slash);
  return http_address(fmt::format("{}{}/{}", asked.origin, folder, location));
}

std::string percent_encoded(std::string_view text, std::string_view kept) {
  return encoded(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~").find(c) != std::string_view::npos ||
           kept.find(c) != std::string_view::npos;
  });
}

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
    return usage_error(
        fmt::format("the proxy \"{}\" ({}) is not supported; name one as http://host:port", *value, name));
  HttpProxy found{.host = host_and_port(proxy->origin).first, .port = 80};
  const std::string number = host_and_port(proxy->origin).second;
  if (!number.empty()) std::from_chars(number.data(), number.data() + number.size(), found.port);
  return found;
}

}  // namespace standfast
