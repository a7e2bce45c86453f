// Roaring-like sets: containers of 1024 bits as bitmaps (a word to a lane) or as sorted arrays. A warp takes a pair of
// containers: and, or, and-not, their cardinality, and back to an array when few are left.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>
#include <cuda_runtime.h>

enum Op { AND, OR, ANDNOT };

struct Container {
    int count;       // of values
    int array;       // 1: values in v, 0: bits in w
    union {
        uint16_t v[64];
        uint32_t w[32];
    };
};

__device__ uint32_t load_word(const Container &c, uint32_t *scratch)
{
    const int lane = threadIdx.x & 31;
    if (!c.array)
        return c.w[lane];
    scratch[lane] = 0;
    __syncwarp();
    for (int i = lane; i < c.count; i += 32)
        atomicOr(scratch + (c.v[i] >> 5), 1u << (c.v[i] & 31));
    __syncwarp();
    const uint32_t r = scratch[lane];
    __syncwarp();
    return r;
}

template <Op op>
__global__ void combine(const Container *a, const Container *b, Container *out, int n)
{
    extern __shared__ uint32_t scratch_all[];
    const int wib = threadIdx.x >> 5, lane = threadIdx.x & 31;
    uint32_t *scratch = scratch_all + 32 * wib;
    const int i = blockIdx.x * (blockDim.x >> 5) + wib;
    if (i >= n)
        return;
    const uint32_t x = load_word(a[i], scratch), y = load_word(b[i], scratch);
    uint32_t z = op == AND ? x & y : op == OR ? x | y : x & ~y;
    const int mine = __popc(z);
    const int total = __reduce_add_sync(0xffffffff, mine);
    Container &o = out[i];
    if (lane == 0) {
        o.count = total;
        o.array = total <= 64;
    }
    if (total > 64) {
        o.w[lane] = z;
        return;
    }
    int at = mine;
    for (int d = 1; d < 32; d += d) {
        const int u = __shfl_up_sync(0xffffffff, at, d);
        if (lane >= d)
            at += u;
    }
    at -= mine;
    while (z) {
        o.v[at++] = (uint16_t)(lane << 5 | (__ffs(z) - 1));
        z &= z - 1;
    }
}

static std::set<int> values(const Container &c)
{
    std::set<int> s;
    for (int i = 0; i < 1024; i++)
        if (c.array ? std::count(c.v, c.v + c.count, i) : c.w[i / 32] >> i % 32 & 1)
            s.insert(i);
    return s;
}

static Container make(unsigned seed, int percent)
{
    std::vector<uint16_t> v;
    for (unsigned i = 0, r = seed; i < 1024; i++) {
        r = r * 1664525u + 1013904223u;
        if ((int)((r >> 16) % 100) < percent)
            v.push_back((uint16_t)i);
    }
    Container c = {};
    c.count = (int)v.size();
    c.array = v.size() <= 64;
    for (size_t k = 0; k < v.size(); k++)
        if (c.array)
            c.v[k] = v[k];
        else
            c.w[v[k] / 32] |= 1u << v[k] % 32;
    return c;
}

template <Op op>
static int test(const char *name, const Container *a, const Container *b, Container *out, int n)
{
    combine<op><<<(n + 4) / 5, 160, 5 * 32 * sizeof(uint32_t)>>>(a, b, out, n);
    cudaDeviceSynchronize();
    int wrong = 0, total = 0, arrays = 0;
    for (int i = 0; i < n; i++) {
        std::set<int> want;
        const std::set<int> x = values(a[i]), y = values(b[i]);
        for (int k = 0; k < 1024; k++)
            if (op == AND ? x.count(k) && y.count(k) : op == OR ? x.count(k) || y.count(k) : x.count(k) && !y.count(k))
                want.insert(k);
        wrong += want != values(out[i]) || (int)want.size() != out[i].count;
        wrong += out[i].array && !std::is_sorted(out[i].v, out[i].v + out[i].count);
        total += out[i].count;
        arrays += out[i].array;
    }
    printf("%s: %d values, %d arrays of %d, wrong %d\n", name, total, arrays, n, wrong);
    return wrong;
}

int main()
{
    const int n = 12;
    Container *a, *b, *out;
    for (Container **p : {&a, &b, &out})
        cudaMallocManaged(p, n * sizeof(Container));
    for (int i = 0; i < n; i++) {
        a[i] = make(i + 1, i % 4 == 0 ? 5 : 20 + 10 * (i % 5));
        b[i] = make(i + 77, i % 3 == 0 ? 4 : 15 * (i % 6));
    }
    const int wrong = test<AND>("and", a, b, out, n) + test<OR>("or", a, b, out, n) + test<ANDNOT>("not", a, b, out, n);
    printf("%s\n", wrong ? "bad" : "good");
    for (Container *p : {a, b, out})
        cudaFree(p);
    return wrong != 0;
}
