internal import AudioGraph
internal import AudioModel
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// The decoding of a region of a file for a player.
@safe
final class FileRegionDecoding: @unchecked Sendable {
  // Unchecked: only the decoding thread uses the file and the blocks, and the region is constant.

  /// The status of a region that was dropped: `userCanceledErr`.
  private static let canceled: OSStatus = -128
  private static let chunkFrames = 4_096

  let stream: StreamSource
  /// The maximum number of decoded samples that wait for the player.
  let sampleCount: Int
  private let region: ScheduledAudioFileRegion
  private let startFrame: Int64
  private let frameCount: Double
  private let loopCount: UInt64
  private let file: ExtAudioFileObject
  private let signal = Signal()
  /// The format of the decoded frames: the rate of the output, and the channels of the file.
  private let client: AudioStreamBasicDescription
  private let levels: MixLevels
  private let status = Atomic<OSStatus>(noErr)
  private let hasEnded = Atomic<Bool>(false)

  /// Prepares the decoding.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - format: The format of the output.
  ///   - aheadFrames: The maximum number of frames to decode ahead.
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the region is invalid;
  ///   `kAudioUnitErr_FormatNotSupported` if the format cannot be converted; the error of the file
  ///   if it cannot be read.
  init(
    _ region: ScheduledAudioFileRegion, to format: AudioStreamBasicDescription, aheadFrames: Int
  ) throws(StatusError) {
    (startFrame, frameCount, loopCount) = unsafe (
      region.mStartFrame, Double(region.mFramesToPlay), UInt64(region.mLoopCount)
    )
    guard startFrame >= 0, frameCount > 0 else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    unsafe self.region = unsafe region
    file = try unsafe ExtAudioFileObject(region.mAudioFile, isForWriting: false, ownsFile: false)
    let (channels, outputs) = (file.fileFormat.channelCount, Int(format.mChannelsPerFrame))
    client = UnitFormat.standard(sampleRate: format.mSampleRate, channelCount: channels)
    guard UnitFormat.isSupported(client) else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
    guard file.fileFormat.sampleRate == format.mSampleRate || UnitRates.canConvert else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
    try file.setClientFormat(StreamFormat(client))
    levels = MixInput().levels(from: channels, to: outputs)
    let rate = format.mSampleRate / file.fileFormat.sampleRate
    let frames = Double(loopCount + 1) * (frameCount * rate).rounded(.up)
    let capacity = Int(max(1, min(frames, Double(aheadFrames))))
    sampleCount = capacity * outputs
    stream = StreamSource(channelCount: outputs, capacity: capacity, decoder: signal)
  }

  /// Whether the client's function has been called.
  var isDone: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends the decoding.
  func cancel() {
    _ = status.compareExchange(
      expected: noErr, desired: Self.canceled, ordering: .acquiringAndReleasing)
    stream.cancel()
  }

  /// Calls the client's function.
  func complete() {
    hasEnded.store(true, ordering: .releasing)
    var copy = unsafe region
    let status = status.load(ordering: .acquiring)
    // Safe: the copy lives until the function returns.
    unsafe region.mCompletionProc?(region.mCompletionProcUserData, &copy, status)
  }

  // MARK: The decoding thread

  /// Decodes all repetitions of the region, unless the player drops it before.
  func run() {
    defer { stream.complete() }
    // Only one region of a player is decoded at a time.
    let decoded = UnitBuffers(client, mostFrames: Self.chunkFrames)
    let mixed = Planes(channelCount: stream.channelCount, capacity: Self.chunkFrames)
    do throws(StatusError) {
      let rate = client.mSampleRate / file.fileFormat.sampleRate
      var round = 0 as UInt64
      while round <= loopCount, !stream.isUnneeded {
        try file.seek(to: startFrame)
        let count = (frameCount * rate).rounded()
        guard try decode(Int(count), by: decoded, into: mixed) > 0 else { break }
        round += 1
      }
    } catch {
      _ = status.compareExchange(
        expected: noErr, desired: error.status, ordering: .acquiringAndReleasing)
    }
    try? file.close()
  }

  /// Decodes frames, up to the end of the file, and returns their number.
  private func decode(
    _ count: Int, by decoded: UnitBuffers, into mixed: Planes
  ) throws(StatusError) -> Int {
    var done = 0
    while done < count, !stream.isUnneeded {
      let length = min(Self.chunkFrames, count - done)
      decoded.prepareList(length)
      let got = try unsafe file.read(length, into: decoded.list)
      guard got > 0 else { break }
      mixed.clear(count: got)
      levels.mix(decoded.planes, into: mixed, count: got)
      write(mixed, got)
      done += got
    }
    return done
  }

  /// Gives frames to the player, when it has room for them.
  private func write(_ mixed: Planes, _ count: Int) {
    var done = 0
    while done < count, !stream.isUnneeded {
      let written = stream.write(mixed, at: done, count: count - done)
      done += written
      if written == 0 { signal.wait() }
    }
  }
}
