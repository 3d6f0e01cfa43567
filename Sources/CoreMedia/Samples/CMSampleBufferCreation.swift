public import CCoreMedia
public import CoreFoundation
internal import Foundation

/// Creates a sample buffer whose data are ready.
///
/// - Parameters:
///   - allocator: Not used.
///   - dataBuffer: The bytes.
///   - formatDescription: The format.
///   - sampleCount: The number of samples.
///   - sampleTimingEntryCount: The number of entries: 0, 1 for all samples, or the number of
///     samples.
///   - sampleTimingArray: The times.
///   - sampleSizeEntryCount: The number of entries: 0, 1 for all samples, or the number of samples.
///   - sampleSizeArray: The sizes in bytes.
///   - sampleBufferOut: Receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidEntryCount` if a number of entries does not fit;
///   `kCMSampleBufferError_RequiredParameterMissing` if an array is missing;
///   `kCMSampleBufferError_InvalidSampleData` if a size is negative or the data is too short.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount: CMItemCount, sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe CMSampleBufferCreateWithMakeDataReadyHandler(
    allocator, dataBuffer, true, formatDescription, sampleCount, sampleTimingEntryCount,
    sampleTimingArray, sampleSizeEntryCount, sampleSizeArray, sampleBufferOut, nil)
}

/// Creates a sample buffer of audio whose data are ready.
///
/// - Parameters:
///   - allocator: Not used.
///   - dataBuffer: The bytes.
///   - formatDescription: The format.
///   - sampleCount: The number of frames of linear PCM, or of packets.
///   - presentationTimeStamp: The time of the first sample.
///   - packetDescriptions: One description for each sample; `nil` for packets of constant size.
///   - sampleBufferOut: Receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaFormat` if the format is not audio;
///   `kCMSampleBufferError_InvalidSampleData` if packets are not within the data.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
    allocator, dataBuffer, true, formatDescription, sampleCount, presentationTimeStamp,
    packetDescriptions, sampleBufferOut, nil)
}

extension CMSampleBuffer {
  /// The times and sizes of samples of audio.
  static func audioSamples(
    _ format: AudioStreamBasicDescription, count: Int, at time: CMTime,
    packets: [AudioStreamPacketDescription]
  ) -> (Int, [CMSampleTimingInfo], [Int], [AudioStreamPacketDescription]) {
    let usual = CMSampleTimingInfo(
      duration: duration(max(1, format.mFramesPerPacket), format.mSampleRate),
      presentationTimeStamp: time, decodeTimeStamp: .invalid)
    guard !packets.isEmpty else {
      var size = Int(format.mBytesPerPacket)
      // If channels are separate, each channel has this number of bytes.
      if format.mFormatID == kAudioFormatLinearPCM,
        format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
      {
        size *= Int(format.mChannelsPerFrame)
      }
      return (count, [usual], size > 0 ? [size] : [], [])
    }
    let sizes = packets.map { Int($0.mDataByteSize) }
    guard packets.contains(where: { $0.mVariableFramesInPacket > 0 }) else {
      return (count, [usual], sizes, packets)
    }
    var (timing, start): ([CMSampleTimingInfo], CMTime) = ([], time)
    for packet in packets {
      let length = duration(packet.mVariableFramesInPacket, format.mSampleRate)
      timing.append(
        CMSampleTimingInfo(
          duration: length, presentationTimeStamp: start, decodeTimeStamp: .invalid))
      start = start + length
    }
    return (count, timing, sizes, packets)
  }

  /// The duration of frames; exact if the sample rate is an integer.
  private static func duration(_ frames: UInt32, _ rate: Double) -> CMTime {
    if rate >= 1, rate <= 1e9, rate == rate.rounded() {
      return CMTime(value: Int64(frames), timescale: Int32(rate))
    }
    let nanoseconds = (Double(frames) / max(rate, 1e-3) * 1e9).rounded()
    return CMTime(value: nanoseconds < 9e18 ? Int64(nanoseconds) : .max, timescale: 1_000_000_000)
  }

  /// Makes a buffer of audio.
  ///
  /// - Parameters:
  ///   - bytes: The frames or packets.
  ///   - description: The format.
  ///   - count: The number of frames or packets.
  ///   - time: The time of the first one.
  ///   - packets: The packets, if their sizes vary.
  package convenience init?(
    _ bytes: Span<UInt8>, _ description: CMFormatDescription, count: Int, at time: CMTime,
    packets: [AudioStreamPacketDescription] = []
  ) {
    guard let format = description.audio?.format else { return nil }
    self.init(
      CMBlockBuffer(bytes), isReady: true, format: description,
      Self.audioSamples(format, count: count, at: time, packets: packets))
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { dataBuffer?.bytes ?? [] }

  /// The packets of compressed audio.
  package var packetDescriptions: [AudioStreamPacketDescription] { packets }
}
