// The lanes' side of the emulator: what a lane may do with the others of its wavefront and its block.
//
// A launch runs its blocks one after another, and beside each other if they take long (runtime/grid.h). Every thread of a
// block is a fiber with a stack of its own; the wavefront (warp) of a thread is its linear index divided by the width
// chosen for the run, 32 or 64. A fiber gives way where it meets others, and at the start of any basic block if the
// scheduler wants it to: sources are compiled with -O0 -fsanitize-coverage=trace-pc, so basic blocks are those of the
// source; blocks.py tells where each may go to. Of what LLVM's optimiser makes of a source they are the blocks that it
// leaves, and in lock step lanes give way before each access to memory that others see, too: they do it together.
//
// Two models of convergence:
//
// - independent (CUDA from Volta on): a lane runs until it waits, and is only interrupted after many basic blocks so
//   that spin locks end. A collective named by a mask happens when all lanes of the mask that have not exited wait in
//   it. `__activemask` and its like see the lanes that wait at the same place, reached by the same calls, after every
//   other lane of the warp has run as far as it can.
// - lockstep (AMD; also older NVIDIA): before each basic block the wavefront picks the lanes that are deepest in
//   calls, among these the ones at the block that comes first (runtime/sides.h), among these the ones that came by the
//   same calls; they run to their next stop, one after another. So one side of a branch runs to where the branches join
//   before the other moves; which side is first goes by the run's order. A maskless collective sees exactly the lanes
//   that were picked with it. A barrier stops the wavefront, not the lane, and counts it as arrived, whatever part of it
//   is there.
//
// Inside a basic block lanes run one after another, in the order chosen for the run: what one lane reads of another
// without a synchronisation between shows as a wrong value under some order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__clang__)
#define SIMT_UNSEEN no_sanitize("coverage")
#else
#define SIMT_UNSEEN no_sanitize_coverage
#endif
#define SIMT_INLINE __attribute__((always_inline, SIMT_UNSEEN)) inline
#define SIMT_RUNTIME __attribute__((noinline, SIMT_UNSEEN))
// Lanes do not give way inside such a function, unless it meets others.
#define SIMT_WHOLE __attribute__((noinline, SIMT_UNSEEN)) inline
// Others may read and have written what is at this place, whatever an optimiser knows of it.
#define SIMT_OTHERS(at) asm volatile("" : "+m"(*at))
// A function's last parameter that says where in the source it is called.
#define SIMT_SITE ::simt::Site site = ::simt::Site::here()

namespace simt {

struct Site {
  const char* file;
  int line;
  static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};

struct Index3 {
  unsigned x, y, z;
};

// Who takes part in a collective: `converged` lanes, or all that a mask names and that have not exited.
enum class Gather : unsigned char { converged, named };

struct Meeting {
  const char* what;  // the name in the source
  Gather gather;
  std::uint64_t mask;
  Site site;
};

// What a run was started with; set from the environment before main().
struct Run {
  int width;           // lanes of a wavefront
  bool lockstep;       // how lanes converge
  bool wave_barriers;  // a barrier stops wavefronts rather than lanes
};
extern Run run;

extern Index3 thread_index, block_index, block_size, grid_size;

SIMT_RUNTIME int lane();                // of the running thread in its wavefront
SIMT_RUNTIME std::uint64_t existing();  // lanes of this wavefront that were launched

// Wait for the others, nothing else.
SIMT_RUNTIME void meet(const Meeting&);
// Give the lanes of those that met here whose predicate is not 0.
SIMT_RUNTIME std::uint64_t ballot(const Meeting&, bool predicate);
// Put every participant's value at `all[lane]`; give who took part.
SIMT_RUNTIME std::uint64_t gather(const Meeting&, const void* value, std::size_t size, void* all);
// Read a value of lane `source`; poison and a report if that lane does not take part.
SIMT_RUNTIME void shuffle(const Meeting&, const void* value, std::size_t size, int source, void* result);

// The end of a turn of an endless loop; sources' loops are rewritten to call it.
SIMT_WHOLE void turn() {}

struct Votes {
  int count, all, any;
};
SIMT_RUNTIME Votes barrier(const char* what, Site, bool predicate);

// Count a problem of a kind at a place; the first one's text is kept.
SIMT_RUNTIME void report(const char* kind, Site, const char* format, ...) __attribute__((format(printf, 3, 4)));

// Memory that ends where a page without access begins; what lies before it is checked after each block.
SIMT_RUNTIME void* guarded(std::size_t size, std::size_t align, const char* kind, const char* name, int line);
SIMT_RUNTIME bool release(void* memory);
SIMT_RUNTIME void* dynamic_shared();
SIMT_RUNTIME bool is_shared(const void* at);   // in the block's own memory
SIMT_RUNTIME bool is_private(const void* at);  // on the running lane's stack
SIMT_RUNTIME bool track_dynamic(void** place);

SIMT_RUNTIME bool launch(Index3 grid, Index3 block, std::size_t shared, void (*kernel)(void*), void* closure);

template <class T>
struct Same {
  using type = T;
};
template <class T>
using same = typename Same<T>::type;

// A __shared__ variable; the sources' declarations are rewritten to this, each with a number of its own.
template <class T, int Number>
SIMT_RUNTIME T& shared(const char* name, int line, std::size_t align = alignof(T)) {
  static void* memory = guarded(sizeof(T), align > alignof(T) ? align : alignof(T), "shared", name, line);
  return *static_cast<T*>(memory);
}

// A file's own `extern __shared__ T name[]`: a pointer that every launch sets.
template <class T>
T* file_dynamic(T** place) {
  track_dynamic(reinterpret_cast<void**>(const_cast<std::remove_cv_t<T>**>(place)));
  return nullptr;
}

template <class T>
SIMT_INLINE T shuffled(const Meeting& meeting, T value, int source) {
  static_assert(std::is_trivially_copyable<T>::value, "a shuffle copies bytes");
  alignas(T) unsigned char bytes[sizeof(T)];
  shuffle(meeting, &value, sizeof(T), source, bytes);
  T result;
  __builtin_memcpy(static_cast<void*>(&result), bytes, sizeof(T));
  return result;
}

// The lane a shuffle reads, for a group of `width` lanes, a power of 2.
SIMT_WHOLE int from_index(int source, int width) { return (source & (width - 1)) + (lane() & ~(width - 1)); }
SIMT_WHOLE int from_up(unsigned delta, int width) {
  int source = lane() - static_cast<int>(delta);
  return source < (lane() & ~(width - 1)) ? lane() : source;
}
SIMT_WHOLE int from_down(unsigned delta, int width) {
  int within = (lane() & (width - 1)) + static_cast<int>(delta);
  return within >= width ? lane() : lane() + static_cast<int>(delta);
}
SIMT_WHOLE int from_xor(int mask, int width) {
  int source = lane() ^ mask;
  return source >= ((lane() + width) & ~(width - 1)) ? lane() : source;
}

// The lanes whose value equals this lane's, among those that met.
template <class T>
SIMT_WHOLE std::uint64_t matching(const Meeting& meeting, T value, std::uint64_t& met) {
  T all[64];
  met = gather(meeting, &value, sizeof(T), all);
  std::uint64_t equal = 0;
  for (int i = 0; i < 64; ++i)
    if ((met >> i & 1) && all[i] == value) equal |= 1ull << i;
  return equal;
}

// Combine the values of the lanes in `members` of an array that gather() filled.
template <class T, class Op>
SIMT_WHOLE T combined(const T* all, std::uint64_t members, Op op) {
  T result = all[__builtin_ctzll(members)];
  for (int i = __builtin_ctzll(members) + 1; i < 64; ++i)
    if (members >> i & 1) result = op(result, all[i]);
  return result;
}

}  // namespace simt
