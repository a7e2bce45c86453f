// Values of 8 bits beside complex numbers: a quantized signal and its power.
#include <cuComplex.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

struct Block {
    __nv_fp8_storage_t values[32];
    float scale;
};

__global__ void quantize(const float *in, __nv_fp8_e4m3 *out, Block *blocks, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __nv_fp8_e4m3(in[i] / scale);
    blocks[i / 32].values[i % 32] = __nv_cvt_float_to_fp8(in[i] / scale, __NV_SATFINITE, __NV_E5M2);
    blocks[i / 32].scale = scale;
}

__global__ void restore(const __nv_fp8_e4m3 *in, const Block *blocks, cuFloatComplex *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Block &block = blocks[i / 32];
    __half low = __half(__nv_cvt_fp8_to_halfraw(block.values[i % 32], __NV_E5M2));
    out[i] = make_cuFloatComplex(float(in[i]) * block.scale, __half2float(low) * block.scale);
}

__global__ void power(const cuFloatComplex *in, cuDoubleComplex *out, double *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cuDoubleComplex z = cuComplexFloatToDouble(in[i]);
    out[i] = cuCfma(z, cuConj(z), make_cuDoubleComplex(0.0, 0.0));
    sum[i] = cuCreal(out[i]) + cuCabs(cuCdiv(z, cuCadd(z, make_cuDoubleComplex(1.0, 0.0))));
}

int main()
{
    cuComplex unit = make_cuComplex(0.0f, 1.0f);
    return cuCabsf(cuCmulf(unit, cuConjf(unit))) == 1.0f ? 0 : 1;
}
