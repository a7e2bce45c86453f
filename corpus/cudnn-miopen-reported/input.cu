// What MIOpen takes otherwise, or does not have.
#include <cudnn.h>

#if CUDNN_VERSION < 7000
#error "cuDNN 7 or newer"
#endif

cudnnTensorFormat_t layout(bool channels_last)
{
    return channels_last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
}

cudnnConvolutionFwdAlgo_t choose(cudnnHandle_t handle, cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                                 cudnnConvolutionDescriptor_t conv, cudnnTensorDescriptor_t y)
{
    int found = 0;
    cudnnConvolutionFwdAlgoPerf_t perf[8];
    cudnnGetConvolutionForwardAlgorithm_v7(handle, x, w, conv, y, 8, &found, perf);
    for (int i = 0; i < found; ++i) {
        if (perf[i].status == CUDNN_STATUS_SUCCESS && perf[i].determinism == CUDNN_DETERMINISTIC)
            return perf[i].algo;
    }
    return CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
}

int main()
{
    cudnnHandle_t handle;
    if (cudnnCreate(&handle) == CUDNN_STATUS_NOT_SUPPORTED) return 1;
    const size_t version = cudnnGetVersion();

    cudnnTensorDescriptor_t x;
    cudnnCreateTensorDescriptor(&x);
    cudnnSetTensor4dDescriptor(x, layout(true), CUDNN_DATA_DOUBLE, 1, 8, 16, 16);
    cudnnConvolutionDescriptor_t conv;
    cudnnCreateConvolutionDescriptor(&conv);
    cudnnSetConvolution2dDescriptor(conv, 0, 0, 1, 1, 1, 1, CUDNN_CONVOLUTION, CUDNN_DATA_FLOAT);
    cudnnSetConvolutionMathType(conv, CUDNN_TENSOR_OP_MATH);

    const float one = 1, zero = 0;
    float *p = nullptr;
    cudnnPoolingDescriptor_t pooling;
    cudnnCreatePoolingDescriptor(&pooling);
    cudnnPoolingForward(handle, pooling, &one, x, p, &zero, x, p);
    cudnnAddTensor(handle, &one, x, p, &zero, x, p);
    cudnnOpTensorDescriptor_t sum;
    cudnnCreateOpTensorDescriptor(&sum);
    cudnnSetOpTensorDescriptor(sum, CUDNN_OP_TENSOR_ADD, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN);
    cudnnOpTensor(handle, sum, &one, x, p, &one, x, p, &zero, x, p);

    cudnnDropoutDescriptor_t dropout;
    cudnnCreateDropoutDescriptor(&dropout);
    cudnnSetDropoutDescriptor(dropout, handle, 0.5f, nullptr, 0, 1234);
    auto pool = &cudnnPoolingForward;
    return version > 0 && pool ? 0 : 1;
}
