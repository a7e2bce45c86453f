/* dsp.h - the library's C interface. It knows nothing of CUDA but an opaque stream. */
#ifndef DSP_H
#define DSP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dsp_context dsp_context;

/* Names of ours that look like the runtime's. */
int dsp_cudaMalloc(dsp_context *ctx, void **ptr, size_t bytes);
void dsp_cudaFree(dsp_context *ctx, void *ptr);

dsp_context *dsp_create(int device);
void dsp_destroy(dsp_context *ctx);
int dsp_gain(dsp_context *ctx, float *samples, size_t count, float gain);
const char *dsp_error(const dsp_context *ctx);

#ifdef __cplusplus
}
#endif

#endif /* DSP_H */
