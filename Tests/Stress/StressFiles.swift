import AudioToolbox

/// A folder with sounds to play and room for recordings.
final class StressFiles: Sendable {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("oca-stress-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, frames) in Self.frames.enumerated() {
      try Self.write(frames, to: sound(index))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The lengths of the sounds in frames at 48 kHz.
  private static let frames = [16, 100, 960, 4800]
  static var soundCount: Int { frames.count }

  /// A one-channel sound.
  func sound(_ index: Int) -> URL { folder.appendingPathComponent("sound\(index).wav") }

  /// The file that a sequence may write.
  func output(_ number: Int, _ kind: String = "wav") -> URL {
    folder.appendingPathComponent("output\(number).\(kind)")
  }

  func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }

  private static func write(_ frames: Int, to url: URL) throws {
    var format = QueueFormat.pcm16(48000, channels: 1)
    var file: AudioFileID?
    AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &file)
    let samples = (0..<frames).map { Int16(truncatingIfNeeded: $0 * 211) }
    var count = UInt32(frames * 2)
    guard let file, AudioFileWriteBytes(file, false, 0, &count, samples) == noErr,
      AudioFileClose(file) == noErr
    else { throw CocoaError(.fileWriteUnknown) }
  }
}
