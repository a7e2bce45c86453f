/* Calcul de la densité par la méthode des éléments finis
   Auteur: équipe Mécanique; les commentaires sont en Latin-1 */
#include <cuda_runtime.h>
#include <stdio.h>

/* masse volumique à 20 °C */
#define RHO0 1000.0f /* kg/m³ */

__global__ void densite(const float *temperature, float *rho, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) /* dilatation linéaire */
        rho[i] = RHO0 * (1.0f - 2.1e-4f * (temperature[i] - 20.0f));
}

int calculer(const float *temperature, float *rho, int n)
{
    float *dT, *dR;
    cudaMalloc((void **)&dT, n * sizeof(float)); /* mémoire */ cudaMalloc((void **)&dR, n * sizeof(float));
    cudaMemcpy(dT, temperature, n * sizeof(float), cudaMemcpyHostToDevice);
    densite<<<(n + 127) / 128, 128>>>(dT, dR, n);
    cudaError_t err = cudaMemcpy(rho, dR, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (err != cudaSuccess) /* où? */
        fprintf(stderr, "echec: %s\n", cudaGetErrorString(err));
    cudaFree(dT);
    cudaFree(dR);
    return err; /* voilà */
}
