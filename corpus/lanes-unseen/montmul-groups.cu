// Modular exponentiation with Montgomery multiplication; TPI lanes hold a number of TPI limbs, sums move down a limb
// by shuffles inside the group. The class carries its lanes' mask, like the environments of big-number libraries.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <cuda_runtime.h>

template <int TPI>
class Group {
    static_assert((TPI & (TPI - 1)) == 0 && TPI < 32, "a power of two below a warp");
    unsigned mask_;
    int rank_, shift_;

public:
    __device__ Group()
    {
        const int lane = threadIdx.x & 31;
        rank_ = lane & (TPI - 1);
        shift_ = lane - rank_;
        mask_ = ((1u << TPI) - 1u) << shift_;
    }
    __device__ int rank() const { return rank_; }
    __device__ uint32_t bcast(uint32_t v, int src) const { return __shfl_sync(mask_, v, src, TPI); }
    // this group's bits of a ballot, at the bottom
    __device__ unsigned ballot(bool p) const { return (__ballot_sync(mask_, p) & mask_) >> shift_; }

    // a * b / 2^(32 TPI) mod n for a, b < n and odd n; np is -1/n modulo 2^32
    __device__ uint32_t montmul(uint32_t a, uint32_t b, uint32_t n, uint32_t np) const
    {
        uint64_t acc = 0; // below 2^34
        for (int i = 0; i < TPI; i++) {
            const uint32_t bi = bcast(b, i);
            const uint64_t t = (uint64_t)a * bi + (uint32_t)acc;
            const uint32_t q = bcast((uint32_t)t * np, 0);
            const uint64_t u = (uint64_t)n * q + (uint32_t)t;
            // limb 0 is zero now: every limb takes the low word of the one above and keeps its own high word
            uint32_t above = __shfl_down_sync(mask_, (uint32_t)u, 1, TPI);
            if (rank_ == TPI - 1)
                above = 0;
            acc = (acc >> 32) + (t >> 32) + (u >> 32) + above;
        }
        uint32_t high = (uint32_t)(acc >> 32), low = (uint32_t)acc;
        uint32_t in = __shfl_up_sync(mask_, high, 1, TPI);
        if (rank_ == 0)
            in = 0;
        uint32_t s = low + in;
        const unsigned g = ballot(s < in), p = ballot(s == 0xffffffffu);
        const unsigned carry = ((g << 1) + p) ^ p;
        s += carry >> rank_ & 1;
        const uint32_t over = bcast(high, TPI - 1) + (carry >> TPI & 1);
        const unsigned less = ballot(s < n), equal = ballot(s == n);
        const unsigned lend = ((less << 1) + equal) ^ equal;
        if (over == 0 && (lend >> TPI & 1))
            return s;
        return s - n - (lend >> rank_ & 1);
    }
};

template <int TPI>
__global__ void powm(const uint32_t *base, const uint32_t *mod, const uint32_t *one, const uint32_t *r2,
                     uint32_t np, uint32_t exponent, uint32_t *out, int count)
{
    const int instance = (blockIdx.x * blockDim.x + threadIdx.x) / TPI;
    if (instance >= count)
        return;
    const Group<TPI> g;
    const int l = g.rank();
    const uint32_t n = mod[l];
    const uint32_t x = g.montmul(base[instance * TPI + l], r2[l], n, np);
    uint32_t y = g.montmul(one[l], r2[l], n, np);
    for (int bit = 31 - __clz(exponent); bit >= 0; bit--) {
        y = g.montmul(y, y, n, np);
        if (exponent >> bit & 1)
            y = g.montmul(y, x, n, np);
    }
    out[instance * TPI + l] = g.montmul(y, one[l], n, np);
}

// the host's way: double and add
template <int TPI>
struct Mod {
    uint32_t n[TPI];
    void add(uint32_t *a, const uint32_t *b) const
    {
        uint64_t c = 0;
        for (int i = 0; i < TPI; i++) {
            c += (uint64_t)a[i] + b[i];
            a[i] = (uint32_t)c;
            c >>= 32;
        }
        bool ge = true;
        for (int i = 0; i < TPI; i++)
            ge = a[i] == n[i] ? ge : a[i] > n[i];
        if (c || ge) {
            int64_t d = 0;
            for (int i = 0; i < TPI; i++) {
                d += (int64_t)a[i] - n[i];
                a[i] = (uint32_t)d;
                d >>= 32;
            }
        }
    }
    void mul(uint32_t *a, const uint32_t *b) const
    {
        uint32_t r[TPI] = {}, x[TPI];
        memcpy(x, b, sizeof x);
        for (int k = 32 * TPI - 1; k >= 0; k--) {
            add(r, r);
            if (a[k / 32] >> k % 32 & 1)
                add(r, x);
        }
        memcpy(a, r, sizeof r);
    }
};

template <int TPI>
int test(int count, int threads, uint32_t exponent)
{
    uint32_t *base, *mod, *one, *r2, *out;
    for (uint32_t **p : {&mod, &one, &r2, &base, &out})
        cudaMallocManaged(p, count * TPI * sizeof(uint32_t));
    Mod<TPI> m;
    for (int i = 0; i < TPI; i++) {
        m.n[i] = mod[i] = i == TPI - 1 ? 0xfffffffbu : i ? 0xffffffffu - (i & 1) : 0xfffffe4du;
        one[i] = r2[i] = i == 0;
    }
    for (int k = 0; k < 64 * TPI; k++)
        m.add(r2, r2);
    uint32_t inv = 1;
    for (int k = 0; k < 5; k++)
        inv *= 2 - mod[0] * inv;
    for (int i = 0; i < count * TPI; i++)
        base[i] = i % TPI == TPI - 1 ? i : ~(i * 2654435769u >> (i % 7));
    powm<TPI><<<(count * TPI + threads - 1) / threads, threads>>>(base, mod, one, r2, 0 - inv, exponent, out, count);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int c = 0; c < count; c++) {
        uint32_t y[TPI] = {1};
        for (int bit = 4; bit >= 0; bit--) {
            m.mul(y, y);
            if (exponent >> bit & 1)
                m.mul(y, base + c * TPI);
        }
        for (int i = 0; i < TPI; i++)
            wrong += y[i] != out[c * TPI + i];
    }
    printf("%d limbs: %08x %08x, wrong %d\n", TPI, out[0], out[count * TPI - 1], wrong);
    for (uint32_t *p : {base, mod, one, r2, out}) cudaFree(p);
    return wrong;
}

int main()
{
    const int wrong = test<4>(17, 48, 23) + test<8>(9, 96, 17) + test<16>(3, 64, 5);
    printf("%s\n", wrong ? "FAILED" : "ok");
    return wrong != 0;
}
