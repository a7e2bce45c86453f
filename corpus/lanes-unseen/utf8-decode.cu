// UTF-8 to UTF-32: lanes look at the bytes of their neighbours by shuffles, the leading bytes write code points.
#include <cstdio>
#include <cstdint>
#include <string>
#include <vector>
#include <cuda_runtime.h>

enum : unsigned { ALL_LANES = ~0u };

__device__ unsigned lane_id()
{
    unsigned r;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}

__device__ unsigned lanes_before()
{
    unsigned r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}

__device__ int sequence_length(uint8_t b)
{
    return b < 0x80 ? 1 : b < 0xc0 ? 0 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
}

// A warp advances by 29 bytes, so that the last of them sees the three bytes behind it in the lanes above.
__global__ void decode(const uint8_t *in, int bytes, uint32_t *out, int *total, int *emitted)
{
    const int STEP = 29;
    const int warp = threadIdx.x >> 5;
    const unsigned lane = lane_id();
    __shared__ int warp_total[8];
    __shared__ int base;
    if (threadIdx.x == 0)
        base = 0;
    __syncthreads();

    const int warps = blockDim.x >> 5;
    for (int start = 0; start < bytes; start += STEP * warps) {
        const int i = start + warp * STEP + lane;
        uint32_t b = i < bytes ? in[i] : 0x80;
        const int len = lane < STEP ? sequence_length(b) : 0;
        const uint32_t b1 = __shfl_down_sync(ALL_LANES, b, 1) & 0x3f;
        const uint32_t b2 = __shfl_down_sync(ALL_LANES, b, 2) & 0x3f;
        const uint32_t b3 = __shfl_down_sync(ALL_LANES, b, 3) & 0x3f;
        uint32_t cp = b;
        if (len == 2) cp = (b & 0x1f) << 6 | b1;
        if (len == 3) cp = (b & 0x0f) << 12 | b1 << 6 | b2;
        if (len == 4) cp = (b & 0x07) << 18 | b1 << 12 | b2 << 6 | b3;
        const unsigned leads = __ballot_sync(ALL_LANES, len > 0);
        if (lane == 0)
            warp_total[warp] = __popc(leads);
        __syncthreads();
        int offset = base;
        for (int w = 0; w < warp; w++)
            offset += warp_total[w];
        if (len)
            out[offset + __popc(leads & lanes_before())] = cp;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1)
            base = offset + __popc(leads);
        if (lane == 0)
            atomicAdd(emitted, __popc(leads));
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total = base;
}

static void encode(std::string &s, uint32_t c)
{
    if (c < 0x80)
        s += (char)c;
    else if (c < 0x800)
        s += (char)(0xc0 | c >> 6), s += (char)(0x80 | (c & 0x3f));
    else if (c < 0x10000)
        s += (char)(0xe0 | c >> 12), s += (char)(0x80 | (c >> 6 & 0x3f)), s += (char)(0x80 | (c & 0x3f));
    else
        s += (char)(0xf0 | c >> 18), s += (char)(0x80 | (c >> 12 & 0x3f)), s += (char)(0x80 | (c >> 6 & 0x3f)), s += (char)(0x80 | (c & 0x3f));
}

int main()
{
    std::vector<uint32_t> want;
    std::string text;
    for (uint32_t i = 0; i < 500; i++) {
        const uint32_t limit[] = {0x7f, 0x7ff, 0xd000, 0x10ffff};
        want.push_back(i * i * 2654435761u % limit[(i ^ i / 9) % 4] + 1);
        encode(text, want.back());
    }
    uint8_t *in;
    uint32_t *out;
    int *counts;
    cudaMalloc((void **)&in, text.size());
    cudaMalloc((void **)&out, text.size() * sizeof(uint32_t));
    cudaMalloc((void **)&counts, 2 * sizeof(int));
    cudaMemcpy(in, text.data(), text.size(), cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, 2 * sizeof(int));
    decode<<<1, 160>>>(in, (int)text.size(), out, counts, counts + 1);
    int got[2];
    cudaMemcpy(got, counts, sizeof got, cudaMemcpyDeviceToHost);
    std::vector<uint32_t> result(text.size());
    cudaMemcpy(result.data(), out, text.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    int wrong = got[0] != (int)want.size() || got[1] != got[0];
    for (size_t i = 0; i < want.size(); i++)
        wrong += result[i] != want[i];
    printf("%zu bytes, %d code points (%d emitted), wrong %d\n", text.size(), got[0], got[1], wrong);
    cudaFree(in); cudaFree(out); cudaFree(counts);
    return wrong != 0;
}
