// Base64: a warp reads 24 words (96 bytes) and writes 32 words of four characters, lane i needs bytes 3 i .. 3 i + 2
// from one or two other lanes. Decoding goes the other way and votes on bad characters.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <cuda_runtime.h>

#define WARP_MASK 0xffffffffu

__device__ const char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

__global__ void encode(const uint32_t *in, uint32_t *out, int chunks)
{
    const int lane = threadIdx.x & 31;
    const int warps = gridDim.x * blockDim.x >> 5;
    for (int c = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; c < chunks; c += warps) {
        const uint32_t mine = lane < 24 ? in[c * 24 + lane] : 0;
        const int first = 3 * lane; // byte
        const uint32_t lo = __shfl_sync(WARP_MASK, mine, first / 4);
        const uint32_t hi = __shfl_sync(WARP_MASK, mine, (first + 2) / 4);
        const uint32_t b = __funnelshift_r(lo, hi, 8 * (first % 4));
        // bytes come in memory order, the first one is the most significant
        const uint32_t v = (b & 0xff) << 16 | (b & 0xff00) | (b >> 16 & 0xff);
        uint32_t w = 0;
        for (int k = 0; k < 4; k++)
            w |= (uint32_t)(unsigned char)alphabet[v >> (18 - 6 * k) & 63] << 8 * k;
        out[c * 32 + lane] = w;
    }
}

__device__ int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

__global__ void decode(const uint32_t *in, uint32_t *out, int chunks, unsigned *bad)
{
    const int lane = threadIdx.x & 31;
    const int c = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (c >= chunks)
        return;
    const uint32_t w = in[c * 32 + lane];
    uint32_t v = 0;
    bool fine = true;
    for (int k = 0; k < 4; k++) {
        const int d = value_of((char)(w >> 8 * k));
        fine &= d >= 0;
        v = v << 6 | (d & 63);
    }
    const unsigned failing = __ballot_sync(WARP_MASK, !fine);
    if (failing) {
        if (lane == __ffs(failing) - 1)
            bad[c] = failing;
        return;
    }
    v = (v >> 16 & 0xff) | (v & 0xff00) | (v & 0xff) << 16;
    // word j of the output is made of triples 4 j / 3 and the next one
    const int triple = 4 * lane / 3, skip = 4 * lane % 3;
    const uint32_t a = __shfl_sync(WARP_MASK, v, triple & 31);
    const uint32_t b = __shfl_sync(WARP_MASK, v, (triple + 1) & 31);
    if (lane < 24)
        out[c * 24 + lane] = a >> 8 * skip | b << 8 * (3 - skip);
}

int main()
{
    const int chunks = 7, bytes = chunks * 96, chars = chunks * 128;
    unsigned char *in, *back;
    char *text;
    unsigned *bad;
    cudaMallocManaged(&in, bytes);
    cudaMallocManaged(&back, bytes);
    cudaMallocManaged(&text, chars);
    cudaMallocManaged(&bad, chunks * sizeof(unsigned));
    for (int i = 0; i < bytes; i++)
        in[i] = (unsigned char)(i * i + 3 * (i >> 4));
    memcpy(in, "Many hands make light work.....", 31);
    memset(back, 0, bytes);
    memset(bad, 0, chunks * sizeof(unsigned));
    encode<<<1, 96>>>((const uint32_t *)in, (uint32_t *)text, chunks);
    cudaDeviceSynchronize();
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int wrong = 0;
    for (int i = 0; i < chars; i++) {
        const int bit = 6 * i, byte = bit / 8;
        const int two = in[byte] << 8 | (byte + 1 < bytes ? in[byte + 1] : 0);
        wrong += text[i] != digits[two >> (10 - bit % 8) & 63];
    }
    printf("%.32s\n", text);
    text[3 * 128 + 77] = '*';
    text[3 * 128 + 5] = '-';
    decode<<<4, 64>>>((const uint32_t *)text, (uint32_t *)back, chunks, bad);
    cudaDeviceSynchronize();
    for (int c = 0; c < chunks; c++) {
        wrong += (bad[c] != 0) != (c == 3);
        if (!bad[c])
            wrong += memcmp(in + c * 96, back + c * 96, 96) != 0;
        else
            printf("chunk %d is bad: %08x\n", c, bad[c]);
    }
    wrong += bad[3] != (1u << 77 / 4 | 1u << 5 / 4);
    printf("wrong: %d\n", wrong);
    cudaFree(in); cudaFree(back); cudaFree(text); cudaFree(bad);
    return wrong != 0;
}
