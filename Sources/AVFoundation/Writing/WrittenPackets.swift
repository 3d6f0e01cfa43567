internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioToolbox
internal import AudioTransport
internal import CoreMedia
internal import Foundation

/// Packets that are written as they are.
final class WrittenPackets: @unchecked Sendable {
  // Unchecked: the lock of the input lets one thread at a time in.

  private let writer: PacketFileWriter
  private let description: CMFormatDescription
  private let url: URL

  init(
    at url: URL, _ type: AVFileType, _ description: CMFormatDescription
  ) throws(AVError) {
    self.url = url
    self.description = description
    guard let format = description.audioStreamBasicDescription,
      let number = AVFileType.written[type]
    else { throw AVError(.invalidSourceMedia, "the samples have no audio format") }
    var content = ContainerContent(fileType: number, format: StreamFormat(format))
    content.magicCookie = description.magicCookie.map { Array($0) } ?? []
    do throws(ContainerWriteError) {
      let fresh = try WriterTable.writer(of: content)
      do {
        writer = try PacketFileWriter(
          content, fresh, to: FileByteSink(path: url.path, .erasing))
      } catch {
        throw ContainerWriteError.unsupportedFormat
      }
    } catch {
      throw AVError(
        .operationNotSupportedForAsset, "\(type.rawValue) cannot store packets of this format")
    }
  }

  func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws(AVError) {
    let time = buffer.presentationTimeStamp
    // Packets cannot be divided: those at the edges of the session are written whole.
    guard time < end, time + buffer.duration > start else { return }
    let bytes = buffer.bytes
    let usual = UInt32(clamping: writer.content.format.framesPerPacket)
    let packets = buffer.packetDescriptions.map {
      Packet(
        offset: UInt64($0.mStartOffset), byteCount: $0.mDataByteSize,
        frameCount: $0.mVariableFramesInPacket > 0 ? $0.mVariableFramesInPacket : usual)
    }
    let outcome = writer.write(
      bytes.span, packets, count: buffer.numSamples, at: writer.packetCount)
    if let error = outcome.error { throw fault(error) }
  }

  func finish() throws(AVError) {
    do throws(PacketWriteError) {
      let trim = FrameTrim(
        primingFrames: 0, validFrames: writer.frameCount, remainderFrames: 0)
      if writer.frameCount > 0, !writer.hasConstantPackets { try writer.change { $0.trim = trim } }
      try writer.close()
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: PacketWriteError) -> AVError {
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
