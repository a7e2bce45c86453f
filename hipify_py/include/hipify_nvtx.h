/* hipify_nvtx.h - marks and ranges of NVTX with attributes, by those of roctx, which have a message alone.
 *
 * The message is handed on, a wide one in UTF-8; what colours, categories and payloads say is dropped, for roctx has
 * no place for it. Each name is NVTX's. Needs C++11 and roctracer/roctx.h; plain C++ may read this file too.
 */
#ifndef HIPIFY_NVTX_H
#define HIPIFY_NVTX_H

#if defined(__CUDACC__) && !defined(__HIP__)
#error "hipify_nvtx.h is for AMD GPUs: compile the CUDA source itself for NVIDIA's"
#endif

#include <roctracer/roctx.h>
#include <stdint.h>
#include <string>

namespace hipify_nvtx {

enum { NVTX_VERSION = 3 };
enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2 };
enum {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
};

/* What a mark or a range is: `message` is its text, of the kind that `messageType` names. */
struct nvtxEventAttributes_t {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  union {
    const char* ascii;
    const wchar_t* unicode;
  } message;
};

enum { NVTX_EVENT_ATTRIB_STRUCT_SIZE = sizeof(nvtxEventAttributes_t) };

namespace detail_ {

/* A text of code points, or of halves of them where `wchar_t` has 16 bits, in UTF-8. */
inline std::string narrow_(const wchar_t* text_) {
  std::string made_;
  while (text_ != nullptr && *text_ != 0) {
    unsigned long point_ = static_cast<unsigned long>(*text_++);
    if (sizeof(wchar_t) == 2 && (point_ & 0xfc00u) == 0xd800u && (static_cast<unsigned long>(*text_) & 0xfc00u) == 0xdc00u)
      point_ = 0x10000u + ((point_ & 0x3ffu) << 10) + (static_cast<unsigned long>(*text_++) & 0x3ffu);
    const int more_ = point_ < 0x80u ? 0 : point_ < 0x800u ? 1 : point_ < 0x10000u ? 2 : 3;
    const unsigned first_[] = {0x00u, 0xc0u, 0xe0u, 0xf0u};
    made_ += static_cast<char>(first_[more_] | (point_ >> 6 * more_));
    for (int at_ = more_ - 1; at_ >= 0; --at_) made_ += static_cast<char>(0x80u | ((point_ >> 6 * at_) & 0x3fu));
  }
  return made_;
}

inline std::string message_(const nvtxEventAttributes_t* of_) {
  if (of_ == nullptr) return std::string();
  if (of_->messageType == NVTX_MESSAGE_TYPE_UNICODE) return narrow_(of_->message.unicode);
  return of_->messageType == NVTX_MESSAGE_TYPE_ASCII && of_->message.ascii ? of_->message.ascii : std::string();
}

}  // namespace detail_

inline void nvtxMarkEx(const nvtxEventAttributes_t* of_) { roctxMarkA(detail_::message_(of_).c_str()); }
inline int nvtxRangePushEx(const nvtxEventAttributes_t* of_) { return roctxRangePushA(detail_::message_(of_).c_str()); }
inline roctx_range_id_t nvtxRangeStartEx(const nvtxEventAttributes_t* of_) {
  return roctxRangeStartA(detail_::message_(of_).c_str());
}

}  // namespace hipify_nvtx

#endif  // HIPIFY_NVTX_H
