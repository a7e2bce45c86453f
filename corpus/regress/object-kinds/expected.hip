#include <hip/hip_runtime.h>

struct Layer {
  hipSurfaceObject_t tex;  // of a texture, in truth
  hipSurfaceObject_t surf;
  hipSurfaceObject_t data() const { return surf; }
};

__global__ void sample(hipTextureObject_t from, hipSurfaceObject_t to) {
  surf2Dwrite(tex2D<float>(from, threadIdx.x, 0), to, threadIdx.x * sizeof(float), 0);
}

void layer(Layer &made, hipArray_t array) {
  hipResourceDesc resource = {};
  hipTextureDesc texture = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  hipCreateTextureObject(&made.tex, &resource, &texture, nullptr);
  hipCreateSurfaceObject(&made.surf, &resource);
  sample<<<1, 32>>>(made.tex, made.data());
}
