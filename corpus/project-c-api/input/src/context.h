#ifndef DSP_CONTEXT_H
#define DSP_CONTEXT_H

#include "dsp.h"

#include <cuda_runtime_api.h>

struct dsp_context {
    int device;
    cudaStream_t stream;
    cudaError_t last;
};

#endif
