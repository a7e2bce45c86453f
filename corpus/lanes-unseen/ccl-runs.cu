/* Connected components of a binary image (8-neighbourhood) by runs: a warp makes a word of 32 pixels with a ballot,
   every pixel finds the start of its run in the word with __clz, the first pixels unite runs across words and rows. */
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define W 96
#define H 40
#define WORDS (W / 32)
#define FULL 0xffffffffu

__device__ int find(const int *label, int x)
{
    while (((const volatile int *)label)[x] != x)
        x = ((const volatile int *)label)[x];
    return x;
}

__device__ void unite(int *label, int a, int b)
{
    for (;;) {
        a = find(label, a);
        b = find(label, b);
        if (a == b)
            return;
        if (a > b) {
            const int t = a;
            a = b;
            b = t;
        }
        const int old = atomicMin(&label[b], a);
        if (old == b)
            return;
        b = old;
    }
}

__global__ void make_runs(const unsigned char *image, unsigned *words, int *label)
{
    const int x = threadIdx.x, lane = x & 31, y = blockIdx.x, i = y * W + x;
    const bool on = image[i] != 0;
    const unsigned bits = __ballot_sync(FULL, on);
    if (lane == 0)
        words[i >> 5] = bits;
    // the nearest gap at or below this lane ends the search for the run's start
    const unsigned gaps = ~bits & (FULL >> (31 - lane));
    const int start = 32 - __clz(gaps);
    label[i] = on ? i - lane + start : -1;
}

__global__ void join_runs(const unsigned *words, int *label)
{
    const int y = blockIdx.x, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int i = y * W + threadIdx.x;
    const unsigned row = words[y * WORDS + warp];
    const unsigned left = warp ? words[y * WORDS + warp - 1] : 0;
    if (!(row >> lane & 1))
        return;
    if (lane == 0 && left >> 31)
        unite(label, i, i - 1);
    if (y == 0)
        return;
    const unsigned up = words[(y - 1) * WORDS + warp];
    const unsigned upl = warp ? words[(y - 1) * WORDS + warp - 1] : 0;
    const unsigned upr = warp + 1 < WORDS ? words[(y - 1) * WORDS + warp + 1] : 0;
    // rows above seen from the left and from the right
    const unsigned nw = up << 1 | upl >> 31, ne = up >> 1 | upr << 31;
    const bool first = lane == 0 || !(row >> (lane - 1) & 1);
    if (up >> lane & 1) {
        if (first || !(nw >> lane & 1))
            unite(label, i, i - W);
    } else {
        if (first && nw >> lane & 1)
            unite(label, i, i - W - 1);
        if (ne >> lane & 1)
            unite(label, i, i - W + 1);
    }
}

__global__ void flatten(int *label, int *components, int *pixels)
{
    const int i = blockIdx.x * W + threadIdx.x;
    const int root = label[i] < 0 ? -1 : find(label, i);
    const unsigned roots = __ballot_sync(FULL, root == i), set = __ballot_sync(FULL, root >= 0);
    __syncthreads();
    if (root >= 0)
        label[i] = root;
    if ((threadIdx.x & 31) == 0) {
        atomicAdd(components, __popc(roots));
        atomicAdd(pixels, __popc(set));
    }
}

int main()
{
    unsigned char *image;
    unsigned *words;
    int *label, *counts;
    cudaMallocManaged(&image, W * H);
    cudaMallocManaged(&words, H * WORDS * sizeof(unsigned));
    cudaMallocManaged(&label, W * H * sizeof(int));
    cudaMallocManaged(&counts, 2 * sizeof(int));
    unsigned r = 99;
    for (int i = 0; i < W * H; i++) {
        const int x = i % W, y = i / W;
        r = r * 1103515245u + 12345u;
        image[i] = y < 12 ? (x + y * 3) % 50 < 44 && y % 3 != 2 : y < 22 ? (x * y) % 11 > 5 : (r >> 16) % 100 < 42;
    }
    counts[0] = counts[1] = 0;
    make_runs<<<H, W>>>(image, words, label);
    join_runs<<<H, W>>>(words, label);
    flatten<<<H, W>>>(label, counts, counts + 1);
    cudaDeviceSynchronize();
    std::vector<int> want(W * H, -1), stack;
    int wrong = 0, components = 0, pixels = 0;
    for (int i = 0; i < W * H; i++) {
        pixels += image[i];
        wrong += (words[i / 32] >> i % 32 & 1) != image[i];
        if (!image[i] || want[i] >= 0)
            continue;
        components++;
        want[i] = i;
        stack.push_back(i);
        while (!stack.empty()) {
            const int c = stack.back(), x = c % W, y = c / W;
            stack.pop_back();
            for (int v = y - 1; v <= y + 1; v++)
                for (int u = x - 1; u <= x + 1; u++)
                    if (u >= 0 && u < W && v >= 0 && v < H && image[v * W + u] && want[v * W + u] < 0) {
                        want[v * W + u] = i;
                        stack.push_back(v * W + u);
                    }
        }
    }
    for (int i = 0; i < W * H; i++)
        wrong += want[i] != label[i];
    wrong += components != counts[0] || pixels != counts[1];
    printf("%d components, %d pixels, wrong %d\n", counts[0], counts[1], wrong);
    cudaFree(image);
    cudaFree(words);
    cudaFree(label);
    cudaFree(counts);
    return wrong != 0;
}
