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
  private let region: ScheduledAudioFileRegion
  private let file: ExtAudioFileObject
  private let signal = Signal()
  /// The format of the decoded frames: the rate of the output, and the channels of the file.
  private let client: AudioStreamBasicDescription
  private let levels: MixLevels
  private let decoded: UnitBuffers
  private let mixed: Planes
  private let status = Atomic<OSStatus>(noErr)
  private let hasEnded = Atomic<Bool>(false)

  /// Prepares the decoding.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - format: The format of the output.
  ///   - aheadFrames: The frames to decode ahead.
  /// - Throws: A documented status if the file cannot be read.
  init(
    _ region: ScheduledAudioFileRegion, to format: AudioStreamBasicDescription, aheadFrames: Int
  ) throws(StatusError) {
    guard unsafe region.mStartFrame >= 0, unsafe region.mFramesToPlay > 0 else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    unsafe self.region = unsafe region
    file = try unsafe ExtAudioFileObject(region.mAudioFile, isForWriting: false, ownsFile: false)
    let (channels, outputs) = (file.fileFormat.channelCount, Int(format.mChannelsPerFrame))
    client = UnitFormat.standard(sampleRate: format.mSampleRate, channelCount: channels)
    guard UnitFormat.isSupported(client) else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
    try file.setClientFormat(StreamFormat(client))
    decoded = UnitBuffers(client, mostFrames: Self.chunkFrames)
    mixed = Planes(channelCount: outputs, capacity: Self.chunkFrames)
    levels = MixInput().levels(from: channels, to: outputs)
    stream = StreamSource(channelCount: outputs, capacity: aheadFrames, decoder: signal)
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

  /// Decodes all rounds of the region, or until the player drops it.
  func run() {
    defer { stream.complete() }
    do throws(StatusError) {
      let rate = client.mSampleRate / file.fileFormat.sampleRate
      var round = 0 as UInt64
      while unsafe round <= UInt64(region.mLoopCount), !stream.isUnneeded {
        try unsafe file.seek(to: region.mStartFrame)
        let count = unsafe (Double(region.mFramesToPlay) * rate).rounded()
        guard try decode(Int(count)) > 0 else { break }
        round += 1
      }
    } catch {
      _ = status.compareExchange(
        expected: noErr, desired: error.status, ordering: .acquiringAndReleasing)
    }
    try? file.close()
  }

  /// Decodes frames, up to the end of the file, and returns their number.
  private func decode(_ count: Int) throws(StatusError) -> Int {
    var done = 0
    while done < count, !stream.isUnneeded {
      let length = min(Self.chunkFrames, count - done)
      decoded.prepareList(length)
      let got = try unsafe file.read(length, into: decoded.list)
      guard got > 0 else { break }
      mixed.clear(count: got)
      levels.mix(decoded.planes, into: mixed, count: got)
      write(got)
      done += got
    }
    return done
  }

  /// Gives frames to the player, when it has room for them.
  private func write(_ count: Int) {
    var done = 0
    while done < count, !stream.isUnneeded {
      let written = stream.write(mixed, at: done, count: count - done)
      done += written
      if written == 0 { signal.wait() }
    }
  }
}
