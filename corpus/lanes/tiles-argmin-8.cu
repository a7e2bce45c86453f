// Nearest centre for every point: a tile of eight threads shares a point, four tiles to a warp (cooperative groups).
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <typename Tile>
__device__ int nearest(Tile tile, float distance, int index)
{
    for (int i = tile.size() / 2; i > 0; i >>= 1) {
        const float d = tile.shfl_xor(distance, i);
        const int k = tile.shfl_xor(index, i);
        if (d < distance || (d == distance && k < index)) {
            distance = d;
            index = k;
        }
    }
    return index;
}

__global__ void assign(const float *points, int n, const float *centres, int k, int *label, int *moved)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int i = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (i >= n)
        return;
    float best = 1e30f;
    int at = k;
    for (int c = tile.thread_rank(); c < k; c += tile.size()) {
        const float d = (points[i] - centres[c]) * (points[i] - centres[c]);
        if (d < best) {
            best = d;
            at = c;
        }
    }
    at = nearest(tile, best, at);
    tile.sync();
    if (tile.thread_rank() == 0) {
        if (label[i] != at)
            atomicAdd(moved, 1);
        label[i] = at;
    }
}

int main()
{
    const int n = 101, k = 21;
    float *points, *centres;
    int *label, *moved, wrong = 0, expectedMoved = 0, check = 0;
    cudaMallocManaged(&points, n * sizeof(float));
    cudaMallocManaged(&centres, k * sizeof(float));
    cudaMallocManaged(&label, n * sizeof(int));
    cudaMallocManaged(&moved, sizeof(int));
    *moved = 0;
    for (int i = 0; i < n; i++) {
        points[i] = (float)((i * 37) % 256);
        label[i] = i % k;
    }
    for (int c = 0; c < k; c++)
        centres[c] = (float)((c * 53) % 256);
    assign<<<(n + 11) / 12, 96>>>(points, n, centres, k, label, moved);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int at = 0;
        for (int c = 1; c < k; c++)
            if ((points[i] - centres[c]) * (points[i] - centres[c]) < (points[i] - centres[at]) * (points[i] - centres[at]))
                at = c;
        wrong += label[i] != at;
        expectedMoved += at != i % k;
        check = (check * 31 + label[i]) % 1000003;
    }
    wrong += *moved != expectedMoved;
    printf("moved %d, wrong: %d, check %d\n", *moved, wrong, check);
    cudaFree(points);
    cudaFree(centres);
    cudaFree(label);
    cudaFree(moved);
    return wrong != 0;
}
