#include <cuda_runtime.h>
#include <cstdio>

#define MAX_DEPTH 16
#define SMALL 32

__device__ void selectionSort(int *data, int left, int right)
{
    for (int i = left; i <= right; ++i) {
        int smallest = i;
        for (int j = i + 1; j <= right; ++j)
            if (data[j] < data[smallest])
                smallest = j;
        const int t = data[i];
        data[i] = data[smallest];
        data[smallest] = t;
    }
}

__global__ void quicksort(int *data, int left, int right, int depth)
{
    if (depth >= MAX_DEPTH || right - left <= SMALL) {
        selectionSort(data, left, right);
        return;
    }

    int *l = data + left, *r = data + right;
    const int pivot = data[(left + right) / 2];
    while (l <= r) {
        while (*l < pivot)
            ++l;
        while (*r > pivot)
            --r;
        if (l <= r) {
            const int t = *l;
            *l++ = *r;
            *r-- = t;
        }
    }

    if (left < r - data) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(data, left, static_cast<int>(r - data), depth + 1);
        cudaStreamDestroy(s);
    }
    if (l - data < right)
        quicksort<<<1, 1>>>(data, static_cast<int>(l - data), right, depth + 1);
}

template <typename F> __device__ void spawn(F f, int n);

__global__ void child(int *data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ++data[i];
}

__device__ void launchChild(int *data, int n)
{
    if (threadIdx.x == 0)
        child<<<(n + 63) / 64, 64>>>(data, n);
}

__global__ void parent(int *data, int n) { launchChild(data, n); }

cudaError_t sort(int *data, int n)
{
    quicksort<<<1, 1>>>(data, 0, n - 1, 0);
    parent<<<1, 32>>>(data, n);
    return cudaDeviceSynchronize();
}
