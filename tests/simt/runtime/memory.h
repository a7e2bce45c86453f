// Memory with guards, and what to say of an address that is none.
#pragma once

#include "scheduler.h"

namespace simt {

namespace {

struct Region {
  char* pages;
  std::size_t mapped;
  char* start;
  std::size_t size;
  std::string kind, name;
  int line;
  bool stale;  // freed, kept so that a use is told
};
std::vector<Region> regions;
Region dynamic;
// A function's own, since sources come here before this file's variables are made.
std::vector<void**>& dynamic_places() {
  static std::vector<void**> places;
  return places;
}


// Addresses come from the middle of one reservation that nobody may touch, so that an index gone wild, such as poison,
// meets no other memory, and a run with a fault repeats.
char* reserve(std::size_t size) {
  constexpr std::size_t half = std::size_t{1} << 36;
  static char* next = nullptr;
  if (!next) {
    void* wanted = reinterpret_cast<void*>(std::uintptr_t{1} << 45);
    void* all = mmap(wanted, 2 * half, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) {
      count_problem("host", {"", 0}, "no address space");
      stop();
    }
    next = static_cast<char*>(all) + half;
  }
  char* result = next;
  next += size;
  return result;
}

Region guard(std::size_t size, std::size_t align, const char* kind, const char* name, int line) {
  const std::size_t page = 4096;
  std::size_t used = (size + align - 1) / align * align, room = (used + page - 1) / page * page;
  std::size_t mapped = room + 2 * page;
  char* pages = reserve(mapped);
  if (room) mprotect(pages + page, room, PROT_READ | PROT_WRITE);
  std::memset(pages + page, canary, room);
  return {pages, mapped, pages + page + room - used, size, kind, name ? name : "", line, false};
}

void fill(const Region& region) {
  for (std::size_t b = 0; b < region.size; ++b)
    region.start[b] = static_cast<char>(poison[b % sizeof poison]);
}

void check_canaries(const Region& region) {
  const char *first = region.pages + 4096, *last = region.pages + region.mapped - 4096;
  for (const char* at = first; at < last; ++at) {
    if (at == region.start) at += region.size;
    if (at >= last || static_cast<unsigned char>(*at) == canary) continue;
    count_problem("out-of-bounds", {"", region.line},
                  "a write " + std::to_string(at < region.start ? region.start - at : at - region.start) + " bytes " +
                      (at < region.start ? "before " : "behind the start of ") + region.kind + " " + region.name);
    return;
  }
}

template <class Act>
void each_shared(Act act) {
  for (const Region& region : regions)
    if (region.kind == "shared") act(region);
  if (dynamic.pages) act(dynamic);
}

std::string describe_address(const char* address) {
  for (int i = 0; i < thread_count; ++i)
    if (lanes[i].stack && address >= lanes[i].stack && address < lanes[i].stack + 4096) return "the end of a lane's stack";
  const Region* nearest = nullptr;
  std::ptrdiff_t best = std::ptrdiff_t{1} << 36;
  auto consider = [&](const Region& region) {
    bool inside = address >= region.pages && address < region.pages + region.mapped;
    std::ptrdiff_t distance = inside ? -1 : std::min(std::abs(address - region.start),
                                                     std::abs(address - (region.start + region.size)));
    if (distance < best) {
      best = distance;
      nearest = &region;
    }
  };
  for (const Region& region : regions) consider(region);
  if (dynamic.pages) consider(dynamic);
  if (!nearest) return address < reinterpret_cast<char*>(65536) ? "a null pointer" : "no memory of a kernel";
  if (nearest->stale) return nearest->kind + " memory that was freed";
  return "byte " + std::to_string(address - nearest->start) + " of " + nearest->kind + " " + nearest->name +
         ", which has " + std::to_string(nearest->size);
}

std::uintptr_t faulting(void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#else
  return context ? 0 : 1;
#endif
}

void on_fault(int signal, siginfo_t* info, void* context) {
  std::string text = (signal == SIGFPE ? std::string("division by zero") : "access to " +
                      describe_address(static_cast<char*>(info->si_addr)));
  text += " in " + function_at(faulting(context));
  if (current)
    text += " by lane " + std::to_string(current->lane) + " of wavefront " + std::to_string(current->wave) + " (block " +
            std::to_string(block_index.x) + "," + std::to_string(block_index.y) + "," + std::to_string(block_index.z) +
            ", thread " + std::to_string(current->thread.x) + "," + std::to_string(current->thread.y) + "," +
            std::to_string(current->thread.z) + ")";
  else
    text += " by host code";
  count_problem(signal == SIGFPE ? "fault" : "out-of-bounds", {"", 0}, text);
  stop();
}

}  // namespace

}  // namespace simt
