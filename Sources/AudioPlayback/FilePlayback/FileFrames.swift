internal import AudioContainers
package import AudioCodecs
package import AudioFiles
package import AudioModel
package import MediaTimeline
internal import Synchronization

/// The frames of a file, as a player or a recording device pulls them: interleaved Float32.
package final class FileFrames: FrameReading {
  /// The number of frames; `Int.max` while the end of the file is unknown.
  package let frameCount: Int
  /// Samples in each frame.
  package let channelCount: Int
  /// The speakers of the samples, if the file states them.
  package let channelLayout: ChannelLayout?
  private let reading: Mutex<FloatFrames>
  private let lastFailure = Mutex<FrameFileError?>(nil)

  /// Takes over a reader, whose output becomes interleaved Float32.
  ///
  /// Without a format, the samples keep the rate and channels of the file.
  ///
  /// - Throws: ``FrameFileError`` if the file cannot be decoded to the format.
  package init(
    _ reader: sending FrameFileReader, format: StreamFormat? = nil
  ) throws(FrameFileError) {
    let frames = try FloatFrames(reader, format: format ?? reader.fileFormat)
    frameCount = reader.isEndOpen ? Int.max : Int(clamping: try reader.frameCount())
    channelCount = reader.clientFormat.channelCount
    channelLayout = reader.file.info.channelLayout
    reading = Mutex(frames)
  }

  /// The reason of the last failed read.
  package var failure: FrameFileError? { lastFailure.withLock { $0 } }

  package func seek(to frame: Int) {
    // The next read reports the error of the file.
    reading.withLock { try? $0.reader.seek(to: Int64(max(0, min(frame, frameCount)))) }
  }

  package func read(
    _ count: Int, into samples: inout [Float]
  ) throws(CodecError) -> SourceReading {
    // Limits the buffer to the length of the file: a short sound in a loop needs no more.
    let count = min(count, max(1, frameCount))
    let read: Int
    do throws(FrameFileError) {
      read = try reading.withLock { (reading) throws(FrameFileError) in
        try reading.read(count, into: &samples)
      }
    } catch {
      lastFailure.withLock { $0 = error }
      throw .badPacket
    }
    return read > 0 ? .frames : .end
  }
}
