// Longest common subsequence in strips: every warp owns a strip of 32 rows and waits for the strip above, published through flags.
#include <cstdio>
#include <initializer_list>
#include <vector>
#include <cuda_runtime.h>

#define WARPSZ 32
#define STEP 16 // columns published together

typedef struct {
    int *boundary;      // last row of every strip, columns 0..n-1
    volatile int *done; // columns finished by every strip
    int n;
} strips_t;

__device__ static void wait_columns(const strips_t &s, int strip, int columns)
{
    if (strip < 0)
        return;
    const int need = columns < s.n ? columns : s.n;
    for (;;) {
        const int have = s.done[strip];
        if (have >= need)
            break;
    }
    __threadfence();
}

__device__ static void publish(const strips_t &s, int strip, int columns)
{
    __threadfence();
    s.done[strip] = columns;
}

__global__ void lcs(const char *a, int m, const char *b, strips_t s, unsigned *order, int *result)
{
    const int my = threadIdx.x % WARPSZ;
    int strip = 0;
    if (my == 0) // strips are handed out in the order in which warps start
        strip = atomicAdd(order, 1u);
    strip = __shfl_sync(0xffffffff, strip, 0);
    const int row = strip * WARPSZ + my, n = s.n;
    if (strip * WARPSZ >= m)
        return;
    const char c = row < m ? a[row] : 0;
    int here = 0, up_left = 0;
    for (int t = 0; t < n + WARPSZ - 1; ++t) {
        int edge = 0;
        if (my == 0 && t < n) {
            if (t % STEP == 0)
                wait_columns(s, strip - 1, t + STEP);
            if (strip > 0)
                edge = *(volatile int *)&s.boundary[(strip - 1) * n + t];
        }
        __syncwarp();
        int up = __shfl_up_sync(0xffffffff, here, 1);
        if (my == 0)
            up = edge;
        const int col = t - my;
        if (col >= 0 && col < n) {
            int v;
            if (row < m)
                v = b[col] == c ? up_left + 1 : max(up, here);
            else
                v = up; // rows past the end repeat the last one
            up_left = up;
            here = v;
            if (my == WARPSZ - 1) {
                *(volatile int *)&s.boundary[strip * n + col] = v;
                if ((col + 1) % STEP == 0 || col + 1 == n)
                    publish(s, strip, col + 1);
            }
        }
    }
    if (row == m - 1)
        *result = here;
}

int main()
{
    const int m = 210, n = 140, strips = (m + WARPSZ - 1) / WARPSZ, warps = 2;
    char *a, *b;
    int *result;
    unsigned *order;
    strips_t s;
    s.n = n;
    cudaMallocManaged(&a, m);
    cudaMallocManaged(&b, n);
    cudaMallocManaged(&s.boundary, strips * n * sizeof(int));
    int *done;
    cudaMallocManaged(&done, strips * sizeof(int));
    cudaMallocManaged(&result, sizeof(int));
    cudaMallocManaged(&order, sizeof(unsigned));
    s.done = done;
    for (int i = 0; i < strips; i++)
        done[i] = 0;
    *order = 0;
    *result = -1;
    unsigned x = 5;
    for (int i = 0; i < m; i++)
        a[i] = "abcd"[(x = x * 69069u + 1) >> 20 & 3];
    for (int i = 0; i < n; i++)
        b[i] = "abcd"[(x = x * 69069u + 1) >> 20 & 3];
    lcs<<<(strips + warps - 1) / warps, warps * WARPSZ>>>(a, m, b, s, order, result);
    cudaDeviceSynchronize();
    std::vector<std::vector<int>> d(m + 1, std::vector<int>(n + 1, 0));
    int wrong = 0;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            d[i][j] = a[i - 1] == b[j - 1] ? d[i - 1][j - 1] + 1 : d[i - 1][j] > d[i][j - 1] ? d[i - 1][j] : d[i][j - 1];
            if (i % WARPSZ == 0)
                wrong += d[i][j] != s.boundary[(i / WARPSZ - 1) * n + j - 1];
        }
    wrong += d[m][n] != *result;
    printf("lcs %d, wrong %d\n", *result, wrong);
    for (void *p : {(void *)a, (void *)b, (void *)s.boundary, (void *)done, (void *)result, (void *)order})
        cudaFree(p);
    return wrong != 0;
}
