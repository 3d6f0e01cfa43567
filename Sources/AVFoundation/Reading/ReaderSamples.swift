internal import AVFAudio
internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioPlayback
internal import AudioToolbox
internal import CoreMedia
internal import Foundation

/// The sample buffers of a track or a mix.
protocol ReadSamples: Sendable {
  /// The next samples; `nil` at the end.
  func next() throws(MediaFailure) -> CMSampleBuffer?
}

/// Makes sample buffers of sound.
final class ReaderSamples: ReadSamples, @unchecked Sendable {
  // Unchecked: the owner's lock admits one thread at a time.

  private let source: SourceReader
  private let description: CMFormatDescription
  /// The packets still to read; `nil` if the reader decodes them.
  private var packets: Range<UInt64>?
  private var time: CMTime
  /// Frames of the packets that are not in the range.
  private var trim: FrameTrim?
  /// Whether packets have been read.
  private var hasStarted = false
  private var decoding: PCMDecoding?
  /// The failure that ended the source; thrown after all frames before it have been converted.
  private var failure: MediaFailure?

  private static let blockFrames = 8192
  private static let packetBytes = 1 << 16
  private static let packetCount = 64

  /// Opens a medium.
  ///
  /// Fails for settings of other formats than linear PCM. Without settings, the medium must be a
  /// single file.
  init?(
    _ bytes: MediaBytes, _ settings: [String: Any]?, range: Range<Double>?, mix: ItemMix,
    _ cancellation: SourceReader.Cancellation
  ) throws(MediaFailure) {
    let wanted = settings.map(PCMSettings.init)
    source = try SourceReader(
      bytes, sampleRate: nil, range: range, mix: mix, cancellation: cancellation)
    let info = source.info
    let start = range?.lowerBound ?? 0
    time = CMTime(
      value: CMTimeValue(Int(framesOf: start, sampleRate: Double(info.timescale))),
      timescale: info.timescale)
    if let wanted {
      guard let format = wanted.format(for: info.format),
        let decoding = PCMDecoding(from: source.format, to: format)
      else { return nil }
      self.decoding = decoding
      description = format.formatDescription
    } else {
      guard let file = source.packetFile else { return nil }
      description = info.description
      let rate = file.info.format.sampleRate
      let frames = range.map { range -> Range<UInt64> in
        let first = UInt64(Int(framesOf: range.lowerBound, sampleRate: rate))
        return first..<max(first, UInt64(Int(framesOf: range.upperBound, sampleRate: rate)))
      }
      do throws(PacketError) {
        let found = try PacketRange(holding: frames ?? 0..<UInt64.max, of: file)
        (packets, trim) = (found.packets, found.trim)
        // Packets before the range, and priming, have times before its start.
        let first = try file.place(ofPacket: found.packets.lowerBound)?.firstFrame ?? 0
        let priming = try file.frameTrim()?.primingFrames ?? 0
        let seconds = (Double(first) - Double(priming)) / max(rate, 1)
        time = CMTime(seconds: seconds, preferredTimescale: CMTimeScale(max(1, min(rate, 1e9))))
      } catch {
        throw MediaFailure.packets(error)
      }
    }
  }

  /// The next samples; `nil` at the end.
  func next() throws(MediaFailure) -> CMSampleBuffer? {
    let buffer = packets == nil ? try nextFrames() : try nextPackets()
    if let buffer { time = buffer.presentationTimeStamp + buffer.duration }
    return buffer
  }

  private func nextFrames() throws(MediaFailure) -> CMSampleBuffer? {
    guard let decoding else { return nil }
    let (bytes, count) = decoding.next(Self.blockFrames) { count in
      var samples: [Float] = []
      do throws(MediaFailure) { try source.read(count, into: &samples) } catch { failure = error }
      return samples
    }
    guard count > 0 else {
      if let failure { throw failure }
      if decoding.hasFailed { throw .codec(.badPacket) }
      return nil
    }
    return CMSampleBuffer(bytes.span, description, count: count, at: time)
  }

  private func nextPackets() throws(MediaFailure) -> CMSampleBuffer? {
    guard let range = packets, !range.isEmpty, let file = source.packetFile else { return nil }
    let isConstant = file.info.format.hasConstantPackets
    do throws(PacketError) {
      let size = max(Self.packetBytes, isConstant ? 0 : try file.maximumPacketSize())
      var bytes = [UInt8](repeating: 0, count: size)
      var found: [Packet] = []
      let limit = isConstant ? Self.blockFrames : Self.packetCount
      var span = bytes.mutableSpan
      let reading = try file.read(
        from: range.lowerBound, limit: min(limit, range.count), into: &span, describing: &found)
      guard reading.packetCount > 0 else { return nil }
      packets = range.lowerBound + UInt64(reading.packetCount)..<range.upperBound
      let isVariable = file.info.format.framesPerPacket == 0
      let descriptions =
        isConstant
        ? []
        : found.map {
          AudioStreamPacketDescription(
            mStartOffset: Int64($0.offset), mVariableFramesInPacket: isVariable ? $0.frameCount : 0,
            mDataByteSize: UInt32($0.byteCount))
        }
      let buffer = CMSampleBuffer(
        bytes.span.extracting(0..<reading.byteCount), description, count: reading.packetCount,
        at: time, packets: descriptions)
      if let buffer { attachTrim(to: buffer) }
      return buffer
    } catch {
      throw MediaFailure.packets(error)
    }
  }
}

extension ReaderSamples {
  /// Attaches the numbers of frames outside of the range to a buffer of packets.
  private func attachTrim(to buffer: CMSampleBuffer) {
    guard let trim else { return }
    let rate = source.packetFile?.info.format.sampleRate ?? 0
    func attach(_ key: CFString, _ frames: Int) {
      guard frames > 0, let timescale = CMTimeScale(exactly: rate.rounded()), timescale > 0 else {
        return
      }
      let time = CMTime(value: CMTimeValue(frames), timescale: timescale)
      CMSetAttachment(
        buffer, key: key,
        value: CMTimeCopyAsDictionary(min(time, buffer.duration), allocator: nil),
        attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    }
    if !hasStarted {
      attach(kCMSampleBufferAttachmentKey_TrimDurationAtStart, trim.primingFrames)
      hasStarted = true
    }
    if packets?.isEmpty == true {
      attach(kCMSampleBufferAttachmentKey_TrimDurationAtEnd, trim.remainderFrames)
    }
  }
}

/// The settings of linear PCM.
struct PCMSettings {
  private let settings: [String: Any]

  init(_ settings: [String: Any]) { self.settings = settings }

  /// The output format for a source; `nil` if the settings are not those of linear PCM.
  func format(for source: StreamFormat) -> AVAudioFormat? {
    var all: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: source.sampleRate,
      AVNumberOfChannelsKey: source.channelCount, AVLinearPCMBitDepthKey: 16,
      AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
      AVLinearPCMIsNonInterleaved: false,
    ]
    all.merge(settings) { $1 }
    if (all[AVLinearPCMIsFloatKey] as? NSNumber)?.boolValue == true,
      settings[AVLinearPCMBitDepthKey] == nil
    {
      all[AVLinearPCMBitDepthKey] = 32
    }
    guard let format = AVAudioFormat(settings: all),
      // Safe: the format owns its description.
      unsafe format.streamDescription.pointee.mFormatID == kAudioFormatLinearPCM
    else { return nil }
    return format
  }
}
