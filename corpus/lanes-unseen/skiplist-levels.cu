// A skip list with 32 levels searched by a warp: lane l looks along level l of the current node, the highest lane that
// does not overshoot leads. Insertions find all predecessors in one pass and link all levels at once.
#include <cstdio>
#include <cstring>
#include <set>
#include <cuda_runtime.h>

#define LEVELS 32
#define MAX_NODES 256
#define NIL (-1)

struct List {
    int key[MAX_NODES];
    int next[MAX_NODES][LEVELS];
    int height[MAX_NODES];
    int used; // node 0 is the head
};

__device__ static inline int lane_id(void) { return (int)(threadIdx.x & 31u); }

/* Returns the last node with a smaller key; *pred is that node for this lane's level. */
__device__ int search(volatile List *list, int key, int *pred)
{
    const int lane = lane_id();
    int at = 0, level = LEVELS - 1;
    *pred = 0;
    while (level >= 0) {
        const int n = list->next[at][lane];
        const bool ahead = lane <= level && n != NIL && list->key[n] < key;
        const unsigned votes = __ballot_sync(0xffffffffu, ahead);
        // levels above the leader are finished, their predecessor is `at`
        const int leader = votes ? 31 - __clz((int)votes) : -1;
        if (lane > leader && lane <= level)
            *pred = at;
        level = leader;
        if (leader >= 0)
            at = __shfl_sync(0xffffffffu, n, leader);
    }
    return at;
}

__device__ bool insert(volatile List *list, int key)
{
    const int lane = lane_id();
    int pred;
    const int before = search(list, key, &pred);
    const int after = list->next[before][0];
    if (after != NIL && list->key[after] == key)
        return false;
    const int node = list->used;
    __syncwarp();
    // as many levels as there are trailing ones in a hash, at least one
    const int height = __ffs(~(key * 0x9E3779B1u >> 7)) > LEVELS ? LEVELS : __ffs(~(key * 0x9E3779B1u >> 7));
    if (lane < height) {
        list->next[node][lane] = list->next[pred][lane];
        list->next[pred][lane] = node;
    }
    if (lane == 0) {
        list->key[node] = key;
        list->height[node] = height;
        list->used = node + 1;
    }
    __syncwarp();
    return true;
}

__global__ void insert_all(List *list, const int *keys, int n, int *inserted)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += insert(list, keys[i]);
    if (lane_id() == 0)
        *inserted = count;
}

/* warps look up keys; out is the next key that is not smaller, or -1 */
__global__ void lower_bounds(List *list, const int *keys, int n, int *out)
{
    const int warps = gridDim.x * (blockDim.x / 32);
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += warps) {
        int pred;
        search(list, keys[i], &pred);
        if (lane_id() == 0) {
            const int found = list->next[pred][0];
            out[i] = found == NIL ? -1 : list->key[found];
        }
    }
}

int main(void)
{
    const int n = 160, asked = 45;
    List *list;
    int *keys, *probes, *out, *inserted, wrong = 0, tallest = 0;
    std::set<int> model;
    cudaMallocManaged(&list, sizeof(List));
    cudaMallocManaged(&keys, n * sizeof(int));
    cudaMallocManaged(&probes, asked * sizeof(int));
    cudaMallocManaged(&out, asked * sizeof(int));
    cudaMallocManaged(&inserted, sizeof(int));
    memset(list->next, 0xff, sizeof list->next);
    list->used = 1;
    list->height[0] = LEVELS;
    for (int i = 0; i < n; i++) {
        keys[i] = i * i * 37 % 1009;
        model.insert(keys[i]);
    }
    for (int i = 0; i < asked; i++)
        probes[i] = i * 29 - 100;
    insert_all<<<1, 32>>>(list, keys, n, inserted);
    lower_bounds<<<2, 96>>>(list, probes, asked, out);
    cudaDeviceSynchronize();
    wrong += *inserted != (int)model.size();
    auto it = model.begin();
    for (int at = list->next[0][0]; at != NIL; at = list->next[at][0]) {
        wrong += it == model.end() || *it++ != list->key[at];
        tallest = list->height[at] > tallest ? list->height[at] : tallest;
    }
    wrong += it != model.end();
    for (int i = 0; i < asked; i++) {
        auto want = model.lower_bound(probes[i]);
        wrong += out[i] != (want == model.end() ? -1 : *want);
    }
    for (int l = 0; l < tallest; l++) {
        int length = 0;
        for (int at = list->next[0][l]; at != NIL; at = list->next[at][l])
            length++;
        printf("level %d: %d\n", l, length);
    }
    printf("%d inserted, wrong %d\n", *inserted, wrong);
    cudaFree(list); cudaFree(keys); cudaFree(probes); cudaFree(out); cudaFree(inserted);
    return wrong != 0;
}
