// Arrays of structures read with coalesced accesses and transposed within the warp by shuffles: structs of M words, M a
// power of two below 32 (rotations and selects) or odd (a permutation of lanes). Blocks are 3-D, lanes from the linear id.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ int linear_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <int M>
struct Words {
    uint32_t w[M];
};

// After the call lane i has the words of struct i; before, register r of lane i has word 32 r + i of the tile.
template <int M>
__device__ void to_structs(Words<M> &v, int lane)
{
    Words<M> t;
    if (M % 2) {
        // word k of struct i is word M i + k of the tile: register (M i + k) / 32 of lane (M i + k) % 32. In round r every lane
        // gives one register, the one that the lane asking it wants.
#pragma unroll
        for (int k = 0; k < M; k++) {
            const int index = M * lane + k;
            uint32_t got = 0;
#pragma unroll
            for (int r = 0; r < M; r++) {
                const uint32_t o = __shfl_sync(0xffffffffu, v.w[r], index & 31);
                if (index >> 5 == r)
                    got = o;
            }
            t.w[k] = got;
        }
    } else {
        // groups of M lanes hold M struct parts: a transposition of M x M by exchanging halves with shuffles of width M
        t = v;
#pragma unroll
        for (int half = M / 2; half >= 1; half /= 2)
#pragma unroll
            for (int r = 0; r < M; r++) {
                if (r & half)
                    continue;
                const bool up = lane & half;
                const uint32_t send = up ? t.w[r] : t.w[r + half];
                const uint32_t got = __shfl_xor_sync(0xffffffffu, send, half, M);
                if (up)
                    t.w[r] = got;
                else
                    t.w[r + half] = got;
            }
        // now lane g M + j has struct j * (32 / M) + g: move it home
        const int home = lane % (32 / M) * M + lane / (32 / M);
#pragma unroll
        for (int r = 0; r < M; r++)
            t.w[r] = __shfl_sync(0xffffffffu, t.w[r], home);
    }
    v = t;
}

template <int M>
__global__ void mix(const uint32_t *in, uint32_t *soa, int structs)
{
    const int lane = linear_thread() % 32, warps = blockDim.x * blockDim.y * blockDim.z / 32;
    const int tile = (blockIdx.x * warps + linear_thread() / 32) * 32;
    if (tile >= structs)
        return;
    Words<M> v;
#pragma unroll
    for (int r = 0; r < M; r++) {
        const int i = tile * M + 32 * r + lane;
        v.w[r] = i < structs * M ? in[i] : 0;
    }
    to_structs(v, lane);
    uint32_t carry = 7; // something that needs a struct as a whole
#pragma unroll
    for (int r = 0; r < M; r++) {
        carry = carry * 31 + v.w[r];
        if (tile + lane < structs)
            soa[r * structs + tile + lane] = carry;
    }
}

template <int M>
int test(int structs, dim3 block)
{
    uint32_t *in, *soa;
    cudaMallocManaged(&in, structs * M * sizeof(uint32_t));
    cudaMallocManaged(&soa, structs * M * sizeof(uint32_t));
    for (int i = 0; i < structs * M; i++)
        in[i] = i * 2654435761u;
    const int per_block = block.x * block.y * block.z;
    mix<M><<<(structs + per_block - 1) / per_block, block>>>(in, soa, structs);
    cudaDeviceSynchronize();
    int wrong = 0;
    uint32_t sum = 0;
    for (int s = 0; s < structs; s++) {
        uint32_t carry = 7;
        for (int r = 0; r < M; r++) {
            carry = carry * 31 + in[s * M + r];
            wrong += carry != soa[r * structs + s];
            sum = sum * 3 + soa[r * structs + s];
        }
    }
    printf("%d words: %08x, wrong %d\n", M, sum, wrong);
    cudaFree(in);
    cudaFree(soa);
    return wrong;
}

int main()
{
    int wrong = test<2>(150, dim3(8, 4, 3));
    wrong += test<3>(100, dim3(16, 3, 2));
    wrong += test<4>(97, dim3(4, 4, 4));
    wrong += test<5>(70, dim3(32, 1, 1));
    wrong += test<8>(200, dim3(2, 16, 3));
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
