// Zig-zag reordering of 8 x 8 blocks and packing with a prefix code: a warp handles a block (two coefficients to a
// lane), code lengths are scanned, codes up to 27 bits are merged into shared words with atomicOr and written out.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define LANES 32
#define BLOCKS_PER_CTA 3
#define WORDS 56 // 64 codes of at most 27 bits

struct Code {
    uint32_t bits;
    int length;
};

// Exponential Golomb of the zig-zag mapped value: n zeros, then n + 1 bits
__host__ __device__ inline Code encode(int value)
{
    const uint32_t u = (value > 0 ? 2u * value - 1 : -2u * value) + 1;
    int n = 0;
    while (u >> (n + 1))
        n++;
    return {u, 2 * n + 1};
}

__host__ __device__ inline int zigzag(int k)
{
    int d = 0, first = 0; // diagonals and their first index
    for (;; d++) {
        const int size = d < 8 ? d + 1 : 15 - d;
        if (k < first + size)
            break;
        first += size;
    }
    const int low = d < 8 ? 0 : d - 7, step = k - first;
    const int x = d & 1 ? (d < 8 ? d : 7) - step : low + step;
    return (d - x) * 8 + x;
}

__device__ void put(uint32_t *words, int at, Code c)
{
    // left-aligned in 64 bits, cut at the word's border
    const uint64_t v = (uint64_t)c.bits << (64 - c.length) >> (at & 31);
    atomicOr(&words[at >> 5], (uint32_t)(v >> 32));
    if ((uint32_t)v)
        atomicOr(&words[(at >> 5) + 1], (uint32_t)v);
}

__global__ void pack(const int16_t *coeff, int blocks, uint32_t *out, int *bits)
{
    __shared__ uint32_t staging[BLOCKS_PER_CTA * WORDS];
    const int lane = threadIdx.x & (LANES - 1), wid = threadIdx.x >> 5;
    const int b = blockIdx.x * BLOCKS_PER_CTA + wid;
    uint32_t *words = staging + wid * WORDS;
    for (int i = lane; i < WORDS; i += LANES)
        words[i] = 0;
    __syncwarp();
    if (b >= blocks)
        return;
    const Code c0 = encode(coeff[b * 64 + zigzag(2 * lane)]), c1 = encode(coeff[b * 64 + zigzag(2 * lane + 1)]);
    const int mine = c0.length + c1.length;
    int end = mine;
    for (int d = 1; d <= LANES / 2; d <<= 1) {
        const int t = __shfl_up_sync(0xffffffff, end, d, LANES);
        end += lane >= d ? t : 0;
    }
    put(words, end - mine, c0);
    put(words, end - c1.length, c1);
    __syncwarp();
    const int total = __shfl_sync(0xffffffff, end, LANES - 1);
    for (int i = lane; i < (total + 31) / 32; i += LANES)
        out[b * WORDS + i] = words[i];
    if (lane == LANES - 1)
        bits[b] = end;
}

int main()
{
    const int blocks = 20;
    int16_t *coeff;
    uint32_t *out;
    int *bits;
    cudaMallocManaged(&coeff, blocks * 64 * sizeof(int16_t));
    cudaMallocManaged(&out, blocks * WORDS * sizeof(uint32_t));
    cudaMallocManaged(&bits, blocks * sizeof(int));
    unsigned r = 5;
    for (int i = 0; i < blocks * 64; i++) {
        r = r * 1664525u + 1013904223u;
        const int k = i % 64, size = 1200 >> (k % 8 + k / 8);
        coeff[i] = (int16_t)(i / 64 == 7 ? 3000 - k : size ? (int)(r >> 10) % (2 * size + 1) - size : 0);
    }
    pack<<<(blocks + BLOCKS_PER_CTA - 1) / BLOCKS_PER_CTA, BLOCKS_PER_CTA * LANES>>>(coeff, blocks, out, bits);
    cudaDeviceSynchronize();
    int wrong = 0, total = 0;
    for (int b = 0; b < blocks; b++) {
        int at = 0;
        auto bit = [&] {
            const int v = out[b * WORDS + at / 32] >> (31 - at % 32) & 1;
            at++;
            return v;
        };
        for (int k = 0; k < 64; k++) {
            int n = 0;
            while (n < 14 && !bit())
                n++;
            uint32_t u = 1;
            for (int i = 0; i < n; i++)
                u = 2 * u + bit();
            u--;
            const int v = u & 1 ? (int)(u + 1) / 2 : -(int)(u / 2);
            wrong += v != coeff[b * 64 + zigzag(k)];
        }
        wrong += at != bits[b];
        total += bits[b];
    }
    printf("first words %08x %08x, %d bits in all\nwrong %d\n", out[0], out[WORDS], total, wrong);
    cudaFree(coeff); cudaFree(out); cudaFree(bits);
    return wrong != 0;
}
