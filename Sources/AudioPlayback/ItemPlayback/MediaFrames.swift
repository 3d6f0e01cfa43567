internal import AudioFiles
internal import AudioRealtime
internal import AudioTransport

/// The decoded sound of an open medium, interleaved.
///
/// One thread at a time uses it. Its methods may wait for bytes.
protocol MediaFrames {
  /// Information about the medium.
  var info: MediaItem.Info { get }

  /// Chooses the rate of the frames, before the first read.
  mutating func prepare(sampleRate: Double) throws(MediaFailure)

  /// Continues at another time.
  ///
  /// - Parameters:
  ///   - seconds: The time; the ends of the medium limit it.
  ///   - number: The number of the seek, which increases.
  mutating func seek(to seconds: Double, number: Int)

  /// Appends up to `count` frames, and 0 frames only at the end.
  ///
  /// - Returns: The time of the first frame in seconds; `nil` if it follows the previous one.
  mutating func read(
    _ count: Int, into samples: inout [Float]
  ) throws(MediaFailure) -> Double?

  /// Waits until something changes, while no frames are needed.
  func idle(_ wake: Signal)

  /// Seconds of the medium, once its end has been read.
  var foundSeconds: Double? { get }

  /// The packets that the header states but the medium lacks; `nil` before its end has been read.
  var shortfall: PacketFile.Shortfall? { get }

  /// The radio station's metadata for the frames that are read next.
  var stationText: ICYText? { get }

  /// Removes and returns the metadata of times that have been read.
  func takeMetadata() -> [TimedMetadata]
}

extension MediaFrames {
  func idle(_ wake: Signal) { wake.wait() }
  var shortfall: PacketFile.Shortfall? { nil }
  var stationText: ICYText? { nil }
  func takeMetadata() -> [TimedMetadata] { [] }
}
