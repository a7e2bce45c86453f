// What the C++ grammar does not know as it stands, around calls of which names and arguments change.
#include <cstdio>
#include <cuda_runtime.h>

#define HD __host__ __device__ inline
#define MY_API __attribute__((visibility("default")))
#define CHECK(call) do { if ((call) != cudaSuccess) { printf("%s" "\n", cudaGetErrorString(call)); } } while (0);
#define FORALL(M) M(float) M(double)
#define PREFIX "buffer "

template <typename T> struct Buffer {
    using type = T;
    HD explicit Buffer(T *p) : data(p) {}
    HD T get(int i) const { return data[i]; }
    T *data;
};

template struct Buffer<int>;

__constant__ float scale;

#define INSTANCE(T) template struct Buffer<T>;
FORALL(INSTANCE)
#undef INSTANCE

template <typename T> __global__ void fill(Buffer<T> b, int n)
{
    if (n > 0)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            b.data[i] = T(__ldg(b.data + i)) + typename Buffer<T>::type();
}

MY_API void run(cudaStream_t stream, int n = {})
{
    float **list = new float *[4];
    for (int i = 0; i < 4; ++i) {
        CHECK( cudaMallocManaged(&list[i], 16 * sizeof(float)) )
        CHECK( cudaMemPrefetchAsync(list[i], 16, 0, stream) )
    }
    CHECK( cudaMemcpyToSymbol(scale, list[0], sizeof(float)) )
    CHECK( cudaStreamSynchronize(stream) ) // waits
#if not defined(QUIET) and defined(__cplusplus)
    printf(PREFIX "%d" "\n", n);
#endif
    if (n > 2)
        fill<<<1, 32, 0, stream>>>(Buffer<float>(list[0]), n);
#ifdef LATER
    else
#endif
    {
        CHECK( cudaMemcpy(list[0], list[1], 16, cudaMemcpyDeviceToDevice) )
    }
    delete[] list;
}

int main()
{
    run(0, 3);
    return 0;
}
