// Values of 8 bits beside complex numbers: a quantized signal and its power.
#include <hip/hip_fp16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

struct Block {
    __hip_fp8_storage_t values[32];
    float scale;
};

__global__ void quantize(const float *in, __hip_fp8_e4m3 *out, Block *blocks, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __hip_fp8_e4m3(in[i] / scale);
    blocks[i / 32].values[i % 32] = __hip_cvt_float_to_fp8(in[i] / scale, __HIP_SATFINITE, __HIP_E5M2);
    blocks[i / 32].scale = scale;
}

__global__ void restore(const __hip_fp8_e4m3 *in, const Block *blocks, hipFloatComplex *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Block &block = blocks[i / 32];
    __half low = __half(__hip_cvt_fp8_to_halfraw(block.values[i % 32], __HIP_E5M2));
    out[i] = make_hipFloatComplex(float(in[i]) * block.scale, __half2float(low) * block.scale);
}

__global__ void power(const hipFloatComplex *in, hipDoubleComplex *out, double *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    hipDoubleComplex z = hipComplexFloatToDouble(in[i]);
    out[i] = hipCfma(z, hipConj(z), make_hipDoubleComplex(0.0, 0.0));
    sum[i] = hipCreal(out[i]) + hipCabs(hipCdiv(z, hipCadd(z, make_hipDoubleComplex(1.0, 0.0))));
}

int main()
{
    hipComplex unit = make_hipComplex(0.0f, 1.0f);
    return hipCabsf(hipCmulf(unit, hipConjf(unit))) == 1.0f ? 0 : 1;
}
