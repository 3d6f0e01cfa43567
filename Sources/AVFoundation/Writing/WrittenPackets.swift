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
  private let url: URL
  private var firstTime: CMTime?
  private var sessionStart = CMTime.zero
  private var sessionEnd = CMTime.positiveInfinity

  init(
    at url: URL, _ type: AVFileType, _ description: CMFormatDescription
  ) throws(AVError) {
    self.url = url
    self.description = description
    guard let format = description.audioStreamBasicDescription,
      let number = AVFileType.written[type]
    else { throw AVError(.invalidSourceMedia, "the format of the samples is not audio") }
    var content = ContainerContent(fileType: number, format: StreamFormat(format))
    content.magicCookie = description.magicCookie.map { Array($0) } ?? []
    let fresh: any ContainerWriter
    do throws(ContainerWriteError) {
      fresh = try WriterTable.writer(of: content)
    } catch {
      throw AVError(
        .operationNotSupportedForAsset, "\(type.rawValue) cannot store packets of this format")
    }
    let sink: FileByteSink
    do throws(TransportError) {
      sink = try FileByteSink(path: url.path, .erasing)
    } catch {
      throw Self.fault(.transport(error))
    }
    do throws(PacketWriteError) {
      writer = try PacketFileWriter(content, fresh, to: sink)
    } catch {
      throw Self.fault(error)
    }
  }

  func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws(AVError) {
    let time = buffer.presentationTimeStamp
    // Packets cannot be divided: those at the edges of the session are written whole.
    guard time < end, time + buffer.duration > start else { return }
    firstTime = firstTime ?? time
    (sessionStart, sessionEnd) = (start, end)
    let bytes = buffer.bytes
    let packets = try packets(of: buffer)
    let outcome = writer.write(
      bytes.span, packets, count: buffer.numSamples, at: writer.packetCount)
    if let error = outcome.error { throw Self.fault(error) }
    guard outcome.count == buffer.numSamples else {
      throw AVError(.exportFailed, "not all packets could be written")
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
      guard size > 0 else { throw AVError(.invalidSourceMedia, "a packet is empty") }
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
    let before = Int(framesOf: (sessionStart - firstTime).seconds, sampleRate: rate)
    let priming = min(UInt64(before), all)
    var valid = all - priming
    if sessionEnd.isNumeric {
      let length = Int(framesOf: (sessionEnd - sessionStart).seconds, sampleRate: rate)
      valid = min(valid, UInt64(length))
    }
    let trim = FrameTrim(
      primingFrames: Int(priming), validFrames: valid, remainderFrames: Int(all - priming - valid))
    do throws(PacketWriteError) {
      try writer.change { $0.trim = trim }
    } catch .container(.unsupportedProperty) {
      // Such a file plays all frames of its packets.
    }
  }

  func finish() throws(AVError) {
    do throws(PacketWriteError) {
      try trim()
      try writer.close()
    } catch {
      throw Self.fault(error)
    }
  }

  private static func fault(_ error: PacketWriteError) -> AVError {
    if case .transport(let error) = error, case .system(let number) = error.reason {
      let system = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      return AVError(
        number == ENOSPC ? .diskFull : .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: system.localizedDescription, NSUnderlyingErrorKey: system,
        ])
    }
    return AVError(.exportFailed, "the packets cannot be written")
  }
}
