#include "standfast/hub/failure.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {
namespace {

std::string what_of(const AskedOfHub& asked) {
  return asked.file.empty() ? fmt::format("the model \"{}\"", asked.model)
                            : fmt::format("the file \"{}\" of \"{}\"", asked.file, asked.model);
}

// Says that there is no such model. The hub sends 401 for it, too, to clients without a token.
std::string no_such_model(const AskedOfHub& asked) {
  const bool is_short = asked.model.find('/') == std::string::npos;
  return fmt::format("{} has no model \"{}\"{}{}{}", asked.server, asked.model,
                     asked.revision == "main" ? "" : fmt::format(" with a revision \"{}\"", asked.revision),
                     asked.with_token ? ", or the token may not read it"
                                      : ", or it is private (then HF_TOKEN must hold a token)",
                     is_short ? fmt::format("; did you mean sentence-transformers/{}?", asked.model)
                              : "; is the name right?");
}

}  // namespace

tl::unexpected<HubFailure> refused_by_hub(const HttpHead& head, const AskedOfHub& asked) {
  const std::string_view code = head.header("X-Error-Code"), said = head.header("X-Error-Message");
  const int status = head.status;
  if (said.starts_with("Access to this resource is disabled"))
    return hub_failure(missing_error(fmt::format("{} has disabled {}", asked.server, what_of(asked))));
  if (code == "GatedRepo" || (status == 403 && code.empty()))
    return hub_failure(missing_error(fmt::format(
        "{0} does not give {1}: its licence must be accepted at {0}/{2}, and HF_TOKEN must hold a token of "
        "the account that did{3}",
        asked.server, what_of(asked), asked.model, asked.with_token ? " (a token was sent)" : "")));
  if (code == "RevisionNotFound")
    return hub_failure(
        missing_error(fmt::format("the model \"{}\" has no revision \"{}\"", asked.model, asked.revision)));
  if (status == 401 && asked.with_token && (code.empty() || said.starts_with("Invalid credentials")))
    return hub_failure(missing_error(fmt::format(
        "{} does not know the token (HF_TOKEN, or the file that HF_TOKEN_PATH names)", asked.server)));
  if (code == "EntryNotFound" || (status == 404 && !asked.file.empty()))
    return hub_failure(
        missing_error(fmt::format("{} lists {} and does not have it", asked.server, what_of(asked))));
  if (status == 401 || status == 404 || code == "RepoNotFound")
    return hub_failure(missing_error(no_such_model(asked)));
  if (status == 429 || status == 408 || status == 425) {
    const double wait = seconds_of_retry_after(head.header("Retry-After"));
    return hub_failure(
        missing_error(fmt::format("{} receives too many requests (HTTP status {}){}", asked.server, status,
                                  wait > 0 ? fmt::format("; try again in {:.0f} s", wait) : "")),
        true, wait);
  }
  return hub_failure(
      missing_error(fmt::format("{} answers with HTTP status {} to the request for {}{}", asked.server,
                                status, what_of(asked),
                                status >= 300 && status < 400 ? ", and names no address to go on to" : "")),
      status >= 500, seconds_of_retry_after(head.header("Retry-After")));
}

tl::unexpected<HubFailure> unanswered_by_hub(const HttpTrouble& trouble, const AskedOfHub& asked) {
  using Kind = HttpTrouble::Kind;
  switch (trouble.kind) {
    case Kind::stopped:
      return hub_failure(fail(ErrorKind::interrupted, "interrupted"));
    case Kind::no_answer:
    case Kind::unreached:
      return hub_failure(missing_error(fmt::format(
                             "{} cannot be reached; is there a network, and is its address (HF_ENDPOINT) "
                             "right?",
                             asked.server)),
                         true);
    case Kind::late:
    case Kind::broken:
      return hub_failure(missing_error(fmt::format(
                             "the connection to {} broke, or it was silent for too long", asked.server)),
                         true);
    case Kind::not_encrypted:
      return hub_failure(missing_error(fmt::format(
          "no encrypted connection to {} ({}); is its certificate known here (SSL_CERT_FILE names a file "
          "with others)?",
          asked.server, trouble.said)));
    default:
      return hub_failure(missing_error(
          fmt::format("{}: no answer to the request for {}{}", asked.server, what_of(asked),
                      trouble.said.empty() ? std::string() : fmt::format(" ({})", trouble.said))));
  }
}

namespace {

constexpr int kMostTries = 5;
constexpr double kFirstWait = 1, kLongestWait = 300;  // seconds

}  // namespace

Status Patience::after(const HubFailure& failure, bool progressed) {
  if (progressed) failures_ = 0;
  ++failures_;
  // A longer wait is for the user to take.
  if (!failure.passing || failures_ >= kMostTries || failure.wait > kLongestWait)
    return Failure(failure.error);
  const double seconds = std::max(failure.wait, kFirstWait * (1 << (failures_ - 1)));
  sink_.info(fmt::format("{}; trying again in {:.0f} s", failure.error.message, seconds));
  if (!wait_(seconds)) return fail(ErrorKind::interrupted, "interrupted");
  return {};
}

}  // namespace standfast
