// N-queens by depth-first search with a stack per lane in shared memory; when lanes of a warp are idle, a ballot pairs them
// with busy lanes, which hand over the oldest open branch by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

#define MAXN 10
#define THREADS 64

struct Frame {
    unsigned cols, left, right, open; // open: squares of this row still to be tried
};

__device__ Frame shuffle(const Frame &f, int src)
{
    Frame r;
    r.cols = __shfl_sync(~0u, f.cols, src);
    r.left = __shfl_sync(~0u, f.left, src);
    r.right = __shfl_sync(~0u, f.right, src);
    r.open = __shfl_sync(~0u, f.open, src);
    return r;
}

// n-th set bit (from 0) of v, 32 if there is none
__device__ int nth_set(unsigned v, int n)
{
    for (; n > 0 && v; n--)
        v &= v - 1;
    return v ? __ffs(v) - 1 : 32;
}

__global__ void queens(int n, unsigned long long *solutions, unsigned *steals)
{
    __shared__ Frame stacks[THREADS][MAXN + 1];
    Frame *stack = stacks[threadIdx.x];
    const int lane = threadIdx.x & 31;
    const unsigned full = (1u << n) - 1;
    const int warps = gridDim.x * (THREADS / 32), warp = blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
    int bottom = 0, top = 0; // frames [bottom, top)
    unsigned found = 0, stolen = 0;
    // first queens are dealt to the warps, only one lane begins
    if (lane == 0) {
        unsigned open = 0;
        for (int c = warp; c < n; c += warps)
            open |= 1u << c;
        stack[0] = Frame{0, 0, 0, open};
        top = 1;
    }
    for (;;) {
        for (int step = 0; step < 24 && top > bottom; step++) {
            Frame &f = stack[top - 1];
            if (!f.open) {
                top--;
                continue;
            }
            const unsigned bit = f.open & -f.open;
            f.open ^= bit;
            const unsigned cols = f.cols | bit;
            if (cols == full) {
                found++;
                continue;
            }
            const unsigned left = (f.left | bit) << 1, right = (f.right | bit) >> 1;
            stack[top++] = Frame{cols, left, right, full & ~(cols | left | right)};
        }
        if (top == bottom)
            top = bottom = 0;
        __syncwarp();
        const unsigned idle = __ballot_sync(~0u, top == bottom);
        if (idle == ~0u)
            break;
        if (__popc(idle) < 8)
            continue;
        // who has something to give: the lowest frame with more than one branch, or with one and frames above it
        int give = -1;
        for (int k = bottom; k < top && give < 0; k++)
            if (__popc(stack[k].open) > 1 || (stack[k].open && k + 1 < top))
                give = k;
        const unsigned givers = __ballot_sync(~0u, give >= 0);
        const unsigned below = (1u << lane) - 1;
        const int pairs = min(__popc(idle), __popc(givers));
        Frame mine = {0, 0, 0, 0};
        if (give >= 0 && __popc(givers & below) < pairs) {
            mine = stack[give];
            mine.open = 1u << (31 - __clz(stack[give].open)); // its last branch
            stack[give].open ^= mine.open;
        }
        const int from = nth_set(givers, __popc(idle & below));
        const Frame got = shuffle(mine, from & 31);
        if ((idle >> lane & 1) && __popc(idle & below) < pairs) {
            stack[0] = got;
            top = 1;
            stolen++;
        }
    }
    found = __reduce_add_sync(~0u, found);
    stolen = __reduce_add_sync(~0u, stolen);
    if (lane == 0) {
        atomicAdd(solutions, (unsigned long long)found);
        atomicAdd(steals, stolen);
    }
}

int main()
{
    static const int known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92};
    unsigned long long *solutions;
    unsigned *steals;
    cudaMallocManaged(&solutions, sizeof *solutions);
    cudaMallocManaged(&steals, sizeof *steals);
    int wrong = 0;
    for (int n = 4; n <= 8; n++) {
        *solutions = 0;
        *steals = 0;
        queens<<<2, THREADS>>>(n, solutions, steals);
        cudaDeviceSynchronize();
        printf("%d queens: %llu\n", n, *solutions);
        wrong += *solutions != known[n] || (n == 8 && *steals == 0);
    }
    printf("%s\n", wrong ? "wrong" : "right");
    cudaFree(solutions);
    cudaFree(steals);
    return wrong;
}
