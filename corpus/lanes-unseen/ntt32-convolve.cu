// Products of polynomials modulo 998244353 by number-theoretic transforms of 32 points, one coefficient to a lane.
// Butterflies exchange with __shfl_xor_sync; decimation in frequency forward, in time backward, so no bit reversal.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

#define LOG_N 5
#define N (1 << LOG_N)
#define ALL_LANES 0xFFFFFFFFu

constexpr uint32_t P = 998244353u;

__host__ __device__ inline uint32_t mul(uint32_t a, uint32_t b) { return (uint64_t)a * b % P; }
__host__ __device__ inline uint32_t add(uint32_t a, uint32_t b) { return a + b >= P ? a + b - P : a + b; }
__host__ __device__ inline uint32_t sub(uint32_t a, uint32_t b) { return a >= b ? a - b : a + P - b; }

static uint32_t power(uint32_t b, uint32_t e)
{
    uint32_t r = 1;
    for (; e; e >>= 1, b = mul(b, b))
        if (e & 1)
            r = mul(r, b);
    return r;
}

__constant__ uint32_t roots[N], inverse_roots[N];

struct Ntt {
    unsigned lane;

    // natural order in, bit-reversed out
    __device__ uint32_t forward(uint32_t x) const
    {
#pragma unroll
        for (int half = N / 2; half > 0; half >>= 1) {
            const uint32_t other = __shfl_xor_sync(ALL_LANES, x, half);
            const uint32_t w = roots[(lane & (half - 1)) * (N / 2 / half)];
            x = lane & half ? mul(sub(other, x), w) : add(x, other);
        }
        return x;
    }
    // bit-reversed in, natural order out, not scaled
    __device__ uint32_t backward(uint32_t x) const
    {
#pragma unroll
        for (int half = 1; half < N; half <<= 1) {
            const uint32_t w = inverse_roots[(lane & (half - 1)) * (N / 2 / half)];
            if (lane & half)
                x = mul(x, w);
            const uint32_t other = __shfl_xor_sync(ALL_LANES, x, half);
            x = lane & half ? sub(other, x) : add(x, other);
        }
        return x;
    }
};

__global__ void convolve(const uint32_t *a, const uint32_t *b, uint32_t *c, int pairs, uint32_t scale)
{
    const int pair = (blockIdx.x * blockDim.x + threadIdx.x) >> LOG_N;
    if (pair >= pairs)
        return;
    const Ntt ntt{threadIdx.x & (N - 1)};
    const int i = pair * N + ntt.lane;
    const uint32_t fa = ntt.forward(a[i]);
    const uint32_t fb = ntt.forward(b[i]);
    c[i] = mul(ntt.backward(mul(fa, fb)), scale);
}

int main()
{
    const int pairs = 7, words = pairs * N;
    uint32_t *a, *b, *c, table[N], inverse[N];
    const uint32_t g = power(3, (P - 1) / N), gi = power(g, P - 2);
    for (int i = 0; i < N; i++) {
        table[i] = power(g, i);
        inverse[i] = power(gi, i);
    }
    cudaMemcpyToSymbol(roots, table, sizeof table);
    cudaMemcpyToSymbol(inverse_roots, inverse, sizeof inverse);
    cudaMallocManaged(&a, words * sizeof(uint32_t));
    cudaMallocManaged(&b, words * sizeof(uint32_t));
    cudaMallocManaged(&c, words * sizeof(uint32_t));
    for (int i = 0; i < words; i++) {
        a[i] = (i * 2654435761u + 5) % P;
        b[i] = (i * 40503u * 977u + 1) % P;
    }
    convolve<<<(pairs + 2) / 3, 3 * N>>>(a, b, c, pairs, power(N, P - 2));
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int p = 0; p < pairs; p++) {
        uint32_t want[N] = {};
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                want[(i + j) % N] = add(want[(i + j) % N], mul(a[p * N + i], b[p * N + j]));
        for (int i = 0; i < N; i++)
            wrong += want[i] != c[p * N + i];
        printf("%d: %u %u .. %u\n", p, c[p * N], c[p * N + 1], c[p * N + N - 1]);
    }
    printf("%s\n", wrong ? "MISMATCH" : "all products right");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return wrong != 0;
}
