#include "standfast/http/message.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace standfast {

std::string_view HttpHead::header(std::string_view name) const {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (const auto& [key, value] : headers)
    if (std::ranges::equal(key, name, [&](char a, char b) { return small(a) == small(b); })) return value;
  return "";
}

double seconds_of_retry_after(std::string_view retry_after) {
  double seconds = 0;
  const char* end = retry_after.data() + retry_after.size();
  const auto [at, failed] = std::from_chars(retry_after.data(), end, seconds);
  return failed == std::errc{} && at == end && seconds > 0 ? seconds : 0;
}

namespace {

constexpr size_t kMostOfRedirect = size_t{1} << 20;  // limit of the page that announces a redirect to people

bool is_redirect(const HttpHead& head) {
  switch (head.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return head.header("Location").find_first_not_of(" \t") != std::string_view::npos;
    default:
      return false;
  }
}

bool is_encrypted(const HttpAddress& address) {
  return address.origin.starts_with("https:");
}

}  // namespace

tl::expected<HttpAnswer, HttpTrouble> follow_redirects(const HttpTransport& transport, HttpRequest request,
                                                       const HttpTaker& taker, const RedirectRules& rules) {
  const auto refused = [](std::string said) {
    return tl::unexpected(HttpTrouble{HttpTrouble::Kind::other, std::move(said)});
  };
  const std::string home = request.address.origin;
  const auto own_headers = request.headers;
  bool at_home = true;  // once away, the key is not sent any more, wherever the way leads
  for (int hops = 0;; ++hops) {
    request.headers = own_headers;
    if (at_home && !rules.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + rules.key);
    bool sent_on = false;
    size_t page = 0;
    const HttpTaker here{.head =
                             [&](const HttpHead& head) {
                               sent_on = is_redirect(head);
                               return sent_on || !taker.head || taker.head(head);
                             },
                         .bytes =
                             [&](std::string_view bytes) {
                               if (sent_on) return (page += bytes.size()) <= kMostOfRedirect;
                               return !taker.bytes || taker.bytes(bytes);
                             }};
    auto head = transport(request, here);
    if (!head && page > kMostOfRedirect) return refused("the server redirects with a page that does not end");
    if (!head) return tl::unexpected(head.error());
    if (!is_redirect(*head)) return HttpAnswer{*std::move(head), request.address};
    const auto next = led_to(request.address, head->header("Location"));
    if (!next) return refused("the server redirects to an address that " + next.error().what);
    if (next->origin != home && !rules.to_others) return HttpAnswer{*std::move(head), request.address};
    if (hops == kMostRedirects)
      return refused(fmt::format("the server redirects more than {} times", kMostRedirects));
    // A redirect to this machine would let a remote server reach local services (request forgery).
    if (is_on_this_machine(*next) && !is_on_this_machine(request.address))
      return refused(fmt::format("the server redirects to {}, which is this machine", next->origin));
    if (is_encrypted(request.address) && !is_encrypted(*next))
      return refused(fmt::format("the server redirects to {}, which is not encrypted", next->origin));
    at_home = at_home && next->origin == home;
    request.address = *next;
  }
}

}  // namespace standfast
