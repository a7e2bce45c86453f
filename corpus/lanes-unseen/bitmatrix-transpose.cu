// Transposition of a bit matrix in 32 x 32 blocks, two ways: ballots, and the swap ladder with shuffles.
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>

template <typename F>
__device__ __forceinline__ void static_for_halves(int from, F f)
{
    for (int k = from; k; k >>= 1)
        f(k);
}

__device__ uint32_t transpose_ladder(uint32_t x)
{
    const int lane_id = threadIdx.x % 32;
    uint32_t m = 0x0000ffffu;
    static_for_halves(16, [&](int k) {
        const uint32_t y = __shfl_xor_sync(0xffffffff, x, k);
        if (lane_id & k)
            x = (x & ~m) | ((y >> k) & m);
        else
            x = (x & m) | ((y << k) & ~m);
        m ^= m << (k >> 1);
    });
    return x;
}

__device__ uint32_t transpose_ballot(uint32_t x)
{
    const int lane_id = threadIdx.x % 32;
    uint32_t r = 0;
#pragma unroll
    for (int bit = 0; bit < 32; bit++) {
        const uint32_t column = __ballot_sync(0xffffffff, (x >> bit) & 1);
        if (lane_id == bit)
            r = column;
    }
    return r;
}

template <bool USE_LADDER>
__global__ void transpose_bits(const uint32_t *in, uint32_t *out, int block_rows, int block_cols)
{
    const int warps = gridDim.x * blockDim.x / 32;
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int b = first; b < block_rows * block_cols; b += warps) {
        const int br = b / block_cols, bc = b % block_cols;
        const uint32_t x = in[(br * 32 + threadIdx.x % 32) * block_cols + bc];
        const uint32_t t = USE_LADDER ? transpose_ladder(x) : transpose_ballot(x);
        out[(bc * 32 + threadIdx.x % 32) * block_rows + br] = t;
    }
}

static int bit(const uint32_t *m, int r, int c, int words) { return m[r * words + c / 32] >> (c % 32) & 1; }

int main()
{
    const int br = 3, bc = 5;
    uint32_t *in, *a, *b;
    cudaMallocManaged(&in, br * 32 * bc * 4);
    cudaMallocManaged(&a, br * 32 * bc * 4);
    cudaMallocManaged(&b, br * 32 * bc * 4);
    uint32_t s = 99;
    for (int i = 0; i < br * 32 * bc; i++)
        in[i] = s = s * 1664525u + 1013904223u;
    transpose_bits<true><<<2, 96>>>(in, a, br, bc);
    transpose_bits<false><<<3, 64>>>(in, b, br, bc);
    cudaDeviceSynchronize();
    int wrong_ladder = 0, wrong_ballot = 0, ones = 0;
    for (int r = 0; r < br * 32; r++)
        for (int c = 0; c < bc * 32; c++) {
            wrong_ladder += bit(in, r, c, bc) != bit(a, c, r, br);
            wrong_ballot += bit(in, r, c, bc) != bit(b, c, r, br);
            ones += bit(b, c, r, br);
        }
    printf("ladder wrong %d, ballot wrong %d, ones %d\n", wrong_ladder, wrong_ballot, ones);
    cudaFree(in);
    cudaFree(a);
    cudaFree(b);
    return wrong_ladder + wrong_ballot ? 1 : 0;
}
