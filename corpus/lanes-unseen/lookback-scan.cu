// Single-pass inclusive scan with decoupled look-back: status and value of a tile in one 64-bit word,
// the first warp of each tile inspects 32 predecessors at a time.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned long long u64;

enum Status : unsigned { INVALID = 0, PARTIAL = 1, INCLUSIVE = 2 };

template <int WARP_SIZE_, int WARPS_, int ITEMS_>
struct Policy {
    enum { WARP_SIZE = WARP_SIZE_, WARPS = WARPS_, ITEMS = ITEMS_, THREADS = WARP_SIZE * WARPS, TILE = THREADS * ITEMS };
};

__device__ u64 make_word(Status s, unsigned value) { return (u64)s << 32 | value; }
__device__ Status status_of(u64 w) { return (Status)(w >> 32); }

template <typename P>
__device__ unsigned look_back(volatile u64 *words, int tile, int lane)
{
    unsigned exclusive = 0;
    int window = tile - 1 - lane; // lane 0 looks at the nearest predecessor
    while (true) {
        u64 w;
        do {
            w = window >= 0 ? words[window] : make_word(INCLUSIVE, 0);
        } while (__any_sync(0xffffffff, status_of(w) == INVALID));
        const unsigned stop = __ballot_sync(0xffffffff, status_of(w) == INCLUSIVE);
        // all up to the nearest inclusive one are added
        const int nearest = stop ? __ffs(stop) - 1 : P::WARP_SIZE;
        unsigned v = lane <= nearest ? (unsigned)w : 0;
#pragma unroll
        for (int offset = P::WARP_SIZE / 2; offset > 0; offset /= 2)
            v += __shfl_xor_sync(0xffffffff, v, offset);
        exclusive += v;
        if (stop)
            return exclusive;
        window -= P::WARP_SIZE;
    }
}

template <typename P>
__global__ void scan(const unsigned *in, unsigned *out, int n, u64 *words, int *tickets)
{
    __shared__ unsigned warp_sum[P::WARPS];
    __shared__ unsigned tile_prefix;
    __shared__ int tile_id;
    if (threadIdx.x == 0)
        tile_id = atomicAdd(tickets, 1);
    __syncthreads();
    const int tile = tile_id, warp = threadIdx.x / P::WARP_SIZE, lane = threadIdx.x % P::WARP_SIZE;
    const int first = tile * P::TILE + threadIdx.x * P::ITEMS;
    unsigned item[P::ITEMS], sum = 0;
    for (int k = 0; k < P::ITEMS; k++)
        item[k] = sum += first + k < n ? in[first + k] : 0;
    unsigned inclusive = sum;
    for (int d = 1; d < P::WARP_SIZE; d *= 2) {
        const unsigned t = __shfl_up_sync(0xffffffff, inclusive, d);
        if (lane >= d)
            inclusive += t;
    }
    if (lane == P::WARP_SIZE - 1)
        warp_sum[warp] = inclusive;
    __syncthreads();
    unsigned before = 0, total = 0;
    for (int w = 0; w < P::WARPS; w++) {
        before += w < warp ? warp_sum[w] : 0;
        total += warp_sum[w];
    }
    if (warp == 0) {
        if (lane == 0) {
            atomicExch(words + tile, make_word(tile ? PARTIAL : INCLUSIVE, total));
            __threadfence();
        }
        unsigned prefix = 0;
        if (tile > 0) {
            prefix = look_back<P>(words, tile, lane);
            if (lane == 0)
                atomicExch(words + tile, make_word(INCLUSIVE, prefix + total));
        }
        if (lane == 0)
            tile_prefix = prefix;
    }
    __syncthreads();
    const unsigned base = tile_prefix + before + inclusive - sum;
    for (int k = 0; k < P::ITEMS; k++)
        if (first + k < n)
            out[first + k] = base + item[k];
}

template <typename P>
static int test(int n)
{
    const int tiles = (n + P::TILE - 1) / P::TILE;
    std::vector<unsigned> in(n), out(n);
    for (int i = 0; i < n; i++)
        in[i] = i * 7919u % 103;
    unsigned *din, *dout;
    u64 *words;
    cudaMalloc(&din, n * sizeof(unsigned));
    cudaMalloc(&dout, n * sizeof(unsigned));
    cudaMalloc(&words, (tiles + 1) * sizeof(u64));
    cudaMemset(words, 0, (tiles + 1) * sizeof(u64));
    cudaMemcpy(din, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    scan<P><<<tiles, P::THREADS>>>(din, dout, n, words, (int *)(words + tiles));
    cudaMemcpy(out.data(), dout, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (sum += in[i]);
    printf("%d items in %d tiles: total %u, wrong %d\n", n, tiles, out[n - 1], wrong);
    cudaFree(din); cudaFree(dout); cudaFree(words);
    return wrong;
}

int main()
{
    return test<Policy<32, 1, 1>>(2500) + test<Policy<32, 4, 2>>(5000) + test<Policy<32, 2, 3>>(200) != 0;
}
