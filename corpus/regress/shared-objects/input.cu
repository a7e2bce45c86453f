#include <cuda_runtime.h>
#include <curand_kernel.h>

struct Vector
{
    float x, y;
    __host__ __device__ Vector(float x = 0, float y = 0) : x(x), y(y) {}
    __host__ __device__ ~Vector() { x = 0; }
};

template <typename T>
struct Counter
{
    T count = 0;
};

struct Tile
{
    Vector rows[4];
};

struct Plain
{
    float x;
    __device__ Plain() {}
};

template <typename T, int N>
__global__ void walk(float *out, T scale)
{
    __shared__ dim3 size;
    __shared__ Vector steps[N][2]; // two each
    __shared__ Counter<T> counter;
    __shared__ Tile tile;
    __shared__ Plain plain[2];
    __shared__ curandState state;

    if (threadIdx.x == 0)
    {
        size = dim3(1, 2, 3);
        counter.count = scale;
        curand_init(1, 2, 3, &state);
        steps[0][1] = Vector(curand_uniform(&state), 1);
        tile.rows[1] = steps[0][1];
        plain[1].x = 2;
    }
    __syncthreads();
    out[threadIdx.x] = size.x + steps[0][1].x + counter.count + tile.rows[1].y + plain[1].x;
}

void walked(float *out)
{
    walk<int, 8><<<1, 32>>>(out, 3);
}

template __global__ void walk<double, 2>(float *out, double scale);
