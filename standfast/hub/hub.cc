#include "standfast/hub/hub.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "standfast/hub/names.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast {
namespace {

constexpr size_t kMostOfListing = size_t{32} << 20;  // bytes

// Returns abc for W/"abc".
std::string_view plain_etag(std::string_view etag) {
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  if (etag.size() >= 2 && etag.front() == '"' && etag.back() == '"') {
    etag.remove_prefix(1);
    etag.remove_suffix(1);
  }
  return etag;
}

std::optional<uint64_t> number_in(std::string_view text) {
  uint64_t number = 0;
  const auto [at, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || at != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view either(std::string_view first, std::string_view second) {
  return first.empty() ? second : first;
}

// Returns 5 for "bytes 5-9/10".
std::optional<uint64_t> begin_of_range(std::string_view range) {
  constexpr std::string_view kUnit = "bytes ";
  if (!range.starts_with(kUnit)) return std::nullopt;
  range.remove_prefix(kUnit.size());
  return number_in(range.substr(0, range.find('-')));
}

}  // namespace

Hub::Hub(const HubSettings& settings, HttpTransport transport, Wait wait, Sink& sink)
    : settings_(settings), transport_(std::move(transport)), wait_(std::move(wait)), sink_(sink) {
  if (settings_.token.empty() || settings_.endpoint.secret) return;
  settings_.token.clear();
  sink_.warn(fmt::format("{} is not encrypted, so the token is not sent there", settings_.endpoint.origin));
}

AskedOfHub Hub::asked(const std::string& model, const std::string& revision, const std::string& file) const {
  return {.server = settings_.endpoint.origin + settings_.endpoint.target,
          .model = model,
          .revision = revision,
          .file = file,
          .with_token = !settings_.token.empty()};
}

HttpRequest Hub::request(const std::string& method, const std::string& target) const {
  HttpRequest request{
      .method = method,
      .address = settings_.endpoint,
      .headers = {{"User-Agent", fmt::format("standfast/{}", kVersion)},
                  {"Accept-Encoding", "identity"}}};  // sizes and ranges are of the file itself
  request.address.target += target;
  return request;
}

std::string Hub::file_target(const std::string& model, const std::string& commit,
                             const std::string& file) const {
  return fmt::format("/{}/resolve/{}/{}", model, commit, percent_encoded(file, "/"));
}

Result<Listing> Hub::listing(const std::string& model, const std::string& revision) {
  const AskedOfHub what = asked(model, revision);
  const HttpRequest get =
      request("GET", fmt::format("/api/models/{}/revision/{}?blobs=true", model, percent_encoded(revision)));
  for (Patience patient = patience();;) {
    std::string text;
    bool too_long = false;
    const HttpTaker taker{.head = {}, .bytes = [&](std::string_view bytes) {
                            too_long = text.size() + bytes.size() > kMostOfListing;
                            if (!too_long) text += bytes;
                            return !too_long;
                          }};
    const auto answer = follow_redirects(transport_, get, taker, {.key = settings_.token});
    if (too_long)
      return missing_error(
          fmt::format("{}: the listing of \"{}\" is longer than 32 MiB", what.server, model));
    if (answer && answer->head.status == 200) {
      auto listing = read_listing(text);
      if (listing && !settings_.token.empty())
        for (const auto& file : listing->files)
          if (file.name.find(settings_.token) != std::string::npos)
            return data_error(what.server +
                              ": lists a file whose name holds your token; nothing is downloaded");
      if (!listing) return with_context(fmt::format("{} (HF_ENDPOINT)", what.server), listing.error());
      return listing;
    }
    HubFailure failure =
        (answer ? refused_by_hub(answer->head, what) : unanswered_by_hub(answer.error(), what)).value();
    // This is the first request of all: without a network, waiting is of no use.
    if (!answer && answer.error().kind == HttpTrouble::Kind::unreached) failure.passing = false;
    SF_TRY(patient.after(failure));
  }
}

Result<RemoteContent> Hub::content(const std::string& model, const std::string& commit,
                                   const ListedFile& file) {
  const AskedOfHub what = asked(model, commit, file.name);
  for (Patience patient = patience();;) {
    // Large files are elsewhere, and the answer that redirects there has the facts.
    const auto answer = follow_redirects(transport_, request("HEAD", file_target(model, commit, file.name)),
                                         {}, {.key = settings_.token, .to_others = false});
    if (!answer || answer->head.status >= 400 || answer->head.status < 200) {
      SF_TRY(patient.after(
          (answer ? refused_by_hub(answer->head, what) : unanswered_by_hub(answer.error(), what)).value()));
      continue;
    }
    const HttpHead& head = answer->head;
    const std::string etag(plain_etag(either(head.header("X-Linked-Etag"), head.header("ETag"))));
    const std::string where = fmt::format("{}: the file \"{}\" of \"{}\"", what.server, file.name, model);
    if (etag.empty())
      return missing_error(where + " has no ETag, as a hub of models gives it; is HF_ENDPOINT right?");
    if (!is_safe_blob_name(etag))
      return data_error(fmt::format("{} has the ETag \"{}\", which cannot be the name of a file", where,
                                    shortened(printable_line(etag), 100)));
    if (const auto other = head.header("X-Repo-Commit"); !other.empty() && other != commit)
      return data_error(fmt::format("{} is of the commit {}, not of {}", where,
                                    shortened(printable_line(other), 100), commit));
    RemoteContent content{etag, file.facts};
    // The length of a redirect is the length of its page.
    auto size = number_in(head.header("X-Linked-Size"));
    if (!size && head.status == 200) size = number_in(head.header("Content-Length"));
    if (size && content.facts.size && *size != *content.facts.size)
      return data_error(
          fmt::format("{} has {} bytes, and {} in its listing", where, *size, *content.facts.size));
    if (size) content.facts.size = size;
    auto& facts = content.facts;
    if (is_sha256(etag)) {
      if (!facts.sha256.empty() && facts.sha256 != etag)
        return data_error(where + " has one SHA-256 in its listing and another as its ETag");
      facts.sha256 = etag;
    } else if (is_commit(etag) && facts.sha256.empty()) {  // 40 hex digits
      if (!facts.git_sha1.empty() && facts.git_sha1 != etag)
        return data_error(where + " has one SHA-1 in its listing and another as its ETag");
      facts.git_sha1 = etag;
    }
    return content;
  }
}

FromHub<void> Hub::take(const std::string& model, const std::string& commit, const std::string& file,
                        uint64_t from, const Taker& taker) {
  const AskedOfHub what = asked(model, commit, file);
  HttpRequest get = request("GET", file_target(model, commit, file));
  if (from > 0) get.headers.emplace_back("Range", fmt::format("bytes={}-", from));
  Status taken;
  const HttpTaker here{.head =
                           [&](const HttpHead& head) {
                             if (head.status != 200 && head.status != 206) return false;
                             const auto begin = head.status == 200
                                                    ? std::optional<uint64_t>(0)
                                                    : begin_of_range(head.header("Content-Range"));
                             if (begin && (*begin == 0 || *begin == from))
                               taken = taker.begin(*begin);
                             else
                               taken = data_error(fmt::format(
                                   "{} sends other bytes of \"{}\" than were requested", what.server, file));
                             return taken.has_value();
                           },
                       .bytes =
                           [&](std::string_view bytes) {
                             taken = taker.bytes(bytes);
                             return taken.has_value();
                           }};
  std::optional<HttpHead> refusal;
  // Keeps the head of a refusal, or of a redirect without a target, because its body is not read.
  const HttpTransport noting = [&](const HttpRequest& request, const HttpTaker& to) {
    return transport_(request, {.head =
                                    [&](const HttpHead& head) {
                                      refusal.reset();
                                      if (head.status >= 300) refusal = head;
                                      return to.head(head);
                                    },
                                .bytes = to.bytes});
  };
  const auto answer = follow_redirects(noting, get, here, {.key = settings_.token});
  if (!taken) return hub_failure(Failure(taken.error()));
  const bool not_taken = !answer && answer.error().kind == HttpTrouble::Kind::unwanted;
  if (refusal && (answer || not_taken || refusal->status >= 400)) return refused_by_hub(*refusal, what);
  if (!answer) return unanswered_by_hub(answer.error(), what);
  if (answer->head.status != 200 && answer->head.status != 206) return refused_by_hub(answer->head, what);
  return {};
}

}  // namespace standfast
