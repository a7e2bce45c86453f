// What MIOpen takes otherwise, or does not have.
#include <hip/hip_runtime.h>
#include <miopen/miopen.h>

#if CUDNN_VERSION < 7000
#error "cuDNN 7 or newer"
#endif

miopenTensorLayout_t layout(bool channels_last)
{
    return channels_last ? miopenTensorNHWC : miopenTensorNCHW;
}

miopenConvFwdAlgorithm_t choose(miopenHandle_t handle, miopenTensorDescriptor_t x, miopenTensorDescriptor_t w,
                                 miopenConvolutionDescriptor_t conv, miopenTensorDescriptor_t y)
{
    int found = 0;
    miopenConvAlgoPerf_t perf[8];
    cudnnGetConvolutionForwardAlgorithm_v7(handle, x, w, conv, y, 8, &found, perf);
    for (int i = 0; i < found; ++i) {
        if (perf[i].status == miopenStatusSuccess && perf[i].determinism == CUDNN_DETERMINISTIC)
            return perf[i].fwd_algo;
    }
    return CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
}

int main()
{
    miopenHandle_t handle;
    if (miopenCreate(&handle) == CUDNN_STATUS_NOT_SUPPORTED) return 1;
    const size_t version = cudnnGetVersion();

    miopenTensorDescriptor_t x;
    miopenCreateTensorDescriptor(&x);
    cudnnSetTensor4dDescriptor(x, layout(true), miopenDouble, 1, 8, 16, 16);
    miopenConvolutionDescriptor_t conv;
    miopenCreateConvolutionDescriptor(&conv);
    cudnnSetConvolution2dDescriptor(conv, 0, 0, 1, 1, 1, 1, CUDNN_CONVOLUTION, miopenFloat);
    cudnnSetConvolutionMathType(conv, CUDNN_TENSOR_OP_MATH);

    const float one = 1, zero = 0;
    float *p = nullptr;
    miopenPoolingDescriptor_t pooling;
    miopenCreatePoolingDescriptor(&pooling);
    cudnnPoolingForward(handle, pooling, &one, x, p, &zero, x, p);
    cudnnAddTensor(handle, &one, x, p, &zero, x, p);
    cudnnOpTensorDescriptor_t sum;
    cudnnCreateOpTensorDescriptor(&sum);
    cudnnSetOpTensorDescriptor(sum, miopenTensorOpAdd, miopenFloat, MIOPEN_NOT_PROPAGATE_NAN);
    cudnnOpTensor(handle, sum, &one, x, p, &one, x, p, &zero, x, p);

    miopenDropoutDescriptor_t dropout;
    miopenCreateDropoutDescriptor(&dropout);
    cudnnSetDropoutDescriptor(dropout, handle, 0.5f, nullptr, 0, 1234);
    auto pool = &cudnnPoolingForward;
    return version > 0 && pool ? 0 : 1;
}
