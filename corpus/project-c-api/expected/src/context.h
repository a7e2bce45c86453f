#ifndef DSP_CONTEXT_H
#define DSP_CONTEXT_H

#include "dsp.h"

#include <hip/hip_runtime_api.h>

struct dsp_context {
    int device;
    hipStream_t stream;
    hipError_t last;
};

#endif
