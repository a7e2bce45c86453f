#include <cuda_runtime.h>

struct Layer {
  cudaSurfaceObject_t tex;  // of a texture, in truth
  cudaSurfaceObject_t surf;
  cudaSurfaceObject_t data() const { return surf; }
};

__global__ void sample(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  surf2Dwrite(tex2D<float>(from, threadIdx.x, 0), to, threadIdx.x * sizeof(float), 0);
}

void layer(Layer &made, cudaArray_t array) {
  cudaResourceDesc resource = {};
  cudaTextureDesc texture = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaCreateTextureObject(&made.tex, &resource, &texture, nullptr);
  cudaCreateSurfaceObject(&made.surf, &resource);
  sample<<<1, 32>>>(made.tex, made.data());
}
