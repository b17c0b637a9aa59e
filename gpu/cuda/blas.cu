// Products of matrices: cuBLAS for the plain ones, cuBLASLt for those with an epilogue.
//
// cuBLASLt wants descriptions of the operation and of each matrix, and a question which algorithm to take. That takes longer than a
// small product, so it is kept by shape: the next product of the same shape is one call. Of the algorithms that the library proposes, each is
// timed once on the caller's own matrices, written to memory that nobody looks at; where there is none left, the first is taken.
#include <algorithm>

#include "device.hpp"

using saturate::fail;
using saturate::Plan;

namespace {

struct Types {
  cudaDataType_t data;
  cublasComputeType_t compute;
  cudaDataType_t scale;
};

const Types types_of[] = {{CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F}, {CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F}, {CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F}};

/// α and β as the library wants them: single precision but for matrices in double precision.
struct Scales {
  float single[2];
  double twice[2];
  bool is_double;
  Scales(const gpu_product &p) : single{float(p.alpha), float(p.beta)}, twice{p.alpha, p.beta}, is_double(p.type == GPU_F64) {}
  const void *alpha() const { return is_double ? static_cast<const void *>(&twice[0]) : &single[0]; }
  const void *beta() const { return is_double ? static_cast<const void *>(&twice[1]) : &single[1]; }
};

int32_t checked(const gpu_product *p) {
  if (!p || p->type < GPU_F16 || p->type > GPU_F64 || p->m < 0 || p->n < 0 || p->k < 0 || p->epilogue < GPU_NOTHING || p->epilogue > GPU_GELU)
    return fail(GPU_BAD_ARGUMENT, "product: its type, sizes or epilogue");
  if (p->lda < (p->transpose_a ? p->k : p->m) || p->ldb < (p->transpose_b ? p->n : p->k) || p->ldc < p->m)
    return fail(GPU_BAD_ARGUMENT, "product: a leading dimension is too small");
  return GPU_OK;
}

int32_t plain(const gpu_product *p) {
  int32_t code = checked(p);
  if (code == GPU_OK && (p->epilogue != GPU_NOTHING || p->bias || p->c != p->d))
    code = fail(GPU_BAD_ARGUMENT, "product: a plain one has no epilogue, no bias and one matrix to write");
  return code;
}

cublasLtEpilogue_t epilogue_of(const gpu_product &p) {
  switch (p.epilogue) {
  case GPU_RELU:
    return p.bias ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_RELU;
  case GPU_GELU:
    return p.bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
  default:
    return p.bias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
  }
}

int32_t matmul(gpu *device, const Plan &plan, const cublasLtMatmulAlgo_t &algorithm, const gpu_product &p) {
  Scales scales(p);
  BLAS_CALL(cublasLtMatmul, device->lt, plan.operation, scales.alpha(), p.a, plan.a, p.b, plan.b, scales.beta(), p.c, plan.c, p.d, plan.c, &algorithm,
            device->workspace, gpu::workspace_size, device->stream);
  return GPU_OK;
}

/// Milliseconds that an algorithm takes, the least of three; negative if it fails.
float time_of(gpu *device, const Plan &plan, const cublasLtMatmulAlgo_t &algorithm, const gpu_product &p, cudaEvent_t from, cudaEvent_t to) {
  float least = -1;
  for (int run = 0; run < 4; run++) {
    float now = 0;
    cudaEventRecord(from, device->stream);
    if (matmul(device, plan, algorithm, p) != GPU_OK)
      return -1;
    cudaEventRecord(to, device->stream);
    if (cudaEventSynchronize(to) != cudaSuccess || cudaEventElapsedTime(&now, from, to) != cudaSuccess)
      return -1;
    if (run > 0) // the first loads code
      least = least < 0 ? now : std::min(least, now);
  }
  return least;
}

int32_t prepare(gpu *device, Plan &plan, const gpu_product &p) {
  const Types &types = types_of[p.type];
  BLAS_CALL(cublasLtMatmulDescCreate, &plan.operation, types.compute, types.scale);
  cublasOperation_t flip = CUBLAS_OP_T;
  if (p.transpose_a)
    BLAS_CALL(cublasLtMatmulDescSetAttribute, plan.operation, CUBLASLT_MATMUL_DESC_TRANSA, &flip, sizeof flip);
  if (p.transpose_b)
    BLAS_CALL(cublasLtMatmulDescSetAttribute, plan.operation, CUBLASLT_MATMUL_DESC_TRANSB, &flip, sizeof flip);
  cublasLtEpilogue_t epilogue = epilogue_of(p);
  BLAS_CALL(cublasLtMatmulDescSetAttribute, plan.operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  if (p.bias)
    BLAS_CALL(cublasLtMatmulDescSetAttribute, plan.operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &p.bias, sizeof p.bias);
  BLAS_CALL(cublasLtMatrixLayoutCreate, &plan.a, types.data, p.transpose_a ? p.k : p.m, p.transpose_a ? p.m : p.k, p.lda);
  BLAS_CALL(cublasLtMatrixLayoutCreate, &plan.b, types.data, p.transpose_b ? p.n : p.k, p.transpose_b ? p.k : p.n, p.ldb);
  BLAS_CALL(cublasLtMatrixLayoutCreate, &plan.c, types.data, p.m, p.n, p.ldc);

  cublasLtMatmulPreference_t preference;
  BLAS_CALL(cublasLtMatmulPreferenceCreate, &preference);
  size_t workspace = gpu::workspace_size;
  cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace);
  constexpr int most = 8;
  cublasLtMatmulHeuristicResult_t found[most];
  int count = 0;
  cublasStatus_t status =
      cublasLtMatmulAlgoGetHeuristic(device->lt, plan.operation, plan.a, plan.b, plan.c, plan.c, preference, most, found, &count);
  cublasLtMatmulPreferenceDestroy(preference);
  if (status != CUBLAS_STATUS_SUCCESS || count == 0)
    return GPU_OK; // not supported, which is remembered, too
  plan.algorithm = found[0].algo;
  plan.supported = true;
  gpu_product aside = p;
  aside.d = device->pool->allocate(size_t(p.ldc) * size_t(p.n) * (p.type == GPU_F16 ? 2 : p.type == GPU_F32 ? 4 : 8));
  cudaEvent_t from = nullptr, to = nullptr;
  if (aside.d && cudaEventCreate(&from) == cudaSuccess && cudaEventCreate(&to) == cudaSuccess) {
    float best = -1;
    for (int i = 0; i < count; i++) {
      float now = time_of(device, plan, found[i].algo, aside, from, to);
      if (now >= 0 && (best < 0 || now < best)) {
        best = now;
        plan.algorithm = found[i].algo;
      }
    }
  }
  for (cudaEvent_t event : {from, to})
    if (event)
      cudaEventDestroy(event);
  if (aside.d)
    device->pool->release(aside.d);
  return GPU_OK;
}

} // namespace

extern "C" {

int32_t gpu_gemm(gpu *device, const gpu_product *product) {
  int32_t code = plain(product);
  if (code != GPU_OK)
    return code;
  const gpu_product &p = *product;
  const Types &types = types_of[p.type];
  Scales scales(p);
  BLAS_CALL(cublasGemmEx, device->blas, p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N, int(p.m), int(p.n),
            int(p.k), scales.alpha(), p.a, types.data, int(p.lda), p.b, types.data, int(p.ldb), scales.beta(), p.d, types.data, int(p.ldc),
            types.compute, CUBLAS_GEMM_DEFAULT);
  return GPU_OK;
}

// A batch of two whose matrices lie anywhere: what separates them is the stride. All addresses are multiples of 256.
int32_t gpu_gemm_pair(gpu *device, const gpu_product *product, const void *b2, void *d2) {
  int32_t code = plain(product);
  if (code != GPU_OK)
    return code;
  const gpu_product &p = *product;
  const Types &types = types_of[p.type];
  long long size = p.type == GPU_F16 ? 2 : p.type == GPU_F32 ? 4 : 8;
  long long stride_b = (static_cast<const char *>(b2) - static_cast<const char *>(p.b)) / size;
  long long stride_d = (static_cast<char *>(d2) - static_cast<char *>(p.d)) / size;
  if (stride_b < 0 || stride_d < p.ldc * p.n)
    return fail(GPU_BAD_ARGUMENT, "gpu_gemm_pair: the second matrices lie before the first ones, or overlap");
  Scales scales(p);
  BLAS_CALL(cublasGemmStridedBatchedEx, device->blas, p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N, int(p.m),
            int(p.n), int(p.k), scales.alpha(), p.a, types.data, int(p.lda), 0, p.b, types.data, int(p.ldb), stride_b, scales.beta(), p.d, types.data,
            int(p.ldc), stride_d, 2, types.compute, CUBLAS_GEMM_DEFAULT);
  return GPU_OK;
}

int32_t gpu_matmul(gpu *device, const gpu_product *product) {
  int32_t code = checked(product);
  if (code != GPU_OK)
    return code;
  const gpu_product &p = *product;
  std::vector<int64_t> shape = {p.type, p.transpose_a, p.transpose_b, p.epilogue, p.bias != nullptr, p.m, p.n, p.k, p.lda, p.ldb, p.ldc, p.beta != 0};
  // The bias is part of the description, so the description is used by one at a time.
  std::lock_guard<std::mutex> guard(device->lock);
  auto place = device->plans.find(shape);
  if (place == device->plans.end()) {
    Plan plan;
    code = prepare(device, plan, p);
    if (code != GPU_OK)
      return code;
    place = device->plans.emplace(shape, plan).first;
  }
  Plan &plan = place->second;
  if (!plan.supported)
    return fail(GPU_NOT_SUPPORTED, "cublasLtMatmul: no algorithm for this product");
  if (p.bias)
    BLAS_CALL(cublasLtMatmulDescSetAttribute, plan.operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &p.bias, sizeof p.bias);
  return matmul(device, plan, plan.algorithm, p);
}

} // extern "C"
