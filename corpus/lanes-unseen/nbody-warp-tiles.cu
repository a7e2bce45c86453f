// Integer n-body: each warp loads 32 bodies and passes them round by shuffle; the block is 4 x 6 x 4.
#include <cstdio>
#include <cuda_runtime.h>

struct Body { int x, y, z, m; };
struct Force { long long fx, fy, fz; };

__host__ __device__ inline void interact(const Body &a, const Body &b, Force &f)
{
    const long long dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    const long long r2 = dx * dx + dy * dy + dz * dz + 16;
    const long long s = 1000000ll * b.m / r2;
    f.fx += s * dx;
    f.fy += s * dy;
    f.fz += s * dz;
}

namespace warp {
const int size = 32;

__device__ inline int linear_tid()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline int lane() { return linear_tid() % size; }
__device__ inline int count() { return (blockDim.x * blockDim.y * blockDim.z + size - 1) / size; }

template <typename T>
__device__ T bcast(T v, int from)
{
    static_assert(sizeof(T) % 4 == 0, "words only");
    union {
        T t;
        int w[sizeof(T) / 4];
    } u;
    u.t = v;
    for (unsigned k = 0; k < sizeof(T) / 4; ++k)
        u.w[k] = __shfl_sync(0xffffffffu, u.w[k], from);
    return u.t;
}
} // namespace warp

__global__ void forces(const Body *bodies, Force *out, int n)
{
    const int i = blockIdx.x * (blockDim.x * blockDim.y * blockDim.z) + warp::linear_tid();
    const Body none{0, 0, 0, 0};
    const Body me = i < n ? bodies[i] : none;
    Force f{0, 0, 0};
    for (int tile = 0; tile < n; tile += warp::size) {
        const int j = tile + warp::lane();
        const Body theirs = j < n ? bodies[j] : none;
        const int in_tile = min(warp::size, n - tile);
        for (int k = 0; k < in_tile; k++)
            interact(me, warp::bcast(theirs, k), f);
    }
    if (i < n)
        out[i] = f;
}

int main()
{
    const int n = 175;
    Body *b;
    Force *f;
    cudaMallocManaged(&b, n * sizeof(Body));
    cudaMallocManaged(&f, n * sizeof(Force));
    for (int i = 0; i < n; i++)
        b[i] = {i * 37 % 101 - 50, i * 53 % 97 - 48, i * 71 % 89 - 44, 1 + i % 7};
    const dim3 block(4, 6, 4);
    const int per_block = block.x * block.y * block.z;
    forces<<<(n + per_block - 1) / per_block, block>>>(b, f, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        Force e{0, 0, 0};
        for (int j = 0; j < n; j++)
            interact(b[i], b[j], e);
        wrong += e.fx != f[i].fx || e.fy != f[i].fy || e.fz != f[i].fz;
        sum += f[i].fx - f[i].fy + 2 * f[i].fz;
    }
    printf("bodies %d wrong %d sum %lld\n", n, wrong, sum);
    cudaFree(b);
    cudaFree(f);
    return wrong != 0;
}
