// Searches in a B+ tree with up to 32 keys to a node: the warp reads a node at once, a ballot tells the child.
// Threads bring queries that the warp serves in turn; range counts walk the linked leaves.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define FANOUT 32
#define WARP_MASK 0xFFFFFFFF
#define NO_KEY 0x7fffffff

struct alignas(16) Node {
    int key[FANOUT];   // padded with NO_KEY
    int child[FANOUT]; // of inner nodes; values in leaves
    int next;          // leaf to the right or -1
    int leaf;
};

// the leaf whose range holds `key`; child i has the keys from key[i] on
__device__ int descend(const Node *tree, int root, int key)
{
    const int lane = threadIdx.x & 31;
    int at = root;
    while (!tree[at].leaf) {
        const unsigned le = __ballot_sync(WARP_MASK, tree[at].key[lane] <= key);
        const int slot = le ? 31 - __clz(le) : 0;
        at = __shfl_sync(WARP_MASK, tree[at].child[lane], slot);
    }
    return at;
}

__global__ void point_queries(const Node *tree, int root, const int *keys, int n, int *values)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int key = i < n ? keys[i] : 0, value = -1;
    unsigned todo = __ballot_sync(WARP_MASK, i < n);
    while (todo) {
        const int src = __ffs(todo) - 1;
        todo &= todo - 1;
        const int k = __shfl_sync(WARP_MASK, key, src);
        const int leaf = descend(tree, root, k);
        const unsigned hit = __ballot_sync(WARP_MASK, tree[leaf].key[lane] == k);
        if (hit) {
            const int v = __shfl_sync(WARP_MASK, tree[leaf].child[lane], __ffs(hit) - 1);
            if (lane == src)
                value = v;
        }
    }
    if (i < n)
        values[i] = value;
}

// keys in [lo, hi): a warp to a range
__global__ void range_queries(const Node *tree, int root, const int2 *ranges, int n, int *count)
{
    const int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= n)
        return;
    const int2 r = ranges[w];
    int leaf = descend(tree, root, r.x), total = 0;
    while (leaf >= 0) {
        const int k = tree[leaf].key[lane];
        const unsigned in = __ballot_sync(WARP_MASK, k >= r.x && k < r.y);
        total += __popc(in);
        // a key beyond the end in this leaf: no other leaf is needed
        if (__any_sync(WARP_MASK, k >= r.y && k != NO_KEY))
            break;
        leaf = tree[leaf].next;
    }
    if (lane == 0)
        count[w] = total;
}

int main()
{
    const int n = 1300, queries = 150, ranges = 9;
    std::vector<int> key(n);
    for (int i = 0; i < n; i++)
        key[i] = i * 3 + i % 2;
    std::vector<Node> made;
    std::vector<std::pair<int, int>> level; // smallest key, node
    for (int i = 0; i < n;) {
        Node leaf;
        leaf.leaf = 1;
        const int take = std::min(n - i, 20 + (int)made.size() % 13);
        for (int k = 0; k < FANOUT; k++) {
            leaf.key[k] = k < take ? key[i + k] : NO_KEY;
            leaf.child[k] = k < take ? 7 * (i + k) : -1;
        }
        level.push_back({key[i], (int)made.size()});
        i += take;
        leaf.next = i < n ? (int)made.size() + 1 : -1;
        made.push_back(leaf);
    }
    int height = 1;
    for (; level.size() > 1; height++) {
        std::vector<std::pair<int, int>> up;
        for (size_t i = 0; i < level.size(); i += 30) {
            Node inner;
            inner.leaf = 0;
            inner.next = -1;
            for (size_t k = 0; k < FANOUT; k++) {
                const bool in = k < 30 && i + k < level.size();
                inner.key[k] = in ? level[i + k].first : NO_KEY;
                inner.child[k] = in ? level[i + k].second : -1;
            }
            up.push_back({level[i].first, (int)made.size()});
            made.push_back(inner);
        }
        level = up;
    }
    Node *tree;
    int *keys, *values, *count;
    int2 *range;
    cudaMallocManaged(&tree, made.size() * sizeof(Node));
    cudaMallocManaged(&keys, queries * sizeof(int));
    cudaMallocManaged(&values, queries * sizeof(int));
    cudaMallocManaged(&range, ranges * sizeof(int2));
    cudaMallocManaged(&count, ranges * sizeof(int));
    std::copy(made.begin(), made.end(), tree);
    for (int i = 0; i < queries; i++)
        keys[i] = i * 7919 % 4100 - 50;
    for (int i = 0; i < ranges; i++)
        range[i] = make_int2(i * 450 - 20, i * 450 + i * i * 11);
    point_queries<<<2, 96>>>(tree, level[0].second, keys, queries, values);
    range_queries<<<5, 64>>>(tree, level[0].second, range, ranges, count);
    cudaDeviceSynchronize();
    int wrong = 0, found = 0;
    for (int i = 0; i < queries; i++) {
        const auto at = std::lower_bound(key.begin(), key.end(), keys[i]);
        wrong += values[i] != (at != key.end() && *at == keys[i] ? 7 * (int)(at - key.begin()) : -1);
        found += values[i] >= 0;
    }
    for (int i = 0; i < ranges; i++) {
        const auto lo = std::lower_bound(key.begin(), key.end(), range[i].x);
        wrong += count[i] != std::max<int>(0, (int)(std::lower_bound(key.begin(), key.end(), range[i].y) - lo));
        printf("%d ", count[i]);
    }
    printf("\n%d nodes, height %d, found %d, wrong %d\n", (int)made.size(), height, found, wrong);
    cudaFree(tree); cudaFree(keys); cudaFree(values); cudaFree(range); cudaFree(count);
    return wrong != 0;
}
