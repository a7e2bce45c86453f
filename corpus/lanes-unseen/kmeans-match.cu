// One k-means step: lanes with the same nearest centroid are matched, sums by masked reductions, one atomic per group.
#include <cstdio>
#include <cuda_runtime.h>

#define K 6
#define FULL 0xffffffffu
#define IS_LEADER(mask) ((int)(threadIdx.x & 31) == __ffs(mask) - 1)

typedef struct {
    int sx, sy, n, spread;
} cluster_t;

__host__ __device__ static int nearest(const int2 *c, int x, int y, int *d2)
{
    int best = 0;
    *d2 = 1 << 30;
    for (int k = 0; k < K; k++) {
        const int dx = c[k].x - x, dy = c[k].y - y, d = dx * dx + dy * dy;
        if (d < *d2) {
            *d2 = d;
            best = k;
        }
    }
    return best;
}

__global__ void assign(const int2 *pts, int n, const int2 *centroids, cluster_t *clusters, int *moved, unsigned char *label)
{
    __shared__ int2 c[K];
    if (threadIdx.x < K)
        c[threadIdx.x] = centroids[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int changed = 0;
    if (i < n) {
        int d2;
        const int mine = nearest(c, pts[i].x, pts[i].y, &d2);
        changed = label[i] != mine;
        label[i] = (unsigned char)mine;
        const unsigned here = __activemask();
        const unsigned group = __match_any_sync(here, mine);
        const int sx = __reduce_add_sync(group, pts[i].x);
        const int sy = __reduce_add_sync(group, pts[i].y);
        const int spread = __reduce_max_sync(group, d2);
        if (IS_LEADER(group)) {
            atomicAdd(&clusters[mine].sx, sx);
            atomicAdd(&clusters[mine].sy, sy);
            atomicAdd(&clusters[mine].n, __popc(group));
            atomicMax(&clusters[mine].spread, spread);
        }
    }
    const int in_block = __syncthreads_count(changed);
    if (threadIdx.x == 0 && in_block)
        atomicAdd(moved, in_block);
}

int main()
{
    const int n = 600;
    int2 *pts, *cen, ref[K];
    cluster_t *cl;
    int *moved, wrong = 0;
    unsigned char *label;
    static unsigned char reflabel[n];
    cudaMallocManaged(&pts, n * sizeof(int2));
    cudaMallocManaged(&cen, K * sizeof(int2));
    cudaMallocManaged(&cl, K * sizeof(cluster_t));
    cudaMallocManaged(&moved, sizeof(int));
    cudaMallocManaged(&label, n);
    cudaMemset(label, 255, n);
    for (int i = 0; i < n; i++) {
        pts[i] = make_int2(i % K * 40 + i * 17 % 31, i % K * i % 50 + i * 13 % 29);
        reflabel[i] = 255;
    }
    for (int k = 0; k < K; k++)
        ref[k] = cen[k] = pts[k * 7];
    for (int iter = 0; iter < 4; iter++) {
        cudaMemset(cl, 0, K * sizeof(cluster_t));
        *moved = 0;
        assign<<<(n + 95) / 96, 96>>>(pts, n, cen, cl, moved, label);
        cudaDeviceSynchronize();
        cluster_t e[K] = {};
        int changed = 0;
        for (int i = 0; i < n; i++) {
            int d2;
            const int k = nearest(ref, pts[i].x, pts[i].y, &d2);
            changed += reflabel[i] != k;
            reflabel[i] = (unsigned char)k;
            e[k].sx += pts[i].x, e[k].sy += pts[i].y, e[k].n++;
            e[k].spread = d2 > e[k].spread ? d2 : e[k].spread;
        }
        wrong += changed != *moved;
        for (int k = 0; k < K; k++) {
            wrong += e[k].sx != cl[k].sx || e[k].sy != cl[k].sy || e[k].n != cl[k].n || e[k].spread != cl[k].spread;
            if (e[k].n)
                ref[k] = make_int2(e[k].sx / e[k].n, e[k].sy / e[k].n);
            if (cl[k].n)
                cen[k] = make_int2(cl[k].sx / cl[k].n, cl[k].sy / cl[k].n);
        }
        printf("round %d: %d moved, first cluster has %d\n", iter, *moved, cl[0].n);
    }
    printf("wrong %d\n", wrong);
    cudaFree(pts);
    cudaFree(cen);
    cudaFree(cl);
    cudaFree(moved);
    cudaFree(label);
    return wrong != 0;
}
