// Every function of the header with every type it takes, for the compiler alone.
#ifndef GROUPS_FIRST
#include <hipify_warp32.h>
#endif
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#ifdef GROUPS_FIRST
#include <hipify_warp32.h>
#endif

namespace cg = cooperative_groups;
namespace warp = hipify_warp32;

template <class T> __global__ void shuffles(unsigned mask, T* values, int k, int width) {
  T* p = values + 8 * threadIdx.x;
  const unsigned delta = static_cast<unsigned>(k);
  p[0] = warp::shfl_sync(mask, p[0], 3);
  p[1] = warp::shfl_sync(mask, p[1], k, width);
  p[2] = warp::shfl_up_sync(mask, p[2], 1);
  p[3] = warp::shfl_up_sync(mask, p[3], delta, width);
  p[4] = warp::shfl_down_sync(mask, p[4], 16);
  p[5] = warp::shfl_down_sync(mask, p[5], delta, width);
  p[6] = warp::shfl_xor_sync(mask, p[6], 16);
  p[7] = warp::shfl_xor_sync(mask, p[7], k, width);
}
struct Pair {
  float value;
  int index;
};
struct Odd {
  double x;
  short y;
  char z[3];
};
#define SHUFFLES(T) template __global__ void shuffles<T>(unsigned, T*, int, int);
SHUFFLES(int)
SHUFFLES(unsigned)
SHUFFLES(long)
SHUFFLES(unsigned long)
SHUFFLES(long long)
SHUFFLES(unsigned long long)
SHUFFLES(float)
SHUFFLES(double)
SHUFFLES(bool)
SHUFFLES(char)
SHUFFLES(unsigned char)
SHUFFLES(short)
SHUFFLES(__half)
SHUFFLES(__half2)
SHUFFLES(__hip_bfloat16)
SHUFFLES(__hip_bfloat162)
SHUFFLES(float2)
SHUFFLES(Pair)
SHUFFLES(Odd)

template <class A, class B> struct same_type;
template <class A> struct same_type<A, A> { using yes = int; };
template <class A, class B> using must_be = typename same_type<A, B>::yes;

// The types that CUDA gives back, which `auto` and overloads see.
__global__ void types(unsigned* out, char c, short s, bool b, unsigned char u, __half h) {
  must_be<decltype(warp::shfl_sync(1u, c, 0)), int> i = 0;
  must_be<decltype(warp::shfl_up_sync(1u, s, 1)), int> j = 0;
  must_be<decltype(warp::shfl_down_sync(1u, b, 1)), int> k = 0;
  must_be<decltype(warp::shfl_xor_sync(1u, u, 1)), int> l = 0;
  must_be<decltype(warp::shfl_sync(1u, h, 0)), __half> m = 0;
  must_be<decltype(warp::ballot_sync(1u, 1)), unsigned> n = 0;
  must_be<decltype(warp::activemask()), unsigned> o = 0;
  must_be<decltype(warp::match_any_sync(1u, 1)), unsigned> p = 0;
  must_be<decltype(warp::reduce_add_sync(1u, -1)), int> q = 0;
  must_be<decltype(warp::reduce_and_sync(1u, -1)), unsigned> r = 0;
  must_be<decltype(warp::lane_id()), unsigned> t = 0;
  out[0] = static_cast<unsigned>(i + j + k + l + m + n + o + p + q + r + t);
}

template <class T> __global__ void matches(unsigned mask, T* values, unsigned* out, int* predicate) {
  out[0] = warp::match_any_sync(mask, values[threadIdx.x]);
  out[1] = warp::match_all_sync(mask, values[threadIdx.x], predicate);
}
#define MATCHES(T) template __global__ void matches<T>(unsigned, T*, unsigned*, int*);
MATCHES(int)
MATCHES(unsigned)
MATCHES(long)
MATCHES(unsigned long)
MATCHES(long long)
MATCHES(unsigned long long)
MATCHES(float)
MATCHES(double)
MATCHES(char)
MATCHES(unsigned short)

__global__ void votes(unsigned mask, int p, float f, unsigned* out) {
  unsigned* o = out;
  *o++ = warp::ballot(p);
  *o++ = static_cast<unsigned>(warp::any(p) + warp::all(p));
  *o++ = warp::activemask();
  *o++ = warp::ballot_sync(mask, p) | warp::ballot_sync(warp::full_mask, f > 0.5f);
  *o++ = static_cast<unsigned>(warp::any_sync(mask, p) + warp::all_sync(mask, p));
  *o++ = warp::lane_id() ^ warp::lanemask_eq() ^ warp::lanemask_lt() ^ warp::lanemask_le();
  *o++ = warp::lanemask_gt() ^ warp::lanemask_ge();
  __shared__ int shared[1024 / warp::warp_size];
  shared[threadIdx.x / warp::warp_size] = p;
  warp::syncwarp();
  warp::syncwarp(mask);
  *o++ = static_cast<unsigned>(shared[0]);
}

__global__ void reductions(unsigned mask, int i, unsigned u, int* out, unsigned* unsigned_out) {
  out[0] = warp::reduce_add_sync(mask, i) + warp::reduce_min_sync(mask, i) + warp::reduce_max_sync(mask, i);
  unsigned_out[0] = warp::reduce_add_sync(mask, u) + warp::reduce_min_sync(mask, u) + warp::reduce_max_sync(mask, u);
  unsigned_out[1] = warp::reduce_and_sync(mask, u) + warp::reduce_or_sync(mask, u) + warp::reduce_xor_sync(mask, u);
}

template <class Group, class T> __device__ void collect(const Group& group, T* p) {
  p[0] = warp::reduce(group, p[0], warp::plus<T>()) + warp::reduce(group, p[0], [](T a, T b) { return a * b; });
  p[1] = warp::reduce(group, p[1], warp::less<T>()) + warp::reduce(group, p[1], warp::greater<T>());
  p[2] = warp::inclusive_scan(group, p[2]) + warp::inclusive_scan(group, p[2], warp::less<T>());
  p[3] = warp::exclusive_scan(group, p[3]) + warp::exclusive_scan(group, p[3], warp::greater<T>());
}
template <class T> __global__ void groups(T* p, int n, int label, unsigned* place) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  collect(tile, p);
  p[4] = warp::exclusive_scan(cg::tiled_partition<8>(block), p[4]);
  if (static_cast<int>(threadIdx.x) >= n) return;
  const cg::coalesced_group active = warp::coalesced_threads();
  collect(active, p + 12);
  const auto part = warp::labeled_partition(active, label % 2 == 0);
  p[16] = warp::reduce(part, p[16], warp::plus<T>());
  place[0] = part.thread_rank() + part.size();
  part.sync();
}
#define GROUPS(T) template __global__ void groups<T>(T*, int, int, unsigned*);
GROUPS(int)
GROUPS(float)
__global__ void bit_groups(unsigned* p) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  p[0] = warp::reduce(tile, p[0], warp::bit_and<unsigned>());
  p[1] = warp::reduce(tile, p[1], warp::bit_or<unsigned>());
  p[2] = warp::reduce(tile, p[2], warp::bit_xor<unsigned>());
  p[3] = warp::labeled_partition(tile, p[3]).size();
}

template <class Group, class T> __device__ void members(const Group& group, T* p, Pair* pairs, unsigned* out) {
  *out++ = warp::ballot(group, p[0] > p[1]);
  *out++ = static_cast<unsigned>(warp::any(group, p[0] > p[1]) + warp::all(group, p[1] > p[0]));
  int alike;
  *out++ = warp::match_any(group, p[2]) + warp::match_all(group, p[3], alike);
  p[4] = warp::shfl(group, p[4], alike) + warp::shfl_up(group, p[4], 1u) + warp::shfl_down(group, p[4], 1u);
  pairs[0] = warp::shfl(group, pairs[0], 0);
  auto* to = warp::shfl(group, pairs, 0);  // a pointer
  to[1] = warp::shfl_down(group, to, 1u)[0];
  pairs[1] = warp::shfl_up(group, pairs[1], 1u);
  pairs[2] = warp::shfl_down(group, pairs[2], 1u);
  const cg::coalesced_group odd = warp::binary_partition(group, p[5] > p[6]);
  *out++ = odd.meta_group_rank() + warp::labeled_partition(group, static_cast<int>(p[6])).meta_group_size();
  *out++ = warp::tiled_partition(odd, 4).thread_rank();
}
__device__ unsigned by_value(cg::thread_block_tile<4> tile) { return tile.meta_group_rank() + tile.meta_group_size(); }
template <unsigned size, class Parent> __device__ unsigned by_type(cg::thread_block_tile<size, Parent> tile) {
  return tile.size();
}
__device__ unsigned of_any(const cg::thread_group& group) { return group.size(); }
template <class T> __global__ void tiles(T* p, Pair* pairs, unsigned* out) {
  const auto block = cg::this_thread_block();
  const auto tile = warp::tiled_partition<16>(block);
  const auto quad = warp::tiled_partition<4>(tile);
  const cg::thread_block_tile<2> two = warp::tiled_partition<2>(quad);
  must_be<decltype(tile), const decltype(cg::tiled_partition<16>(block))>* same = nullptr;
  out[0] = by_value(quad) + by_type(quad) + by_type(two) + of_any(warp::coalesced_threads()) + (same == nullptr);
  members(tile, p, pairs, out + 1);
  members(quad, p, pairs, out + 9);
  p[7] = warp::shfl_xor(two, p[7], 1u);
  pairs[3] = warp::shfl_xor(tile, pairs[3], 8u);
  if (static_cast<int>(threadIdx.x) < static_cast<int>(p[8])) members(warp::coalesced_threads(), p, pairs, out + 17);
}
template __global__ void tiles<int>(int*, Pair*, unsigned*);
template __global__ void tiles<float>(float*, Pair*, unsigned*);
template __global__ void tiles<unsigned long long>(unsigned long long*, Pair*, unsigned*);

int main() { return warp::warp_size == 32 ? 0 : 1; }
