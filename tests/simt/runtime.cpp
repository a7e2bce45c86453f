// The scheduler's side of the emulator (see include/simt/core.h for the model): fibers, wavefronts, guarded memory,
// reports. Settings come from the environment: SIMT_WIDTH, SIMT_ORDER (of lanes, of blocks and, in lock step, of the sides
// of branches: ascending, descending or a number that seeds a shuffle), SIMT_LOCKSTEP, SIMT_WAVE_BARRIERS, SIMT_STEPS,
// SIMT_MOST_STEPS. Problems are written to the error stream when the process ends, one a line: simt-problem TAB kind TAB
// file TAB line TAB count TAB text of the first.
#include "runtime/grid.h"

namespace simt {

int lane() { return current ? current->lane : 0; }

std::uint64_t existing() {
  int size = waves[current->wave].size;
  return size == 64 ? ~0ull : (1ull << size) - 1;
}

void meet(const Meeting& meeting) { wait(meeting, act_meet, nullptr, __builtin_frame_address(0)); }

std::uint64_t ballot(const Meeting& meeting, bool predicate) {
  Ballot data{predicate, 0};
  wait(meeting, act_ballot, &data, __builtin_frame_address(0));
  return data.result;
}

std::uint64_t gather(const Meeting& meeting, const void* value, std::size_t size, void* all) {
  Gathered data{value, size, static_cast<char*>(all), 0};
  wait(meeting, act_gather, &data, __builtin_frame_address(0));
  return data.members;
}

void shuffle(const Meeting& meeting, const void* value, std::size_t size, int source, void* result) {
  Shuffled data{value, size, source, result};
  wait(meeting, act_shuffle, &data, __builtin_frame_address(0));
}

Votes barrier(const char* what, Site site, bool predicate) {
  Lane* lane = current;
  if (!lane) {
    report("host", site, "%s is called outside of a kernel", what);
    stop();
  }
  lane->barrier = what;
  lane->site = site;
  lane->predicate = predicate;
  note_place(lane, __builtin_frame_address(0));
  lane->state = State::barrier;
  leave(lane);
  return lane->votes;
}

void report(const char* kind, Site site, const char* format, ...) {
  char text[500];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  count_problem(kind, site, text);
}

void* guarded(std::size_t size, std::size_t align, const char* kind, const char* name, int line) {
  regions.push_back(guard(size, align, kind, name, line));
  fill(regions.back());
  return regions.back().start;
}

bool release(void* memory) {
  for (Region& region : regions) {
    if (region.start != memory || region.stale || region.kind == "shared") continue;
    check_canaries(region);
    mprotect(region.pages, region.mapped, PROT_NONE);
    region.stale = true;
    return true;
  }
  return false;
}

void* dynamic_shared() { return dynamic.start; }

bool is_shared(const void* at) {
  bool found = false;
  each_shared([&](const Region& region) { found |= at >= region.start && at < region.start + region.size; });
  return found;
}

bool is_private(const void* at) { return current && at >= current->stack && at < current->stack + stack_bytes; }

bool track_dynamic(void** place) {
  dynamic_places().push_back(place);
  return true;
}

bool launch(Index3 grid, Index3 block, std::size_t shared_bytes, void (*kernel)(void*), void* arguments) {
  std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (threads == 0 || threads > max_threads || blocks == 0) return false;
  entry = kernel;
  closure = arguments;
  block_size = block;
  grid_size = grid;
  size_dynamic(shared_bytes);
  run_grid(arranged(static_cast<int>(blocks)), grid, block);
  for (const Region& region : regions)
    if (!region.stale && region.kind != "shared") check_canaries(region);
  return true;
}

}  // namespace simt

// Called before each basic block of a source.
extern "C" void __sanitizer_cov_trace_pc() {
  using namespace simt;
  Lane* lane = current;
  if (!lane || !lane->base) return;
  ++steps;
  ++all_steps;
  if (!run.lockstep && --lane->budget > 0) return;
  note_place(lane, __builtin_frame_address(0));
  leave(lane);
}

// Called before each access to memory in sources that were optimised: lanes in lock step do it together.
extern "C" char __start_simt_own[], __stop_simt_own[];
#define SIMT_ACCESS(name)                                                               \
  extern "C" void __sanitizer_cov_##name(const char* at) {                              \
    using namespace simt;                                                               \
    Lane* lane = current;                                                               \
    if (!run.lockstep || !lane || !lane->base || !seen_by_others(lane, at)) return;     \
    ++steps;                                                                            \
    ++all_steps;                                                                        \
    note_place(lane, __builtin_frame_address(0));                                       \
    leave(lane);                                                                        \
  }
namespace {
bool seen_by_others(const simt::Lane* lane, const char* at) {
  if (at >= lane->stack && at < lane->stack + simt::stack_bytes) return false;
  return at < __start_simt_own || at >= __stop_simt_own;
}
}  // namespace
SIMT_ACCESS(load1)
SIMT_ACCESS(load2)
SIMT_ACCESS(load4)
SIMT_ACCESS(load8)
SIMT_ACCESS(load16)
SIMT_ACCESS(store1)
SIMT_ACCESS(store2)
SIMT_ACCESS(store4)
SIMT_ACCESS(store8)
SIMT_ACCESS(store16)
