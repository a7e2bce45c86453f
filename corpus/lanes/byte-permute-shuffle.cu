// Unaligned copies and byte swaps: words come from neighbouring lanes and are put together by byte permutes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shiftBytes(const unsigned *in, unsigned *out, int by)
{
    const int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned word = in[i];
    const unsigned next = __shfl_sync(0xffffffffu, word, (lane + 1) & 31);
    const unsigned selectors[4] = {0x3210, 0x4321, 0x5432, 0x6543};
    out[i] = __byte_perm(word, next, selectors[by]);
}

__global__ void shiftBits(const unsigned *in, unsigned *out, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned word = in[i];
    unsigned next = __shfl_down_sync(0xffffffffu, word, 1);
    if (threadIdx.x % 32 == 31)
        next = 0;
    out[i] = __funnelshift_r(word, next, by);
}

__global__ void bigEndianSum(const unsigned *in, unsigned *out)
{
    unsigned sum = __byte_perm(in[blockIdx.x * blockDim.x + threadIdx.x], 0, 0x0123);
    for (int d = 1; d < 32; d += d)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0)
        out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = __byte_perm(sum, 0, 0x0123);
}

int main()
{
    const int n = 192;
    unsigned *in, *out, check = 0;
    int wrong = 0;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        in[i] = (i + 1) * 2654435761u;
    const unsigned char *bytes = (const unsigned char *)in;
    for (int by = 1; by < 4; by++) {
        shiftBytes<<<2, 96>>>(in, out, by);
        cudaDeviceSynchronize();
        for (int b = 0; b < n * 4; b++) {
            wrong += ((unsigned char *)out)[b] != bytes[b / 128 * 128 + (b + by) % 128];
            check = check * 31 + ((unsigned char *)out)[b];
        }
    }
    shiftBits<<<2, 96>>>(in, out, 11);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        wrong += out[i] != (in[i] >> 11 | (i % 32 == 31 ? 0 : in[i + 1] << 21));
        check = check * 31 + out[i];
    }
    bigEndianSum<<<2, 96>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < n / 32; w++) {
        unsigned sum = 0;
        for (int i = w * 32; i < w * 32 + 32; i++)
            sum += bytes[i * 4] << 24 | bytes[i * 4 + 1] << 16 | bytes[i * 4 + 2] << 8 | bytes[i * 4 + 3];
        const unsigned char *got = (const unsigned char *)&out[w];
        wrong += sum != ((unsigned)got[0] << 24 | got[1] << 16 | got[2] << 8 | got[3]);
    }
    printf("wrong: %d, check %u\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
