/// Sample Buffers: frames of linear PCM, packets, texts or a picture, with their times.
#ifndef CoreMedia_CMSampleBuffer_h
#define CoreMedia_CMSampleBuffer_h

#include <CoreMedia/CMBlockBuffer.h>
#include <CoreMedia/CMFormatDescription.h>
#include <CoreMedia/CMTime.h>

OCA_HEADER_BEGIN

#if !defined(__swift__)

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kCMSampleBufferError_AllocationFailed = -12730,  ///< Memory could not be allocated.
  kCMSampleBufferError_RequiredParameterMissing = -12731,  ///< A parameter is missing.
  kCMSampleBufferError_AlreadyHasDataBuffer = -12732,  ///< The buffer has data already.
  kCMSampleBufferError_BufferNotReady = -12733,  ///< The data are not ready.
  kCMSampleBufferError_SampleIndexOutOfRange = -12734,  ///< There is no sample with this index.
  kCMSampleBufferError_BufferHasNoSampleSizes = -12735,  ///< The buffer has no sizes.
  kCMSampleBufferError_BufferHasNoSampleTimingInfo = -12736,  ///< The buffer has no times.
  kCMSampleBufferError_ArrayTooSmall = -12737,  ///< The array is too small.
  /// The number of entries is neither 0, nor 1, nor that of the samples.
  kCMSampleBufferError_InvalidEntryCount = -12738,
  kCMSampleBufferError_CannotSubdivide = -12739,  ///< The samples cannot be divided.
  kCMSampleBufferError_SampleTimingInfoInvalid = -12740,  ///< The times are invalid.
  /// The operation is for other media.
  kCMSampleBufferError_InvalidMediaTypeForOperation = -12741,
  kCMSampleBufferError_InvalidSampleData = -12742,  ///< The data do not fit the sizes.
  kCMSampleBufferError_InvalidMediaFormat = -12743,  ///< The format is missing, or does not fit.
  kCMSampleBufferError_Invalidated = -12744,  ///< The buffer has been invalidated.
  kCMSampleBufferError_DataFailed = -16750,  ///< The data could not be made.
  kCMSampleBufferError_DataCanceled = -16751,  ///< The data were cancelled.
};

OCA_CONSTANTS(uint32_t) {
  /// Aligns the buffers of a list to 16 bytes.
  kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment = 1U << 0,
};

// MARK: - Types

/// A sample buffer. `CFRelease` releases it.
typedef struct opaqueCMSampleBuffer *CMSampleBufferRef;

/// The times of a sample.
typedef struct {
  CMTime duration;  ///< The duration of the sample.
  CMTime presentationTimeStamp;  ///< The time at which the sample plays.
  /// The time at which the sample is decoded; invalid if it is that of the presentation.
  CMTime decodeTimeStamp;
} CMSampleTimingInfo;

/// Completes the data of a buffer.
typedef OSStatus (*CMSampleBufferMakeDataReadyCallback)(
    CMSampleBufferRef sbuf, void *_Nullable makeDataReadyRefcon);

// MARK: - Creating buffers

/// Creates a buffer of complete data.
///
/// - Parameters:
///   - sampleTimingEntryCount: 0, 1 for all samples, or the number of samples.
///   - sampleSizeEntryCount: 0, 1 for all samples, or the number of samples.
extern OSStatus CMSampleBufferCreateReady(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef _Nullable dataBuffer,
    CMFormatDescriptionRef _Nullable formatDescription, CMItemCount sampleCount,
    CMItemCount sampleTimingEntryCount, const CMSampleTimingInfo *_Nullable sampleTimingArray,
    CMItemCount sampleSizeEntryCount, const size_t *_Nullable sampleSizeArray,
    CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut);

/// Creates a buffer whose data may be ready later; the callback completes them.
extern OSStatus CMSampleBufferCreate(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady,
    CMSampleBufferMakeDataReadyCallback _Nullable makeDataReadyCallback,
    void *_Nullable makeDataReadyRefcon, CMFormatDescriptionRef _Nullable formatDescription,
    CMItemCount numSamples, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo *_Nullable sampleTimingArray, CMItemCount numSampleSizeEntries,
    const size_t *_Nullable sampleSizeArray,
    CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut);

/// Creates a buffer of audio; linear PCM needs no packet descriptions.
extern OSStatus CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef dataBuffer,
    CMFormatDescriptionRef formatDescription, CMItemCount sampleCount,
    CMTime presentationTimeStamp,
    const AudioStreamPacketDescription *_Nullable packetDescriptions,
    CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut);

/// Creates a copy that shares the data.
extern OSStatus CMSampleBufferCreateCopy(
    CFAllocatorRef _Nullable allocator, CMSampleBufferRef sbuf,
    CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut);

/// Creates a copy that shares the data, with other times.
extern OSStatus CMSampleBufferCreateCopyWithNewTiming(
    CFAllocatorRef _Nullable allocator, CMSampleBufferRef originalSBuf,
    CMItemCount numSampleTimingEntries, const CMSampleTimingInfo *_Nullable sampleTimingArray,
    CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut);

// MARK: - Parts

/// Returns the data, which the buffer owns; null without them.
extern CMBlockBufferRef _Nullable CMSampleBufferGetDataBuffer(CMSampleBufferRef sbuf);

/// Sets the data of a buffer without data.
extern OSStatus CMSampleBufferSetDataBuffer(CMSampleBufferRef sbuf, CMBlockBufferRef dataBuffer);

/// Returns the format, which the buffer owns; null without it.
extern CMFormatDescriptionRef _Nullable CMSampleBufferGetFormatDescription(
    CMSampleBufferRef sbuf);

/// Returns the number of samples.
extern CMItemCount CMSampleBufferGetNumSamples(CMSampleBufferRef sbuf);

/// Returns the bytes of all samples; 0 if the sizes are unknown.
extern size_t CMSampleBufferGetTotalSampleSize(CMSampleBufferRef sbuf);

/// Returns the bytes of a sample; 0 if its size is unknown.
extern size_t CMSampleBufferGetSampleSize(CMSampleBufferRef sbuf, CMItemIndex sampleIndex);

/// Returns the sizes: one for all samples, or one for each.
extern OSStatus CMSampleBufferGetSampleSizeArray(
    CMSampleBufferRef sbuf, CMItemCount sizeArrayEntries, size_t *_Nullable sizeArrayOut,
    CMItemCount *_Nullable sizeArrayEntriesNeededOut);

/// Returns the attachments of the samples, an array of dictionaries that the buffer owns.
extern CFArrayRef _Nullable CMSampleBufferGetSampleAttachmentsArray(
    CMSampleBufferRef sbuf, Boolean createIfNecessary);

// MARK: - Times

/// Returns the duration of all samples.
extern CMTime CMSampleBufferGetDuration(CMSampleBufferRef sbuf);
/// Returns the time of the first sample.
extern CMTime CMSampleBufferGetPresentationTimeStamp(CMSampleBufferRef sbuf);
/// Returns the time at which the first sample is decoded.
extern CMTime CMSampleBufferGetDecodeTimeStamp(CMSampleBufferRef sbuf);
/// Returns the duration without the trims, at the speed of the output.
extern CMTime CMSampleBufferGetOutputDuration(CMSampleBufferRef sbuf);
/// Returns the time at which the first sample plays.
extern CMTime CMSampleBufferGetOutputPresentationTimeStamp(CMSampleBufferRef sbuf);
/// Sets the time at which the first sample plays.
extern OSStatus CMSampleBufferSetOutputPresentationTimeStamp(
    CMSampleBufferRef sbuf, CMTime outputPresentationTimeStamp);
/// Returns the time at which the first sample that plays is decoded.
extern CMTime CMSampleBufferGetOutputDecodeTimeStamp(CMSampleBufferRef sbuf);

/// Returns the times of a sample.
extern OSStatus CMSampleBufferGetSampleTimingInfo(
    CMSampleBufferRef sbuf, CMItemIndex sampleIndex, CMSampleTimingInfo *timingInfoOut);

/// Returns the times: one entry for all samples, or one for each.
extern OSStatus CMSampleBufferGetSampleTimingInfoArray(
    CMSampleBufferRef sbuf, CMItemCount numSampleTimingEntries,
    CMSampleTimingInfo *_Nullable timingArrayOut,
    CMItemCount *_Nullable timingArrayEntriesNeededOut);

// MARK: - Audio

/// Returns a list of the buffers of audio, and the data, which the caller releases.
extern OSStatus CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    CMSampleBufferRef sbuf, size_t *_Nullable bufferListSizeNeededOut,
    AudioBufferList *_Nullable bufferListOut, size_t bufferListSize,
    CFAllocatorRef _Nullable blockBufferStructureAllocator,
    CFAllocatorRef _Nullable blockBufferBlockAllocator, uint32_t flags,
    CMBlockBufferRef _Nullable *_Nullable blockBufferOut);

/// Copies the buffers of a list as the data of a sample buffer.
extern OSStatus CMSampleBufferSetDataBufferFromAudioBufferList(
    CMSampleBufferRef sbuf, CFAllocatorRef _Nullable blockBufferStructureAllocator,
    CFAllocatorRef _Nullable blockBufferBlockAllocator, uint32_t flags,
    const AudioBufferList *bufferList);

/// Copies frames of linear PCM to the buffers of a list.
extern OSStatus CMSampleBufferCopyPCMDataIntoAudioBufferList(
    CMSampleBufferRef sbuf, int32_t frameOffset, int32_t numFrames, AudioBufferList *bufferList);

/// Copies the packet descriptions.
extern OSStatus CMSampleBufferGetAudioStreamPacketDescriptions(
    CMSampleBufferRef sbuf, size_t packetDescriptionsSize,
    AudioStreamPacketDescription *_Nullable packetDescriptionsOut,
    size_t *_Nullable packetDescriptionsSizeNeededOut);

/// Returns the packet descriptions, which the buffer owns.
extern OSStatus CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    CMSampleBufferRef sbuf,
    const AudioStreamPacketDescription *_Nullable *_Nullable packetDescriptionsPointerOut,
    size_t *_Nullable packetDescriptionsSizeOut);

// MARK: - Readiness

/// Returns whether the data are complete.
extern Boolean CMSampleBufferDataIsReady(CMSampleBufferRef sbuf);
/// Marks the data as complete.
extern OSStatus CMSampleBufferSetDataReady(CMSampleBufferRef sbuf);
/// Marks the data as failed.
extern OSStatus CMSampleBufferSetDataFailed(CMSampleBufferRef sbuf, OSStatus status);
/// Returns whether the data have failed, and the error.
extern Boolean CMSampleBufferHasDataFailed(CMSampleBufferRef sbuf, OSStatus *_Nullable statusOut);
/// Completes the data.
extern OSStatus CMSampleBufferMakeDataReady(CMSampleBufferRef sbuf);
/// Makes a buffer ready whenever another one is ready.
extern OSStatus CMSampleBufferTrackDataReadiness(
    CMSampleBufferRef sbuf, CMSampleBufferRef sampleBufferToTrack);
/// Returns whether the buffer has not been invalidated.
extern Boolean CMSampleBufferIsValid(CMSampleBufferRef sbuf);
/// Invalidates the buffer, and calls its invalidation handler.
extern OSStatus CMSampleBufferInvalidate(CMSampleBufferRef sbuf);

#endif

OCA_HEADER_END

#endif
