// Ray-like work items by material: a tile of 32 is split with binary_partition (hit or miss) and labeled_partition (material);
// groups take output space with one atomic, sum with cg::reduce and number themselves with cg::exclusive_scan.
#include <cstdio>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kMaterials = 5, kThreads = 96;

struct Output {
    int *items;      // kMaterials lists, one behind the other
    int *count;      // of each
    int *energy;     // of each
    unsigned *misses; // one word for 32 items
    int *bytes;      // where the payload of an item starts within its tile of 8
};

__host__ __device__ inline int material(int i) { return i * i % 7 % kMaterials; }
__host__ __device__ inline bool hits(int i) { return i * 13 % 11 > 2; }
__host__ __device__ inline int energy(int i) { return 100 + i * 37 % 61; }

__global__ void shade(int n, Output out)
{
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int i = block.group_index().x * block.size() + block.thread_rank();
    const bool hit = i < n && hits(i);

    const auto side = cg::binary_partition(warp, hit);
    if (!hit) {
        if (side.thread_rank() == 0)
            out.misses[i / 32] = side.size();
    } else {
        const auto same = cg::labeled_partition(side, material(i));
        const int m = material(i);
        const int sum = cg::reduce(same, energy(i), cg::plus<int>());
        int base = 0;
        if (same.thread_rank() == 0) {
            base = atomicAdd(out.count + m, (int)same.size());
            atomicAdd(out.energy + m, sum);
        }
        base = same.shfl(base, 0);
        out.items[m * n + base + same.thread_rank()] = i;
    }
    warp.sync();
    const auto tile = cg::tiled_partition<8>(warp);
    const int at = cg::exclusive_scan(tile, 4 + i % 3, cg::plus<int>());
    if (i < n)
        out.bytes[i] = at;
}

__global__ void best_of_tiles(const int *value, int n, int *best)
{
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int most = cg::reduce(tile, i < n ? value[i] : 0, cg::greater<int>());
    if (tile.thread_rank() == 0 && i < n)
        best[tile.meta_group_rank() + blockIdx.x * tile.meta_group_size()] = most;
}

int main()
{
    const int n = 400, blocks = (n + kThreads - 1) / kThreads, words = blocks * kThreads / 32;
    Output out;
    int *best;
    cudaMallocManaged(&out.items, kMaterials * n * sizeof(int));
    cudaMallocManaged(&out.count, kMaterials * sizeof(int));
    cudaMallocManaged(&out.energy, kMaterials * sizeof(int));
    cudaMallocManaged(&out.misses, words * sizeof(unsigned));
    cudaMallocManaged(&out.bytes, n * sizeof(int));
    cudaMallocManaged(&best, blocks * kThreads / 16 * sizeof(int));
    for (int m = 0; m < kMaterials; m++)
        out.count[m] = out.energy[m] = 0;
    for (int w = 0; w < words; w++)
        out.misses[w] = 0;
    shade<<<blocks, kThreads>>>(n, out);
    best_of_tiles<<<blocks, kThreads>>>(out.bytes, n, best);
    cudaDeviceSynchronize();
    int wrong = 0, total = 0;
    for (int m = 0; m < kMaterials; m++) {
        std::vector<int> seen(n);
        int count = 0, sum = 0;
        for (int k = 0; k < out.count[m]; k++)
            seen[out.items[m * n + k]]++;
        for (int i = 0; i < n; i++) {
            const bool mine = hits(i) && material(i) == m;
            wrong += seen[i] != mine;
            count += mine;
            sum += mine ? energy(i) : 0;
        }
        wrong += count != out.count[m] || sum != out.energy[m];
        total += count;
        printf("material %d: %d hits, energy %d\n", m, out.count[m], out.energy[m]);
    }
    for (int w = 0; w < words; w++) {
        unsigned misses = 0;
        for (int i = w * 32; i < w * 32 + 32; i++)
            misses += !(i < n && hits(i));
        wrong += misses != out.misses[w];
    }
    for (int i = 0, at = 0; i < n; i++) {
        at = i % 8 ? at + 4 + (i - 1) % 3 : 0;
        wrong += at != out.bytes[i];
    }
    for (int t = 0; t < (n + 15) / 16; t++) {
        int most = 0;
        for (int i = t * 16; i < t * 16 + 16 && i < n; i++)
            most = out.bytes[i] > most ? out.bytes[i] : most;
        wrong += most != best[t];
    }
    printf("%d hits, misses of the last word %u, wrong %d\n", total, out.misses[words - 1], wrong);
    cudaFree(out.items); cudaFree(out.count); cudaFree(out.energy); cudaFree(out.misses); cudaFree(out.bytes);
    cudaFree(best);
    return wrong != 0;
}
