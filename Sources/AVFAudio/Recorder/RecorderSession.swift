internal import AudioCodecs
internal import AudioDevices
internal import AudioFiles
internal import AudioPlayback
internal import AudioToolbox
internal import Dispatch
internal import Foundation
internal import Synchronization

/// One recording, and the file that it writes.
final class RecorderSession: FileRecordingObserver {
  /// Called when the recording has come to its end by itself.
  typealias Ended = @Sendable (RecorderSession, NSError?) -> Void

  let recording: FileRecording
  /// The open file, which belongs to ``recording`` until that has finished.
  let file: AVAudioFile
  private let ended: Ended
  /// Why the file could not be closed.
  private let closingFailure = Mutex<NSError?>(nil)
  private let ending = DispatchQueue(label: "AVAudioRecorder.end")

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - wish: What it is to hold.
  ///   - channels: Where its channels come from, or `nil`.
  ///   - ended: Called when the recording has come to its end by itself.
  /// - Throws: Why it cannot be created, or its format cannot be recorded.
  init(
    _ url: URL, _ wish: RecorderWish, channels: DeviceChannels?, _ ended: @escaping Ended
  ) throws {
    guard var choice = AudioQueueDevices.chosenInput else {
      throw PlayerFile.error(kAudioQueueErr_InvalidDevice)
    }
    choice.channels = channels
    self.ended = ended
    file = try AVAudioFile(
      forWriting: url, settings: wish.settings, commonFormat: .pcmFormatFloat32,
      interleaved: true)
    try file.tellAtOnce()
    let writer = try file.frameWriter()
    do throws(FileRecordingFailure) {
      recording = try FileRecording(writer, choice: choice)
    } catch {
      throw Self.error(error)
    }
    recording.setObserver(self)
  }

  /// Starts, or goes on after a pause.
  ///
  /// - Parameters:
  ///   - nanoseconds: The moment of the monotonic clock from which frames are recorded.
  ///   - duration: Seconds to record from now on, or `nil` for what is left of an earlier duration.
  /// - Returns: Whether a device records.
  func start(nanoseconds: Int?, duration: TimeInterval?) -> Bool {
    recording.start(nanoseconds: nanoseconds, frameCount: duration.map { frames($0) })
  }

  /// Ends so many seconds from now, in place of the end that was to be.
  ///
  /// - Returns: False where the end has come.
  func limit(to duration: TimeInterval) -> Bool { recording.limit(to: frames(duration)) }

  /// The frames of so many seconds.
  private func frames(_ duration: TimeInterval) -> Int {
    Int((duration * recording.sampleRate).rounded())
  }

  /// Stops, writes what was captured, and closes the file.
  func end() {
    recording.finish()
    do {
      try file.finish()
    } catch {
      let status = OSStatus(truncatingIfNeeded: (error as NSError).code)
      closingFailure.withLock { $0 = PlayerFile.error(status) }
    }
  }

  /// Why not all could be written.
  var failure: NSError? {
    recording.failure.map { Self.error($0) } ?? closingFailure.withLock { $0 }
  }

  /// Seconds that have been recorded.
  var time: TimeInterval { Double(recording.frameCount) / recording.sampleRate }

  func fileRecordingEnded(_ failure: FileRecordingFailure?) {
    let error = failure.map { Self.error($0) }
    ending.async { [self] in ended(self, error) }
  }

  /// A failure in the domain of recorders.
  private static func error(_ failure: FileRecordingFailure) -> NSError {
    switch failure {
    case .writing(let error): PlayerFile.error(extAudioFileStatus(of: error))
    case .recording(.libraryMissing): PlayerFile.error(kAudioQueueErr_CodecNotFound)
    case .recording: PlayerFile.error(kAudioConverterErr_UnspecifiedError)
    }
  }
}
