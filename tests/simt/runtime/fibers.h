// Lanes as fibers: stacks, switching, and where a lane stopped.
#pragma once

#include "sides.h"

namespace simt {

namespace {

struct Waiting {
  const Meeting* meeting;
  void (*act)(struct Group&);  // done once for all that met; null for a barrier
  void* data;
};

enum class State : unsigned char { ready, meeting, barrier, exited };

struct Lane {
#if defined(__x86_64__)
  void* stack_pointer;
#else
  ucontext_t context;
#endif
  char* stack;         // lowest address
  void** base;         // frame of the fiber's first function
  State state;
  std::ptrdiff_t depth;  // bytes of stack in use where it stopped
  std::uintptr_t pc;     // and the address
  std::uint64_t rank;    // which lanes go next by
  std::uint64_t chain;   // and the calls that led there
  Waiting waiting;
  const char* barrier;
  Site site;
  bool predicate;
  Votes votes;
  Index3 thread;
  int lane;
  int wave;
  long budget;
};

struct Group {
  std::uint64_t members;
  Lane* lanes[64];
  const Meeting* meeting;
};

struct Wave {
  Lane* lanes[64];
  int size;
  std::uint64_t stopped;  // lanes that wait in a barrier with which the whole wavefront waits
};

// The block whose turn it is.
Lane* lanes;
Wave* waves;
int wave_count, thread_count;
Lane* current;
void (*entry)(void*);
void* closure;
long steps;  // since lanes last met or ended
long all_steps;

#if defined(__x86_64__)
void* scheduler;
extern "C" void simt_switch(void** from, void* to);
asm(R"(
.text
.globl simt_switch
simt_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
)");
void leave(Lane* lane) { simt_switch(&lane->stack_pointer, scheduler); }
void enter(Lane* lane) { simt_switch(&scheduler, lane->stack_pointer); }
#else
ucontext_t scheduler;
void leave(Lane* lane) { swapcontext(&lane->context, &scheduler); }
void enter(Lane* lane) { swapcontext(&scheduler, &lane->context); }
#endif

__attribute__((noinline)) void fiber() {
  Lane* lane = current;
  lane->base = static_cast<void**>(__builtin_frame_address(0));
  entry(closure);
  lane->state = State::exited;
  steps = 0;
  leave(lane);
  __builtin_trap();
}

void prepare(Lane& lane) {
  if (!lane.stack) {
    void* memory = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    lane.stack = static_cast<char*>(memory);
    mprotect(memory, 4096, PROT_NONE);
  }
#if defined(__x86_64__)
  void** top = reinterpret_cast<void**>(lane.stack + stack_bytes - 64);
  top[0] = reinterpret_cast<void*>(&fiber);
  top[1] = nullptr;
  for (int i = 1; i <= 6; ++i) top[-i] = nullptr;
  lane.stack_pointer = top - 6;
#else
  getcontext(&lane.context);
  lane.context.uc_stack.ss_sp = lane.stack;
  lane.context.uc_stack.ss_size = stack_bytes;
  makecontext(&lane.context, fiber, 0);
#endif
  lane.state = State::ready;
  lane.base = nullptr;
  lane.depth = 0;
  lane.pc = 0;
  lane.rank = 0;
  lane.chain = 0;
}

// Note where the running lane is: the frames from `frame`, which belongs to a function of this file, outwards.
void note_place(Lane* lane, void* frame) {
  void** at = static_cast<void**>(frame);
  lane->pc = reinterpret_cast<std::uintptr_t>(at[1]);
  lane->depth = lane->stack + stack_bytes - static_cast<char*>(at[0]);
  std::uint64_t chain = 0;
  while (at != lane->base) {
    chain = (chain ^ reinterpret_cast<std::uintptr_t>(at[1])) * 0x9E3779B97F4A7C15ull;
    void** outer = static_cast<void**>(at[0]);
    if (outer <= at || outer > lane->base) break;
    at = outer;
  }
  lane->chain = chain;
  lane->rank = run.lockstep ? layout.rank(lane->pc) : lane->pc;
}

void resume(Lane* lane) {
  current = lane;
  thread_index = lane->thread;
  lane->budget = slice;
  enter(lane);
  current = nullptr;
}

}  // namespace

}  // namespace simt
