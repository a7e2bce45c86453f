#include <stdio.h>

#include "dsp.h"

int main(void)
{
    float samples[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    dsp_context *ctx = dsp_create(0);
    if (!ctx) {
        fprintf(stderr, "no CUDA device\n");
        return 1;
    }
    if (dsp_gain(ctx, samples, 4, 2.0f))
        fprintf(stderr, "%s\n", dsp_error(ctx));
    printf("%g %g %g %g\n", samples[0], samples[1], samples[2], samples[3]);
    dsp_destroy(ctx);
    return 0;
}
