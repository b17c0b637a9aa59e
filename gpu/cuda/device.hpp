// An open device: its stream, its memory, its handles; and how calls of CUDA become codes.
#pragma once

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../common/failure.hpp"
#include "../common/pool.hpp"

namespace saturate {

/// Everything that was prepared for products of one shape.
struct Plan {
  cublasLtMatmulDesc_t operation = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
  cublasLtMatmulAlgo_t algorithm;
  bool supported = false;
};

int32_t cuda_failed(const char *call, cudaError_t error);
int32_t driver_failed(const char *call, CUresult error);
int32_t blas_failed(const char *call, cublasStatus_t status);

} // namespace saturate

#define CUDA_CALL(function, ...)                                                                                                                     \
  do {                                                                                                                                               \
    cudaError_t error_ = function(__VA_ARGS__);                                                                                                      \
    if (error_ != cudaSuccess)                                                                                                                       \
      return saturate::cuda_failed(#function, error_);                                                                                               \
  } while (0)
#define DRIVER_CALL(function, ...)                                                                                                                   \
  do {                                                                                                                                               \
    CUresult error_ = function(__VA_ARGS__);                                                                                                         \
    if (error_ != CUDA_SUCCESS)                                                                                                                      \
      return saturate::driver_failed(#function, error_);                                                                                             \
  } while (0)
#define BLAS_CALL(function, ...)                                                                                                                     \
  do {                                                                                                                                               \
    cublasStatus_t status_ = function(__VA_ARGS__);                                                                                                  \
    if (status_ != CUBLAS_STATUS_SUCCESS)                                                                                                            \
      return saturate::blas_failed(#function, status_);                                                                                              \
  } while (0)

struct gpu_event {
  cudaEvent_t event;
};

struct gpu_kernel {
  CUmodule module;
  CUfunction function;
};

struct gpu {
  static constexpr size_t workspace_size = 32 << 20;

  int number = 0;
  cudaDeviceProp properties{};
  cudaStream_t stream = nullptr;
  cublasHandle_t blas = nullptr;
  cublasLtHandle_t lt = nullptr;
  void *workspace = nullptr;
  std::unique_ptr<saturate::Pool> pool;

  std::mutex lock; // of what follows
  std::map<std::vector<int64_t>, saturate::Plan> plans;
  std::vector<std::unique_ptr<gpu_kernel>> kernels;

  ~gpu();
};
