// Ranks among lanes by shifts that are 32 wide in one lane: zero in CUDA, the whole mask on AMD GPUs.
__device__ unsigned warp_tid() { return threadIdx.x & 31; }

__device__ unsigned slot_of(unsigned *count, volatile unsigned *base) {
    unsigned here = __activemask();
    unsigned below = __popc(here << (32u - warp_tid()));
    if (below == 0)
        *base = atomicAdd(count, __popc(here));
    return *base + below;
}

__device__ int next_of(unsigned mask) {
    int lane = threadIdx.x % warpSize;
    return __ffs(mask >> (lane + 1));
}

__device__ unsigned up_to_the_first(unsigned mask, bool found) {
    unsigned hit = __ballot_sync(0xffffffff, found), count;
    if (hit != 0)
        count = __ffs(hit) - 1;
    else
        count = 32;
    return mask & ((0x2 << count) - 1);
}

__global__ void sound(unsigned *p) {
    unsigned lane = warp_tid(), here = __ballot_sync(0xffffffff, p[lane] > 1);
    p[lane] = __popc(here << (31 - lane) << 1);
    p[lane] += lane == 0 ? 0 : __popc(here << (32 - lane));
    p[lane] += __ffs(here >> lane >> 1) + __popc(here & ((1u << lane) - 1));
    p[lane] += (unsigned)((1ull << (lane + 1)) - 1) + ((2u << lane) - 1);
}

__device__ int leader_of(unsigned mask) { return __ffs(mask) - 1; }

__global__ void by_bits(unsigned *p) {
    unsigned hits = __ballot_sync(0xffffffff, p[threadIdx.x] > 2), rest = hits;
    for (int at = 0; rest;) {
        at += __ffs(rest);
        p[at - 1] = 0;
        rest >>= __ffs(rest);
    }
    p[32] = 1u << leader_of(hits);
    p[33] = 0xffffffff >> __clz(hits);
    if (hits)
        p[34] = (1u << leader_of(hits)) + (1u << (31 - __clz(hits)));
}

__global__ void bounded(unsigned *p, int n) {
    if (n >= 32)
        return;
    int count = min(n, 32);
    p[threadIdx.x] &= (1u << count) - 1;
}

// What asks for the mask, for what counts in it or for what is made of it; who is here; and the mask itself.
__global__ void told(unsigned *p) {
    unsigned hits = __ballot_sync(0xffffffff, p[threadIdx.x] > 3);
    int first = __ffs(hits) - 1, many = __popc(hits);
    bool some = hits != 0;
    if (first >= 0)
        p[0] = 1u << first;
    if (some)
        p[1] = 1u << (31 - __clz(hits));
    p[2] = hits << __clz(hits);
    if (threadIdx.x % 2) {
        unsigned here = __ballot_sync(0xaaaaaaaa, true);
        p[3] = 1u << (__ffs(here) - 1);
    }
    if (many == 0)
        return;
    p[4] = 1u << first;
}
