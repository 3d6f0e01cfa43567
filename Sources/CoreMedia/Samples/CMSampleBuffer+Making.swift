public import CCoreMedia
internal import CoreFoundation
internal import Foundation

extension CMSampleBuffer {
  /// Makes a buffer of samples.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes.
  ///   - formatDescription: The format.
  ///   - numSamples: The number of samples.
  ///   - sampleTimings: No times, one for all samples, or one for each.
  ///   - sampleSizes: No sizes, one for all samples, or one for each, in bytes.
  /// - Throws: An error if the numbers of times or sizes do not fit the number of samples, if a
  ///   size is negative, or if the data is too short.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    try Self.check(Self.status(numSamples, sampleTimings, sampleSizes, dataBuffer))
    self.init(
      dataBuffer, isReady: true, format: formatDescription,
      (numSamples, sampleTimings, sampleSizes, []))
  }

  /// Makes a buffer whose data may be ready later.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes.
  ///   - dataReady: Whether the bytes are complete.
  ///   - formatDescription: The format.
  ///   - numSamples: The number of samples.
  ///   - sampleTimings: No times, one for all samples, or one for each.
  ///   - sampleSizes: No sizes, one for all samples, or one for each, in bytes.
  ///   - makeDataReadyHandler: Completes the bytes; throws if it cannot.
  /// - Throws: An error if the numbers of times or sizes do not fit the number of samples, if a
  ///   size is negative, or if the data is too short.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool, formatDescription: CMFormatDescription?,
    numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping @Sendable (CMSampleBuffer) throws -> Void
  ) throws {
    try Self.check(
      Self.status(numSamples, sampleTimings, sampleSizes, dataReady ? dataBuffer : nil))
    self.init(
      dataBuffer, isReady: dataReady, format: formatDescription,
      (numSamples, sampleTimings, sampleSizes, []))
    setMakeReady(Self.handler(makeDataReadyHandler))
  }

  /// Makes a buffer of audio.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes.
  ///   - formatDescription: The format.
  ///   - numSamples: The number of frames of linear PCM, or of packets.
  ///   - presentationTimeStamp: The time of the first sample.
  ///   - packetDescriptions: One description for each sample; empty for packets of constant size.
  /// - Throws: An error if the format is not audio, or if the packet descriptions are invalid.
  public convenience init(
    dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    let samples = try Self.samples(
      formatDescription, numSamples, presentationTimeStamp, packetDescriptions, dataBuffer)
    self.init(dataBuffer, isReady: true, format: formatDescription, samples)
  }

  /// Makes a buffer of audio whose data may be ready later.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes.
  ///   - dataReady: Whether the bytes are complete.
  ///   - formatDescription: The format.
  ///   - numSamples: The number of frames of linear PCM, or of packets.
  ///   - presentationTimeStamp: The time of the first sample.
  ///   - packetDescriptions: One description for each sample; empty for packets of constant size.
  ///   - makeDataReadyHandler: Completes the bytes; throws if it cannot.
  /// - Throws: An error if the format is not audio, or if the packet descriptions are invalid.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool, formatDescription: CMFormatDescription,
    numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: [AudioStreamPacketDescription],
    makeDataReadyHandler: @escaping @Sendable (CMSampleBuffer) throws -> Void
  ) throws {
    let samples = try Self.samples(
      formatDescription, numSamples, presentationTimeStamp, packetDescriptions,
      dataReady ? dataBuffer : nil)
    self.init(dataBuffer, isReady: dataReady, format: formatDescription, samples)
    setMakeReady(Self.handler(makeDataReadyHandler))
  }

  /// Makes a copy that shares the data.
  public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
    self.init(like: sampleBuffer, sampleBuffer.timing)
  }

  /// Makes a copy that shares the data, with other times.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The buffer.
  ///   - newTiming: No times, one for all samples, or one for each.
  /// - Throws: An error if the number of times is neither 0, nor 1, nor the number of samples.
  public convenience init(
    copying sampleBuffer: CMSampleBuffer, withNewTiming newTiming: [CMSampleTimingInfo]
  ) throws {
    guard [0, 1, sampleBuffer.numSamples].contains(newTiming.count) else {
      throw Error.invalidEntryCount
    }
    self.init(like: sampleBuffer, newTiming)
  }

  /// Makes a buffer of some samples of another one.
  ///
  /// - Throws: An error if the range is not within the samples, or they cannot be divided.
  public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
    guard range.lowerBound >= 0, range.upperBound <= sampleBuffer.numSamples, !range.isEmpty else {
      throw Error.sampleIndexOutOfRange
    }
    guard let part = sampleBuffer.part(range) else { throw Error.cannotSubdivide }
    self.init(like: part, part.timing)
  }

  private convenience init(like other: CMSampleBuffer, _ timing: [CMSampleTimingInfo]) {
    let (data, isReady) = other.dataState
    self.init(
      data, isReady: isReady, format: other.formatDescription,
      (other.numSamples, timing, other.sizes, other.packets), image: other.imageBuffer)
    other.attachmentStore.propagate(to: attachmentStore)
  }

  // MARK: Checks

  private static func handler(
    _ body: @escaping @Sendable (CMSampleBuffer) throws -> Void
  ) -> CMSampleBufferMakeDataReadyHandler {
    { buffer in
      do {
        try body(buffer)
        return 0
      } catch {
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
      }
    }
  }

  /// Checks the numbers of times and sizes, and whether the data has room for all samples.
  static func status(
    _ count: Int, _ timing: [CMSampleTimingInfo], _ sizes: [Int], _ data: CMBlockBuffer?
  ) -> OSStatus {
    guard count >= 0, [timing.count, sizes.count].allSatisfy({ [0, 1, count].contains($0) }) else {
      return kCMSampleBufferError_InvalidEntryCount
    }
    guard sizes.allSatisfy({ $0 >= 0 }) else { return kCMSampleBufferError_InvalidSampleData }
    guard let data else { return 0 }
    let trial = CMSampleBuffer(nil, isReady: false, format: nil, (count, [], sizes, []))
    return trial.totalSampleSize <= data.dataLength ? 0 : kCMSampleBufferError_InvalidSampleData
  }

  private static func samples(
    _ description: CMFormatDescription, _ count: Int, _ time: CMTime,
    _ packets: [AudioStreamPacketDescription], _ data: CMBlockBuffer?
  ) throws -> (Int, [CMSampleTimingInfo], [Int], [AudioStreamPacketDescription]) {
    guard let format = description.audio?.format else { throw Error.invalidMediaFormat }
    guard count >= 0, packets.isEmpty || packets.count == count else {
      throw Error.invalidEntryCount
    }
    let samples = audioSamples(format, count: count, at: time, packets: packets)
    try check(status(packets, samples.2, count, in: data))
    return samples
  }

  /// Checks that the packets are within the data, and that the data has room for all samples.
  static func status(
    _ packets: [AudioStreamPacketDescription], _ sizes: [Int], _ count: Int,
    in data: CMBlockBuffer?
  ) -> OSStatus {
    guard let data else { return 0 }
    let length = Int64(data.dataLength)
    let areWithin = packets.allSatisfy { packet in
      packet.mStartOffset >= 0 && packet.mStartOffset <= length
        && Int64(packet.mDataByteSize) <= length - packet.mStartOffset
    }
    return areWithin ? status(count, [], sizes, data) : kCMSampleBufferError_InvalidSampleData
  }
}
