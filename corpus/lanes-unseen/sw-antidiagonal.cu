// Smith-Waterman score: one warp per pair, lanes own query rows, the anti-diagonal moves by shuffles, strips of 32 rows.
#include <cstdio>
#include <cstring>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

const int MATCH = 3, MISMATCH = -2, GAP = -2;
const int MAX_REF = 128;

__device__ __forceinline__ int from_above(int v, int edge, int tx)
{
    const int up = __shfl_up_sync(0xffffffff, v, 1);
    return tx ? up : edge;
}

__global__ void sw(const char *queries, const char *refs, const int *qlen, const int *rlen, int pairs, int *score)
{
    __shared__ int border[4][MAX_REF]; // last row of the strip above
    const int wy = threadIdx.y, tx = threadIdx.x;
    const int p = blockIdx.x * blockDim.y + wy;
    if (p >= pairs)
        return;
    const char *q = queries + p * MAX_REF, *r = refs + p * MAX_REF;
    const int m = qlen[p], n = rlen[p];
    int *row = border[wy];
    for (int j = tx; j < MAX_REF; j += 32)
        row[j] = 0;
    __syncwarp();
    int best = 0;
    for (int strip = 0; strip < m; strip += 32) {
        const int i = strip + tx;
        const char mine = i < m ? q[i] : 0;
        int H = 0, Hprev = 0, diag_edge = 0;
        int left = 0, diag = 0;
        for (int step = 0; step < n + 31; step++) {
            const int j = step - tx;
            const int edge = step < n ? row[step] : 0; // needed by lane 0 only, j == step there
            const int above = from_above(H, edge, tx);
            const int above_left = from_above(Hprev, diag_edge, tx);
            diag_edge = edge;
            diag = above_left;
            int h = 0;
            if (j >= 0 && j < n && i < m) {
                if (j == 0)
                    diag = 0, left = 0;
                h = max(0, diag + (r[j] == mine ? MATCH : MISMATCH));
                h = max(h, above + GAP);
                h = max(h, left + GAP);
                left = h;
                best = max(best, h);
            }
            Hprev = H;
            H = h;
            __syncwarp();
            if (tx == 31 && j >= 0 && j < n)
                row[j] = h;
            __syncwarp();
        }
    }
    best = __reduce_max_sync(0xffffffff, best);
    if (tx == 0)
        score[p] = best;
}

static int sw_host(const char *q, int m, const char *r, int n)
{
    std::vector<int> prev(n + 1, 0), cur(n + 1, 0);
    int best = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            int h = std::max(0, prev[j] + (q[i] == r[j] ? MATCH : MISMATCH));
            h = std::max(h, std::max(prev[j + 1], cur[j]) + GAP);
            cur[j + 1] = h;
            best = std::max(best, h);
        }
        prev = cur;
    }
    return best;
}

int main()
{
    const int pairs = 10;
    char *q, *r;
    int *ql, *rl, *score;
    cudaMallocManaged(&q, pairs * MAX_REF);
    cudaMallocManaged(&r, pairs * MAX_REF);
    cudaMallocManaged(&ql, pairs * sizeof(int));
    cudaMallocManaged(&rl, pairs * sizeof(int));
    cudaMallocManaged(&score, pairs * sizeof(int));
    unsigned s = 7;
    for (int p = 0; p < pairs; p++) {
        ql[p] = 10 + p * 9;
        rl[p] = 60 + p * 5;
        for (int i = 0; i < MAX_REF; i++) {
            s = s * 1103515245u + 12345u;
            q[p * MAX_REF + i] = "ACGT"[s >> 16 & 3];
            r[p * MAX_REF + i] = (s >> 20) % 4 ? q[p * MAX_REF + i / 2 * 2] : "ACGT"[s >> 24 & 3];
        }
    }
    sw<<<(pairs + 3) / 4, dim3(32, 4)>>>(q, r, ql, rl, pairs, score);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int p = 0; p < pairs; p++) {
        wrong += score[p] != sw_host(q + p * MAX_REF, ql[p], r + p * MAX_REF, rl[p]);
        printf("%d ", score[p]);
    }
    printf("- wrong %d\n", wrong);
    cudaFree(q);
    cudaFree(r);
    cudaFree(ql);
    cudaFree(rl);
    cudaFree(score);
    return wrong != 0;
}
