internal import AudioContainers
internal import AudioTransport

/// The events of a track of a movie.
struct TrackEvents: TimedSource {
  /// Bytes of the longest sample.
  private static let longest: UInt64 = 1 << 20

  private let source: any ByteSource
  private let track: TimedTrack
  /// The samples that have been read, by their indices.
  private var known: [Int: TimedEvent] = [:]

  let nextLoad: Double? = nil

  init(_ source: any ByteSource, _ track: TimedTrack) {
    self.source = source
    self.track = track
  }

  mutating func events(around seconds: Double) throws(MediaFailure) -> [TimedEvent] {
    let scale = Double(track.timescale)
    var wanted: [Int: TimedEvent] = [:]
    for (index, sample) in track.samples.enumerated() {
      let start = Double(sample.start) / scale
      let end = start + Double(sample.duration) / scale
      guard start < seconds + TimedWindow.aheadSeconds, wanted.count < TimedWindow.most else {
        break
      }
      guard end > seconds, sample.extent.byteCount <= Self.longest else { continue }
      if let event = known[index] {
        wanted[index] = event
      } else {
        wanted[index] = try event(sample, start..<max(start, end))
      }
    }
    known = wanted
    return wanted.sorted { $0.key < $1.key }.map(\.value)
  }

  private func event(
    _ sample: TimedSample, _ range: Range<Double>
  ) throws(MediaFailure) -> TimedEvent {
    let bytes: [UInt8]
    do throws(TransportError) {
      bytes = try source.bytes(of: sample.extent)
    } catch {
      throw .transport(error)
    }
    let texts = track.captionLayout.map {
      CaptionSample.texts(bytes, $0, entry: track.entry)
    }
    return TimedEvent(
      start: range.lowerBound, end: range.upperBound, sample: bytes, texts: texts ?? [])
  }
}
