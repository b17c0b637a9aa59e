// Opening a device; memory, copies, order, time.
#include <cstdio>
#include <nvrtc.h>

#include "device.hpp"

using saturate::fail;

namespace saturate {

static int32_t code_of(cudaError_t error) {
  switch (error) {
  case cudaErrorMemoryAllocation:
    return GPU_OUT_OF_MEMORY;
  case cudaErrorNoDevice:
  case cudaErrorInsufficientDriver:
    return GPU_NO_DEVICE;
  default:
    return GPU_FAILED;
  }
}

int32_t cuda_failed(const char *call, cudaError_t error) {
  cudaGetLastError(); // it is told, and not kept for the next call
  return fail(code_of(error), std::string(call) + ": " + cudaGetErrorName(error) + ", " + cudaGetErrorString(error));
}

int32_t driver_failed(const char *call, CUresult error) {
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(error, &name);
  cuGetErrorString(error, &text);
  return fail(error == CUDA_ERROR_OUT_OF_MEMORY ? GPU_OUT_OF_MEMORY : GPU_FAILED,
              std::string(call) + ": " + (name ? name : "unknown error") + ", " + (text ? text : ""));
}

int32_t blas_failed(const char *call, cublasStatus_t status) {
  int32_t code = status == CUBLAS_STATUS_NOT_SUPPORTED ? GPU_NOT_SUPPORTED
                 : status == CUBLAS_STATUS_ALLOC_FAILED ? GPU_OUT_OF_MEMORY
                                                        : GPU_FAILED;
  return fail(code, std::string(call) + ": " + cublasGetStatusName(status) + ", " + cublasGetStatusString(status));
}

static int32_t open(int32_t number, gpu &device) {
  device.number = number;
  CUDA_CALL(cudaSetDevice, number);
  CUDA_CALL(cudaFree, nullptr); // makes the context
  CUDA_CALL(cudaGetDeviceProperties, &device.properties, number);
  CUDA_CALL(cudaStreamCreateWithFlags, &device.stream, cudaStreamNonBlocking);
  CUDA_CALL(cudaMalloc, &device.workspace, gpu::workspace_size);
  BLAS_CALL(cublasCreate, &device.blas);
  BLAS_CALL(cublasSetStream, device.blas, device.stream);
  BLAS_CALL(cublasSetWorkspace, device.blas, device.workspace, gpu::workspace_size);
  BLAS_CALL(cublasLtCreate, &device.lt);
  device.pool = std::make_unique<Pool>(
      [number](size_t bytes) -> void * {
        void *memory = nullptr;
        cudaSetDevice(number);
        if (cudaMalloc(&memory, bytes) != cudaSuccess) {
          cudaGetLastError();
          return nullptr;
        }
        return memory;
      },
      [number](void *memory) {
        cudaSetDevice(number);
        cudaFree(memory);
      });
  return GPU_OK;
}

} // namespace saturate

gpu::~gpu() {
  cudaSetDevice(number);
  if (stream)
    cudaStreamSynchronize(stream);
  for (auto &entry : plans) {
    if (entry.second.operation)
      cublasLtMatmulDescDestroy(entry.second.operation);
    for (auto layout : {entry.second.a, entry.second.b, entry.second.c})
      if (layout)
        cublasLtMatrixLayoutDestroy(layout);
  }
  for (auto &kernel : kernels)
    cuModuleUnload(kernel->module);
  pool.reset();
  if (lt)
    cublasLtDestroy(lt);
  if (blas)
    cublasDestroy(blas);
  if (workspace)
    cudaFree(workspace);
  if (stream)
    cudaStreamDestroy(stream);
}

extern "C" {

int32_t gpu_version(void) { return GPU_VERSION; }
const char *gpu_backend(void) { return "cuda"; }
const char *gpu_error(void) { return saturate::last_failure().c_str(); }

int32_t gpu_count(int32_t *devices) {
  *devices = 0;
  CUDA_CALL(cudaGetDeviceCount, devices);
  return GPU_OK;
}

int32_t gpu_open(int32_t number, gpu **out) {
  auto device = std::make_unique<gpu>();
  int32_t code = saturate::open(number, *device);
  if (code == GPU_OK)
    *out = device.release();
  return code;
}

int32_t gpu_close(gpu *device) {
  delete device;
  return GPU_OK;
}

int32_t gpu_describe(gpu *device, char *text, size_t size) {
  int driver = 0, runtime = 0, major = 0, minor = 0;
  CUDA_CALL(cudaDriverGetVersion, &driver);
  CUDA_CALL(cudaRuntimeGetVersion, &runtime);
  nvrtcVersion(&major, &minor);
  const cudaDeviceProp &p = device->properties;
  snprintf(text, size,
           "device: %s\ncompute capability: %d.%d\nmultiprocessors: %d\nmemory: %.0f GiB\ndriver's CUDA: %d.%d\nCUDA: %d.%d\ncuBLASLt: %zu\nNVRTC: %d.%d\n",
           p.name, p.major, p.minor, p.multiProcessorCount, double(p.totalGlobalMem) / (1 << 30), driver / 1000, driver % 1000 / 10, runtime / 1000,
           runtime % 1000 / 10, cublasLtGetVersion(), major, minor);
  return GPU_OK;
}

int32_t gpu_multiprocessors(gpu *device, int32_t *count) {
  *count = device->properties.multiProcessorCount;
  return GPU_OK;
}

int32_t gpu_alloc(gpu *device, size_t bytes, void **out) {
  *out = device->pool->allocate(bytes);
  return *out ? GPU_OK : fail(GPU_OUT_OF_MEMORY, "cudaMalloc: no memory for " + std::to_string(bytes) + " bytes");
}

int32_t gpu_free(gpu *device, void *memory) {
  return device->pool->release(memory) ? GPU_OK : fail(GPU_BAD_ARGUMENT, "gpu_free: this memory is not in use");
}

int32_t gpu_trim(gpu *device) {
  device->pool->trim();
  return GPU_OK;
}

int32_t gpu_memory_now(gpu *device, gpu_memory *out) {
  *out = device->pool->now();
  return GPU_OK;
}

int32_t gpu_upload(gpu *device, void *to, const void *from, size_t bytes) {
  CUDA_CALL(cudaMemcpyAsync, to, from, bytes, cudaMemcpyHostToDevice, device->stream);
  CUDA_CALL(cudaStreamSynchronize, device->stream);
  return GPU_OK;
}

int32_t gpu_download(gpu *device, void *to, const void *from, size_t bytes) {
  CUDA_CALL(cudaMemcpyAsync, to, from, bytes, cudaMemcpyDeviceToHost, device->stream);
  CUDA_CALL(cudaStreamSynchronize, device->stream);
  return GPU_OK;
}

int32_t gpu_copy(gpu *device, void *to, const void *from, size_t bytes) {
  CUDA_CALL(cudaMemcpyAsync, to, from, bytes, cudaMemcpyDeviceToDevice, device->stream);
  return GPU_OK;
}

int32_t gpu_synchronize(gpu *device) {
  CUDA_CALL(cudaStreamSynchronize, device->stream);
  return GPU_OK;
}

int32_t gpu_event_new(gpu *, gpu_event **out) {
  cudaEvent_t event;
  CUDA_CALL(cudaEventCreate, &event);
  *out = new gpu_event{event};
  return GPU_OK;
}

int32_t gpu_event_free(gpu *, gpu_event *event) {
  cudaEvent_t inner = event->event;
  delete event;
  CUDA_CALL(cudaEventDestroy, inner);
  return GPU_OK;
}

int32_t gpu_event_record(gpu *device, gpu_event *event) {
  CUDA_CALL(cudaEventRecord, event->event, device->stream);
  return GPU_OK;
}

int32_t gpu_event_elapsed(gpu *, gpu_event *from, gpu_event *to, float *milliseconds) {
  CUDA_CALL(cudaEventSynchronize, to->event);
  CUDA_CALL(cudaEventElapsedTime, milliseconds, from->event, to->event);
  return GPU_OK;
}

} // extern "C"
