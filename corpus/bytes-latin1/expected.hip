/* Calcul de la densité par la méthode des éléments finis
   Auteur: équipe Mécanique; les commentaires sont en Latin-1 */
#include <hip/hip_runtime.h>
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
    hipMalloc((void **)&dT, n * sizeof(float)); /* mémoire */ hipMalloc((void **)&dR, n * sizeof(float));
    hipMemcpy(dT, temperature, n * sizeof(float), hipMemcpyHostToDevice);
    densite<<<(n + 127) / 128, 128>>>(dT, dR, n);
    hipError_t err = hipMemcpy(rho, dR, n * sizeof(float), hipMemcpyDeviceToHost);
    if (err != hipSuccess) /* où? */
        fprintf(stderr, "echec: %s\n", hipGetErrorString(err));
    hipFree(dT);
    hipFree(dR);
    return err; /* voilà */
}
