// ELLPACK product and squared residual: the block sum ends in a volatile shared-memory tail of one warp,
// the last block to finish adds up the partial sums.
#include <cstdio>
#include <cuda_runtime.h>

template <unsigned blockSize>
__device__ void warpReduce(volatile long long *sdata, unsigned tid)
{
    long long v = sdata[tid];
    if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 32) { v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 16) { v += sdata[tid + 8]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 8) { v += sdata[tid + 4]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 4) { v += sdata[tid + 2]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 2) { v += sdata[tid + 1]; __syncwarp(); sdata[tid] = v; }
}

template <unsigned blockSize>
__device__ long long blockReduce(long long v)
{
    __shared__ long long sdata[blockSize + 32]; // the tail reads past its half
    const unsigned tid = threadIdx.x;
    sdata[tid] = v;
    if (tid < 32)
        sdata[blockSize + tid] = 0;
    __syncthreads();
#pragma unroll
    for (unsigned s = blockSize / 2; s > 32; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        warpReduce<blockSize>(sdata, tid);
    __syncthreads();
    const long long sum = sdata[0];
    __syncthreads();
    return sum;
}

template <unsigned blockSize>
__global__ void residual(int rows, int width, const int *col, const int *val, const int *x, const int *b, int *r,
                         long long *partial, unsigned *arrived, long long *norm)
{
    __shared__ bool last;
    long long square = 0;
    for (int row = blockIdx.x * blockSize + threadIdx.x; row < rows; row += blockSize * gridDim.x) {
        int sum = b[row];
        for (int k = 0; k < width; k++) {
            const int c = col[k * rows + row];
            if (c < 0)
                break;
            sum -= val[k * rows + row] * x[c];
        }
        r[row] = sum;
        square += (long long)sum * sum;
    }
    square = blockReduce<blockSize>(square);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = square;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    long long total = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockSize)
        total += ((volatile long long *)partial)[i];
    total = blockReduce<blockSize>(total);
    if (threadIdx.x == 0)
        *norm = total;
}

int main()
{
    const int rows = 700, width = 9, maxBlocks = 8;
    int *col, *val, *x, *b, *r, wrong = 0;
    long long *partial, *norm, want = 0;
    unsigned *arrived;
    cudaMallocManaged(&col, rows * width * sizeof(int));
    cudaMallocManaged(&val, rows * width * sizeof(int));
    cudaMallocManaged(&x, rows * sizeof(int));
    cudaMallocManaged(&b, rows * sizeof(int));
    cudaMallocManaged(&r, rows * sizeof(int));
    cudaMallocManaged(&partial, maxBlocks * sizeof(long long));
    cudaMallocManaged(&norm, sizeof(long long));
    cudaMallocManaged(&arrived, sizeof(unsigned));
    for (int i = 0; i < rows; i++) {
        x[i] = i % 21 - 10;
        b[i] = i * i % 301;
    }
    int *ref = new int[rows];
    for (int i = 0; i < rows; i++) {
        ref[i] = b[i];
        for (int k = 0; k < width; k++) {
            const bool real = k < i % (width + 1);
            col[k * rows + i] = real ? (i * 3 + k * 53) % rows : -1;
            val[k * rows + i] = real ? k * i % 13 - 6 : 0;
            if (real)
                ref[i] -= val[k * rows + i] * x[col[k * rows + i]];
        }
        want += (long long)ref[i] * ref[i];
    }
    *arrived = 0;
    for (int variant = 0; variant < 3; variant++) {
        *norm = -1;
        if (variant == 0)
            residual<128><<<6, 128>>>(rows, width, col, val, x, b, r, partial, arrived, norm);
        else if (variant == 1)
            residual<64><<<maxBlocks, 64>>>(rows, width, col, val, x, b, r, partial, arrived, norm);
        else
            residual<256><<<1, 256>>>(rows, width, col, val, x, b, r, partial, arrived, norm);
        cudaDeviceSynchronize();
        wrong += *norm != want;
        for (int i = 0; i < rows; i++)
            wrong += r[i] != ref[i];
        printf("variant %d: %lld\n", variant, *norm);
    }
    printf("expected %lld, wrong %d\n", want, wrong);
    delete[] ref;
    cudaFree(col); cudaFree(val); cudaFree(x); cudaFree(b); cudaFree(r); cudaFree(partial); cudaFree(norm); cudaFree(arrived);
    return wrong != 0;
}
