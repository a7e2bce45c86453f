// Aggregated atomics: one lane does the write, and hands on a value that the others have not set. What the optimiser
// makes of each is looked at in tests/lanes/test_guards.py, by the kernel's name. Setting a name in the place of the
// mask has the conversion call hipify_warp32.h where HIP's own shuffle would do.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__device__ int bcast(int value, int lane) { return __shfl_sync(0xffffffff, value, lane); }
template <class T> struct Sender {
  __device__ static T send(T value) { return __shfl_sync(0xffffffff, value, 0); }
};
struct Pair {
  int first, second;
};
struct Large {
  int items[6];
  float scale;
};

extern "C" __global__ void plain_shuffle(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  prev = __shfl_sync(0xffffffff, prev, 0);
  out[threadIdx.x] = prev + threadIdx.x % 32;
}
extern "C" __global__ void by_index(int *count, int *out) {
  unsigned mask;
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  prev = __shfl_sync(mask = 0xffffffff, prev, 0);
  out[threadIdx.x] = prev + threadIdx.x % 32;
}
extern "C" __global__ void by_xor(int *count, int *out) {
  unsigned mask;
  int prev;
  if (threadIdx.x % 2 == 0) prev = atomicAdd(count, 2);
  const int other = __shfl_xor_sync(mask = 0xffffffff, prev, 1);
  out[threadIdx.x] = threadIdx.x % 2 == 0 ? prev : other + 1;
}
extern "C" __global__ void by_distance(unsigned long long *count, unsigned long long *out) {
  unsigned long long prev;
  if (threadIdx.x % 32 == 31) prev = atomicAdd(count, 1ull);
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, prev, 63) + __shfl_up_sync(0xffffffff, prev, 32);
}
extern "C" __global__ void of_some(int *count, int *out, int n) {
  unsigned mask;
  if (out[threadIdx.x] < n) {
    const unsigned there = __activemask();
    const int leader = __ffs(there) - 1;
    int prev;
    if (threadIdx.x % 32 == leader) prev = atomicAdd(count, __popc(there));
    out[threadIdx.x] = __shfl_sync(mask = there, prev, leader);
  }
}
extern "C" __global__ void of_halves(int *count, __half2 *out) {
  unsigned mask;
  __half2 value;
  if (threadIdx.x % 32 == 0) value = __float2half2_rn(static_cast<float>(atomicAdd(count, 1)));
  out[threadIdx.x] = __shfl_sync(mask = 0xffffffff, value, 0);
}
extern "C" __global__ void class_by_tile(int *count, Pair *out) {
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  Pair pair;
  if (tile.thread_rank() == 0) pair.first = atomicAdd(count, 1), pair.second = atomicAdd(count + 1, 2);
  pair = tile.shfl(pair, 0);
  out[threadIdx.x] = pair;
}
extern "C" __global__ void large_class_by_tile(int *count, Large *out) {
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  Large large;
  if (tile.thread_rank() == 0) {
    for (int i = 0; i < 6; ++i) large.items[i] = atomicAdd(count + i, 1);
    large.scale = 2;
  }
  out[threadIdx.x] = tile.shfl(large, 0);
}
extern "C" __global__ void truth(int *count, int *out) {
  unsigned mask;
  bool first;
  if (threadIdx.x % 32 == 0) first = atomicExch(count, 1) == 0;
  out[threadIdx.x] = __shfl_sync(mask = 0xffffffff, first, 0);
}
extern "C" __global__ void vote(int *count, unsigned *out) {
  int first;
  if (threadIdx.x % 32 == 0) first = atomicExch(count, 1);
  out[threadIdx.x] = __ballot_sync(0xffffffff, first) & 1u;
}
extern "C" __global__ void store(int *seen, int *out) {
  unsigned mask;
  int first;
  if (threadIdx.x % 32 == 0) {
    first = out[threadIdx.x + 1];
    seen[0] = first;
  }
  out[threadIdx.x] = __shfl_sync(mask = 0xffffffff, first, 0);
}

// HIP's own groups and a program's own functions take the value for set.
extern "C" __global__ void member_of_tile(int *count, int *out) {
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  int prev;
  if (tile.thread_rank() == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = tile.shfl(prev, 0) + tile.thread_rank();
}
extern "C" __global__ void member_of_coalesced(int *count, int *out, int n) {
  if (out[threadIdx.x] < n) {
    const cg::coalesced_group group = cg::coalesced_threads();
    int prev;
    if (group.thread_rank() == 0) prev = atomicAdd(count, group.size());
    out[threadIdx.x] = group.shfl(prev, 0) + group.thread_rank();
  }
}
extern "C" __global__ void member_of_labeled(int *count, int *out) {
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  const auto group = cg::labeled_partition(tile, out[threadIdx.x]);
  int prev;
  if (group.thread_rank() == 0) prev = atomicAdd(count, group.size());
  out[threadIdx.x] = group.shfl(prev, 0) + group.thread_rank();
}
extern "C" __global__ void own_function(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_template(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = Sender<int>::send(prev) + threadIdx.x % 32;
}
struct Warp {
  __device__ int first(int value) const { return __shfl_sync(0xffffffff, value, 0); }
};
__device__ int relayed(int value) { return bcast(value, 0); }
__device__ int place(int *count, int lane) {
  int base;
  if (lane == 0) base = atomicAdd(count, 32);
  return base;
}
__device__ int *handed(int *value) {
  return reinterpret_cast<int *>(__shfl_sync(0xffffffff, reinterpret_cast<unsigned long long>(value), 0));
}
extern "C" __global__ void own_method(int *count, int *out) {
  int prev, rank = threadIdx.x % 32;
  if (rank == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = Warp().first(prev) + rank;
}
extern "C" __global__ void own_relay(int *count, int *out) {
  const bool leads = threadIdx.x % 32 == 0;
  int prev;
  if (leads) {
    prev = atomicAdd(count, 32);
  }
  prev = relayed(prev);
  out[threadIdx.x] = prev + threadIdx.x % 32;
}
extern "C" __global__ void own_result(int *count, int *out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, place(count, threadIdx.x % 32), 0);
}
extern "C" __global__ void own_pointer(int *count, int *out) {
  int *mine;
  if (threadIdx.x % 32 == 0) mine = out + atomicAdd(count, 32);
  mine = handed(mine);
  mine[threadIdx.x % 32] = threadIdx.x;
}
// A part of an object or an array is a value of its own.
__device__ int taken_part(int *count, int lane) {
  int base[2];
  if (lane == 0) base[1] = atomicAdd(count, 32);
  return base[1];
}
extern "C" __global__ void own_member(int *count, int *out) {
  int2 prev;
  if (threadIdx.x % 32 == 0) {
    prev.x = atomicAdd(count, 32);
    prev.y = 1;
  }
  out[threadIdx.x] = bcast(prev.x, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_element(int *count, int *out) {
  int prev[2];
  if (threadIdx.x % 32 == 0) prev[0] = atomicAdd(count, 32);
  out[threadIdx.x] = bcast(prev[0], 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_part_of_result(int *count, int *out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, taken_part(count, threadIdx.x % 32), 0);
}
extern "C" __global__ void part_by_tile(int *count, int *out) {
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  int2 prev;
  int other[1];
  if (tile.thread_rank() == 0) {
    prev.x = atomicAdd(count, 32);
    other[0] = atomicAdd(count + 1, 32);
  }
  out[threadIdx.x] = tile.shfl(prev.x, 0) + tile.shfl(other[0], 0) + tile.thread_rank();
}
// So does what a lambda, an object or any other function is given on the way to a shuffle.
struct Send {
  __device__ int operator()(int value) const { return __shfl_sync(0xffffffff, value, 0); }
};
template <class F> __device__ int applied(F f, int value) { return f(value); }
extern "C" __global__ void own_lambda(int *count, int *out) {
  const auto send = [](int value) { return __shfl_sync(0xffffffff, value, 0); };
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = send(prev) + threadIdx.x % 32;
}
extern "C" __global__ void own_object(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = applied(Send{}, prev) + threadIdx.x % 32;
}
extern "C" __global__ void own_on_the_way(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = __shfl_sync(0xffffffff, max(prev + 1, 0), 0) + threadIdx.x % 32;
}
// The leader is chosen, or the value is named, in other words.
#define IF_LEADER if (threadIdx.x % 32 == 0)
#define ONE_LANE(...)                                                                                                  \
  do {                                                                                                                 \
    if (threadIdx.x % 32 == 0) {                                                                                       \
      __VA_ARGS__;                                                                                                     \
    }                                                                                                                  \
  } while (0)
#define IS_LEADER() (threadIdx.x % 32 == 0)
#define RESERVE(target, place, number)                                                                                 \
  if (IS_LEADER()) target = atomicAdd(place, number)
#define LOCAL(type, name) type name
extern "C" __global__ void own_copy(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  const int base = prev;
  out[threadIdx.x] = bcast(base, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_copy_for_a_lambda(int *count, int *out) {
  const auto send = [](auto value) { return __shfl_sync(0xffffffff, value, 0); };
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  auto base = prev;
  out[threadIdx.x] = send(base) + threadIdx.x % 32;
}
extern "C" __global__ void own_switch(int *count, int *out) {
  int prev;
  switch (threadIdx.x % 32) {
    case 0:
      prev = atomicAdd(count, 32);
      break;
    default:
      break;
  }
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_goto(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 != 0) goto sent;
  prev = atomicAdd(count, 32);
sent:
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_macro_asks(int *count, int *out) {
  int prev;
  IF_LEADER { prev = atomicAdd(count, 32); }
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_macro_does(int *count, int *out) {
  int prev;
  ONE_LANE(prev = atomicAdd(count, 32));
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_macro_sets(int *count, int *out) {
  int prev;
  RESERVE(prev, count, 32);
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
extern "C" __global__ void own_macro_declares(int *count, int *out) {
  LOCAL(int, prev);
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = bcast(prev, 0) + threadIdx.x % 32;
}
