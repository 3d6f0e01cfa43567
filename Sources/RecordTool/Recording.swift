import AVFAudio
import AudioToolbox
import Glibc
import ToolSupport

/// The recording of a run; its end exits the program.
final class Recording: NSObject, AVAudioRecorderDelegate, @unchecked Sendable {
  // Sendable: `init` sets all state; any thread may use the recorder.
  private let path: String
  private let recorder: AVAudioRecorder
  private let isProfiled: Bool
  private let start = ContinuousClock.now
  private var line: LevelLine?

  /// Starts recording.
  ///
  /// - Throws: ``ToolFailure`` if recording is impossible.
  init(_ options: RecordingOptions) throws(ToolFailure) {
    path = options.path
    isProfiled = options.isProfiled
    do {
      recorder = try AVAudioRecorder(
        url: URL(fileURLWithPath: options.path), settings: options.settings)
    } catch {
      throw Self.failure(status: OSStatus(truncatingIfNeeded: (error as NSError).code))
    }
    super.init()
    guard options.isAnswered(by: recorder.format) else { throw Self.unsuitable }
    recorder.delegate = self
    let isNew = access(path, F_OK) != 0
    // An existing file must survive a recording that does not start.
    guard isNew || Self.opensDevice else { throw Self.noDevice }
    guard recorder.prepareToRecord() else { throw Self.failure(recorder) }
    if options.isVerbose {
      Terminal.complain(
        "afrecord: \(path): \(FormatText.line(recorder.format.streamDescription.pointee))\n")
    }
    if Terminal.isInteractive { line = LevelLine(recorder) }
    let isStarted =
      options.duration.map { recorder.record(forDuration: $0) } ?? recorder.record()
    guard isStarted else {
      line?.end()
      if isNew { recorder.deleteRecording() } else { recorder.stop() }
      throw Self.noDevice
    }
  }

  /// The reason why the device cannot record.
  private static var noDevice: ToolFailure {
    DeviceFailure.text(kAudioQueueErr_CannotStart, .input)
  }

  /// Whether the device in the environment exists.
  static var hasDevice: Bool { status { _ in noErr } != kAudioQueueErr_InvalidDevice }

  /// Whether the device can record now.
  private static var opensDevice: Bool { status { AudioQueueStart($0, nil) } == noErr }

  /// The status of an operation on a queue of the device.
  private static func status(_ body: (AudioQueueRef) -> OSStatus) -> OSStatus {
    var format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
      mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
      mReserved: 0)
    var queue: AudioQueueRef?
    let status = AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue)
    guard status == noErr, let queue else { return status }
    defer { AudioQueueDispose(queue, true) }
    return body(queue)
  }

  /// The statuses of a file type that cannot hold a format.
  private static let refusals = [
    kExtAudioFileError_InvalidDataFormat, kAudioFileUnsupportedDataFormatError,
  ]
  private static let unsuitable = ToolFailure(
    "the file type does not support the data format; afconvert -hf lists the supported formats")

  /// The reason why a file cannot be created.
  private static func failure(_ recorder: AVAudioRecorder) -> ToolFailure {
    guard hasDevice else { return DeviceFailure.text(kAudioQueueErr_InvalidDevice, .input) }
    do {
      _ = try AVAudioFile(forWriting: recorder.url, settings: recorder.settings)
    } catch {
      return failure(status: OSStatus(truncatingIfNeeded: (error as NSError).code))
    }
    return ToolFailure("recording in this data format is not supported")
  }

  private static func failure(status: OSStatus) -> ToolFailure {
    if status == kAudio_ParamError {
      return ToolFailure("the encoder does not support this bit rate")
    }
    return refusals.contains(status) ? unsuitable : ToolFailure(status: status)
  }

  /// Ends the recording; the file is complete when the program exits.
  func stop() { recorder.stop() }

  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
    line?.end()
    let code = (error as NSError?)?.code ?? 0
    let reason = ToolFailure(status: OSStatus(truncatingIfNeeded: code)).reason
    Terminal.complain("afrecord: \(path): \(reason)\n")
  }

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    line?.end()
    if isProfiled { Terminal.complain("afrecord: \(path): \(RunCost.line(since: start))\n") }
    exit(flag ? 0 : 1)
  }
}
