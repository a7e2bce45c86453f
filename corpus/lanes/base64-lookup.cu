// Base64 with the alphabet in the registers of a warp: two characters a lane, looked up by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_MASK 0xffffffff

__constant__ char kAlphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

__device__ __forceinline__ char lookup(int low, int high, unsigned index)
{
    const int a = __shfl_sync(WARP_MASK, low, index & 31), b = __shfl_sync(WARP_MASK, high, index & 31);
    return (char)(index >> 5 ? b : a);
}

// 24 bytes of a warp become 32 characters.
__global__ void encode(const unsigned char *in, char *out, int groups)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int low = kAlphabet[lane], high = kAlphabet[lane + 32];
    for (int g = blockIdx.x * (blockDim.x >> 5) + warp; g < groups; g += gridDim.x * (blockDim.x >> 5)) {
        const unsigned byte = lane < 24 ? in[g * 24 + lane] : 0;
        const int first = lane * 6 / 8, shift = lane * 6 % 8;
        const unsigned x = __shfl_sync(WARP_MASK, byte, first), y = __shfl_sync(WARP_MASK, byte, first + 1);
        const unsigned six = (x << 8 | y) >> (10 - shift) & 63;
        out[g * 32 + lane] = lookup(low, high, six);
    }
}

int main()
{
    const int groups = 11;
    unsigned char *in;
    char *out;
    int wrong = 0;
    const char *alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    cudaMallocManaged(&in, groups * 24);
    cudaMallocManaged(&out, groups * 32);
    for (int i = 0; i < groups * 24; i++)
        in[i] = (unsigned char)(i * 97 + i / 5);
    encode<<<2, 64>>>(in, out, groups);
    cudaDeviceSynchronize();
    for (int i = 0; i < groups * 24; i += 3) {
        const unsigned three = in[i] << 16 | in[i + 1] << 8 | in[i + 2];
        for (int k = 0; k < 4; k++)
            wrong += out[i / 3 * 4 + k] != alphabet[three >> (18 - 6 * k) & 63];
    }
    for (int g = 0; g < groups; g++)
        printf("%.32s\n", out + g * 32);
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
