// 1024-bit integers, a limb to a lane: carries of an addition are resolved at once by adding ballots
// (generate and propagate masks), comparisons look at the highest lane that differs. Fibonacci numbers and differences.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

typedef uint32_t limb_t;
static const unsigned kFull = 0xffffffff;
static const int kLimbs = 32;

// sum of a and b, *carry is that out of the top
__device__ limb_t big_add(limb_t a, limb_t b, unsigned *carry)
{
    const unsigned lane = threadIdx.x & 31;
    limb_t s = a + b;
    const unsigned generate = __ballot_sync(kFull, s < a);
    const unsigned propagate = __ballot_sync(kFull, s == 0xffffffffu);
    // carries run through the ones of `propagate` like those of an ordinary addition
    const unsigned long long sum = (unsigned long long)propagate + ((unsigned long long)generate << 1);
    const unsigned long long into = sum ^ propagate;
    s += (into >> lane) & 1;
    *carry = (unsigned)(into >> 32) & 1;
    return s;
}

__device__ limb_t big_sub(limb_t a, limb_t b)
{
    const unsigned lane = threadIdx.x & 31;
    limb_t d = a - b;
    unsigned lend = __ballot_sync(kFull, a < b) << 1;
    const unsigned zero = __ballot_sync(kFull, d == 0);
    lend = (lend + zero) ^ zero;
    return d - ((lend >> lane) & 1);
}

// <0, 0, >0
__device__ int big_compare(limb_t a, limb_t b)
{
    const unsigned above = __ballot_sync(kFull, a > b), below = __ballot_sync(kFull, a < b);
    return (above > below) - (above < below);
}

__device__ int big_bits(limb_t a)
{
    const unsigned used = __ballot_sync(kFull, a != 0);
    if (used == 0)
        return 0;
    const int top = 31 - __clz(used);
    const limb_t high = __shfl_sync(kFull, a, top);
    return 32 * top + 32 - __clz(high);
}

__device__ limb_t big_double(limb_t a)
{
    const limb_t low = __shfl_up_sync(kFull, a, 1);
    return (threadIdx.x & 31) == 0 ? a << 1 : __funnelshift_l(low, a, 1);
}

struct Result {
    limb_t fib[kLimbs], diff[kLimbs];
    int bits, steps, order;
    unsigned overflow;
};

// Fibonacci-like sequence from (start, 1), subtracting 2^k * start at the end as often as it can
__global__ void run(const int *start, Result *out, int count)
{
    const int id = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x & 31;
    if (id >= count)
        return;
    limb_t a = lane == 0 ? start[id] : 0xffffffffu * (lane < id), b = lane == 0;
    const limb_t base = a;
    unsigned overflow = 0;
    int steps = 0;
    while (big_bits(b) < 1000 && steps < 700) {
        unsigned c;
        const limb_t s = big_add(a, b, &c);
        overflow += c;
        a = b;
        b = s;
        steps++;
    }
    limb_t t = base;
    while (big_bits(t) < 1020 && big_compare(t, b) <= 0)
        t = big_double(t);
    limb_t rest = b;
    const int order = big_compare(t, b);
    if (order > 0)
        rest = big_sub(t, b);
    out[id].fib[lane] = b;
    out[id].diff[lane] = rest;
    const int bits = big_bits(rest);
    unsigned c;
    big_add(rest, ~rest, &c); // all ones, no carry
    if (lane == 0) {
        out[id].bits = bits;
        out[id].steps = steps;
        out[id].order = order;
        out[id].overflow = overflow + c;
    }
}

static int host_add(limb_t *r, const limb_t *a, const limb_t *b, limb_t flip, int carry)
{
    for (int i = 0; i < kLimbs; i++) {
        const uint64_t s = (uint64_t)a[i] + (limb_t)(b[i] ^ flip) + carry;
        r[i] = (limb_t)s;
        carry = (int)(s >> 32);
    }
    return carry;
}

int main()
{
    const int count = 5;
    int *start;
    Result *out;
    cudaMallocManaged(&start, count * sizeof(int));
    cudaMallocManaged(&out, count * sizeof(Result));
    for (int i = 0; i < count; i++)
        start[i] = 3 + i * i * 1000;
    run<<<3, 64>>>(start, out, count);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        limb_t a[kLimbs] = {(limb_t)start[i]}, b[kLimbs] = {1}, s[kLimbs], sum[kLimbs];
        for (int k = 1; k < i; k++)
            a[k] = 0xffffffffu;
        const Result &r = out[i];
        for (int k = 0; k < r.steps; k++) {
            host_add(s, a, b, 0, 0);
            memcpy(a, b, sizeof a);
            memcpy(b, s, sizeof b);
        }
        wrong += memcmp(b, r.fib, sizeof b) != 0 || r.overflow != 0 || r.order <= 0;
        // diff + fib is start shifted
        host_add(sum, r.diff, r.fib, 0, 0);
        limb_t t[kLimbs] = {(limb_t)start[i]};
        for (int k = 1; k < i; k++)
            t[k] = 0xffffffffu;
        for (int k = 0; k < 1024 && memcmp(t, sum, sizeof t); k++)
            host_add(t, t, t, 0, 0);
        wrong += memcmp(t, sum, sizeof t) != 0;
        printf("%d: %d steps, difference of %d bits, low limbs %08x %08x\n", i, r.steps, r.bits, r.fib[0], r.diff[0]);
    }
    printf("wrong %d\n", wrong);
    cudaFree(start);
    cudaFree(out);
    return wrong != 0;
}
