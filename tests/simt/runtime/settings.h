// The run's settings, the order of lanes and blocks, and the size of dynamic shared memory.
#pragma once

#include "memory.h"

namespace simt {

namespace {

std::string setting(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value ? value : fallback;
}

struct Setup {
  Setup() {
    run.width = std::stoi(setting("SIMT_WIDTH", "32"));
    run.lockstep = setting("SIMT_LOCKSTEP", "0") == "1";
    run.wave_barriers = setting("SIMT_WAVE_BARRIERS", "0") == "1";
    order = setting("SIMT_ORDER", "ascending");
    step_limit = std::stol(setting("SIMT_STEPS", "20000000"));
    most_steps = std::stol(setting("SIMT_MOST_STEPS", "0"));
    if (order != "ascending" && order != "descending") seed = std::stoull(order);
    if (run.lockstep) layout.read_table();
    static char handler_stack[1 << 16];
    stack_t alternative{};
    alternative.ss_sp = handler_stack;
    alternative.ss_size = sizeof handler_stack;
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(signal, &action, nullptr);
  }
  ~Setup() { write_problems(); }
} setup;

std::vector<int> arranged(int count) {
  std::vector<int> result(count);
  for (int i = 0; i < count; ++i) result[i] = order == "descending" ? count - 1 - i : i;
  if (order != "ascending" && order != "descending") {
    static std::uint64_t state = seed * 2862933555777941757ull + 3037000493ull;
    for (int i = count - 1; i > 0; --i) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      std::swap(result[i], result[(state >> 33) % (i + 1)]);
    }
  }
  return result;
}

void size_dynamic(std::size_t size) {
  if (dynamic.pages && dynamic.size == size) return;
  if (dynamic.pages) mprotect(dynamic.pages, dynamic.mapped, PROT_NONE);
  dynamic = guard(size, 16, "dynamic shared memory", "", 0);
  for (void** place : dynamic_places()) *place = dynamic.start;
}

}  // namespace

}  // namespace simt
