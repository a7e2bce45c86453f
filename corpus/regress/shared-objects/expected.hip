#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

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
    __shared__ union Shared_size { dim3 size; __device__ Shared_size() {} __device__ ~Shared_size() {} } shared_size; auto &size = shared_size.size;
    __shared__ union Shared_steps { Vector steps[N][2]; __device__ Shared_steps() {} __device__ ~Shared_steps() {} } shared_steps; auto &steps = shared_steps.steps; // two each
    __shared__ union Shared_counter { Counter<T> counter; __device__ Shared_counter() {} __device__ ~Shared_counter() {} } shared_counter; auto &counter = shared_counter.counter;
    __shared__ union Shared_tile { Tile tile; __device__ Shared_tile() {} __device__ ~Shared_tile() {} } shared_tile; auto &tile = shared_tile.tile;
    __shared__ Plain plain[2];
    __shared__ union Shared_state { hiprandState state; __device__ Shared_state() {} __device__ ~Shared_state() {} } shared_state; auto &state = shared_state.state;

    if (threadIdx.x == 0)
    {
        size = dim3(1, 2, 3);
        counter.count = scale;
        hiprand_init(1, 2, 3, &state);
        steps[0][1] = Vector(hiprand_uniform(&state), 1);
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
