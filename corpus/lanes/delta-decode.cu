// Decoding of sorted lists kept as differences of few bits: each warp unpacks a block and adds up its differences.
#include <cstdio>
#include <cuda_runtime.h>

const int kWarpSize = 32;
#define WARP_FULL 0xFFFFFFFFu

struct Header {
    unsigned first;
    int bits, words;
};

__global__ void decode(const Header *headers, const unsigned *packed, unsigned *out)
{
    const int lane = threadIdx.x % kWarpSize, block = blockIdx.x * (blockDim.x / kWarpSize) + threadIdx.x / kWarpSize;
    const Header h = headers[block];
    const unsigned mine = lane < h.bits ? packed[h.words + lane] : 0; // a list of 32 differences has `bits` words
    const int at = lane * h.bits;
    const unsigned low = __shfl_sync(WARP_FULL, mine, at / 32);
    const unsigned high = __shfl_sync(WARP_FULL, mine, (at / 32 + 1) % kWarpSize);
    unsigned value = __funnelshift_r(low, high, at % 32);
    value &= h.bits == 32 ? 0xffffffffu : (1u << h.bits) - 1;
#pragma unroll
    for (int delta = 1; delta < kWarpSize; delta <<= 1) {
        const unsigned left = __shfl_up_sync(WARP_FULL, value, delta);
        value += lane >= delta ? left : 0;
    }
    out[block * kWarpSize + lane] = h.first + value;
}

int main()
{
    const int blocks = 8, n = blocks * 32;
    Header *headers;
    unsigned *packed, *out, check = 0;
    static unsigned expected[n];
    int wrong = 0, words = 0;
    cudaMallocManaged(&headers, blocks * sizeof(Header));
    cudaMallocManaged(&packed, (n + 2) * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    for (int i = 0; i < n + 2; i++)
        packed[i] = 0;
    for (int b = 0; b < blocks; b++) {
        const int bits = b * 2 + 1;
        headers[b] = {(unsigned)(b * 1000), bits, words};
        unsigned value = b * 1000;
        for (int k = 0; k < 32; k++) {
            const unsigned difference = (unsigned)((b * 32 + k) * 2654435761u >> 7) & ((1u << bits) - 1);
            value += difference;
            expected[b * 32 + k] = value;
            const int at = k * bits;
            packed[words + at / 32] |= difference << at % 32;
            if (at % 32 + bits > 32)
                packed[words + at / 32 + 1] |= difference >> (32 - at % 32);
        }
        words += bits;
    }
    decode<<<2, 4 * kWarpSize>>>(headers, packed, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        wrong += out[i] != expected[i];
        check = check * 31 + out[i];
    }
    printf("wrong: %d, check %u\n", wrong, check);
    cudaFree(headers);
    cudaFree(packed);
    cudaFree(out);
    return wrong != 0;
}
