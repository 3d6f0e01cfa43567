internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation

/// A part of a file.
struct FileSegment: Sendable {
  let file: AVAudioFile
  let start: AVAudioFramePosition
  let count: AVAudioFramePosition

  /// The whole file.
  init(_ file: AVAudioFile) {
    self.file = file
    start = 0
    count = .max
  }

  init(
    _ file: AVAudioFile, _ start: AVAudioFramePosition, _ count: AVAudioFrameCount
  ) {
    self.file = file
    self.start = max(0, start)
    self.count = AVAudioFramePosition(count)
  }
}

/// The decoding of a part of a file for a player, on a thread that may wait for the disk.
final class FileDecoding: Sendable {
  /// Frames to decode ahead.
  static let aheadFrames = 32_768
  private static let chunkFrames = 4_096

  let stream: StreamSource
  private let segment: FileSegment
  private let format: GraphFormat
  private let signal = Signal()

  init(_ segment: FileSegment, to format: GraphFormat) {
    self.segment = segment
    self.format = format
    stream = StreamSource(
      channelCount: format.channelCount, capacity: Self.aheadFrames, decoder: signal)
  }

  /// Decodes until the end of the part, or until the player drops it.
  func run() {
    defer { stream.complete() }
    guard !stream.isUnneeded else { return }
    do {
      try decode(reopened(), to: EngineFormats.standard(format))
    } catch {
      // The player continues with its next item, as on Apple's systems.
      NSLog(
        "AVAudioPlayerNode: %@ cannot be played to its end: %@", segment.file.url.path, "\(error)")
    }
  }

  /// Opens the file once more, because the client may use its own object.
  private func reopened() throws -> AVAudioFile {
    try AVAudioFile(forReading: segment.file.url)
  }

  private func decode(_ file: AVAudioFile, to format: AVAudioFormat) throws {
    file.framePosition = segment.start
    var left = min(segment.count, max(0, file.length - segment.start))
    let source = file.processingFormat
    let input = try buffer(source)
    if source.isEqual(format) || source.graphFormat == format.graphFormat {
      while left > 0, try read(file, input, &left) { write(input) }
      return
    }
    guard let converter = AVAudioConverter(from: source, to: format) else {
      throw NSError.audio(
        kAudioFormatUnsupportedDataFormatError,
        "AVAudioPlayerNode: cannot convert \(source) to \(format)")
    }
    converter.downmix = true
    let output = try buffer(format)
    var failure: NSError?
    while !stream.isUnneeded {
      let status = unsafe converter.convert(to: output, error: &failure) { _, status in
        let hasRead = left > 0 && (try? self.read(file, input, &left)) == true
        unsafe status.pointee = hasRead ? .haveData : .endOfStream
        return hasRead ? input : nil
      }
      if status == .error, let failure { throw failure }
      write(output)
      if status != .haveData { return }
    }
  }

  private func buffer(_ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
    guard
      let buffer = AVAudioPCMBuffer(
        pcmFormat: format, frameCapacity: AVAudioFrameCount(Self.chunkFrames))
    else {
      throw NSError.audio(
        kAudioFormatUnsupportedDataFormatError,
        "AVAudioPlayerNode: cannot make a buffer of \(format)")
    }
    return buffer
  }

  /// Reads the next frames; returns whether there are any.
  private func read(
    _ file: AVAudioFile, _ buffer: AVAudioPCMBuffer, _ left: inout AVAudioFramePosition
  ) throws -> Bool {
    guard !stream.isUnneeded else { return false }
    let count = AVAudioFrameCount(min(left, AVAudioFramePosition(Self.chunkFrames)))
    do {
      try file.read(into: buffer, frameCount: count)
    } catch let error as NSError where error.code == Int(kAudioFileEndOfFileError) {
      return false
    }
    left -= AVAudioFramePosition(buffer.frameLength)
    return buffer.frameLength > 0
  }

  /// Gives frames to the player, when it has room for them.
  private func write(_ buffer: AVAudioPCMBuffer) {
    let planes = buffer.planes
    let count = Int(buffer.frameLength)
    var done = 0
    while done < count, !stream.isUnneeded {
      let written = stream.write(planes, at: done, count: count - done)
      done += written
      if written == 0 { signal.wait() }
    }
  }
}
