import AVFAudio
import AudioDevices
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// A sound to record, and a folder for recordings.
struct RecorderFolder {
  let files: PlayerFolder
  private let sound: URL

  /// Makes a sound with samples that are exact in 16 bits.
  init(frames: Int = 60_000, channelCount: Int = 1) throws {
    files = try PlayerFolder()
    sound = try files.write(
      [[Float]](repeating: Self.samples(frames), count: channelCount), "sound.wav")
  }

  /// The samples of the sound, which identify their positions.
  static func samples(_ count: Int) -> [Float] {
    (0..<count).map { Float($0 * 37 % 20_011 - 10_000) / 32768 }
  }

  func url(_ name: String) -> URL { files.folder.file(name) }

  /// Runs `body`, in which recorders record the sound, or another device.
  func recording<Result>(
    from kind: InputKind? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    try AudioQueueDevices.$input.withValue(
      InputChoice([kind ?? .file(path: sound.path)]), operation: body)
  }

  /// The bytes of a recording so far.
  func byteCount(_ name: String) -> Int { (try? Data(contentsOf: url(name)).count) ?? 0 }

  /// The first channel of a recording.
  func recorded(_ name: String) throws -> [Float] { try PlayerFolder.samples(url(name))[0] }
}

/// The events of a recorder's delegate.
final class RecorderListener: NSObject, AVAudioRecorderDelegate, @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private var flags: [Bool] = []
  private var failures: [NSError] = []

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    lock.withLock { flags.append(flag) }
  }

  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
    lock.withLock { if let error { failures.append(error as NSError) } }
  }

  /// Whether each recording was complete.
  var finished: [Bool] { lock.withLock { flags } }
  /// The errors of incomplete recordings.
  var errors: [NSError] { lock.withLock { failures } }

  func waitForEnd(_ count: Int = 1) { #expect(waitUntil { finished.count >= count }) }
}
