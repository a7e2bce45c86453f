// Bits of votes by lanes whose numbers come from memory, loops, shuffles and helpers.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

constexpr unsigned ONE = 1;
#define BIT(i) (1u << (i))

__device__ bool has(unsigned votes, int i) { return votes & (1u << i); }
__device__ unsigned bit(int i) { return 1u << i; }
__device__ int between(unsigned votes, int to, int from) { return __popc(votes & ((2u << to) - (1u << from))); }

// Each sum is of things that the plain calculation below counts, lane by lane.
__global__ void ask(const int *in, const int *start, int *out)
{
    const int lane = threadIdx.x % warpSize, s = start[threadIdx.x];
    unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0);
    int sum = (votes & (1u << s)) != 0;
    sum += 3 * __popc(votes & ~((1u << s) - 1)) + 5 * __popc(votes & (0xffffffffu << s));
    sum += 7 * __popc(votes & (-1 << s)) + 11 * __popc(votes & ((1u << lane) - (1u << s)) & ((1u << lane) - 1));
    sum += 13 * has(votes, s) + 17 * ((votes & bit(s)) != 0) + 19 * ((votes & BIT(s)) != 0);
    sum += 23 * ((votes & (ONE << s)) != 0) + 29 * ((votes & ((unsigned)1 << s)) != 0);
    if (s <= lane)
        sum += 31 * between(votes, lane, s);
    unsigned from = 1u << s;
    sum += 37 * __popc(votes & -from) + 41 * ((votes & (uint32_t{1} << s)) != 0);
    for (int i = 0; i < warpSize; i++)
        if (votes & (1u << i))
            sum += 43 * i;
    for (int i = warpSize - 1; i >= 0; i--)
        if (votes & (1 << i)) {
            sum += 47 * i;
            break;
        }
    unsigned alike = 0;
    for (int i = 0; i < warpSize; i++)
        if (__shfl_sync(0xffffffffu, in[threadIdx.x], i) == in[threadIdx.x])
            alike |= 1u << i;
    sum += 53 * __popc(alike);
    int lowest = __reduce_min_sync(0xffffffffu, in[threadIdx.x] > 0 ? lane : warpSize - 1);
    sum += 59 * ((votes & (1u << lowest)) != 0);
    unsigned one = 1;
    for (int i = 0; i < warpSize; i++, one <<= 1)
        if (votes & one)
            sum += 61;
    out[threadIdx.x] = sum;
}

static int plain(const int *in, int warp, int lane, int s)
{
    int sum = 0, first = warp - 1, last = -1;
    for (int i = 0; i < warp; i++) {
        if (in[i] == in[lane])
            sum += 53;
        if (in[i] <= 0)
            continue;
        first = last < 0 ? i : first;
        last = i;
        sum += i == s ? 1 + 13 + 17 + 19 + 23 + 29 + 41 : 0;
        sum += i >= s ? 3 + 5 + 7 + 37 : 0;
        sum += i >= s && i <= lane ? 31 : 0;
        sum += 43 * i + 61;
    }
    // (1 << lane) - (1 << s): the lanes from s on below the own one, or, behind it, all from s on
    for (int i = 0; i < lane; i++)
        sum += in[i] > 0 && s <= lane && i >= s ? 11 : 0;
    return sum + (last >= 0 ? 47 * last : 0) + 59 * (in[first] > 0);
}

int main()
{
    const int n = 256;
    int *in, *start, *out, device = 0, warp = 0, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&start, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    for (int i = 0; i < n; i++) {
        in[i] = i * 7 % 5 - 2;
        start[i] = i * 13 % warp;
    }
    ask<<<1, n>>>(in, start, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += out[i] != plain(in + i / warp * warp, warp, i % warp, start[i]);
    printf("wrong: %d\n", wrong);
    return wrong != 0;
}
