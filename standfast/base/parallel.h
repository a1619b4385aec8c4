// Parallel loops, the only place that starts threads for computation. The number of threads never changes a
// value: a body writes only to what belongs to its index, and sums over indices are made afterwards in index
// order.
#pragma once

#include <cstddef>
#include <functional>

namespace standfast {

// Calls body(i) once for every i in [0, n), on up to `threads` threads (the caller is one of them) and never
// more than thread_limit(). Indices are handed out in blocks of `grain`, so a body may take very different
// times. threads <= 1 runs in order, here. Where the system gives fewer threads, those there are do all of
// it. An exception in a body is rethrown here after all threads have stopped.
void parallel_for(size_t n, int threads, const std::function<void(size_t i)>& body, size_t grain = 1);

// Calls body(begin, end, worker) over half-open ranges [begin, end) of at most `grain` indices, as above.
// `worker` is the number of the worker (0..threads-1), so that a body can keep scratch memory of its own.
void parallel_ranges(size_t n, int threads, size_t grain,
                     const std::function<void(size_t begin, size_t end, int worker)>& body);

// Returns the number of processors that this process may use.
int available_threads();

// Sets the limit, at least 1, on the threads of a call above; at first there is no limit. Several processes
// that share a machine are each given a limit, which moves while they work: a call that is under way takes
// more threads once the limit rises, and keeps its threads when the limit falls.
void set_thread_limit(int threads);
int thread_limit();

}  // namespace standfast
