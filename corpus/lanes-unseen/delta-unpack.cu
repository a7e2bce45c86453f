// Delta + bit packing in blocks of 128 values; a warp packs with the width of its block's largest delta and unpacks again.
#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>

namespace codec {
constexpr int kWarp = 32;
constexpr int kPerLane = 4;
constexpr int kBlock = kWarp * kPerLane;
constexpr unsigned kMask = 0xFFFFFFFFu;

struct Header { uint32_t first; int bits; int offset; };

template <typename T, typename Op>
__device__ T allReduce(T v, Op op)
{
    for (int o = kWarp / 2; o; o >>= 1)
        v = op(v, __shfl_xor_sync(kMask, v, o));
    return v;
}

__device__ uint32_t exclusiveSum(uint32_t v, int lane)
{
    const uint32_t own = v;
    for (int o = 1; o < kWarp; o += o) {
        const uint32_t t = __shfl_up_sync(kMask, v, o);
        v += lane >= o ? t : 0;
    }
    return v - own;
}

// room for the worst case is kBlock words per block
__global__ void pack(const uint32_t *in, int blocks, Header *headers, uint32_t *packed)
{
    const int lane = threadIdx.x % kWarp;
    const int b = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
    if (b >= blocks)
        return;
    const uint32_t *src = in + b * kBlock;
    uint32_t delta[kPerLane], widest = 0;
    for (int k = 0; k < kPerLane; k++) {
        const int i = lane * kPerLane + k;
        delta[k] = i ? src[i] - src[i - 1] : 0;
        widest |= delta[k];
    }
    widest = allReduce(widest, [](uint32_t x, uint32_t y) { return x | y; });
    const int bits = 32 - __clz(widest);
    uint32_t *dst = packed + b * kBlock;
    for (int w = lane; w < bits * kPerLane; w += kWarp)
        dst[w] = 0;
    __syncwarp();
    for (int k = 0; k < kPerLane; k++) {
        const int bit = (lane * kPerLane + k) * bits, word = bit / 32, shift = bit % 32;
        if (bits) {
            atomicOr(dst + word, delta[k] << shift);
            if (shift + bits > 32)
                atomicOr(dst + word + 1, delta[k] >> (32 - shift));
        }
    }
    if (lane == 0)
        headers[b] = Header{src[0], bits, b * kBlock};
}

__global__ void unpack(const Header *headers, const uint32_t *packed, int blocks, uint32_t *out)
{
    const int lane = threadIdx.x % kWarp;
    for (int b = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp; b < blocks; b += gridDim.x * (blockDim.x / kWarp)) {
        const Header h = headers[b];
        const uint32_t *src = packed + h.offset;
        const uint32_t mask = h.bits == 32 ? ~0u : (1u << h.bits) - 1;
        uint32_t v[kPerLane], sum = 0;
        for (int k = 0; k < kPerLane; k++) {
            uint32_t d = 0;
            if (h.bits) {
                const int bit = (lane * kPerLane + k) * h.bits, word = bit / 32, shift = bit % 32;
                d = src[word] >> shift;
                if (shift + h.bits > 32)
                    d |= src[word + 1] << (32 - shift);
                d &= mask;
            }
            v[k] = sum += d;
        }
        const uint32_t base = h.first + exclusiveSum(sum, lane);
        for (int k = 0; k < kPerLane; k++)
            out[b * kBlock + lane * kPerLane + k] = base + v[k];
    }
}
} // namespace codec

int main()
{
    using namespace codec;
    const int blocks = 13, n = blocks * kBlock;
    uint32_t *in, *packed, *out;
    Header *headers;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&packed, n * sizeof *packed);
    cudaMallocManaged(&out, n * sizeof *out);
    cudaMallocManaged(&headers, blocks * sizeof *headers);
    uint32_t x = 17;
    for (int i = 0; i < n; i++) {
        const int width = i / kBlock * 2;
        x += width ? (uint32_t)(i * 2654435761u) >> (32 - width) : 0;
        in[i] = x;
    }
    pack<<<(blocks + 2) / 3, 3 * kWarp>>>(in, blocks, headers, packed);
    unpack<<<2, 2 * kWarp>>>(headers, packed, blocks, out);
    cudaDeviceSynchronize();
    int wrong = 0, bits = 0;
    for (int b = 0; b < blocks; b++) {
        uint32_t most = 0;
        for (int i = 1; i < kBlock; i++)
            most |= in[b * kBlock + i] - in[b * kBlock + i - 1];
        int want = 0;
        while (most >> want)
            want++;
        wrong += headers[b].bits != want;
        bits += headers[b].bits * kBlock;
    }
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];
    printf("%d values in %d bits, wrong %d\n", n, bits, wrong);
    cudaFree(in); cudaFree(packed); cudaFree(out); cudaFree(headers);
    return wrong != 0;
}
