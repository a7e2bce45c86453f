// Packet traversal of a box tree: 32 rays share one stack and vote with ballots where to go; masks carried on the stack.
#include <cstdio>
#include <initializer_list>
#include <vector>
#include <cuda_runtime.h>

struct Node { int lo[2], hi[2]; int left, right; int prim; }; // prim >= 0: leaf
struct Hit { int t, prim; };

__host__ __device__ inline bool overlaps(const Node &n, int px, int py, int reach)
{
    return px + reach >= n.lo[0] && px - reach <= n.hi[0] && py + reach >= n.lo[1] && py - reach <= n.hi[1];
}
__host__ __device__ inline int dist(const Node &n, int px, int py)
{
    const int cx = (n.lo[0] + n.hi[0]) / 2, cy = (n.lo[1] + n.hi[1]) / 2;
    return (cx - px) * (cx - px) + (cy - py) * (cy - py);
}

struct StackEntry { int node; unsigned members; };

__device__ inline bool popMine(unsigned members) { return members >> (threadIdx.x & 31) & 1u; }

__global__ void nearest(const Node *nodes, const int2 *rays, int n, int reach, Hit *hits)
{
    constexpr int DEPTH = 24;
    __shared__ StackEntry stacks[4][DEPTH];
    StackEntry *stack = stacks[threadIdx.x >> 5];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool alive = i < n;
    const int2 ray = alive ? rays[i] : make_int2(0, 0);
    Hit best = {1 << 30, -1};
    int top = 0;
    const unsigned everyone = __ballot_sync(0xffffffff, alive);
    if (everyone == 0)
        return;
    if ((threadIdx.x & 31) == 0)
        stack[top] = {0, everyone};
    ++top;
    __syncwarp();
    while (top > 0) {
        const StackEntry e = stack[--top];
        __syncwarp();
        const Node node = nodes[e.node];
        const bool hit = popMine(e.members) && overlaps(node, ray.x, ray.y, reach);
        const unsigned hitting = __ballot_sync(0xffffffff, hit);
        if (!hitting)
            continue;
        if (node.prim >= 0) {
            if (hit) {
                const int d = dist(node, ray.x, ray.y);
                if (d < best.t || (d == best.t && node.prim < best.prim))
                    best = {d, node.prim};
            }
            continue;
        }
        const bool prefer_right = hit && dist(nodes[node.right], ray.x, ray.y) < dist(nodes[node.left], ray.x, ray.y);
        const int votes = __popc(__ballot_sync(0xffffffff, prefer_right));
        const bool right_first = 2 * votes > __popc(hitting);
        if ((threadIdx.x & 31) == 0) {
            stack[top] = {right_first ? node.left : node.right, hitting};
            stack[top + 1] = {right_first ? node.right : node.left, hitting};
        }
        top += 2;
        __syncwarp();
    }
    if (alive)
        hits[i] = best;
}

static int build(std::vector<Node> &out, const std::vector<Node> &leaves, int first, int count)
{
    const int me = (int)out.size();
    out.push_back(leaves[first]);
    if (count == 1)
        return me;
    const int l = build(out, leaves, first, count / 2), r = build(out, leaves, first + count / 2, count - count / 2);
    Node n;
    for (int k = 0; k < 2; k++) {
        n.lo[k] = out[l].lo[k] < out[r].lo[k] ? out[l].lo[k] : out[r].lo[k];
        n.hi[k] = out[l].hi[k] > out[r].hi[k] ? out[l].hi[k] : out[r].hi[k];
    }
    n.left = l, n.right = r, n.prim = -1;
    out[me] = n;
    return me;
}

int main()
{
    const int prims = 60, n = 200, reach = 12;
    std::vector<Node> leaves, tree;
    for (int p = 0; p < prims; p++) {
        const int x = p * 4 + p * 7 % 5, y = p * 37 % 120;
        leaves.push_back({{x, y}, {x + 6, y + 4}, -1, -1, p});
    }
    build(tree, leaves, 0, prims);
    Node *nodes;
    int2 *rays;
    Hit *hits;
    cudaMallocManaged(&nodes, tree.size() * sizeof(Node));
    cudaMallocManaged(&rays, n * sizeof(int2));
    cudaMallocManaged(&hits, n * sizeof(Hit));
    for (size_t k = 0; k < tree.size(); k++)
        nodes[k] = tree[k];
    for (int i = 0; i < n; i++)
        rays[i] = make_int2(i * 53 % 260, i * 29 % 130);
    nearest<<<(n + 127) / 128, 128>>>(nodes, rays, n, reach, hits);
    cudaDeviceSynchronize();
    int wrong = 0, misses = 0;
    for (int i = 0; i < n; i++) {
        Hit e = {1 << 30, -1};
        for (int p = 0; p < prims; p++)
            if (overlaps(leaves[p], rays[i].x, rays[i].y, reach) && dist(leaves[p], rays[i].x, rays[i].y) < e.t)
                e = {dist(leaves[p], rays[i].x, rays[i].y), p};
        wrong += e.t != hits[i].t || e.prim != hits[i].prim;
        misses += hits[i].prim < 0;
    }
    printf("rays %d wrong %d misses %d\n", n, wrong, misses);
    for (void *p : {(void *)nodes, (void *)rays, (void *)hits})
        cudaFree(p);
    return wrong != 0;
}
