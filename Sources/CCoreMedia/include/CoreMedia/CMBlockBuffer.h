/// Block Buffers: bytes in one or more blocks of memory, which several buffers may share.
#ifndef CoreMedia_CMBlockBuffer_h
#define CoreMedia_CMBlockBuffer_h

#include <CoreMedia/CMBase.h>

OCA_HEADER_BEGIN

#if !defined(__swift__)

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kCMBlockBufferNoErr = 0,  ///< Success.
  kCMBlockBufferStructureAllocationFailedErr = -12700,  ///< A structure could not be allocated.
  kCMBlockBufferBlockAllocationFailedErr = -12701,  ///< Memory could not be allocated.
  /// The custom source has another version, or cannot allocate.
  kCMBlockBufferBadCustomBlockSourceErr = -12702,
  kCMBlockBufferBadOffsetParameterErr = -12703,  ///< An offset lies outside of the data.
  kCMBlockBufferBadLengthParameterErr = -12704,  ///< A length goes beyond the data.
  kCMBlockBufferBadPointerParameterErr = -12705,  ///< A pointer is missing.
  kCMBlockBufferEmptyBBufErr = -12706,  ///< The buffer is empty.
  kCMBlockBufferUnallocatedBlockErr = -12707,  ///< A block has no memory.
  kCMBlockBufferInsufficientSpaceErr = -12708,  ///< The space is too small.
};

// MARK: - Types

/// A block buffer. `CFRelease` releases it.
typedef struct OpaqueCMBlockBuffer *CMBlockBufferRef;

/// Options for block buffers.
typedef uint32_t CMBlockBufferFlags;

OCA_CONSTANTS(CMBlockBufferFlags) {
  kCMBlockBufferAssureMemoryNowFlag = 1U << 0,  ///< Allocates memory at once.
  kCMBlockBufferAlwaysCopyDataFlag = 1U << 1,  ///< Copies data instead of referring to them.
  kCMBlockBufferDontOptimizeDepthFlag = 1U << 2,  ///< Has no effect.
  kCMBlockBufferPermitEmptyReferenceFlag = 1U << 3,  ///< Permits references to empty buffers.
};

/// A client's functions that allocate and free the memory of blocks.
typedef struct {
  uint32_t version;  ///< 0.
  /// Allocates a block of a size in bytes; `NULL` if that is impossible.
  void *_Nullable (*_Nullable AllocateBlock)(void *_Nullable refCon, size_t sizeInBytes);
  /// Frees a block of a size in bytes.
  void (*_Nullable FreeBlock)(
      void *_Nullable refCon, void *doomedMemoryBlock, size_t sizeInBytes);
  void *_Nullable refCon;  ///< A pointer that the functions receive.
} CMBlockBufferCustomBlockSource;

OCA_CONSTANTS(uint32_t) {
  kCMBlockBufferCustomBlockSourceVersion = 0,  ///< The version of the functions.
};

// MARK: - Creating buffers

/// Creates an empty buffer.
extern OSStatus CMBlockBufferCreateEmpty(
    CFAllocatorRef _Nullable structureAllocator, uint32_t subBlockCapacity,
    CMBlockBufferFlags flags, CMBlockBufferRef _Nullable *_Nonnull blockBufferOut);

/// Creates a buffer of a client's memory, or of new memory.
///
/// - Parameters:
///   - memoryBlock: The memory; null allocates it when it is needed.
///   - blockAllocator: `kCFAllocatorNull` leaves the memory to the client; otherwise it was
///     allocated with `malloc`, and the buffer frees it.
extern OSStatus CMBlockBufferCreateWithMemoryBlock(
    CFAllocatorRef _Nullable structureAllocator, void *_Nullable memoryBlock, size_t blockLength,
    CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource *_Nullable customBlockSource, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags,
    CMBlockBufferRef _Nullable *_Nonnull blockBufferOut);

/// Creates a buffer that refers to a range of another one; a length of 0 means all that follows.
extern OSStatus CMBlockBufferCreateWithBufferReference(
    CFAllocatorRef _Nullable structureAllocator, CMBlockBufferRef bufferReference,
    size_t offsetToData, size_t dataLength, CMBlockBufferFlags flags,
    CMBlockBufferRef _Nullable *_Nonnull blockBufferOut);

/// Creates a buffer with the bytes of a range of another one in one block.
extern OSStatus CMBlockBufferCreateContiguous(
    CFAllocatorRef _Nullable structureAllocator, CMBlockBufferRef sourceBuffer,
    CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource *_Nullable customBlockSource, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags,
    CMBlockBufferRef _Nullable *_Nonnull blockBufferOut);

/// Adds a client's memory, or new memory, to the end of a buffer.
extern OSStatus CMBlockBufferAppendMemoryBlock(
    CMBlockBufferRef theBuffer, void *_Nullable memoryBlock, size_t blockLength,
    CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource *_Nullable customBlockSource, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags);

/// Adds a range of another buffer to the end of a buffer.
extern OSStatus CMBlockBufferAppendBufferReference(
    CMBlockBufferRef theBuffer, CMBlockBufferRef targetBBuf, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags);

/// Allocates the memory of all blocks.
extern OSStatus CMBlockBufferAssureBlockMemory(CMBlockBufferRef theBuffer);

// MARK: - Bytes

/// Returns a pointer to bytes, copied to the temporary block unless they lie in one block.
extern OSStatus CMBlockBufferAccessDataBytes(
    CMBlockBufferRef theBuffer, size_t offset, size_t length, void *temporaryBlock,
    char *_Nullable *_Nonnull returnedPointerOut);

/// Copies bytes out of a buffer.
extern OSStatus CMBlockBufferCopyDataBytes(
    CMBlockBufferRef theSourceBuffer, size_t offsetToData, size_t dataLength, void *destination);

/// Copies bytes into a buffer.
extern OSStatus CMBlockBufferReplaceDataBytes(
    const void *sourceBytes, CMBlockBufferRef destinationBuffer, size_t offsetIntoDestination,
    size_t dataLength);

/// Sets bytes of a buffer to a value.
extern OSStatus CMBlockBufferFillDataBytes(
    char fillByte, CMBlockBufferRef destinationBuffer, size_t offsetIntoDestination,
    size_t dataLength);

/// Returns a pointer to the bytes from an offset on, and their number in the block and in all.
extern OSStatus CMBlockBufferGetDataPointer(
    CMBlockBufferRef theBuffer, size_t offset, size_t *_Nullable lengthAtOffsetOut,
    size_t *_Nullable totalLengthOut, char *_Nullable *_Nullable dataPointerOut);

/// Returns the number of bytes.
extern size_t CMBlockBufferGetDataLength(CMBlockBufferRef theBuffer);

/// Returns whether a range lies in one block; a length of 0 means all that follows.
extern Boolean CMBlockBufferIsRangeContiguous(
    CMBlockBufferRef theBuffer, size_t offset, size_t length);

/// Returns whether the buffer has no block.
extern Boolean CMBlockBufferIsEmpty(CMBlockBufferRef theBuffer);

#endif

OCA_HEADER_END

#endif
