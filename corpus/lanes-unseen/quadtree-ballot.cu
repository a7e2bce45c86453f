// Quadtree build, level by level: a warp sorts the points of a node into four children with a ballot per quadrant;
// counts first, then stable writes into the other buffer. Small nodes become leaves.
#include <cstdio>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

struct Node {
    int begin, end, x0, y0, size, child; // child: index of the first of four, or -1
};

template <int WARP_SIZE>
__device__ inline int rank_below(unsigned votes, int lane)
{
    return __popc(votes & ((1u << lane) - 1));
}

template <int THREADS>
__global__ void split(Node *nodes, int first, int last, int *used, const short2 *from, short2 *to, int leaf)
{
    enum { W = 32, WARPS = THREADS / W };
    __shared__ int cursor[WARPS][4];
    const int warp = threadIdx.x / W, lane = threadIdx.x % W;
    const int id = first + blockIdx.x * WARPS + warp;
    if (id >= last)
        return;
    const Node node = nodes[id];
    const int count = node.end - node.begin, half = node.size / 2;
    if (count <= leaf || half == 0) {
        for (int i = node.begin + lane; i < node.end; i += W)
            to[i] = from[i];
        return;
    }
    if (lane < 4)
        cursor[warp][lane] = 0;
    __syncwarp();
    for (int i = node.begin; __any_sync(~0u, i + lane < node.end); i += W) {
        const bool in = i + lane < node.end;
        const short2 p = in ? from[i + lane] : make_short2(0, 0);
        const int q = (p.x >= node.x0 + half) + 2 * (p.y >= node.y0 + half);
        for (int c = 0; c < 4; c++) {
            const int hits = __popc(__ballot_sync(~0u, in && q == c));
            if (hits && lane == c)
                cursor[warp][c] += hits;
        }
    }
    __syncwarp();
    // exclusive scan of the four counts in the first lanes
    int mine = lane < 4 ? cursor[warp][lane] : 0, scan = mine;
    for (int d = 1; d < 4; d *= 2) {
        const int below = __shfl_up_sync(~0u, scan, d);
        if (lane >= d)
            scan += below;
    }
    const int start = node.begin + scan - mine;
    int child = 0;
    if (lane == 0)
        child = atomicAdd(used, 4);
    child = __shfl_sync(~0u, child, 0);
    if (lane < 4) {
        cursor[warp][lane] = start;
        nodes[child + lane] = {start, start + mine, node.x0 + (lane & 1) * half, node.y0 + (lane >> 1) * half, half, -1};
        if (lane == 0)
            nodes[id].child = child;
    }
    __syncwarp();
    for (int i = node.begin; i < node.end; i += W) {
        const bool in = i + lane < node.end;
        const short2 p = in ? from[i + lane] : make_short2(0, 0);
        const int q = in ? (p.x >= node.x0 + half) + 2 * (p.y >= node.y0 + half) : -1;
        for (int c = 0; c < 4; c++) {
            const unsigned votes = __ballot_sync(~0u, q == c);
            const int base = cursor[warp][c];
            __syncwarp();
            if (q == c)
                to[base + rank_below<W>(votes, lane)] = p;
            if (lane == c)
                cursor[warp][c] = base + __popc(votes);
            __syncwarp();
        }
    }
}

int main()
{
    const int n = 500, leaf = 6, side = 256, most = 2000;
    short2 *points[2];
    Node *nodes;
    int *used;
    cudaMallocManaged(&points[0], n * sizeof(short2));
    cudaMallocManaged(&points[1], n * sizeof(short2));
    cudaMallocManaged(&nodes, most * sizeof(Node));
    cudaMallocManaged(&used, sizeof(int));
    long before = 0, after = 0;
    unsigned r = 1;
    for (int i = 0; i < n; i++) {
        r = r * 1664525u + 1013904223u;
        const int x = (r >> 8) % side, y = (r >> 20) % side;
        points[0][i] = i % 3 ? make_short2(x / 8 + 40, y / 8 + 90) : make_short2(x, y);
        before += points[0][i].x * 1000l + points[0][i].y;
    }
    nodes[0] = {0, n, 0, 0, side, -1};
    *used = 1;
    int first = 0, levels = 0, cur = 0;
    for (int last = 1; first < last; levels++) {
        const int count = last - first;
        split<96><<<(count + 2) / 3, 96>>>(nodes, first, last, used, points[cur], points[1 - cur], leaf);
        cudaDeviceSynchronize();
        // leaves of earlier levels keep their points
        for (int i = 0; i < first; i++)
            if (nodes[i].child < 0)
                for (int k = nodes[i].begin; k < nodes[i].end; k++)
                    points[1 - cur][k] = points[cur][k];
        cur = 1 - cur;
        first = last;
        last = *used;
    }
    int wrong = 0, leaves = 0, held = 0;
    for (int i = 0; i < *used; i++) {
        const Node &a = nodes[i];
        if (a.child < 0) {
            leaves++;
            held += a.end - a.begin;
            wrong += a.end - a.begin > leaf && a.size > 1;
        } else
            wrong += nodes[a.child].begin != a.begin || nodes[a.child + 3].end != a.end;
        for (int k = a.begin; k < a.end; k++) {
            const short2 p = points[cur][k];
            wrong += p.x < a.x0 || p.x >= a.x0 + a.size || p.y < a.y0 || p.y >= a.y0 + a.size;
        }
    }
    for (int i = 0; i < n; i++)
        after += points[cur][i].x * 1000l + points[cur][i].y;
    wrong += held != n || before != after;
    printf("%d levels, %d nodes, %d leaves\nwrong %d\n", levels, *used, leaves, wrong);
    cudaFree(points[0]); cudaFree(points[1]); cudaFree(nodes); cudaFree(used);
    return wrong != 0;
}
