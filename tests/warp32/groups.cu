// Groups as CUDA has them: votes, matches, shuffles of any type, partitions. Compiled as CUDA the same source calls the
// groups' own members; as HIP the functions of hipify_warp32.h that stand for what a release of ROCm lacks.
#include <cstdio>
#include <initializer_list>

#ifdef __HIP__
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
#include <hipify_warp32.h>
#define OF(group, name, ...) hipify_warp32::name(group, __VA_ARGS__)
#define GROUPS(name) hipify_warp32::name
#else
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#define OF(group, name, ...) group.name(__VA_ARGS__)
#define GROUPS(name) cooperative_groups::name
#endif
namespace cg = cooperative_groups;

constexpr int most = 256;
unsigned sums[most];

struct Pair {
  float value;
  short key;
};

__device__ unsigned mixed(int salt) {
  unsigned x = (threadIdx.x + 1u) * 2654435761u ^ static_cast<unsigned>(salt) * 40503u;
  return (x ^ x >> 15) * 2246822519u >> 7;
}

struct Sum {
  unsigned value = 17;
  __device__ void add(unsigned long long x) { value = value * 31u + static_cast<unsigned>(x ^ x >> 32); }
};

template <class Group> __device__ void shuffles(const Group& group, Sum& sum) {
  const Pair pair = {static_cast<float>(mixed(1) % 100), static_cast<short>(mixed(2))};
  for (int k : {0, 1, 3, 7}) {
    const Pair other = OF(group, shfl, pair, k % static_cast<int>(group.size()));
    sum.add(static_cast<unsigned>(other.value) + static_cast<unsigned short>(other.key));
    sum.add(static_cast<unsigned short>(OF(group, shfl_up, pair, static_cast<unsigned>(k)).key));
    sum.add(static_cast<unsigned short>(OF(group, shfl_down, pair, static_cast<unsigned>(k)).key));
    sum.add(OF(group, shfl_down, mixed(3), static_cast<unsigned>(k)));
  }
}

template <class Group> __device__ void place(const Group& group, Sum& sum) {
  sum.add(group.size() << 16 | group.thread_rank() << 8);
  sum.add(group.meta_group_rank() << 8 | group.meta_group_size());
}

template <class Group> __device__ void votes(const Group& group, Sum& sum) {
  for (unsigned modulus : {2u, 3u, 40u}) {
    sum.add(OF(group, ballot, mixed(4) % modulus == 0));
    sum.add(static_cast<unsigned>(OF(group, any, mixed(5) % modulus == 0)));
    sum.add(static_cast<unsigned>(OF(group, all, mixed(6) % (4 * modulus) != 0)));
    sum.add(OF(group, match_any, mixed(7) % modulus));
    int alike = 7;
    sum.add(OF(group, match_all, static_cast<int>(mixed(8) % (modulus * modulus) == 0), alike));
    sum.add(static_cast<unsigned>(alike));
  }
}

template <class Group> __device__ void parts(const Group& group, Sum& sum) {
  const auto odd = GROUPS(binary_partition)(group, mixed(9) % 3 == 0);
  place(odd, sum);
  votes(odd, sum);
  shuffles(odd, sum);
  const auto labeled = GROUPS(labeled_partition)(group, static_cast<int>(mixed(10) % 5));
  place(labeled, sum);
  votes(labeled, sum);
  place(GROUPS(tiled_partition)(labeled, 4), sum);
}

template <unsigned size, class Block> __device__ void tile(const Block& block, Sum& sum) {
  const auto group = GROUPS(tiled_partition)<size>(block);
  place(group, sum);
  votes(group, sum);
  shuffles(group, sum);
  sum.add(OF(group, shfl_xor, mixed(11), size / 2));
  parts(group, sum);
}

__global__ void tiles() {
  Sum sum;
  const auto block = cg::this_thread_block();
  tile<32>(block, sum);
  tile<16>(block, sum);
  tile<1>(block, sum);
  const auto half = GROUPS(tiled_partition)<16>(block);
  tile<4>(half, sum);
  const cg::thread_block_tile<8> eight = GROUPS(tiled_partition)<8>(half);
  place(eight, sum);
  tile<2>(eight, sum);
  sums[threadIdx.x] = sum.value;
}

// Lanes that come together in no order, in the upper half of a wavefront as in the lower one.
__global__ void coalesced() {
  Sum sum;
  if (mixed(12) % 3 != 0) {
    const cg::coalesced_group group = GROUPS(coalesced_threads)();
    place(group, sum);
    votes(group, sum);
    shuffles(group, sum);
    parts(group, sum);
    const cg::coalesced_group some = GROUPS(tiled_partition)(group, 8);
    place(some, sum);
    votes(some, sum);
    shuffles(some, sum);
  }
  sums[threadIdx.x] = sum.value;
}

template <class Kernel> void report(const char* name, Kernel kernel, int threads) {
  for (unsigned& sum : sums) sum = 0;
  kernel<<<1, threads>>>();
  unsigned all = 0;
  for (int i = 0; i < threads; ++i) all = all * 1000003u + sums[i];
  printf("%s %d %08x\n", name, threads, all);
}

int main() {
  for (int threads : {32, 64, 96, 256}) {
    report("tiles", tiles, threads);
    report("coalesced", coalesced, threads);
  }
  report("coalesced", coalesced, 77);
}
