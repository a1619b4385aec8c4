#include <fmt/format.h>

#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/job.h"

namespace standfast {
namespace {

constexpr uint64_t kUsualAtOnce = 50;

// Returns the text as a YAML string in double quotes.
std::string yaml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

// Returns the name of a resource. Such names are parts of host names.
std::string resource_name(const JobArray& array, const ScriptPlaces& places) {
  std::string name = queue_name(array, places);
  for (char& c : name)
    if (c == '.') c = '-';
  return name;
}

std::string kubernetes_script(const JobArray& array, const std::vector<std::string>&,
                              const ScriptPlaces& places, const SubmitOptions& options) {
  const Job& job = *array.job;
  const uint64_t megabytes = (job.memory + (1 << 20) - 1) >> 20;
  const std::string gpus = job.devices > 0 ? fmt::format(", nvidia.com/gpu: {}", job.devices) : "";
  const std::string resources = fmt::format("{{ cpu: {}, memory: {}Mi{} }}", job.cores, megabytes, gpus);
  std::string text = head_comment(array, places, kubernetes_system());
  text += fmt::format(
      "apiVersion: batch/v1\n"
      "kind: Job\n"
      "metadata:\n"
      "  name: {}\n"
      "spec:\n"
      "  completionMode: Indexed\n"
      "  completions: {}\n"
      "  parallelism: {}\n"
      "  backoffLimit: {}\n"
      "  template:\n"
      "    spec:\n"
      "      restartPolicy: Never\n",
      resource_name(array, places), array.count,
      std::min<uint64_t>(array.count, options.at_once > 0 ? options.at_once : kUsualAtOnce),
      options.requeue ? 2 * array.count : array.count);
  if (job.seconds) text += fmt::format("      activeDeadlineSeconds: {:.0f}\n", *job.seconds);
  text += fmt::format("      terminationGracePeriodSeconds: {:.0f}\n", options.grace);
  text += fmt::format(
      "      containers:\n"
      "        - name: standfast\n"
      "          image: {}\n"
      "          resources:\n"
      "            requests: {}\n"
      "            limits: {}\n"
      "          volumeMounts:\n"
      "            - name: run\n"
      "              mountPath: {}\n"
      "          command:\n"
      "            - /bin/sh\n"
      "            - -c\n"
      "            - |\n",
      yaml_text(options.image.empty() ? "standfast" : options.image), resources, resources,
      yaml_text(places.run.substr(0, std::max<size_t>(places.run.rfind('/'), 1))));
  const std::string body = body_of(array, places, options, "$((JOB_COMPLETION_INDEX + 1))", "", "");
  for (size_t begin = 0; begin < body.size();) {
    const size_t end = body.find('\n', begin);
    text += "              " + body.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  text += fmt::format(
      "      volumes:\n"
      "        - name: run\n"
      "          persistentVolumeClaim:\n"
      "            claimName: {}\n",
      yaml_text(options.claim.empty() ? "standfast" : options.claim));
  return text;
}

std::string kubernetes_send(const JobArray& array, const std::vector<std::string>& needs,
                            const ScriptPlaces& places) {
  std::string text;
  for (const auto& need : needs) {
    JobArray other;
    other.name = need;
    text += fmt::format("kubectl wait --for=condition=complete --timeout=-1s job/{}\n",
                        resource_name(other, places));
  }
  return text + fmt::format("kubectl apply -f {}\n", shell_word(fmt::format("{}/{}/{}.yaml", places.run,
                                                                            places.submission, array.name)));
}

}  // namespace

const BatchSystem& kubernetes_system() {
  static constexpr BatchSystem kSystem{"kubernetes", "Kubernetes", ".yaml", kubernetes_script,
                                       kubernetes_send};
  return kSystem;
}

}  // namespace standfast
