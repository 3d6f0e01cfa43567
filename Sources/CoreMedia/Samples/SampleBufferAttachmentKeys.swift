public import CoreFoundation
internal import Foundation

// Keys of attachments of sample buffers.

/// Resets the decoder before the samples.
public var kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString {
  "ResetDecoderBeforeDecoding"
}
/// Drains the decoder after the samples.
public var kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString {
  "DrainAfterDecoding"
}
/// A dictionary for a notification when the samples are consumed.
public var kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString {
  "PostNotificationWhenConsumed"
}
/// Resumes output that was inhibited.
public var kCMSampleBufferAttachmentKey_ResumeOutput: CFString {
  "ResumeOutput"
}
/// Names the transition between two sources of samples.
public var kCMSampleBufferAttachmentKey_TransitionID: CFString {
  "TransitionID"
}
/// The duration to leave out at the start, as a dictionary of a time.
public var kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString {
  "TrimDurationAtStart"
}
/// The duration to leave out at the end, as a dictionary of a time.
public var kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString {
  "TrimDurationAtEnd"
}
/// The factor of the speed of output, as a number.
public var kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString {
  "SpeedMultiplier"
}
/// Outputs the samples in reverse order.
public var kCMSampleBufferAttachmentKey_Reverse: CFString {
  "Reverse"
}
/// Fills gaps before the samples with silence.
public var kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString {
  "FillDiscontinuitiesWithSilence"
}
/// The buffer marks a part without media.
public var kCMSampleBufferAttachmentKey_EmptyMedia: CFString {
  "EmptyMedia"
}
/// The buffer marks the end of media.
public var kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString {
  "PermanentEmptyMedia"
}
/// Shows a part without media at once.
public var kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString {
  "DisplayEmptyMediaImmediately"
}
/// The time of the buffer ends the previous sample.
public var kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString {
  "EndsPreviousSampleDuration"
}
/// The URL of the file with the bytes.
public var kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString {
  "SampleReferenceURL"
}
/// The offset of the bytes in their file.
public var kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString {
  "SampleReferenceByteOffset"
}
/// The number of samples after which the decoder is refreshed.
public var kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString {
  "GradualDecoderRefresh"
}
/// Why a frame was dropped.
public var kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString {
  "DroppedFrameReason"
}
/// Details about a dropped frame.
public var kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString {
  "DroppedFrameReasonInfo"
}
/// The encoder makes a key frame.
public var kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString {
  "ForceKeyFrame"
}

/// The number of samples after which a decoder that starts at this sample is exact.
public var kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString {
  "AudioIndependentSampleDecoderRefreshCount"
}
/// The sample is not a sync sample.
public var kCMSampleAttachmentKey_NotSync: CFString {
  "NotSync"
}
/// The sample is a partial sync sample.
public var kCMSampleAttachmentKey_PartialSync: CFString {
  "PartialSync"
}
/// The sample has redundant coding.
public var kCMSampleAttachmentKey_HasRedundantCoding: CFString {
  "HasRedundantCoding"
}
/// Other samples depend on the sample.
public var kCMSampleAttachmentKey_IsDependedOnByOthers: CFString {
  "IsDependedOnByOthers"
}
/// The sample depends on others.
public var kCMSampleAttachmentKey_DependsOnOthers: CFString {
  "DependsOnOthers"
}
/// Later samples may have earlier times.
public var kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString {
  "EarlierDisplayTimesAllowed"
}
/// The sample is shown at once.
public var kCMSampleAttachmentKey_DisplayImmediately: CFString {
  "DisplayImmediately"
}
/// The sample is decoded but not output.
public var kCMSampleAttachmentKey_DoNotDisplay: CFString {
  "DoNotDisplay"
}

extension CMSampleBuffer {
  /// A key of an attachment.
  public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// The key.
    public var rawValue: CFString { NSString(string: name) }

    /// Makes a key from its string.
    public init(rawValue: CFString) { name = String(describing: rawValue) }

    /// Resets the decoder before the samples.
    public static let resetDecoderBeforeDecoding = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding)
    /// Drains the decoder after the samples.
    public static let drainAfterDecoding = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
    /// A dictionary for a notification when the samples are consumed.
    public static let postNotificationWhenConsumed = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed)
    /// Resumes output that was inhibited.
    public static let resumeOutput = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
    /// Names the transition between two sources of samples.
    public static let transitionID = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_TransitionID)
    /// The duration to leave out at the start, as a dictionary of a time.
    public static let trimDurationAtStart = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    /// The duration to leave out at the end, as a dictionary of a time.
    public static let trimDurationAtEnd = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    /// The factor of the speed of output, as a number.
    public static let speedMultiplier = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
    /// Outputs the samples in reverse order.
    public static let reverse = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_Reverse)
    /// Fills gaps before the samples with silence.
    public static let fillDiscontinuitiesWithSilence = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence)
    /// The buffer marks a part without media.
    public static let emptyMedia = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
    /// The buffer marks the end of media.
    public static let permanentEmptyMedia = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia)
    /// Shows a part without media at once.
    public static let displayEmptyMediaImmediately = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately)
    /// The time of the buffer ends the previous sample.
    public static let endsPreviousSampleDuration = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration)
    /// The URL of the file with the bytes.
    public static let sampleReferenceURL = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
    /// The offset of the bytes in their file.
    public static let sampleReferenceByteOffset = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
    /// The number of samples after which the decoder is refreshed.
    public static let gradualDecoderRefresh = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
    /// Why a frame was dropped.
    public static let droppedFrameReason = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    /// Details about a dropped frame.
    public static let droppedFrameReasonInfo = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    /// The encoder makes a key frame.
    public static let forceKeyFrame = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
  }
}
