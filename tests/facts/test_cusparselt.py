"""cuSPARSELt: the names are hipSPARSELt's, and its functions take what cuSPARSELt's take."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

FILE = Path(__file__).parents[2] / "rules" / "cusparselt.toml"
NAMES = tomllib.loads(FILE.read_text(encoding="utf-8"))["names"]
# Calls and constants as NVIDIA's documentation of cuSPARSELt declares them.
PROGRAM = """
#include <cuda_runtime.h>
#include <cusparseLt.h>

cusparseStatus_t product(const cusparseLtHandle_t *handle, cusparseLtMatDescriptor_t *a, float scale)
{
    cusparseLtMatDescriptor_t b;
    int batches = 2, version, *device = nullptr;
    int64_t stride = 1024;
    cusparseLtSparsity_t sparsity = CUSPARSELT_SPARSITY_50_PERCENT;
    cusparseLtMatDescAttribute_t attribute = CUSPARSELT_MAT_NUM_BATCHES;
    cusparseLtStructuredDescriptorInit(handle, a, 32, 32, 32, 16, CUDA_R_16F, CUSPARSE_ORDER_ROW, sparsity);
    cusparseLtDenseDescriptorInit(handle, &b, 32, 32, 32, 16, CUDA_R_16F, CUSPARSE_ORDER_COL);
    cusparseLtMatDescSetAttribute(handle, a, attribute, &batches, sizeof(batches));
    cusparseLtMatDescGetAttribute(handle, a, CUSPARSELT_MAT_BATCH_STRIDE, &stride, sizeof(stride));

    cusparseLtMatmulDescriptor_t both;
    cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseComputeType type = scale > 1 ? CUSPARSE_COMPUTE_32F : CUSPARSE_COMPUTE_32I;
    cusparseLtMatmulDescriptorInit(handle, &both, plain, CUSPARSE_OPERATION_TRANSPOSE, a, &b, &b, &b, type);
    cusparseLtMatmulDescAttribute_t all[] = {
        CUSPARSELT_MATMUL_ACTIVATION_RELU, CUSPARSELT_MATMUL_ACTIVATION_RELU_UPPERBOUND,
        CUSPARSELT_MATMUL_ACTIVATION_RELU_THRESHOLD, CUSPARSELT_MATMUL_ACTIVATION_GELU,
        CUSPARSELT_MATMUL_ACTIVATION_GELU_SCALING, CUSPARSELT_MATMUL_ALPHA_VECTOR_SCALING,
        CUSPARSELT_MATMUL_BETA_VECTOR_SCALING, CUSPARSELT_MATMUL_BIAS_STRIDE, CUSPARSELT_MATMUL_BIAS_POINTER,
        CUSPARSELT_MATMUL_SPARSE_MAT_POINTER};
    cusparseLtMatmulDescSetAttribute(handle, &both, all[0], &scale, sizeof(scale));
    cusparseLtMatmulDescGetAttribute(handle, &both, all[1], &scale, sizeof(scale));

    cusparseLtMatmulAlgSelection_t choice;
    cusparseLtMatmulAlg_t algorithm = CUSPARSELT_MATMUL_ALG_DEFAULT;
    cusparseLtSplitKMode_t modes[] = {
        CUSPARSELT_SPLIT_K_MODE_ONE_KERNEL, CUSPARSELT_SPLIT_K_MODE_TWO_KERNELS};
    cusparseLtMatmulAlgAttribute_t asked[] = {
        CUSPARSELT_MATMUL_ALG_CONFIG_ID, CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID,
        CUSPARSELT_MATMUL_SEARCH_ITERATIONS, CUSPARSELT_MATMUL_SPLIT_K, CUSPARSELT_MATMUL_SPLIT_K_MODE,
        CUSPARSELT_MATMUL_SPLIT_K_BUFFERS};
    cusparseLtMatmulAlgSelectionInit(handle, &choice, &both, algorithm);
    cusparseLtMatmulAlgSetAttribute(handle, &choice, asked[4], modes, sizeof(modes[0]));
    cusparseLtMatmulAlgGetAttribute(handle, &choice, asked[0], &version, sizeof(version));

    void *memory = nullptr;
    cudaStream_t stream = nullptr;
    size_t size, workspace;
    cusparseLtMatmulPlan_t plan;
    cusparseLtMatmulPlanInit(handle, &plan, &both, &choice);
    cusparseLtMatmulGetWorkspace(handle, &plan, &workspace);
    cusparseLtPruneAlg_t prune = scale > 2 ? CUSPARSELT_PRUNE_SPMMA_TILE : CUSPARSELT_PRUNE_SPMMA_STRIP;
    cusparseLtSpMMAPrune(handle, &both, memory, memory, prune, stream);
    cusparseLtSpMMAPrune2(handle, a, 1, plain, memory, memory, prune, stream);
    cusparseLtSpMMAPruneCheck(handle, &both, memory, device, stream);
    cusparseLtSpMMAPruneCheck2(handle, a, 1, plain, memory, device, stream);
    cusparseLtSpMMACompressedSize(handle, &plan, &size, &workspace);
    cusparseLtSpMMACompressedSize2(handle, a, &size, &workspace);
    cusparseLtSpMMACompress(handle, &plan, memory, memory, memory, stream);
    cusparseLtSpMMACompress2(handle, a, 1, plain, memory, memory, memory, stream);
    cusparseLtMatmulSearch(handle, &plan, &scale, memory, memory, &scale, memory, memory, memory, &stream, 1);
    cusparseLtMatmul(handle, &plan, &scale, memory, memory, &scale, memory, memory, memory, &stream, 1);
    cusparseLtMatmulPlanDestroy(&plan);
    cusparseLtMatmulAlgSelectionDestroy(&choice);
    cusparseLtGetVersion(handle, &version);
    return cusparseLtMatDescriptorDestroy(a);
}

const char *whole()
{
    cusparseLtHandle_t handle;
    cusparseStatus_t status = cusparseLtInit(&handle);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return cusparseLtGetErrorName(status);
    return cusparseLtGetErrorString(cusparseLtDestroy(&handle));
}
"""


@pytest.mark.compiler
def test_calls_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    path = tmp_path / "a.hip"
    path.write_text(converted(PROGRAM).text)
    good, said = hipcheck(path, "-fsyntax-only")
    assert good, said


def test_every_new_name_is_in_that_program() -> None:
    renamed = {name for name, value in NAMES.items() if "review" not in value}
    assert renamed == renamed & {*re.findall(r"\w+", PROGRAM)}


def test_what_differs_is_said_and_no_more() -> None:
    assert converted(PROGRAM).said == [("N002", "cusparseLtGetVersion"), ("N002", "cusparseLtInit")]


def test_what_hipsparselt_lacks_is_reported() -> None:
    source = "void f() { g(CUSPARSELT_STREAMK, cusparseLtFrob); }"
    assert converted(source) == (source, [("N001", "CUSPARSELT_STREAMK"), ("N003", "cusparseLtFrob")])
