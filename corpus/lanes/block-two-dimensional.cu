// Blocks of 16 x 4 threads: two rows make a warp, and each row is summed by its 16 lanes, then the whole warp.
#include <cstdio>
#include <cuda_runtime.h>

#define TILE_X 16
#define TILE_Y 4

__global__ void tileSums(const float *image, int width, float *rowSums, float *warpSums)
{
    const int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    const int lane = tid & 31, warp = tid >> 5;
    float v = image[y * width + x];
    for (int o = TILE_X / 2; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, o);
    if (threadIdx.x == 0)
        rowSums[y * gridDim.x + blockIdx.x] = v;
    v += __shfl_xor_sync(0xffffffff, v, 16);
    const unsigned big = __ballot_sync(0xffffffff, image[y * width + x] > 20);
    if (lane == 0)
        warpSums[(blockIdx.y * gridDim.x + blockIdx.x) * 2 + warp] = v + 1000 * __popc(big);
}

int main()
{
    const int width = 48, height = 20, across = width / TILE_X, down = height / TILE_Y;
    float *image, *rowSums, *warpSums;
    int wrong = 0;
    cudaMallocManaged(&image, width * height * sizeof(float));
    cudaMallocManaged(&rowSums, across * height * sizeof(float));
    cudaMallocManaged(&warpSums, across * down * 2 * sizeof(float));
    for (int i = 0; i < width * height; i++)
        image[i] = (float)((i * 13 + i / width) % 27);
    tileSums<<<dim3(across, down), dim3(TILE_X, TILE_Y)>>>(image, width, rowSums, warpSums);
    cudaDeviceSynchronize();
    for (int by = 0; by < down; by++)
        for (int bx = 0; bx < across; bx++)
            for (int w = 0; w < 2; w++) {
                float both = 0;
                for (int y = by * TILE_Y + w * 2; y < by * TILE_Y + w * 2 + 2; y++) {
                    float row = 0;
                    for (int x = bx * TILE_X; x < (bx + 1) * TILE_X; x++) {
                        row += image[y * width + x];
                        both += image[y * width + x] > 20 ? 1000 : 0;
                    }
                    wrong += rowSums[y * across + bx] != row;
                    both += row;
                }
                wrong += warpSums[(by * across + bx) * 2 + w] != both;
                printf("%g ", both);
            }
    printf("wrong: %d\n", wrong);
    cudaFree(image);
    cudaFree(rowSums);
    cudaFree(warpSums);
    return wrong != 0;
}
