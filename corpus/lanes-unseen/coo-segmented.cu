// COO sparse matrix times vector with a segmented warp scan over the row numbers (rows sorted).
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffff

static const int BLOCK = 128;
static const int WARP_SIZE = 32;

__device__ __forceinline__ void segmented_scan(unsigned lane, int row, int &value)
{
    for (unsigned delta = 1; delta < WARP_SIZE; delta <<= 1) {
        const int v = __shfl_up_sync(FULL_MASK, value, delta);
        const int r = __shfl_up_sync(FULL_MASK, row, delta);
        if (lane >= delta && r == row)
            value += v;
    }
}

// every warp handles an interval of 'interval' entries, carrying the open row from one step to the next
__global__ void coo_kernel(int nnz, int interval, const int *I, const int *J, const int *V, const int *x, int *y)
{
    const unsigned lane = threadIdx.x & (WARP_SIZE - 1);
    const int warp = (threadIdx.x + blockIdx.x * blockDim.x) / WARP_SIZE;
    const int begin = warp * interval;
    const int end = min(begin + interval, nnz);
    if (begin >= end)
        return;

    int carryRow = I[begin], carry = 0;
    for (int base = begin; base < end; base += WARP_SIZE) {
        const int n = base + lane;
        int row = n < end ? I[n] : I[end - 1];
        int value = n < end ? V[n] * x[J[n]] : 0;

        if (lane == 0) {
            if (row == carryRow)
                value += carry;
            else
                atomicAdd(&y[carryRow], carry);
        }
        segmented_scan(lane, row, value);

        const int next = __shfl_down_sync(FULL_MASK, row, 1);
        if (lane < WARP_SIZE - 1 && next != row)
            atomicAdd(y + row, value);
        carryRow = __shfl_sync(FULL_MASK, row, WARP_SIZE - 1);
        carry = __shfl_sync(FULL_MASK, value, 31);
    }
    if (lane == WARP_SIZE - 1)
        atomicAdd(y + carryRow, carry);
}

int main()
{
    const int rows = 64, cols = 50;
    std::vector<int> I, J, V, x(cols), want(rows, 0), y(rows);
    for (int c = 0; c < cols; c++)
        x[c] = (c * 29) % 31 - 15;
    for (int r = 0; r < rows; r++) {
        const int len = r == 10 ? 50 : r % 4 == 3 ? 0 : (r * r) % 23;
        for (int k = 0; k < len; k++) {
            I.push_back(r);
            J.push_back((k * 3 + r) % cols);
            V.push_back(k % 5 - 2);
            want[r] += V.back() * x[J.back()];
        }
    }
    const int nnz = (int)I.size();
    int *buf;
    cudaMalloc(&buf, (3 * nnz + cols + rows) * sizeof(int));
    int *dI = buf, *dJ = dI + nnz, *dV = dJ + nnz, *dx = dV + nnz, *dy = dx + cols;
    cudaMemcpy(dI, I.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dJ, J.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dV, V.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), cols * sizeof(int), cudaMemcpyHostToDevice);

    int wrong = 0;
    for (int perLane = 1; perLane <= 4; perLane++) {
        const int interval = perLane * WARP_SIZE;
        const int warps = (nnz + interval - 1) / interval;
        const int blocks = (warps * WARP_SIZE + BLOCK - 1) / BLOCK;
        cudaMemset(dy, 0, rows * sizeof(int));
        coo_kernel<<<blocks, BLOCK>>>(nnz, interval, dI, dJ, dV, dx, dy);
        cudaMemcpy(y.data(), dy, rows * sizeof(int), cudaMemcpyDeviceToHost);
        int bad = 0;
        for (int r = 0; r < rows; r++)
            bad += y[r] != want[r];
        printf("%d per lane: y[10] = %d, bad %d\n", perLane, y[10], bad);
        wrong += bad;
    }
    cudaFree(buf);
    return wrong != 0;
}
