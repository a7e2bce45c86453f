// A convolution, batch normalization, an activation and a softmax, forward and back.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>
#include <cudnn.h>

#define CUDNN_CHECK(call)                                                                     \
    do {                                                                                      \
        cudnnStatus_t status_ = (call);                                                       \
        if (status_ != CUDNN_STATUS_SUCCESS) {                                                \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudnnGetErrorString(status_)); \
            std::exit(1);                                                                     \
        }                                                                                     \
    } while (0)

__global__ void fill(float *p, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}

struct Shape {
    int n, c, h, w;
    size_t count() const { return size_t(n) * c * h * w; }
};

class Tensor {
public:
    explicit Tensor(Shape shape) : shape_(shape)
    {
        CUDNN_CHECK(cudnnCreateTensorDescriptor(&desc_));
        CUDNN_CHECK(cudnnSetTensor4dDescriptor(desc_, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, shape.n, shape.c,
                                               shape.h, shape.w));
        size_t bytes = 0;
        CUDNN_CHECK(cudnnGetTensorSizeInBytes(desc_, &bytes));
        cudaMalloc(&data_, bytes);
        fill<<<(unsigned)((shape.count() + 255) / 256), 256>>>(data_, 0.5f, (int)shape.count());
    }
    ~Tensor()
    {
        cudaFree(data_);
        cudnnDestroyTensorDescriptor(desc_);
    }
    cudnnTensorDescriptor_t desc() const { return desc_; }
    float *data() { return data_; }
    const float *data() const { return data_; }

private:
    Shape shape_;
    cudnnTensorDescriptor_t desc_ = nullptr;
    float *data_ = nullptr;
};

struct Convolution {
    cudnnFilterDescriptor_t filter = nullptr;
    cudnnConvolutionDescriptor_t desc = nullptr;
    cudnnConvolutionFwdAlgo_t forward;
    cudnnConvolutionBwdDataAlgo_t data;
    cudnnConvolutionBwdFilterAlgo_t weights;
    void *workspace = nullptr;
    size_t size = 0;
    float *w = nullptr, *dw = nullptr;
};

static const float one = 1.0f, zero = 0.0f;

void make(cudnnHandle_t handle, Convolution &conv, Tensor &x, Tensor &y, Tensor &dx, Tensor &dy)
{
    CUDNN_CHECK(cudnnCreateFilterDescriptor(&conv.filter));
    CUDNN_CHECK(cudnnSetFilter4dDescriptor(conv.filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 8, 3, 3, 3));
    CUDNN_CHECK(cudnnCreateConvolutionDescriptor(&conv.desc));
    CUDNN_CHECK(cudnnSetConvolution2dDescriptor(conv.desc, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                                CUDNN_DATA_FLOAT));
    CUDNN_CHECK(cudnnSetConvolutionGroupCount(conv.desc, 1));
    int n, c, h, w;
    CUDNN_CHECK(cudnnGetConvolution2dForwardOutputDim(conv.desc, x.desc(), conv.filter, &n, &c, &h, &w));
    std::printf("%d x %d x %d x %d\n", n, c, h, w);
    cudaMalloc(&conv.w, 8 * 3 * 3 * 3 * sizeof(float));
    cudaMalloc(&conv.dw, 8 * 3 * 3 * 3 * sizeof(float));

    conv.size = size_t(1) << 26; // enough to look for algorithms in
    cudaMalloc(&conv.workspace, conv.size);

    int found = 0;
    cudnnConvolutionFwdAlgoPerf_t forward[4];
    CUDNN_CHECK(cudnnFindConvolutionForwardAlgorithmEx(handle, x.desc(), x.data(), conv.filter, conv.w, conv.desc,
                                                       y.desc(), y.data(), 4, &found, forward, conv.workspace,
                                                       conv.size));
    conv.forward = forward[0].algo;
    std::printf("%d algorithms, the best takes %f ms and %zu bytes\n", found, forward[0].time, forward[0].memory);
    cudnnConvolutionBwdDataAlgoPerf_t data;
    CUDNN_CHECK(cudnnFindConvolutionBackwardDataAlgorithmEx(handle, conv.filter, conv.w, dy.desc(), dy.data(),
                                                            conv.desc, dx.desc(), dx.data(), 1, &found, &data,
                                                            conv.workspace, conv.size));
    conv.data = data.algo;
    cudnnConvolutionBwdFilterAlgoPerf_t weights;
    CUDNN_CHECK(cudnnFindConvolutionBackwardFilterAlgorithmEx(handle, x.desc(), x.data(), dy.desc(), dy.data(),
                                                              conv.desc, conv.filter, conv.dw, 1, &found,
                                                              &weights, conv.workspace, conv.size));
    conv.weights = weights.algo;

    size_t sizes[3] = {};
    CUDNN_CHECK(cudnnGetConvolutionForwardWorkspaceSize(handle, x.desc(), conv.filter, conv.desc, y.desc(),
                                                        conv.forward, &sizes[0]));
    CUDNN_CHECK(cudnnGetConvolutionBackwardDataWorkspaceSize(handle, conv.filter, dy.desc(), conv.desc,
                                                             dx.desc(), conv.data, &sizes[1]));
    CUDNN_CHECK(cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, x.desc(), dy.desc(), conv.desc,
                                                               conv.filter, conv.weights, &sizes[2]));
    cudaFree(conv.workspace);
    conv.size = 0;
    for (size_t size : sizes) conv.size = size > conv.size ? size : conv.size;
    cudaMalloc(&conv.workspace, conv.size);
}

void step(cudnnHandle_t handle, Convolution &conv, Tensor &x, Tensor &y, Tensor &dx, Tensor &dy)
{
    CUDNN_CHECK(cudnnConvolutionForward(handle, &one, x.desc(), x.data(), conv.filter, conv.w, conv.desc,
                                        conv.forward, conv.workspace, conv.size, &zero, y.desc(), y.data()));

    cudnnTensorDescriptor_t norm;
    CUDNN_CHECK(cudnnCreateTensorDescriptor(&norm));
    CUDNN_CHECK(cudnnDeriveBNTensorDescriptor(norm, y.desc(), CUDNN_BATCHNORM_SPATIAL));
    float *p[6];
    for (float *&each : p) cudaMalloc(&each, 8 * sizeof(float));
    const float *scale = p[0], *bias = p[1];
    CUDNN_CHECK(cudnnBatchNormalizationForwardTraining(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, y.desc(),
                                                       y.data(), y.desc(), y.data(), norm, scale, bias, 0.1,
                                                       p[2], p[3], 1e-5, p[4], p[5]));
    CUDNN_CHECK(cudnnBatchNormalizationForwardInference(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, y.desc(),
                                                        y.data(), y.desc(), y.data(), norm, scale, bias, p[2],
                                                        p[3], 1e-5));

    cudnnActivationDescriptor_t relu;
    CUDNN_CHECK(cudnnCreateActivationDescriptor(&relu));
    CUDNN_CHECK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0.0));
    CUDNN_CHECK(cudnnActivationForward(handle, relu, &one, y.desc(), y.data(), &zero, y.desc(), y.data()));
    CUDNN_CHECK(cudnnActivationBackward(handle, relu, &one, y.desc(), y.data(), dy.desc(), dy.data(), y.desc(),
                                        y.data(), &zero, dy.desc(), dy.data()));
    CUDNN_CHECK(cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, y.desc(),
                                    y.data(), &zero, y.desc(), y.data()));
    CUDNN_CHECK(cudnnSoftmaxBackward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, y.desc(),
                                     y.data(), dy.desc(), dy.data(), &zero, dy.desc(), dy.data()));

    CUDNN_CHECK(cudnnConvolutionBackwardData(handle, &one, conv.filter, conv.w, dy.desc(), dy.data(), conv.desc,
                                             conv.data, conv.workspace, conv.size, &zero, dx.desc(), dx.data()));
    CUDNN_CHECK(cudnnConvolutionBackwardFilter(handle, &one, x.desc(), x.data(), dy.desc(), dy.data(), conv.desc,
                                               conv.weights, conv.workspace, conv.size, &zero, conv.filter,
                                               conv.dw));
    cudnnDestroyActivationDescriptor(relu);
    cudnnDestroyTensorDescriptor(norm);
    for (float *each : p) cudaFree(each);
}

// The largest value of each image, and where it stands.
void largest(cudnnHandle_t handle, Tensor &x, Tensor &top)
{
    cudnnReduceTensorDescriptor_t reduce;
    CUDNN_CHECK(cudnnCreateReduceTensorDescriptor(&reduce));
    CUDNN_CHECK(cudnnSetReduceTensorDescriptor(reduce, CUDNN_REDUCE_TENSOR_MAX, CUDNN_DATA_FLOAT,
                                               CUDNN_PROPAGATE_NAN, CUDNN_REDUCE_TENSOR_FLATTENED_INDICES,
                                               CUDNN_32BIT_INDICES));
    size_t indices = 0, space = 0;
    CUDNN_CHECK(cudnnGetReductionIndicesSize(handle, reduce, x.desc(), top.desc(), &indices));
    CUDNN_CHECK(cudnnGetReductionWorkspaceSize(handle, reduce, x.desc(), top.desc(), &space));
    void *at = nullptr, *work = nullptr;
    cudaMalloc(&at, indices);
    cudaMalloc(&work, space);
    CUDNN_CHECK(cudnnReduceTensor(handle, reduce, at, indices, work, space, &one, x.desc(), x.data(), &zero,
                                  top.desc(), top.data()));
    cudnnDestroyReduceTensorDescriptor(reduce);
    cudaFree(at);
    cudaFree(work);
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudnnHandle_t handle;
    CUDNN_CHECK(cudnnCreate(&handle));
    CUDNN_CHECK(cudnnSetStream(handle, stream));
    cudaStream_t same;
    CUDNN_CHECK(cudnnGetStream(handle, &same));
    {
        Tensor x({4, 3, 32, 32}), dx({4, 3, 32, 32}), y({4, 8, 32, 32}), dy({4, 8, 32, 32}), top({4, 1, 1, 1});
        Convolution conv;
        make(handle, conv, x, y, dx, dy);
        step(handle, conv, x, y, dx, dy);
        largest(handle, y, top);
        CUDNN_CHECK(cudnnScaleTensor(handle, y.desc(), y.data(), &one));
        CUDNN_CHECK(cudnnSetTensor(handle, y.desc(), y.data(), &zero));

        cudnnPoolingDescriptor_t pooling;
        CUDNN_CHECK(cudnnCreatePoolingDescriptor(&pooling));
        CUDNN_CHECK(cudnnSetPooling2dDescriptor(pooling, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2));
        int n, c, h, w;
        CUDNN_CHECK(cudnnGetPooling2dForwardOutputDim(pooling, y.desc(), &n, &c, &h, &w));
        cudnnDestroyPoolingDescriptor(pooling);
        cudnnDestroyConvolutionDescriptor(conv.desc);
        cudnnDestroyFilterDescriptor(conv.filter);
        cudaFree(conv.workspace);
        cudaFree(conv.w);
        cudaFree(conv.dw);
    }
    cudnnDestroy(handle);
    return cudaStreamDestroy(stream) == cudaSuccess ? 0 : 1;
}
