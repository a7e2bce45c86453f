// Single-pass scan with decoupled look-back: a warp inspects 32 predecessors' states at once and waits for them.
#include <cstdio>
#include <cuda_runtime.h>

enum Status : unsigned { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

typedef unsigned long long Descriptor; // status << 32 | value

__device__ __forceinline__ Descriptor makeDescriptor(Status st, unsigned value)
{
    return (static_cast<Descriptor>(st) << 32) | value;
}

struct LookBack {
    volatile Descriptor *tiles;

    __device__ Descriptor wait(int tile) const
    {
        if (tile < 0)
            return makeDescriptor(PREFIX, 0);
        Descriptor d = tiles[tile];
        while ((d >> 32) == EMPTY)
            d = tiles[tile];
        return d;
    }

    __device__ unsigned run(int my_tile, unsigned aggregate, unsigned lane)
    {
        if (lane == 0)
            tiles[my_tile] = makeDescriptor(my_tile == 0 ? PREFIX : AGGREGATE, aggregate);
        unsigned exclusive = 0;
        int window = my_tile - 1;
        for (bool done = false; !done; window -= 32) {
            const Descriptor d = wait(window - static_cast<int>(lane));
            __syncwarp();
            const unsigned full = __ballot_sync(0xffffffffu, (d >> 32) == PREFIX);
            const int stop = full ? __ffs(full) - 1 : 31;
            unsigned v = lane <= (unsigned)stop ? (unsigned)d : 0u;
#pragma unroll
            for (int o = 16; o > 0; o >>= 1)
                v += __shfl_xor_sync(0xffffffffu, v, o);
            exclusive += v;
            done = full != 0;
        }
        if (lane == 0) {
            __threadfence();
            tiles[my_tile] = makeDescriptor(PREFIX, exclusive + aggregate);
        }
        return exclusive;
    }
};

template <int ITEMS>
__global__ void scan_single_pass(const unsigned *in, unsigned *out, int n, Descriptor *state, unsigned *ticket)
{
    const unsigned lane = threadIdx.x & 31u;
    unsigned t = 0;
    if (lane == 0)
        t = atomicAdd(ticket, 1u);
    const int tile = (int)__shfl_sync(0xffffffffu, t, 0);
    const int first = tile * 32 * ITEMS + lane * ITEMS;
    unsigned item[ITEMS], sum = 0;
    for (int k = 0; k < ITEMS; k++) {
        item[k] = first + k < n ? in[first + k] : 0u;
        sum += item[k];
    }
    unsigned incl = sum;
    for (unsigned d = 1; d < 32; d <<= 1) {
        const unsigned up = __shfl_up_sync(0xffffffffu, incl, d);
        if (lane >= d)
            incl += up;
    }
    const unsigned aggregate = __shfl_sync(0xffffffffu, incl, 31);
    LookBack lb{state};
    unsigned running = lb.run(tile, aggregate, lane) + incl - sum;
    for (int k = 0; k < ITEMS; k++) {
        running += item[k];
        if (first + k < n)
            out[first + k] = running;
    }
}

int main()
{
    constexpr int items = 3, n = 3333;
    const int per_warp = 32 * items, warps = (n + per_warp - 1) / per_warp, warps_per_block = 2;
    const int blocks = (warps + warps_per_block - 1) / warps_per_block;
    unsigned *in, *out, *ticket;
    Descriptor *state;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    cudaMallocManaged(&ticket, sizeof(unsigned));
    cudaMallocManaged(&state, blocks * warps_per_block * sizeof(Descriptor));
    cudaMemset(state, 0, blocks * warps_per_block * sizeof(Descriptor));
    *ticket = 0;
    for (int i = 0; i < n; i++)
        in[i] = (i * 97u) % 31u;
    scan_single_pass<items><<<blocks, warps_per_block * 32>>>(in, out, n, state, ticket);
    cudaDeviceSynchronize();
    unsigned acc = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        acc += in[i];
        wrong += out[i] != acc;
    }
    printf("tiles %d wrong %d total %u\n", warps, wrong, out[n - 1]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(ticket);
    cudaFree(state);
    return wrong ? 1 : 0;
}
