#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename Key, typename Tile> struct Node {
    __device__ Node(const Key *keys, const Tile &tile) : keys_(keys), tile_(tile) {}

    __device__ int find(Key key) const
    {
        auto found = tile_.ballot(keys_[tile_.thread_rank()] == key);
        return __ffs(found) - 1;
    }

    const Key *keys_;
    const Tile tile_;
};

__global__ void search(const int *keys, const int *wanted, int *places)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    Node<int, decltype(tile)> node(keys, tile);
    const unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    const int place = node.find(wanted[at]);
    if (tile.thread_rank() == 0) places[at] = place;
}
