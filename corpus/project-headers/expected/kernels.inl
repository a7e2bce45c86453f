template <bool Absorb>
__global__ void __launch_bounds__(kBlockX * kBlockY)
stepKernel(const real *__restrict__ now, const real *__restrict__ before, real *__restrict__ next, Grid g, real c2dt2)
{
    const int x = blockIdx.x * kBlockX + threadIdx.x;
    const int y = blockIdx.y * kBlockY + threadIdx.y;
    if (!g.inside(x, y))
        return;
    const std::size_t i = g.index(x, y);
    real value = 2 * now[i] - before[i] + c2dt2 * laplacian(now, g, x, y);
    if (Absorb)
        value *= real(0.999);
    next[i] = value;
}
