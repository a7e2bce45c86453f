// Every operation of hipify_warp32.h under divergence and partial masks. Compiled as CUDA the same source calls CUDA's
// own intrinsics: that run with 32 lanes says what the header has to give with 32 and 64.
#include <cstdio>
#include <cstring>
#include <initializer_list>

#ifdef __HIP__
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hipify_warp32.h>
#define WARP(name) hipify_warp32::name
#define GROUPS(name) hipify_warp32::name
using bfloat16 = __hip_bfloat16;
using bfloat162 = __hip_bfloat162;
#else
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define WARP(name) __##name
#define GROUPS(name) cooperative_groups::name
using bfloat16 = __nv_bfloat16;
using bfloat162 = __nv_bfloat162;
#endif
namespace cg = cooperative_groups;

using word = unsigned long long;

// Which lanes take part, and with whom: lanes of a warp with one key share a mask, lanes without one (-1) stay away.
__device__ int key_of(int shape, unsigned thread) {
  const unsigned lane = thread % 32, warp = thread / 32;
  const unsigned mixed = (thread * 2654435761u) ^ (thread * 40503u >> 3) ^ static_cast<unsigned>(shape) * 97u;
  switch (shape) {
    case 0: return 0;
    case 1: return lane < 16 ? 0 : -1;
    case 2: return lane >= 5 && warp % 2 == 0 ? 0 : lane == 31 ? 0 : -1;
    case 3: return lane % 2 == warp % 2 ? 0 : -1;
    case 4: return mixed >> 7 & 1 ? 0 : -1;
    case 5: return lane < 16 ? 0 : 1;
    case 6: return static_cast<int>(lane % 3);
    case 7: return static_cast<int>(mixed >> 9 & 3);
    case 8: return static_cast<int>(lane);
    case 9: return warp % 2 ? 0 : (mixed >> 11) % 3 ? static_cast<int>(lane / 8) : -1;
    default: return lane == 17 ? 0 : -1;
  }
}
constexpr int shapes = 11;

__device__ unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ unsigned this_thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

// The caller's mask, counted out rather than asked of the warp.
__device__ unsigned mask_of(int shape) {
  const unsigned me = this_thread(), first = me / 32 * 32;
  unsigned mask = 0;
  for (unsigned i = 0; i < 32; ++i)
    if (first + i < threads_of_block() && key_of(shape, first + i) == key_of(shape, me)) mask |= 1u << i;
  return mask;
}

// ---- what is carried around

__device__ unsigned mix(unsigned seed) {
  const unsigned thread = this_thread() + 131u * blockIdx.x;
  unsigned x = (thread + 1u) * 2246822519u + seed * 3266489917u;
  x ^= x >> 15;
  x *= 668265263u;
  return x ^ x >> 13;
}
template <class T> __device__ T make(unsigned seed) {
  T value;
  unsigned words[(sizeof(T) + 3) / 4];
  for (unsigned i = 0; i < (sizeof(T) + 3) / 4; ++i) words[i] = mix(seed + 17u * i);
  memcpy(&value, words, sizeof(T));
  return value;
}
// Sums of these are exact: whatever the order of additions, the result is one.
template <> __device__ float make<float>(unsigned seed) { return static_cast<float>(mix(seed) % 4001u) / 4 - 500; }
template <> __device__ double make<double>(unsigned seed) { return static_cast<double>(mix(seed)) / 4 - 5e8; }
template <> __device__ char make<char>(unsigned seed) { return static_cast<char>(mix(seed)); }
template <> __device__ short make<short>(unsigned seed) { return static_cast<short>(mix(seed)); }
template <class T> __device__ word bits(T value) {
  word parts[2] = {0, 0};
  static_assert(sizeof(T) <= sizeof parts, "");
  memcpy(parts, &value, sizeof(T));
  return parts[0] ^ parts[1] * 31;
}

struct Sum {
  word value = 14695981039346656037ull;
  __device__ void add(word x) { value = (value ^ x) * 1099511628211ull + 7; }
};

// ---- operations: each adds what it got to a sum

struct Votes {
  __device__ static void run(unsigned mask, Sum& sum) {
    for (int p = 0; p < 5; ++p) {
      const int mine = p == 0 ? 0 : p == 1 ? 8 : static_cast<int>(mix(p) >> 5 & (p == 2 ? 1u : 7u));
      sum.add(WARP(ballot_sync)(mask, mine));
      sum.add(WARP(any_sync)(mask, mine) != 0);
      sum.add(WARP(all_sync)(mask, mine) != 0);
    }
  }
};

// Masks that also name lanes that have exited or never were.
struct Loose {
  __device__ static void run(unsigned mask, Sum& sum) {
    sum.add(WARP(ballot_sync)(0xffffffffu, static_cast<int>(mix(1) & 1u)));
    sum.add(WARP(all_sync)(0xffffffffu, 1) != 0);
    sum.add(WARP(any_sync)(0xffffffffu, static_cast<int>(mix(2) & 3u) == 0) != 0);
    sum.add(WARP(reduce_add_sync)(0xffffffffu, mix(3)));
    sum.add(WARP(reduce_min_sync)(0xffffffffu, static_cast<int>(mix(4))));
    sum.add(WARP(match_any_sync)(0xffffffffu, mix(5) & 3u));
    WARP(syncwarp)();
    sum.add(mask);
  }
};

struct Match {
  template <class T> __device__ static void one(unsigned mask, T value, Sum& sum) {
    int all = 5;
    sum.add(WARP(match_any_sync)(mask, value));
    sum.add(WARP(match_all_sync)(mask, value, &all));
    sum.add(static_cast<word>(all != 0));
    sum.add(WARP(match_all_sync)(mask, static_cast<T>(3), &all));
    sum.add(static_cast<word>(all != 0));
  }
  __device__ static void run(unsigned mask, Sum& sum) {
    one(mask, static_cast<int>(mix(1) & 3u) - 2, sum);
    one(mask, mix(2) & 1u, sum);
    one(mask, static_cast<long>(mix(3) & 7u) << 33, sum);
    one(mask, static_cast<unsigned long>(mix(4) & 1u), sum);
    one(mask, static_cast<long long>(mix(5) & 3u) - 1, sum);
    one(mask, static_cast<word>(mix(6) & 3u) << 40, sum);
    one(mask, static_cast<float>(mix(7) & 3u) * 0.5f, sum);
    one(mask, static_cast<double>(mix(8) & 1u) * 1e-300, sum);
    one(mask, this_thread(), sum);
  }
};

struct Reduce {
  __device__ static void run(unsigned mask, Sum& sum) {
    const unsigned u = mix(1);
    const int i = static_cast<int>(mix(2));
    sum.add(WARP(reduce_add_sync)(mask, u));
    sum.add(WARP(reduce_min_sync)(mask, u));
    sum.add(WARP(reduce_max_sync)(mask, u));
    sum.add(WARP(reduce_and_sync)(mask, u | 0x8421u));
    sum.add(WARP(reduce_or_sync)(mask, u & 0x70707070u));
    sum.add(WARP(reduce_xor_sync)(mask, u));
    sum.add(static_cast<unsigned>(WARP(reduce_add_sync)(mask, i)));
    sum.add(static_cast<unsigned>(WARP(reduce_min_sync)(mask, i)));
    sum.add(static_cast<unsigned>(WARP(reduce_max_sync)(mask, i)));
  }
};

struct Shuffle {
  // Each lane reads itself where its source would be out of the mask: that would be undefined.
  template <class T> __device__ static void one(unsigned mask, unsigned seed, Sum& sum) {
    const T value = make<T>(seed);
    const unsigned lane = this_thread() % 32;
    const auto takes_part = [&](unsigned source) { return (mask >> (source & 31u) & 1u) != 0; };
    for (unsigned width = 32; width >= 2; width /= 4) {
      const unsigned first = lane & ~(width - 1u), last = lane | (width - 1u), delta = mix(seed + width) % 32u;
      const unsigned index = first + (mix(seed + 1u) & (width - 1u));
      const unsigned up = lane < first + delta || takes_part(lane - delta) ? delta : 0u;
      const unsigned down = lane + delta > last || takes_part(lane + delta) ? delta : 0u;
      const unsigned across = (lane ^ delta) > last || takes_part(lane ^ delta) ? delta : 0u;
      const int w = static_cast<int>(width);
      sum.add(bits(WARP(shfl_sync)(mask, value, static_cast<int>(takes_part(index) ? index : lane), w)));
      sum.add(bits(WARP(shfl_up_sync)(mask, value, up, w)));
      sum.add(bits(WARP(shfl_down_sync)(mask, value, down, w)));
      sum.add(bits(WARP(shfl_xor_sync)(mask, value, static_cast<int>(across), w)));
    }
    const int leader = __ffs(static_cast<int>(mask)) - 1;
    sum.add(bits(WARP(shfl_sync)(mask, value, leader)));
    sum.add(bits(WARP(shfl_sync)(mask, value, leader + 32)));
    sum.add(sizeof(WARP(shfl_sync)(mask, value, leader)));
  }
  __device__ static void run(unsigned mask, Sum& sum) {
    one<int>(mask, 1, sum);
    one<unsigned>(mask, 2, sum);
    one<long>(mask, 3, sum);
    one<unsigned long>(mask, 4, sum);
    one<long long>(mask, 5, sum);
    one<word>(mask, 6, sum);
    one<float>(mask, 7, sum);
    one<double>(mask, 8, sum);
    one<char>(mask, 9, sum);
    one<short>(mask, 10, sum);
    one<__half>(mask, 11, sum);
    one<__half2>(mask, 12, sum);
    one<bfloat16>(mask, 13, sum);
    one<bfloat162>(mask, 14, sum);
  }
};

__device__ unsigned board[8][1024];

// Lanes hand values to one another through memory, with nothing but syncwarp between.
struct Order {
  __device__ static void run(unsigned mask, Sum& sum) {
    const unsigned me = this_thread(), lane = me % 32;
    const unsigned above = lane == 31 ? 0u : mask >> (lane + 1);
    const unsigned next = above ? me + static_cast<unsigned>(__ffs(static_cast<int>(above)))
                                : me - lane + static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1u;
    for (unsigned round = 0; round < 4; ++round) {
      board[blockIdx.x][me] = mix(round);
      WARP(syncwarp)(mask);
      sum.add(board[blockIdx.x][next]);
      WARP(syncwarp)(mask);
    }
  }
};

struct Place {
  __device__ static void run(unsigned mask, Sum& sum) {
    unsigned lane, eq, lt, le, gt, ge;
#ifdef __HIP__
    lane = WARP(lane_id)(), eq = WARP(lanemask_eq)(), lt = WARP(lanemask_lt)(), le = WARP(lanemask_le)();
    gt = WARP(lanemask_gt)(), ge = WARP(lanemask_ge)();
#else
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
#endif
    sum.add(lane), sum.add(eq), sum.add(lt), sum.add(le), sum.add(gt), sum.add(ge), sum.add(mask);
  }
};

// What acts on the active lanes; only for shapes in which a warp's active lanes are those of one mask.
struct Active {
  __device__ static void run(unsigned mask, Sum& sum) {
    sum.add(WARP(activemask)());
    const int p = static_cast<int>(mix(1) & 2u);
#ifdef __HIP__
    sum.add(WARP(ballot)(p)), sum.add(WARP(any)(p)), sum.add(WARP(all)(p)), sum.add(WARP(all)(p | 1));
#else
    sum.add(__ballot_sync(mask, p)), sum.add(__any_sync(mask, p)), sum.add(__all_sync(mask, p)), sum.add(1);
#endif
    sum.add(mask);
  }
};

template <class Group> __device__ void collect(const Group& group, Sum& sum) {
  sum.add(group.size()), sum.add(group.thread_rank());
  sum.add(static_cast<word>(group.ballot(static_cast<int>(mix(1) & 1u))));
  sum.add(group.any(static_cast<int>(mix(2) & 1u)) != 0), sum.add(group.all(static_cast<int>(mix(3) & 7u)) != 0);
  sum.add(bits(group.shfl(make<float>(4), 0))), sum.add(group.shfl(mix(5), static_cast<int>(group.size()) - 1));
  sum.add(group.shfl_down(mix(6), 1)), sum.add(group.shfl_up(mix(7), 2));
  sum.add(bits(GROUPS(reduce)(group, make<float>(8), GROUPS(plus)<float>())));
  sum.add(bits(GROUPS(reduce)(group, make<double>(9), GROUPS(plus)<double>())));
  sum.add(GROUPS(reduce)(group, mix(10), GROUPS(plus)<unsigned>()));
  sum.add(bits(GROUPS(reduce)(group, make<float>(11), GROUPS(less)<float>())));
  sum.add(bits(GROUPS(reduce)(group, make<long long>(12), GROUPS(greater)<long long>())));
  sum.add(GROUPS(reduce)(group, mix(13), GROUPS(bit_and)<unsigned>()));
  sum.add(GROUPS(reduce)(group, mix(14) & 0x11111111u, GROUPS(bit_or)<unsigned>()));
  sum.add(GROUPS(reduce)(group, mix(15), GROUPS(bit_xor)<unsigned>()));
  sum.add(GROUPS(reduce)(group, mix(16), [](unsigned a, unsigned b) { return a * b; }));
  sum.add(bits(GROUPS(inclusive_scan)(group, make<float>(17))));
  sum.add(GROUPS(inclusive_scan)(group, mix(18), GROUPS(greater)<unsigned>()));
  sum.add(GROUPS(exclusive_scan)(group, mix(19)));
  sum.add(bits(GROUPS(exclusive_scan)(group, make<double>(20))));
  sum.add(GROUPS(exclusive_scan)(group, mix(21), GROUPS(less)<unsigned>()));
  group.sync();
}

struct Coalesced {
  __device__ static void run(unsigned mask, Sum& sum) {
    const cg::coalesced_group group = GROUPS(coalesced_threads)();
    collect(group, sum);
    sum.add(mask);
  }
};

struct Labeled {
  __device__ static void run(unsigned mask, Sum& sum) {
#ifdef __HIP__
    const auto group = GROUPS(coalesced_threads)();
    const auto part = GROUPS(labeled_partition)(group, static_cast<int>(mix(30) & 3u));
#else
    // made of a mask, so that labeled_partition itself is not taken for granted
    const cg::coalesced_group part(__match_any_sync(mask, static_cast<int>(mix(30) & 3u)));
#endif
    collect(part, sum);
    sum.add(mask);
  }
};

template <int size> struct Tile {
  __device__ static void run(unsigned mask, Sum& sum) {
    const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    collect(tile, sum);
    sum.add(mask);
  }
};

// ---- the ways there

template <class Op> __global__ void straight(int shape, word* out) {
  Sum sum;
  if (key_of(shape, this_thread()) >= 0) Op::run(mask_of(shape), sum);
  out[blockIdx.x * threads_of_block() + this_thread()] = sum.value;
}

// Lanes without a key return first; groups arrive after loops of different length.
template <class Op> __global__ void returned(int shape, word* out) {
  Sum sum;
  word* mine = out + blockIdx.x * threads_of_block() + this_thread();
  *mine = sum.value;
  if (key_of(shape, this_thread()) < 0) return;
  for (unsigned i = 0; i < this_thread() / 32 % 2 * 3; ++i) sum.add(mix(i));
  Op::run(mask_of(shape), sum);
  *mine = sum.value;
}

// In a loop that warps leave at different times, inside a branch on the lanes.
template <class Op> __global__ void looped(int shape, word* out) {
  Sum sum;
  for (unsigned i = 0; i < 1 + this_thread() / 32 % 3; ++i) {
    if (key_of(shape + static_cast<int>(i), this_thread()) >= 0) {
      Op::run(mask_of(shape + static_cast<int>(i)), sum);
    } else {
      sum.add(i);
    }
  }
  out[blockIdx.x * threads_of_block() + this_thread()] = sum.value;
}

word results[4096];

template <class Kernel> void show(const char* name, const char* way, int shape, dim3 block, Kernel kernel) {
  const unsigned blocks = 2, count = block.x * block.y * block.z * blocks;
  memset(results, 0, sizeof results);
  kernel<<<blocks, block>>>(shape, results);
  printf("%s %s shape %d block %u,%u:", name, way, shape, block.x, block.y);
  for (unsigned i = 0; i < count; ++i) printf(" %x", static_cast<unsigned>(results[i] ^ results[i] >> 32));
  printf("\n");
}

const dim3 blocks[] = {dim3(32), dim3(48), dim3(64), dim3(20), dim3(96), dim3(16, 7)};

template <class Op> void all_ways(const char* name, bool one_mask) {
  for (int shape = 0; shape < shapes; ++shape) {
    if (one_mask && shape >= 5 && shape <= 9) continue;
    const dim3 block = blocks[shape % 6], other = blocks[(shape + 3) % 6];
    show(name, "straight", shape, block, straight<Op>);
    show(name, "straight", shape, other, straight<Op>);
    show(name, "returned", shape, block, returned<Op>);
    if (!one_mask) show(name, "looped", shape, dim3(128), looped<Op>);
  }
}

int main() {
  all_ways<Votes>("votes", false);
  all_ways<Match>("match", false);
  all_ways<Reduce>("reduce", false);
  all_ways<Shuffle>("shuffle", false);
  all_ways<Order>("order", false);
  all_ways<Place>("place", false);
  all_ways<Active>("active", true);
  all_ways<Coalesced>("coalesced", true);
  all_ways<Labeled>("labeled", true);
  for (const dim3& block : {dim3(32), dim3(64), dim3(96), dim3(16, 8)}) {
    show("tile 32", "straight", 0, block, straight<Tile<32>>);
    show("tile 16", "straight", 0, block, straight<Tile<16>>);
    show("tile 8", "straight", 5, block, straight<Tile<8>>);
    show("tile 16", "straight", 1, block, straight<Tile<16>>);
    show("tile 2", "straight", 0, block, straight<Tile<2>>);
  }
  for (int shape : {0, 1, 2, 4}) {
    for (const dim3& block : {dim3(32), dim3(48), dim3(20), dim3(112)})
      show("loose", "returned", shape, block, returned<Loose>);
  }
  return 0;
}
