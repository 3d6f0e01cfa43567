internal import AudioCodecs
internal import AudioDevices
internal import AudioFiles
internal import AudioPlayback
internal import AudioToolbox
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A single recording and its file.
final class RecorderSession: FileRecordingObserver {
  /// The function to call when the recording ends by itself.
  typealias Ended = @Sendable (RecorderSession, NSError?) -> Void

  let recording: FileRecording
  /// The open file, which ``recording`` uses until it has finished.
  let file: AVAudioFile
  private let ended: Ended
  /// The reason why the file could not be closed.
  private let closingFailure = Mutex<NSError?>(nil)
  private let ending = DispatchQueue(label: "AVAudioRecorder.end")

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - request: The requested contents of the file.
  ///   - channels: The device channels to record; `nil` for the device's default.
  ///   - ended: Called when the recording ends by itself.
  /// - Throws: An error if the file cannot be created, or its format cannot be recorded.
  init(
    _ url: URL, _ request: RecorderRequest, channels: DeviceChannels?, _ ended: @escaping Ended
  ) throws {
    guard var choice = AudioQueueDevices.chosenInput else {
      throw PlayerFile.error(kAudioQueueErr_InvalidDevice)
    }
    choice.channels = channels
    self.ended = ended
    file = try AVAudioFile(
      forWriting: url, settings: request.settings, commonFormat: .pcmFormatFloat32,
      interleaved: true)
    try file.updateSizesAfterEachWrite()
    let writer = try file.frameWriter()
    do throws(FileRecordingFailure) {
      recording = try FileRecording(writer, choice: choice)
    } catch {
      throw Self.error(error)
    }
    recording.setObserver(self)
  }

  /// Starts, or continues after a pause.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time of the first frame to record, by the monotonic clock.
  ///   - duration: Seconds to record from now on, or `nil` for the remainder of an earlier
  ///     duration.
  /// - Returns: Whether a device records.
  func start(nanoseconds: Int?, duration: TimeInterval?) -> Bool {
    recording.start(nanoseconds: nanoseconds, frameCount: duration.map { frames($0) })
  }

  /// Ends the recording after this many more seconds, instead of at its earlier end.
  ///
  /// - Returns: False if the recording has already ended.
  func limit(to duration: TimeInterval) -> Bool { recording.limit(to: frames(duration)) }

  /// The number of frames in a duration in seconds.
  private func frames(_ duration: TimeInterval) -> Int {
    Int((duration * recording.sampleRate).rounded())
  }

  /// Stops, writes all captured frames, and closes the file.
  func end() {
    recording.finish()
    do {
      try file.finish()
    } catch {
      let status = OSStatus(truncatingIfNeeded: (error as NSError).code)
      closingFailure.withLock { $0 = PlayerFile.error(status) }
    }
  }

  /// The first error of writing or closing the file.
  var failure: NSError? {
    recording.failure.map { Self.error($0) } ?? closingFailure.withLock { $0 }
  }

  /// The recorded duration in seconds.
  var time: TimeInterval { Double(recording.frameCount) / recording.sampleRate }

  func fileRecordingEnded(_ failure: FileRecordingFailure?) {
    let error = failure.map { Self.error($0) }
    ending.async { [self] in ended(self, error) }
  }

  /// Converts a failure to an error in the domain of recorders.
  private static func error(_ failure: FileRecordingFailure) -> NSError {
    switch failure {
    case .writing(let error): PlayerFile.error(extAudioFileStatus(of: error))
    case .recording(.libraryMissing): PlayerFile.error(kAudioQueueErr_CodecNotFound)
    case .recording: PlayerFile.error(kAudioConverterErr_UnspecifiedError)
    }
  }
}
