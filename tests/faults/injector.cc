// A library that makes one call of a program fail, or kills the program there. The tests of faults load it
// with LD_PRELOAD. The environment says where:
//
//   FAULTS_FILE   a file of zeros that all processes of one run share: counts of calls, and the first process
//   FAULTS_CALL   write, fsync, rename or alloc
//   FAULTS_AT     the number of the call, over all processes of the run, from 1; 0: count only
//   FAULTS_DO     fail: the call fails with ENOSPC, EIO or ENOMEM; short: a write writes half and the
//                 next one fails; kill: this process and the first of the run are killed
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc's own functions, under the names that need no look-up: looking a name up allocates.
extern "C" void* __libc_malloc(size_t);
extern "C" void* __libc_calloc(size_t, size_t);
extern "C" void* __libc_realloc(void*, size_t);
extern "C" void* __libc_memalign(size_t, size_t);

namespace {

enum Call { kWrite, kFsync, kRename, kAlloc, kCalls };

struct Shared {
  std::atomic<uint64_t> counts[kCalls];
  std::atomic<int64_t> first;
};

struct Faults {
  Shared* shared = nullptr;
  int call = -1;
  uint64_t at = 0;
  enum { fail, cut, kill } what = fail;
};

Faults& faults() {
  static Faults faults;
  return faults;
}

// Calls before main() are not counted: a program cannot handle a failure there.
std::atomic<bool> in_main = false;
int (*program_main)(int, char**, char**) = nullptr;
int counted_main(int argc, char** argv, char** environment) {
  in_main = true;
  return program_main(argc, argv, environment);
}

__attribute__((constructor)) void begin() {
  const char* file = ::getenv("FAULTS_FILE");
  const char* call = ::getenv("FAULTS_CALL");
  const char* at = ::getenv("FAULTS_AT");
  const char* what = ::getenv("FAULTS_DO");
  if (file == nullptr || call == nullptr) return;
  const int fd = ::open(file, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void* map = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (map == MAP_FAILED) return;
  Faults& f = faults();
  const char* const names[] = {"write", "fsync", "rename", "alloc"};
  for (int i = 0; i < kCalls; ++i)
    if (std::strcmp(call, names[i]) == 0) f.call = i;
  f.at = at != nullptr ? std::strtoull(at, nullptr, 10) : 0;
  f.what = what == nullptr                   ? Faults::fail
           : std::strcmp(what, "kill") == 0  ? Faults::kill
           : std::strcmp(what, "short") == 0 ? Faults::cut
                                             : Faults::fail;
  f.shared = static_cast<Shared*>(map);
  int64_t none = 0;
  f.shared->first.compare_exchange_strong(none, ::getpid());
}

enum Verdict { kGoOn, kFail, kCut };

Verdict count(Call call) {
  Faults& f = faults();
  if (!in_main || f.shared == nullptr || f.call != call) return kGoOn;
  const uint64_t n = f.shared->counts[call].fetch_add(1) + 1;
  if (f.at == 0) return kGoOn;
  if (f.what == Faults::cut) return n == f.at ? kCut : n == f.at + 1 ? kFail : kGoOn;
  if (n != f.at) return kGoOn;
  if (f.what == Faults::fail) return kFail;
  ::kill(static_cast<pid_t>(f.shared->first.load()), SIGKILL);
  ::kill(::getpid(), SIGKILL);
  return kGoOn;
}

// Returns whether `fd` is a regular file: sockets between processes and the terminal are no storage.
bool is_file(int fd) {
  struct stat info {};
  return ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*end)(), void* stack) {
  program_main = main;
  const auto start = reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(counted_main, argc, argv, init, fini, end, stack);
}

ssize_t write(int fd, const void* bytes, size_t size) {
  if (faults().call == kWrite && is_file(fd)) {
    const Verdict verdict = count(kWrite);
    if (verdict == kFail) {
      errno = ENOSPC;
      return -1;
    }
    if (verdict == kCut) size = (size + 1) / 2;
  }
  return ::syscall(SYS_write, fd, bytes, size);
}

int fsync(int fd) {
  if (count(kFsync) != kGoOn) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

int rename(const char* from, const char* to) {
  if (count(kRename) != kGoOn) {
    errno = ENOSPC;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_rename, from, to));
}

void* malloc(size_t size) {
  if (count(kAlloc) != kGoOn) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_malloc(size);
}
void* calloc(size_t count_, size_t size) {
  if (count(kAlloc) != kGoOn) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_calloc(count_, size);
}
void* realloc(void* old, size_t size) {
  if (count(kAlloc) != kGoOn) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  if (count(kAlloc) != kGoOn) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_memalign(alignment, size);
}

}  // extern "C"
