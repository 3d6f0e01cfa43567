internal import CoreAudioTypes
public import Foundation

extension CMSampleBuffer {
  /// The errors of sample buffers.
  public struct Error {
    /// Memory could not be allocated.
    public static let allocationFailed = error(
      kCMSampleBufferError_AllocationFailed)
    /// A parameter is missing.
    public static let requiredParameterMissing = error(
      kCMSampleBufferError_RequiredParameterMissing)
    /// The buffer has data already.
    public static let alreadyHasDataBuffer = error(
      kCMSampleBufferError_AlreadyHasDataBuffer)
    /// The data are not ready.
    public static let bufferNotReady = error(
      kCMSampleBufferError_BufferNotReady)
    /// There is no sample with this index.
    public static let sampleIndexOutOfRange = error(
      kCMSampleBufferError_SampleIndexOutOfRange)
    /// The buffer has no sizes.
    public static let bufferHasNoSampleSizes = error(
      kCMSampleBufferError_BufferHasNoSampleSizes)
    /// The buffer has no times.
    public static let bufferHasNoSampleTimingInfo = error(
      kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    /// The array is too small.
    public static let arrayTooSmall = error(
      kCMSampleBufferError_ArrayTooSmall)
    /// The number of entries is invalid.
    public static let invalidEntryCount = error(
      kCMSampleBufferError_InvalidEntryCount)
    /// The samples cannot be divided.
    public static let cannotSubdivide = error(
      kCMSampleBufferError_CannotSubdivide)
    /// The times are invalid.
    public static let sampleTimingInfoInvalid = error(
      kCMSampleBufferError_SampleTimingInfoInvalid)
    /// The operation is for other media.
    public static let invalidMediaTypeForOperation = error(
      kCMSampleBufferError_InvalidMediaTypeForOperation)
    /// The data do not fit the sizes.
    public static let invalidSampleData = error(
      kCMSampleBufferError_InvalidSampleData)
    /// The format is missing, or does not fit.
    public static let invalidMediaFormat = error(
      kCMSampleBufferError_InvalidMediaFormat)
    /// The buffer has been invalidated.
    public static let invalidated = error(
      kCMSampleBufferError_Invalidated)
    /// The data could not be made.
    public static let dataFailed = error(
      kCMSampleBufferError_DataFailed)
    /// The data were cancelled.
    public static let dataCanceled = error(
      kCMSampleBufferError_DataCanceled)
  }

  /// Options for lists of buffers.
  public struct Flags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes options from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Aligns the buffers of a list to 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Flags(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// Throws the error of a status other than 0.
  static func check(_ status: OSStatus) throws {
    if status != 0 { throw error(status) }
  }
}
