// What CUDA's intrinsics do at the edges, against results counted out on the host: PTX says what a shuffle reads,
// and that match compares bits and leaves lanes that have exited out.
#include <hip/hip_runtime.h>
#include <hipify_warp32.h>

#include <cstdio>
#include <cstring>

namespace warp = hipify_warp32;

constexpr int threads = 100;
constexpr int first_delta = -33, delta_count = 33 + 128;  // up to 127
const int widths[] = {32, 16, 8, 4, 2, 1};
constexpr int width_count = sizeof widths / sizeof *widths;

// shfl.sync.{idx,up,down,bfly}.b32 as the PTX ISA's pseudocode has it: of the operand b the low five bits count, of c
// bits 0 to 4 (the clamp) and 8 to 12 (the mask of the segment). CUDA's sm_30_intrinsics.hpp makes c of a width.
int source_of(int kind, int lane, int b, int width) {
  const int clamp = kind == 1 ? 0 : 31, segment = 32 - width, low = b & 31;
  const int max_lane = (lane & segment) | (clamp & ~segment), min_lane = lane & segment;
  const int by_index = min_lane | (low & ~segment);
  const int from = kind == 0 ? by_index : kind == 1 ? lane - low : kind == 2 ? lane + low : lane ^ low;
  const bool inside = kind == 1 ? from >= max_lane : from <= max_lane;
  return inside ? from : lane;
}

int shuffled[delta_count][width_count][4][threads];
__global__ void shuffle() {
  const int me = static_cast<int>(threadIdx.x), value = 1000 + me;
  for (int d = 0; d < delta_count; ++d) {
    for (int w = 0; w < width_count; ++w) {
      const int delta = first_delta + d, width = widths[w];
      const unsigned distance = static_cast<unsigned>(delta);
      shuffled[d][w][0][me] = warp::shfl_sync(0xffffffffu, value, delta, width);
      shuffled[d][w][1][me] = warp::shfl_up_sync(0xffffffffu, value, distance, width);
      shuffled[d][w][2][me] = warp::shfl_down_sync(0xffffffffu, value, distance, width);
      shuffled[d][w][3][me] = warp::shfl_xor_sync(0xffffffffu, value, delta, width);
    }
  }
}

// Lane 5 of each warp goes first; what is left must not count it.
const unsigned patterns[] = {0x7fc00000u, 0x7fc00001u, 0u, 0x80000000u, 0x3f800000u};
unsigned any_of[threads], all_of[3][threads];
int predicates[3][threads];
__global__ void match() {
  const unsigned me = threadIdx.x;
  if (me % 32 == 5) return;
  float value, nan;
  memcpy(&value, &patterns[me % 5], sizeof value);
  memcpy(&nan, &patterns[0], sizeof nan);
  any_of[me] = warp::match_any_sync(0xffffffffu, value);
  all_of[0][me] = warp::match_all_sync(0xffffffffu, nan, &predicates[0][me]);
  all_of[1][me] = warp::match_all_sync(0xffffffffu, me % 32 == 7 ? -0.0 : 0.0, &predicates[1][me]);
  all_of[2][me] = warp::match_all_sync(0xffffffffu, static_cast<short>(-3), &predicates[2][me]);
}

struct Best {
  double score;
  short where;
  char tag[5];
};
struct Pixel {
  unsigned char r, g, b;
};
Best bests[threads];
Pixel pixels[threads];
__global__ void structs() {
  const int me = static_cast<int>(threadIdx.x);
  Best best{me * 0.5, static_cast<short>(-me), {'a', 'b', static_cast<char>(me), 0, 1}};
  Pixel pixel{static_cast<unsigned char>(me), 7, static_cast<unsigned char>(3 * me)};
  bests[me] = warp::shfl_xor_sync(0xffffffffu, best, 1);
  pixels[me] = warp::shfl_sync(0xffffffffu, pixel, 2);
}

int wrong = 0;
void expect(const char* what, int thread, long got, long expected) {
  if (got == expected) return;
  if (++wrong < 20) printf("%s of thread %d: %ld, not %ld\n", what, thread, got, expected);
}

void check_shuffles() {
  const char* const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
  for (int d = 0; d < delta_count; ++d)
    for (int w = 0; w < width_count; ++w)
      for (int kind = 0; kind < 4; ++kind)
        for (int me = 0; me < threads / 32 * 32; ++me) {
          const int from = me / 32 * 32 + source_of(kind, me % 32, first_delta + d, widths[w]);
          expect(names[kind], me, shuffled[d][w][kind][me], 1000 + from);
        }
}

void check_match() {
  for (int me = 0; me < threads; ++me) {
    if (me % 32 == 5) continue;
    unsigned same = 0, there = 0;
    for (int i = me / 32 * 32; i < threads && i / 32 == me / 32; ++i) {
      if (i % 32 == 5) continue;
      there |= 1u << i % 32;
      if (i % 5 == me % 5) same |= 1u << i % 32;
    }
    const bool has_seventh = there >> 7 & 1u;
    expect("match_any", me, any_of[me], same);
    expect("match_all of NaN", me, all_of[0][me], there);
    expect("its predicate", me, predicates[0][me], 1);
    expect("match_all of zeros", me, all_of[1][me], has_seventh ? 0 : there);
    expect("its predicate", me, predicates[1][me], !has_seventh);
    expect("match_all of short", me, all_of[2][me], there);
    expect("its predicate", me, predicates[2][me], 1);
  }
}

void check_structs() {
  for (int me = 0; me < threads; ++me) {
    const int other = me ^ 1, third = me / 32 * 32 + 2;
    expect("score", me, static_cast<long>(2 * bests[me].score), other);
    expect("where", me, bests[me].where, -other);
    expect("tag", me, bests[me].tag[2], static_cast<char>(other));
    expect("r", me, pixels[me].r, third);
    expect("g", me, pixels[me].g, 7);
    expect("b", me, pixels[me].b, static_cast<unsigned char>(3 * third));
  }
}

int main() {
  shuffle<<<1, threads / 32 * 32>>>();
  match<<<1, threads>>>();
  structs<<<1, threads>>>();
  check_shuffles();
  check_match();
  check_structs();
  printf("wrong: %d\n", wrong);
  return wrong != 0;
}
