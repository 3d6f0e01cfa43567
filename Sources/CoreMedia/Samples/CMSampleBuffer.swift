public import CCoreMedia
public import CoreVideo
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// Memory could not be allocated.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// A parameter is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The buffer has data already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// The data are not ready.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// There is no sample with this index.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The buffer has no sizes.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// The buffer has no times.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// The array is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// The number of entries is neither 0, nor 1, nor that of the samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// The samples cannot be divided.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// The times are invalid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// The operation is for other media.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// The data do not fit the sizes.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// The format is missing, or does not fit.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The buffer has been invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// The data could not be made.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// The data were cancelled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751
/// Aligns the buffers of a list to 16 bytes.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1

// Unchecked: the state has a lock.
/// Samples of a format with their times: frames of linear PCM, packets, or a picture.
public final class CMSampleBuffer: @unchecked Sendable {
  struct State {
    var data: CMBlockBuffer?
    var isReady: Bool
    var isValid = true
    var failure: OSStatus?
    var outputTime = CMTime.invalid
    var invalidateHandler: (@Sendable (CMSampleBuffer) -> Void)?
    var makeReady: (@Sendable (CMSampleBuffer) -> OSStatus)?
    /// The buffer whose data this buffer waits for.
    var tracked: CMSampleBuffer?
    var sampleAttachments: SampleDictionaries?
    /// The packets in memory that clients may borrow.
    var packetMemory: KeptMemory?
  }

  /// The format.
  public let formatDescription: CMFormatDescription?
  /// The picture; `nil` for other media.
  public let imageBuffer: CVImageBuffer?
  /// The number of samples.
  public let numSamples: Int
  /// The times: one for all samples, which follow each other, or one for each.
  let timing: [CMSampleTimingInfo]
  /// The sizes: one for all samples, or one for each.
  let sizes: [Int]
  /// The packets of compressed audio.
  let packets: [AudioStreamPacketDescription]
  let state: Mutex<State>
  let attachmentStore = AttachmentStore()

  /// Makes a buffer.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - isReady: Whether the bytes are complete.
  ///   - format: The format.
  ///   - samples: The number of samples, their times, their sizes, and packets.
  ///   - image: The picture.
  init(
    _ data: CMBlockBuffer?, isReady: Bool, format: CMFormatDescription?,
    _ samples: (
      count: Int, timing: [CMSampleTimingInfo], sizes: [Int],
      packets: [AudioStreamPacketDescription]
    ), image: CVImageBuffer? = nil
  ) {
    formatDescription = format
    imageBuffer = image
    (numSamples, timing, sizes, packets) = samples
    state = Mutex(State(data: data, isReady: isReady))
  }

  deinit {
    state.withLock { $0.packetMemory?.release() }
  }

  /// The packets in memory that clients may borrow.
  var packetMemory: KeptMemory {
    state.withLock { state in
      if let memory = state.packetMemory { return memory }
      // Safe: the descriptions have no padding, and their bytes are copied.
      let memory = KeptMemory(unsafe packets.withUnsafeBytes { unsafe Array($0) })
      state.packetMemory = memory
      return memory
    }
  }

  // MARK: Parts

  /// The bytes.
  public var dataBuffer: CMBlockBuffer? { state.withLock { $0.data } }

  /// Whether the buffer has not been invalidated.
  public var isValid: Bool { state.withLock { $0.isValid } }

  /// The earliest presentation time of a sample; invalid without times.
  public var presentationTimeStamp: CMTime {
    timing.map(\.presentationTimeStamp).min() ?? .invalid
  }

  /// The time at which the first sample is decoded; invalid without such a time.
  public var decodeTimeStamp: CMTime { timing.first?.decodeTimeStamp ?? .invalid }

  /// The duration of all samples; invalid without times.
  public var duration: CMTime {
    guard let first = timing.first else { return .invalid }
    if timing.count == 1 {
      return CMTimeMultiply(first.duration, multiplier: Int32(clamping: numSamples))
    }
    return timing.reduce(.zero) { $0 + $1.duration }
  }

  /// The size of all samples in bytes; `Int.max` if the sum overflows.
  public var totalSampleSize: Int {
    guard sizes.count == 1 else {
      return sizes.reduce(0) { sum, size in
        let (total, overflow) = sum.addingReportingOverflow(size)
        return overflow ? .max : total
      }
    }
    let (total, overflow) = sizes[0].multipliedReportingOverflow(by: numSamples)
    return overflow ? .max : total
  }

  /// The size of a sample in bytes; 0 if it is unknown.
  public func sampleSize(at sampleIndex: Int) -> Int {
    guard (0..<numSamples).contains(sampleIndex) else { return 0 }
    return sizes.count == 1 ? sizes[0] : sampleIndex < sizes.count ? sizes[sampleIndex] : 0
  }

  /// The times of a sample; `nil` without them.
  func times(at index: Int) -> CMSampleTimingInfo? {
    guard (0..<numSamples).contains(index), let first = timing.first else { return nil }
    guard timing.count == 1 else { return index < timing.count ? timing[index] : nil }
    // The duration of a single sample may be unknown.
    guard index > 0 else { return first }
    var times = first
    times.presentationTimeStamp =
      first.presentationTimeStamp
      + CMTimeMultiply(first.duration, multiplier: Int32(clamping: index))
    return times
  }

  /// Returns the times of a sample.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    guard let times = times(at: sampleIndex) else {
      throw Self.error(kCMSampleBufferError_SampleIndexOutOfRange)
    }
    return times
  }

  /// Returns the times: one for all samples, or one for each.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    guard !timing.isEmpty else {
      throw Self.error(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    }
    return timing
  }

  /// Returns the sizes: one for all samples, or one for each.
  public func sampleSizes() throws -> [Int] {
    guard !sizes.isEmpty else { throw Self.error(kCMSampleBufferError_BufferHasNoSampleSizes) }
    return sizes
  }

  /// Returns the packet descriptions; empty if the packets have a constant size.
  public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] { packets }

  /// Sets the bytes of a buffer that has none.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    let status = CMSampleBufferSetDataBuffer(self, newValue: dataBuffer)
    if status != 0 { throw Self.error(status) }
  }

  /// Invalidates the buffer, and calls its invalidation handler.
  public func invalidate() throws { _ = CMSampleBufferInvalidate(self) }

  static func error(_ status: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(status))
  }
}
