// A convolution, batch normalization, an activation and a softmax, forward and back.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <hip/hip_runtime.h>
#include <miopen/miopen.h>

#define CUDNN_CHECK(call)                                                                     \
    do {                                                                                      \
        miopenStatus_t status_ = (call);                                                       \
        if (status_ != miopenStatusSuccess) {                                                \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, miopenGetErrorString(status_)); \
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
        CUDNN_CHECK(miopenCreateTensorDescriptor(&desc_));
        CUDNN_CHECK(miopenSet4dTensorDescriptor(desc_, miopenFloat, shape.n, shape.c,
                                               shape.h, shape.w));
        size_t bytes = 0;
        CUDNN_CHECK(miopenGetTensorNumBytes(desc_, &bytes));
        hipMalloc(&data_, bytes);
        fill<<<(unsigned)((shape.count() + 255) / 256), 256>>>(data_, 0.5f, (int)shape.count());
    }
    ~Tensor()
    {
        hipFree(data_);
        miopenDestroyTensorDescriptor(desc_);
    }
    miopenTensorDescriptor_t desc() const { return desc_; }
    float *data() { return data_; }
    const float *data() const { return data_; }

private:
    Shape shape_;
    miopenTensorDescriptor_t desc_ = nullptr;
    float *data_ = nullptr;
};

struct Convolution {
    miopenTensorDescriptor_t filter = nullptr;
    miopenConvolutionDescriptor_t desc = nullptr;
    miopenConvFwdAlgorithm_t forward;
    miopenConvBwdDataAlgorithm_t data;
    miopenConvBwdWeightsAlgorithm_t weights;
    void *workspace = nullptr;
    size_t size = 0;
    float *w = nullptr, *dw = nullptr;
};

static const float one = 1.0f, zero = 0.0f;

void make(miopenHandle_t handle, Convolution &conv, Tensor &x, Tensor &y, Tensor &dx, Tensor &dy)
{
    CUDNN_CHECK(miopenCreateTensorDescriptor(&conv.filter));
    CUDNN_CHECK(miopenSet4dTensorDescriptor(conv.filter, miopenFloat, 8, 3, 3, 3));
    CUDNN_CHECK(miopenCreateConvolutionDescriptor(&conv.desc));
    CUDNN_CHECK(miopenInitConvolutionDescriptor(conv.desc, miopenConvolution, 1, 1, 1, 1, 1, 1));
    CUDNN_CHECK(miopenSetConvolutionGroupCount(conv.desc, 1));
    int n, c, h, w;
    CUDNN_CHECK(miopenGetConvolutionForwardOutputDim(conv.desc, x.desc(), conv.filter, &n, &c, &h, &w));
    std::printf("%d x %d x %d x %d\n", n, c, h, w);
    hipMalloc(&conv.w, 8 * 3 * 3 * 3 * sizeof(float));
    hipMalloc(&conv.dw, 8 * 3 * 3 * 3 * sizeof(float));

    conv.size = size_t(1) << 26; // enough to look for algorithms in
    hipMalloc(&conv.workspace, conv.size);

    int found = 0;
    miopenConvAlgoPerf_t forward[4];
    CUDNN_CHECK(miopenFindConvolutionForwardAlgorithm(handle, x.desc(), x.data(), conv.filter, conv.w, conv.desc,
                                                       y.desc(), y.data(), 4, &found, forward, conv.workspace,
                                                       conv.size, false));
    conv.forward = forward[0].fwd_algo;
    std::printf("%d algorithms, the best takes %f ms and %zu bytes\n", found, forward[0].time, forward[0].memory);
    miopenConvAlgoPerf_t data;
    CUDNN_CHECK(miopenFindConvolutionBackwardDataAlgorithm(handle, dy.desc(), dy.data(), conv.filter, conv.w, conv.desc, dx.desc(), dx.data(), 1, &found, &data,
                                                            conv.workspace, conv.size, false));
    conv.data = data.bwd_data_algo;
    miopenConvAlgoPerf_t weights;
    CUDNN_CHECK(miopenFindConvolutionBackwardWeightsAlgorithm(handle, dy.desc(), dy.data(), x.desc(), x.data(), conv.desc, conv.filter, conv.dw, 1, &found,
                                                              &weights, conv.workspace, conv.size, false));
    conv.weights = weights.bwd_weights_algo;

    size_t sizes[3] = {};
    CUDNN_CHECK(miopenConvolutionForwardGetWorkSpaceSize(handle, conv.filter, x.desc(), conv.desc, y.desc(), &sizes[0]));
    CUDNN_CHECK(miopenConvolutionBackwardDataGetWorkSpaceSize(handle, dy.desc(), conv.filter, conv.desc,
                                                             dx.desc(), &sizes[1]));
    CUDNN_CHECK(miopenConvolutionBackwardWeightsGetWorkSpaceSize(handle, dy.desc(), x.desc(), conv.desc,
                                                               conv.filter, &sizes[2]));
    hipFree(conv.workspace);
    conv.size = 0;
    for (size_t size : sizes) conv.size = size > conv.size ? size : conv.size;
    hipMalloc(&conv.workspace, conv.size);
}

void step(miopenHandle_t handle, Convolution &conv, Tensor &x, Tensor &y, Tensor &dx, Tensor &dy)
{
    CUDNN_CHECK(miopenConvolutionForward(handle, &one, x.desc(), x.data(), conv.filter, conv.w, conv.desc,
                                        conv.forward, &zero, y.desc(), y.data(), conv.workspace, conv.size));

    miopenTensorDescriptor_t norm;
    CUDNN_CHECK(miopenCreateTensorDescriptor(&norm));
    CUDNN_CHECK(miopenDeriveBNTensorDescriptor(norm, y.desc(), miopenBNSpatial));
    float *p[6];
    for (float *&each : p) hipMalloc(&each, 8 * sizeof(float));
    const float *scale = p[0], *bias = p[1];
    CUDNN_CHECK(miopenBatchNormalizationForwardTraining(handle, miopenBNSpatial, (void *)(&one), (void *)(&zero), y.desc(),
                                                       y.data(), y.desc(), y.data(), norm, (void *)(scale), (void *)(bias), 0.1,
                                                       p[2], p[3], 1e-5, p[4], p[5]));
    CUDNN_CHECK(miopenBatchNormalizationForwardInference(handle, miopenBNSpatial, (void *)(&one), (void *)(&zero), y.desc(),
                                                        y.data(), y.desc(), y.data(), norm, (void *)(scale), (void *)(bias), (void *)(p[2]), (void *)(p[3]), 1e-5));

    miopenActivationDescriptor_t relu;
    CUDNN_CHECK(miopenCreateActivationDescriptor(&relu));
    CUDNN_CHECK(miopenSetActivationDescriptor(relu, miopenActivationRELU, 1.0, 1.0, 0.0));
    CUDNN_CHECK(miopenActivationForward(handle, relu, &one, y.desc(), y.data(), &zero, y.desc(), y.data()));
    CUDNN_CHECK(miopenActivationBackward(handle, relu, &one, y.desc(), y.data(), dy.desc(), dy.data(), y.desc(),
                                        y.data(), &zero, dy.desc(), dy.data()));
    CUDNN_CHECK(miopenSoftmaxForward_V2(handle, &one, y.desc(),
                                    y.data(), &zero, y.desc(), y.data(), MIOPEN_SOFTMAX_ACCURATE, MIOPEN_SOFTMAX_MODE_CHANNEL));
    CUDNN_CHECK(miopenSoftmaxBackward_V2(handle, &one, y.desc(),
                                     y.data(), dy.desc(), dy.data(), &zero, dy.desc(), dy.data(), MIOPEN_SOFTMAX_ACCURATE, MIOPEN_SOFTMAX_MODE_CHANNEL));

    CUDNN_CHECK(miopenConvolutionBackwardData(handle, &one, dy.desc(), dy.data(), conv.filter, conv.w, conv.desc,
                                             conv.data, &zero, dx.desc(), dx.data(), conv.workspace, conv.size));
    CUDNN_CHECK(miopenConvolutionBackwardWeights(handle, &one, dy.desc(), dy.data(), x.desc(), x.data(), conv.desc,
                                               conv.weights, &zero, conv.filter,
                                               conv.dw, conv.workspace, conv.size));
    miopenDestroyActivationDescriptor(relu);
    miopenDestroyTensorDescriptor(norm);
    for (float *each : p) hipFree(each);
}

// The largest value of each image, and where it stands.
void largest(miopenHandle_t handle, Tensor &x, Tensor &top)
{
    miopenReduceTensorDescriptor_t reduce;
    CUDNN_CHECK(miopenCreateReduceTensorDescriptor(&reduce));
    CUDNN_CHECK(miopenSetReduceTensorDescriptor(reduce, MIOPEN_REDUCE_TENSOR_MAX, miopenFloat,
                                               MIOPEN_PROPAGATE_NAN, MIOPEN_REDUCE_TENSOR_FLATTENED_INDICES,
                                               MIOPEN_32BIT_INDICES));
    size_t indices = 0, space = 0;
    CUDNN_CHECK(miopenGetReductionIndicesSize(handle, reduce, x.desc(), top.desc(), &indices));
    CUDNN_CHECK(miopenGetReductionWorkspaceSize(handle, reduce, x.desc(), top.desc(), &space));
    void *at = nullptr, *work = nullptr;
    hipMalloc(&at, indices);
    hipMalloc(&work, space);
    CUDNN_CHECK(miopenReduceTensor(handle, reduce, at, indices, work, space, &one, x.desc(), x.data(), &zero,
                                  top.desc(), top.data()));
    miopenDestroyReduceTensorDescriptor(reduce);
    hipFree(at);
    hipFree(work);
}

int main()
{
    hipStream_t stream;
    hipStreamCreate(&stream);
    miopenHandle_t handle;
    CUDNN_CHECK(miopenCreate(&handle));
    CUDNN_CHECK(miopenSetStream(handle, stream));
    hipStream_t same;
    CUDNN_CHECK(miopenGetStream(handle, &same));
    {
        Tensor x({4, 3, 32, 32}), dx({4, 3, 32, 32}), y({4, 8, 32, 32}), dy({4, 8, 32, 32}), top({4, 1, 1, 1});
        Convolution conv;
        make(handle, conv, x, y, dx, dy);
        step(handle, conv, x, y, dx, dy);
        largest(handle, y, top);
        CUDNN_CHECK(miopenScaleTensor(handle, y.desc(), y.data(), &one));
        CUDNN_CHECK(miopenSetTensor(handle, y.desc(), y.data(), &zero));

        miopenPoolingDescriptor_t pooling;
        CUDNN_CHECK(miopenCreatePoolingDescriptor(&pooling));
        CUDNN_CHECK(miopenSet2dPoolingDescriptor(pooling, miopenPoolingMax, 2, 2, 0, 0, 2, 2));
        int n, c, h, w;
        CUDNN_CHECK(miopenGetPoolingForwardOutputDim(pooling, y.desc(), &n, &c, &h, &w));
        miopenDestroyPoolingDescriptor(pooling);
        miopenDestroyConvolutionDescriptor(conv.desc);
        miopenDestroyTensorDescriptor(conv.filter);
        hipFree(conv.workspace);
        hipFree(conv.w);
        hipFree(conv.dw);
    }
    miopenDestroy(handle);
    return hipStreamDestroy(stream) == hipSuccess ? 0 : 1;
}
