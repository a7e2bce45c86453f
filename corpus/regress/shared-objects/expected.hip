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
    __shared__ __align__(alignof(dim3)) char shared_size[sizeof(dim3)]; auto &size = reinterpret_cast<dim3 (&)>(shared_size);
    __shared__ __align__(alignof(Vector)) char shared_steps[sizeof(Vector [N][2])]; auto &steps = reinterpret_cast<Vector (&)[N][2]>(shared_steps); // two each
    __shared__ __align__(alignof(Counter<T>)) char shared_counter[sizeof(Counter<T>)]; auto &counter = reinterpret_cast<Counter<T> (&)>(shared_counter);
    __shared__ __align__(alignof(Tile)) char shared_tile[sizeof(Tile)]; auto &tile = reinterpret_cast<Tile (&)>(shared_tile);
    __shared__ Plain plain[2];
    __shared__ __align__(alignof(hiprandState)) char shared_state[sizeof(hiprandState)]; auto &state = reinterpret_cast<hiprandState (&)>(shared_state);

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

template __global__ void walk<double, 2>(float *out, double scale);
