#include <hip/hip_runtime.h>		

__global__	void	norms(const float3 *v,	float *out,	int n)   
{	
	const int i	= blockIdx.x * blockDim.x + threadIdx.x;  	
  	  	if (i < n)
		out[i]	=	norm3df(v[i].x, v[i].y, v[i].z);	// 	cudaMalloc	   
}   


	
static	hipError_t	run(const float3 *v,	float *out,	int n,	hipStream_t	stream)   	
{
	norms	<<<	(n + 255) / 256	,	256	,	0	,	stream	>>>	(v,	out,	n);   
	return	hipGetLastError	(	)	;  
}  

#define	WAIT(s)   \
	hipStreamSynchronize(	s	)	

int main()	{	hipStream_t	s;	hipStreamCreate(&s);	run(nullptr,	nullptr,	0,	s);	return WAIT(s);	}   
   	   
