// Transpose of a 32 x 32 matrix of bits: row k of the result is the ballot of everybody's bit k.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void transposeBits(const uint32_t *in, uint32_t *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    const uint32_t row = in[i];
    uint32_t result = 0;
    for (int k = 0; k < 32; k++) {
        uint32_t column = __ballot_sync(0xffffffff, row >> k & 1);
        if (lane == k)
            result = column;
    }
    out[i] = result;
}

int main()
{
    const int n = 192;
    static uint32_t h[n], result[n];
    uint32_t seed = 17, sum = 0;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = seed ^ seed >> 13;
    }
    uint32_t *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    transposeBits<<<2, n / 2>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n; w += 32)
        for (int r = 0; r < 32; r++) {
            uint32_t expected = 0;
            for (int c = 0; c < 32; c++)
                expected |= (h[w + c] >> r & 1u) << c;
            wrong += result[w + r] != expected;
            sum = sum * 31 + result[w + r];
        }
    printf("wrong: %d, checksum %08x\n", wrong, (unsigned)sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
