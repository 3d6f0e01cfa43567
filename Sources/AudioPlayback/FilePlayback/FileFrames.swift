internal import AudioContainers
package import AudioCodecs
package import AudioFiles
package import AudioModel
package import MediaTimeline
internal import Synchronization

/// The frames of a file, as a player or a recording device pulls them: interleaved Float32.
package final class FileFrames: FrameReading {
  private struct Reading {
    let reader: FrameFileReader
    let decoder: any PacketDecoder
    var scratch: ScratchOutput
    var scratchFrames: Int
  }

  /// Frames of the file; the largest number while its end is open.
  package let frameCount: Int
  /// Samples in each frame.
  package let channelCount: Int
  /// The speakers of the samples, if the file says so.
  package let channelLayout: ChannelLayout?
  private let reading: Mutex<Reading>
  private let lastFailure = Mutex<FrameFileError?>(nil)

  /// Takes over a reader, whose output becomes interleaved Float32.
  ///
  /// Without a format, the samples keep the rate and channels of the file.
  ///
  /// - Throws: ``FrameFileError`` if the file cannot be decoded to that.
  package init(
    _ reader: sending FrameFileReader, format: StreamFormat? = nil
  ) throws(FrameFileError) {
    let format = StreamFormat.interleavedFloats(like: format ?? reader.fileFormat)
    try reader.setClientFormat(format)
    frameCount = reader.isEndOpen ? Int.max : Int(clamping: try reader.frameCount())
    channelCount = format.channelCount
    channelLayout = reader.file.info.channelLayout
    do {
      let decoder = try DecoderFactory.makeDecoder(format: format)
      reading = Mutex(
        Reading(
          reader: reader, decoder: decoder, scratch: ScratchOutput(format, frameCount: 0),
          scratchFrames: 0))
    } catch {
      throw .codec(error)
    }
  }

  /// The reason of the last failed read.
  package var failure: FrameFileError? { lastFailure.withLock { $0 } }

  /// The end of the file, once it is known.
  package var foundEnd: FrameFileReader.FoundEnd? {
    reading.withLock { $0.reader.foundEnd }
  }

  /// Frames that can be read without waiting for more packets to arrive.
  package var readyFrameCount: Int { reading.withLock { $0.reader.readyFrameCount } }

  /// Bytes from the start of the file to the packet that is decoded next.
  package var byteOffset: UInt64 { reading.withLock { $0.reader.byteOffset } }

  package func seek(to frame: Int) {
    // The next read reports what is wrong with the file.
    reading.withLock { try? $0.reader.seek(to: Int64(max(0, min(frame, frameCount)))) }
  }

  package func read(
    _ count: Int, into samples: inout [Float]
  ) throws(CodecError) -> SourceReading {
    // No room for more than the file has: a short sound repeats over and over.
    let count = min(count, max(1, frameCount))
    let read: Int
    do throws(FrameFileError) {
      read = try reading.withLock { (reading) throws(FrameFileError) in
        try Self.read(count, from: &reading, into: &samples)
      }
    } catch {
      lastFailure.withLock { $0 = error }
      throw .badPacket
    }
    return read > 0 ? .frames : .end
  }

  private static func read(
    _ count: Int, from reading: inout Reading, into samples: inout [Float]
  ) throws(FrameFileError) -> Int {
    let format = reading.reader.clientFormat
    if reading.scratchFrames < count {
      reading.scratch = ScratchOutput(format, frameCount: count)
      reading.scratchFrames = count
    }
    let read = try reading.reader.read(count, into: reading.scratch)
    guard read > 0 else { return 0 }
    let bytes = reading.scratch.buffers[0]
    do throws(CodecError) {
      let span = bytes.span
      try reading.decoder.decode(
        span.extracting(0..<read * format.bytesPerFrame), into: &samples)
    } catch {
      throw .codec(error)
    }
    return read
  }
}
