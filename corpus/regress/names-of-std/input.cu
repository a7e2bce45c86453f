// Names of <complex> and of streams, which nvcc does not bring before the first line of a unit.
#include <cstdio>
#include <vector>

using namespace std;

typedef float real;

struct complex {
    real re, im;
    __host__ __device__ complex(real r, real i) : re(r), im(i) {}
    __host__ __device__ complex times(const complex &o) const;
    __host__ __device__ static complex unit();
};

__host__ __device__ complex complex::times(const complex &o) const
{
    complex made(re * o.re - im * o.im, re * o.im + im * o.re);
    return made;
}

__host__ __device__ complex complex::unit() { return complex(1, 0); }

enum side { left, right };
__constant__ real proj[2];
#define HALF(x) ((real)(x) / 2)

__global__ void turn(real *out, side which, int count)
{
    complex at = complex::unit().times(complex(proj[left], proj[right]));
    for (int right = 0; right < count; ++right) {
        out[right] = which == left ? HALF(at.re) : static_cast<real>(right);
    }
}

int main()
{
    vector<real> host(2, real(1));
    real *out;
    cudaMalloc(&out, host.size() * sizeof(real));
    cudaMemcpyToSymbol(proj, host.data(), sizeof(proj));
    turn<<<1, 1>>>(out, right, 2);
    for (auto left : host) {
        printf("%f\n", left);
    }
    return cudaFree(out);
}
