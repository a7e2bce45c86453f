// Tiles of 32 whose shuffles reach 32 lanes and more: CUDA takes the low five bits of a distance (cooperative groups).
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void gather(const int *in, int *up, int *down, int *across, int distance)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int own = in[i];
    up[i] = tile.shfl_up(own, distance);
    down[i] = tile.shfl_down(own, distance + 1);
    across[i] = tile.shfl_xor(own, distance) + tile.shfl_xor(own, 35);
}

int main()
{
    const int n = 128;
    int *in, *up, *down, *across, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&up, n * sizeof(int));
    cudaMallocManaged(&down, n * sizeof(int));
    cudaMallocManaged(&across, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = i * 7 + 1;
    for (int distance = 0; distance < 100; distance += 9) {
        gather<<<2, 64>>>(in, up, down, across, distance);
        cudaDeviceSynchronize();
        const int low = distance % 32, next = (distance + 1) % 32;
        for (int i = 0; i < n; i++) {
            const int lane = i % 32;
            wrong += up[i] != in[lane < low ? i : i - low];
            wrong += down[i] != in[lane + next > 31 ? i : i + next];
            wrong += across[i] != in[i ^ low] + in[i ^ 3];
        }
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
