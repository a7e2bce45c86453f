// CRC-32 of a block of data: a piece a lane, then the pieces are combined in pairs by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

#define POLY 0xEDB88320u
#define PIECE 8

__host__ __device__ inline unsigned addByte(unsigned crc, unsigned char byte)
{
    crc ^= byte;
    for (int k = 0; k < 8; k++)
        crc = crc & 1 ? crc >> 1 ^ POLY : crc >> 1;
    return crc;
}

// crc after `bytes` zero bytes more
__device__ unsigned advance(unsigned crc, int bytes)
{
    for (int k = 0; k < bytes; k++)
        crc = addByte(crc, 0);
    return crc;
}

__global__ void crc(const unsigned char *data, unsigned *result)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned c = lane == 0 ? ~0u : 0u;
    for (int k = 0; k < PIECE; k++)
        c = addByte(c, data[i * PIECE + k]);
    for (int step = 1; step < 32; step <<= 1) {
        const unsigned right = __shfl_down_sync(0xffffffffu, c, step);
        if ((lane & (2 * step - 1)) == 0)
            c = advance(c, step * PIECE) ^ right;
    }
    if (lane == 0)
        result[i / 32] = ~c;
}

int main()
{
    const int warps = 6, n = warps * 32 * PIECE;
    unsigned char *data;
    unsigned *result;
    int wrong = 0;
    cudaMallocManaged(&data, n);
    cudaMallocManaged(&result, warps * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        data[i] = (unsigned char)(i * 31 + i / 77);
    crc<<<2, 96>>>(data, result);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++) {
        unsigned expected = ~0u;
        for (int i = w * 32 * PIECE; i < (w + 1) * 32 * PIECE; i++)
            expected = addByte(expected, data[i]);
        wrong += result[w] != ~expected;
        printf("%08x\n", result[w]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(data);
    cudaFree(result);
    return wrong != 0;
}
