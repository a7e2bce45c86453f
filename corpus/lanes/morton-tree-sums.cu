// Sums over the squares of a quadtree in Morton order: each level of a warp's tree is two shuffles.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define WARP_MASK 0xFFFFFFFFu

__host__ __device__ inline unsigned spread(unsigned x)
{
    x = (x | x << 4) & 0x0f0fu;
    x = (x | x << 2) & 0x3333u;
    return (x | x << 1) & 0x5555u;
}

__host__ __device__ inline unsigned gather(unsigned x)
{
    x &= 0x5555u;
    x = (x | x >> 1) & 0x3333u;
    x = (x | x >> 2) & 0x0f0fu;
    return (x | x >> 4) & 0x00ffu;
}

__global__ void quadSums(const int *image, int width, int *level1, int *level2)
{
    const unsigned code = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % WARP_SIZE;
    const unsigned x = gather(code), y = gather(code >> 1);
    int sum = image[y * width + x];
    sum += __shfl_xor_sync(WARP_MASK, sum, 1);
    sum += __shfl_xor_sync(WARP_MASK, sum, 2);
    if (lane % 4 == 0)
        level1[code / 4] = sum;
    // the squares of the next level are put side by side in the first lanes
    int next = __shfl_sync(WARP_MASK, sum, lane * 4 % WARP_SIZE);
    next += __shfl_down_sync(WARP_MASK, next, 1);
    next += __shfl_down_sync(WARP_MASK, next, 2);
    if (lane == 0 || lane == 4)
        level2[code / 16 + lane / 4] = next;
}

int main()
{
    const int width = 16, n = width * width;
    int *image, *level1, *level2, wrong = 0;
    cudaMallocManaged(&image, n * sizeof(int));
    cudaMallocManaged(&level1, n / 4 * sizeof(int));
    cudaMallocManaged(&level2, n / 16 * sizeof(int));
    for (int i = 0; i < n; i++)
        image[i] = (i * 29) % 43;
    quadSums<<<2, n / 2>>>(image, width, level1, level2);
    cudaDeviceSynchronize();
    int expected1[n / 4] = {}, expected2[n / 16] = {};
    for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++) {
            const unsigned code = spread(x) | spread(y) << 1;
            expected1[code / 4] += image[y * width + x];
            expected2[code / 16] += image[y * width + x];
        }
    for (int i = 0; i < n / 4; i++)
        wrong += level1[i] != expected1[i];
    for (int i = 0; i < n / 16; i++) {
        wrong += level2[i] != expected2[i];
        printf("%d%c", level2[i], i % 8 == 7 ? '\n' : ' ');
    }
    printf("wrong: %d\n", wrong);
    cudaFree(image);
    cudaFree(level1);
    cudaFree(level2);
    return wrong != 0;
}
