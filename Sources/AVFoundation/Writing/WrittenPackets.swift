internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioToolbox
internal import AudioTransport
internal import CoreMedia
internal import Foundation

/// Packets that are written as they are.
final class WrittenPackets: @unchecked Sendable {
  // Unchecked: the input's lock admits one thread at a time.

  private let writer: PacketFileWriter
  private let description: CMFormatDescription
  /// Whether the tables of the file come before the sound.
  private let isForNetwork: Bool
  private var firstTime: CMTime?
  /// The time at which the first buffer plays.
  private var outputStart: CMTime?
  /// The duration at the end of the last buffer that does not play.
  private var endTrim = CMTime.invalid
  private var sessionStart = CMTime.zero
  private var sessionEnd = CMTime.positiveInfinity

  init(_ request: WritingRequest, _ description: CMFormatDescription) throws(AVError) {
    self.description = description
    isForNetwork = request.isForNetwork
    guard let format = description.audioStreamBasicDescription else {
      throw AVError(.invalidSourceMedia, "the sample buffer has no format description of audio")
    }
    var content = ContainerContent(fileType: request.fileType, format: StreamFormat(format))
    content.magicCookie = description.magicCookie.map { Array($0) } ?? []
    let sink: any ByteSink
    do throws(TransportError) {
      if let segments = request.sink {
        sink = segments
      } else {
        sink = try FileByteSink(path: request.url.path, .erasing)
      }
    } catch {
      throw Self.fault(.transport(error))
    }
    writer = try Self.writer(content, request, sink)
    request.sink?.begin()
  }

  /// Starts the file, without metadata if it cannot store them.
  private static func writer(
    _ content: ContainerContent, _ request: WritingRequest, _ sink: any ByteSink
  ) throws(AVError) -> PacketFileWriter {
    var (full, plain) = (content, content)
    request.describe(&full)
    request.describe(&plain, withTags: false)
    do throws(PacketWriteError) {
      do throws(PacketWriteError) {
        return try PacketFileWriter(full, fresh(full), to: sink)
      } catch .container where request.hasTags {
        return try PacketFileWriter(plain, fresh(plain), to: sink)
      }
    } catch .container {
      throw AVError(
        .operationNotSupportedForAsset,
        "files of the type '\(request.fileType)' cannot store packets of this format")
    } catch {
      throw fault(error)
    }
  }

  private static func fresh(
    _ content: ContainerContent
  ) throws(PacketWriteError) -> any ContainerWriter {
    do throws(ContainerWriteError) {
      return try WriterTable.writer(of: content)
    } catch {
      throw .container(error)
    }
  }

  /// Ends the fragment of a movie.
  func endFragment() throws(AVError) {
    do throws(PacketWriteError) {
      try writer.change { $0.fragments?.flushCount += 1 }
    } catch {
      throw Self.fault(error)
    }
  }

  /// Frames per second.
  var sampleRate: Double { writer.content.format.sampleRate }

  func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws(AVError) {
    let time = buffer.presentationTimeStamp
    // Packets cannot be divided: those at the edges of the session are written whole.
    guard time < end, time + buffer.duration > start else { return }
    firstTime = firstTime ?? time
    outputStart = outputStart ?? buffer.outputPresentationTimeStamp
    let value = CMGetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtEnd, attachmentModeOut: nil)
    endTrim = CMTimeMakeFromDictionary(value as? NSDictionary)
    (sessionStart, sessionEnd) = (start, end)
    let bytes = buffer.bytes
    let packets = try packets(of: buffer)
    let outcome = writer.write(
      bytes.span, packets, count: buffer.numSamples, at: writer.packetCount)
    if let error = outcome.error { throw Self.fault(error) }
    guard outcome.count == buffer.numSamples else {
      throw AVError(.exportFailed, "only a part of the packets could be written")
    }
  }

  private func packets(of buffer: CMSampleBuffer) throws(AVError) -> [Packet] {
    guard !writer.hasConstantPackets else { return [] }
    let usual = UInt32(clamping: writer.content.format.framesPerPacket)
    guard buffer.packetDescriptions.isEmpty else {
      return buffer.packetDescriptions.map {
        Packet(
          offset: UInt64($0.mStartOffset), byteCount: $0.mDataByteSize,
          frameCount: $0.mVariableFramesInPacket > 0 ? $0.mVariableFramesInPacket : usual)
      }
    }
    var packets: [Packet] = []
    var offset: UInt64 = 0
    for index in 0..<buffer.numSamples {
      let size = buffer.sampleSize(at: index)
      guard size > 0 else {
        throw AVError(.invalidSourceMedia, "the sample buffer contains an empty packet")
      }
      packets.append(
        Packet(offset: offset, byteCount: UInt32(clamping: size), frameCount: usual))
      offset += UInt64(size)
    }
    return packets
  }

  /// States the frames before and after the session, if the container can.
  private func trim() throws(PacketWriteError) {
    let rate = writer.content.format.sampleRate
    let all = writer.frameCount
    guard let firstTime, all > 0, !writer.hasConstantPackets else { return }
    let start = max(sessionStart, outputStart ?? sessionStart)
    let before = Int(framesOf: (start - firstTime).seconds, sampleRate: rate)
    let priming = min(UInt64(before), all)
    var valid = all - priming
    if sessionEnd.isNumeric {
      let length = Int(framesOf: (sessionEnd - start).seconds, sampleRate: rate)
      valid = min(valid, UInt64(length))
    }
    if endTrim.isNumeric {
      let remainder = UInt64(Int(framesOf: endTrim.seconds, sampleRate: rate))
      valid = min(valid, all - priming - min(remainder, all - priming))
    }
    let trim = FrameTrim(
      primingFrames: Int(priming), validFrames: valid, remainderFrames: Int(all - priming - valid))
    do throws(PacketWriteError) {
      try writer.change { $0.trim = trim }
    } catch .container(.unsupportedProperty) {
      // Such a file plays all frames of its packets.
    }
  }

  func finish(_ timed: WrittenTimedTracks) throws(AVError) {
    do throws(PacketWriteError) {
      try trim()
      if !timed.isEmpty { try writer.change { timed.describe(&$0) } }
      if isForNetwork { try writer.optimise() }
      try writer.close()
    } catch {
      throw Self.fault(error)
    }
  }

  private static func fault(_ error: PacketWriteError) -> AVError {
    if case .transport(let error) = error, case .system(let number) = error.reason {
      let system = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      return AVError(
        [ENOSPC, EFBIG, EDQUOT].contains(number) ? .diskFull : .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: system.localizedDescription, NSUnderlyingErrorKey: system,
        ])
    }
    return AVError(.exportFailed, "the packets cannot be written to the file")
  }
}
