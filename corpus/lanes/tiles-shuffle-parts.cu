// Records of several shapes handed around in tiles and coalesced groups: parts, elements and results of class types.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

struct Ray {
    float3 from;
    short id;
};
struct Node {
    uint4 words;
    float4 box[2];
    Ray ray;
};

__device__ float4 grown(float4 box, float by)
{
    return make_float4(box.x - by, box.y - by, box.z + by, box.w + by);
}
__device__ Ray ray_of(int k)
{
    Ray ray;
    ray.from = make_float3(k, 2 * k, 3 * k);
    ray.id = (short)(k + 100);
    return ray;
}
__device__ Node node_of(int k)
{
    Node node;
    node.words = make_uint4(k, k + 1, k + 2, k + 3);
    node.box[0] = make_float4(k, k + 0.25f, k + 0.5f, k + 0.75f);
    node.box[1] = make_float4(-k, 1 - k, 2 - k, 3 - k);
    node.ray = ray_of(k);
    return node;
}
__device__ float total(float4 v) { return v.x + 10 * v.y + 100 * v.z + 1000 * v.w; }

__global__ void hand(float *out, int n)
{
    const int t = threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto four = cg::tiled_partition<4>(cg::this_thread_block());
    Node node = node_of(t), other[2] = {node_of(2 * t), node_of(3 * t)};
    const Node *p = &node;
    float *mine = out + 12 * t;
    const uint4 words = four.shfl_xor(node.words, 1);
    mine[0] = words.x + words.w;
    mine[1] = four.shfl_xor(node.words.y, 1);
    mine[2] = total(warp.shfl(other[1].box[0], 2));
    mine[3] = total(warp.shfl(grown(node.box[1], 1), 5));
    mine[4] = four.shfl_down(ray_of(t), 1).from.y;
    mine[5] = warp.shfl_up(p->ray, 3).id;
    mine[6] = total(four.shfl(p->box[1], 2));
    mine[7] = warp.shfl(other[0].ray, 31).from.z;
    mine[8] = four.shfl(p->ray.from, 1).z;
    mine[9] = total(warp.shfl_xor((node.box[0]), 16));
    mine[10] = mine[11] = -1;
    if (t % 3 == 0 && t < n) {
        cg::coalesced_group some = cg::coalesced_threads();
        mine[10] = total(some.shfl(p->box[0], 1));
        mine[11] = some.shfl_down(ray_of(t), 1).id;
    }
}

int main()
{
    const int threads = 96, n = 80;
    float *out;
    int wrong = 0;
    double sum = 0;
    cudaMallocManaged(&out, 12 * threads * sizeof(float));
    hand<<<1, threads>>>(out, n);
    cudaDeviceSynchronize();
    for (int t = 0; t < threads; t++) {
        const int w = t / 32 * 32, f = t / 4 * 4, x = t ^ 1, next = t % 4 < 3 ? t + 1 : t;
        const int second = w + (w % 3 == 0 ? 3 : w % 3 == 1 ? 5 : 4);
        int later = t + 3;
        if (later / 32 != t / 32 || later >= n)
            later = t;
        auto box = [](float k) { return 1111 * k + 2.5f + 50 + 750; };
        const int down = 1 - (f + 2);
        const float want[12] = {
            2.f * x + 3, x + 1.f, box(3.f * (w + 2)),
            -1111.f * (w + 5) + 3210 - 11 + 1100, 2.f * next, (t % 32 < 3 ? t : t - 3) + 100.f,
            -(f + 2.f) + 10.f * down + 100.f * (down + 1) + 1000.f * (down + 2), 3 * 2.f * (w + 31), 3.f * (f + 1),
            box(t ^ 16), t % 3 == 0 && t < n ? box(second) : -1, t % 3 == 0 && t < n ? later + 100.f : -1};
        for (int k = 0; k < 12; k++) {
            wrong += out[12 * t + k] != want[k];
            sum += out[12 * t + k] * (k + 1);
        }
    }
    printf("sum %.2f, wrong: %d\n", sum, wrong);
    cudaFree(out);
    return wrong != 0;
}
