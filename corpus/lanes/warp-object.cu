// A warp as an object: the mask, the lane and the size are members, operations are methods and operators.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T, int Lanes = 32>
class Warp {
    static_assert(Lanes <= 32, "no more lanes than a warp has");
    unsigned mask_;
    int lane_;

public:
    static constexpr int size = Lanes;

    __device__ Warp() : lane_(threadIdx.x % Lanes)
    {
        const int first = threadIdx.x % warpSize / Lanes * Lanes;
        mask_ = Lanes == 32 ? 0xffffffffu : ((1u << (Lanes % 32)) - 1) << first;
    }
    __device__ int lane() const { return lane_; }
    __device__ bool leader() const { return lane_ == 0; }
    __device__ T broadcast(T x, int from) const { return __shfl_sync(mask_, x, from, Lanes); }
    __device__ unsigned ballot(bool p) const
    {
        const int first = threadIdx.x % warpSize / Lanes * Lanes;
        return (__ballot_sync(this->mask_, p) & mask_) >> first;
    }
    __device__ T sum(T x) const
    {
        for (int o = Lanes / 2; o > 0; o /= 2)
            x += __shfl_xor_sync(mask_, x, o, size);
        return x;
    }
    __device__ T before(T x) const
    {
        T total = x;
        for (int d = 1; d < size; d *= 2) {
            T left = __shfl_up_sync(mask_, total, d, size);
            total += lane_ >= d ? left : T(0);
        }
        return total - x;
    }
};

template <int Lanes>
__global__ void objects(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Warp<int, Lanes> warp;
    const unsigned odd = warp.ballot(in[i] & 1);
    int result = warp.sum(in[i]) + 3 * warp.before(in[i]) + 1000 * __popc(odd);
    if (odd)
        result += 7 * warp.broadcast(in[i], 31 - __clz(odd));
    out[i] = warp.leader() ? -result : result;
}

template <int Lanes>
int check(const int *in, int *out, int n)
{
    objects<Lanes><<<2, n / 2>>>(in, out);
    cudaDeviceSynchronize();
    int wrong = 0, sum = 0;
    for (int g = 0; g < n; g += Lanes) {
        int total = 0, odd = 0, last = 0, before = 0;
        for (int i = g; i < g + Lanes; i++) {
            total += in[i];
            odd += in[i] & 1;
            last = in[i] & 1 ? in[i] : last;
        }
        for (int i = g; i < g + Lanes; i++) {
            const int expected = total + 3 * before + 1000 * odd + 7 * last;
            wrong += out[i] != (i == g ? -expected : expected);
            before += in[i];
            sum = (sum * 31 + expected) % 1000003;
        }
    }
    printf("%d lanes: check %d, wrong: %d\n", Lanes, sum, wrong);
    return wrong;
}

int main()
{
    const int n = 192;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 31) % 59;
    int wrong = check<32>(in, out, n) + check<16>(in, out, n) + check<8>(in, out, n);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
