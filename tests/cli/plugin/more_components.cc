// Entries of plug-ins for the catalogs of a test program (tests/CMakeLists.txt): a verifier and a classifier
// of a library that is not installed, and a verifier of a library that was built otherwise. The linker sends
// the calls of verifiers() and classifiers() here, so the product holds nothing for this test.
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"

namespace standfast::testing {

const VerifierCatalog& built_in_verifiers() __asm__("__real__ZN9standfast9verifiersEv");
const ClassifierCatalog& built_in_classifiers() __asm__("__real__ZN9standfast11classifiersEv");
const VerifierCatalog& more_verifiers() __asm__("__wrap__ZN9standfast9verifiersEv");
const ClassifierCatalog& more_classifiers() __asm__("__wrap__ZN9standfast11classifiersEv");

namespace {

const OptionSet kLayers = {OptionSpec{"layers", int64_t{3}, "layers of the network"}};
const PluginHome kMissing = {"libstandfast_far_away.so", "standfast-far-away"};
const PluginHome kOfAnotherBuild = {"libstandfast_greeter_of_another_build.so", "standfast-other"};

template <class Catalog>
Catalog with(const Catalog& built_in, std::vector<std::pair<std::string, PluginHome>> more) {
  auto entries = built_in.entries();
  for (auto& [name, home] : more) {
    typename Catalog::Entry entry;
    entry.name = name;
    entry.summary = "Lives in a library of its own.";
    entry.options = kLayers;
    entry.lives_in = home;
    entries.push_back(std::move(entry));
  }
  return Catalog(built_in.family(), std::move(entries));
}

}  // namespace

const VerifierCatalog& more_verifiers() {
  static const VerifierCatalog catalog =
      with(built_in_verifiers(), {{"far-away", kMissing}, {"other-build", kOfAnotherBuild}});
  return catalog;
}

const ClassifierCatalog& more_classifiers() {
  static const ClassifierCatalog catalog = with(built_in_classifiers(), {{"far-away-classes", kMissing}});
  return catalog;
}

}  // namespace standfast::testing
