// Blocks of 8 x 8 x 2 threads: warps are runs of the linear index, half a layer each.
#include <cstdio>
#include <cuda_runtime.h>

static const int WarpSize = 32;

__device__ __forceinline__ unsigned linearThread()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__global__ void layers(const int *cells, int *order, int *most)
{
    const unsigned tid = linearThread(), lane = tid % WarpSize, warp = tid / WarpSize;
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    __shared__ int counts[WarpSize];
    const int cell = cells[blockIdx.x * threads + tid];
    const unsigned alive = __ballot_sync(0xffffffffu, cell > 0);
    int high = cell;
    for (int o = WarpSize / 2; o > 0; o /= 2)
        high = max(high, __shfl_down_sync(0xffffffffu, high, o));
    if (lane == 0) {
        counts[warp] = __popc(alive);
        atomicMax(&most[blockIdx.x], high);
    }
    __syncthreads();
    int before = 0;
    for (unsigned w = 0; w < warp; w++)
        before += counts[w];
    order[blockIdx.x * threads + tid] = cell > 0 ? before + __popc(alive & ((1u << lane) - 1u)) : -1;
}

int main()
{
    const int blocks = 3, threads = 8 * 8 * 2, n = blocks * threads;
    int *cells, *order, *most, wrong = 0;
    cudaMallocManaged(&cells, n * sizeof(int));
    cudaMallocManaged(&order, n * sizeof(int));
    cudaMallocManaged(&most, blocks * sizeof(int));
    for (int i = 0; i < n; i++)
        cells[i] = (i * 19 + i / 7) % 31 - 14;
    for (int b = 0; b < blocks; b++)
        most[b] = -100;
    layers<<<blocks, dim3(8, 8, 2)>>>(cells, order, most);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++) {
        int alive = 0, high = -100;
        for (int i = b * threads; i < (b + 1) * threads; i++) {
            high = cells[i] > high ? cells[i] : high;
            wrong += order[i] != (cells[i] > 0 ? alive++ : -1);
        }
        wrong += most[b] != high;
        printf("block %d: %d alive, most %d\n", b, alive, most[b]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(cells);
    cudaFree(order);
    cudaFree(most);
    return wrong != 0;
}
