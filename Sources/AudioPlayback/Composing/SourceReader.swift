package import AudioFiles
package import AudioModel

/// Reads the frames or packets of a medium in order, for a client that waits for them.
///
/// One thread at a time reads; any thread may cancel.
package final class SourceReader {
  private let source: ComposedSource
  private let sources: Cancellation
  private let sampleRate: Double
  private var left: Int
  private let mixing: SourceMixing?

  /// Ends the waits of a reader.
  package final class Cancellation: Sendable {
    fileprivate let sources = OpenSources()

    package init() {}

    package func cancel() { sources.cancel() }
  }

  /// Opens a medium, and waits for its header.
  ///
  /// - Parameters:
  ///   - bytes: The medium.
  ///   - sampleRate: The rate of the frames; `nil` for the rate of the medium.
  ///   - range: The part in seconds; `nil` for everything.
  ///   - mix: The volume and the tap that change the frames.
  ///   - cancellation: Ends all waits.
  /// - Throws: ``MediaFailure`` if the medium cannot be decoded.
  package init(
    _ bytes: MediaBytes, sampleRate: Double? = nil, range: Range<Double>?,
    mix: ItemMix = ItemMix(), cancellation: Cancellation
  ) throws(MediaFailure) {
    sources = cancellation
    source = try ComposedSource(bytes, cancellation.sources)
    let info = source.frames.info
    self.sampleRate = sampleRate ?? info.format.sampleRate
    try source.frames.prepare(sampleRate: self.sampleRate)
    let length = max(0, info.length?.seconds ?? 0)
    let range = (range ?? 0..<length).clamped(to: 0..<length)
    left = Int(framesOf: range.upperBound - range.lowerBound, sampleRate: self.sampleRate)
    if range.lowerBound > 0 { source.frames.seek(to: range.lowerBound, number: 1) }
    mixing =
      mix.isEmpty
      ? nil
      : SourceMixing(
        mix, channelCount: info.format.channelCount, sampleRate: self.sampleRate,
        from: range.lowerBound)
  }

  package var info: MediaItem.Info { source.frames.info }

  /// The format of the frames: interleaved Float32.
  package var format: StreamFormat {
    var format = info.format
    format.sampleRate = sampleRate
    return .interleavedFloats(like: format)
  }

  /// The packets; `nil` for a composition.
  package var packetFile: PacketFile? { source.packetFile }

  /// Appends up to `count` frames; none at the end.
  package func read(_ count: Int, into samples: inout [Float]) throws(MediaFailure) {
    let before = samples.count
    guard left > 0 else { return }
    _ = try source.frames.read(min(count, left), into: &samples)
    let frames = (samples.count - before) / max(1, info.format.channelCount)
    left = frames == 0 ? 0 : left - frames
    mixing?.apply(to: &samples, from: before)
  }
}
