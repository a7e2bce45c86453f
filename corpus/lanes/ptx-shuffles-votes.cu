// Shuffles and votes in inline PTX: all modes, parts of a warp, predicates behind a shuffle.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned crossed(unsigned a)
{
    unsigned r;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, 0xffffffff;" : "=r"(r) : "r"(a));
    return r;
}

__device__ __forceinline__ float fromAbove(float a, int by)
{
    float r;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;"
                 : "=f"(r)
                 : "f"(a), "r"(by), "r"(((32 - 8) << 8) | 0x1f), "r"(0xffffffff));
    return r;
}

template <int lanes>
__device__ __forceinline__ unsigned ofPart(unsigned a, unsigned lane)
{
    unsigned r;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, %3, -1;"
                 : "=r"(r)
                 : "r"(a), "r"(lane), "r"(((32 - lanes) << 8) | 0x1f));
    return r;
}

__device__ __forceinline__ unsigned inclusive(unsigned sum)
{
    for (int by = 1; by < 32; by *= 2)
        asm volatile("{ .reg .u32 t; .reg .pred p; shfl.sync.up.b32 t|p, %0, %1, 0x0, 0xffffffff;"
                     " @p add.u32 %0, %0, t; }"
                     : "+r"(sum)
                     : "r"(by));
    return sum;
}

__device__ __forceinline__ float pairwise(float sum)
{
    asm volatile("{\n\t.reg .f32 t;\n\t.reg .pred p;\n\tshfl.sync.down.b32 t|p, %0, 2, 0x1c1f, 0xffffffff;\n\t"
                 "@p add.f32 %0, %0, t;\n\t}"
                 : "+f"(sum)
                 :);
    return sum;
}

#define BALLOT(result, vote)                                                                       \
    asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(result) : "r"(vote))

__device__ __forceinline__ unsigned agrees(unsigned vote)
{
    unsigned r;
    asm volatile("{ .reg .pred p, q, u; setp.ne.s32 p, %1, 0; vote.sync.all.pred q, p, -1; vote.sync.any.pred u, !p, -1;"
                 " selp.u32 %0, 2, 0, q; .reg .u32 t; selp.u32 t, 1, 0, u; add.u32 %0, %0, t; }"
                 : "=r"(r)
                 : "r"(vote));
    return r;
}

__device__ __forceinline__ unsigned alike(unsigned vote)
{
    unsigned all, r;
    asm volatile("vote.sync.ballot.b32 %0, 1, 0xffffffff;" : "=r"(all) :);
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync.uni.pred q, p, -1; selp.u32 %0, 1, 0, q; }"
                 : "=r"(r)
                 : "r"(vote));
    return r + (all >> threadIdx.x % 32 & 1) * 2;
}

__global__ void run(const unsigned *in, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = in[i];
    unsigned votes;
    BALLOT(votes, (unsigned)(v % 3 == 0));
    out[0 * n + i] = crossed(v);
    out[1 * n + i] = (unsigned)fromAbove((float)v, 3);
    out[2 * n + i] = ofPart<16>(v, v % 37);
    out[3 * n + i] = inclusive(v);
    out[4 * n + i] = (unsigned)pairwise((float)v);
    out[5 * n + i] = votes;
    out[6 * n + i] = agrees(i / 32 % 3 == 0 ? 1 : i / 32 % 3 == 1 ? 0 : v & 1);
    out[7 * n + i] = alike(i / 32 % 3 == 0 ? 1 : i / 32 % 3 == 1 ? 0 : v & 1);
}

static unsigned expected(int what, const unsigned *warp, int lane, int number)
{
    unsigned sum = 0, votes = 0, odd = 0, even = 0;
    for (int j = 0; j < 32; j++) {
        sum += j <= lane ? warp[j] : 0;
        votes |= (unsigned)(warp[j] % 3 == 0) << j;
        odd += warp[j] & 1;
        even += !(warp[j] & 1);
    }
    switch (what) {
    case 0: return warp[lane ^ 5];
    case 1: return lane % 8 + 3 < 8 ? warp[lane + 3] : warp[lane];
    case 2: return warp[lane / 16 * 16 + warp[lane] % 37 % 16];
    case 3: return sum;
    case 4: return lane % 4 + 2 < 4 ? warp[lane] + warp[lane + 2] : warp[lane];
    case 5: return votes;
    case 7: return 2 + (number % 3 < 2 || !odd || !even);
    default: return number % 3 == 0 ? 2 : number % 3 == 1 ? 1 : (even ? 0 : 2) + (even ? 1 : 0);
    }
}

int main()
{
    const int n = 192, outcomes = 8;
    static unsigned h[n], result[outcomes * n];
    for (int i = 0; i < n; i++)
        h[i] = (i * i * 7 + i) % 101;
    unsigned *in, *out, wrong = 0, sum = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(result));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    run<<<2, n / 2>>>(in, out, n);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int what = 0; what < outcomes; what++)
        for (int i = 0; i < n; i++) {
            wrong += result[what * n + i] != expected(what, h + i / 32 * 32, i % 32, i / 32);
            sum = (sum * 31 + result[what * n + i]) % 1000003;
        }
    printf("wrong: %u, checksum %u\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
