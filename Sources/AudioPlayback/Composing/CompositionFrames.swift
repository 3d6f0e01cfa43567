internal import AudioContainers
internal import AudioFiles
package import AudioModel

/// The mixed frames of a composition.
struct CompositionFrames: MediaFrames {
  let info: MediaItem.Info
  private let composition: Composition
  private let sources: OpenSources
  private var tracks: [ComposedTrack] = []
  private var position = 0
  private var frameCount = 0
  private var sampleRate: Double

  /// Makes frames of a composition, and opens sources whose format is not known.
  ///
  /// - Parameters:
  ///   - composition: The composition.
  ///   - sources: Its open sources.
  /// - Throws: ``MediaFailure`` if a source cannot be opened.
  init(_ composition: Composition, _ sources: OpenSources) throws(MediaFailure) {
    var composition = composition
    for index in composition.sources.indices where composition.sources[index].format == nil {
      let source = try ComposedSource(composition.sources[index].bytes, sources)
      composition.sources[index].format = source.frames.info.format
    }
    self.composition = composition
    self.sources = sources
    info = MediaItem.Info(composition, composition.format ?? .silence)
    sampleRate = info.format.sampleRate
  }

  mutating func prepare(sampleRate: Double) throws(MediaFailure) {
    self.sampleRate = sampleRate
    tracks = composition.tracks.map {
      ComposedTrack($0, of: composition, sampleRate: sampleRate, sources)
    }
    frameCount = Int(framesOf: composition.seconds, sampleRate: sampleRate)
  }

  mutating func seek(to seconds: Double, number: Int) {
    position = min(Int(framesOf: seconds, sampleRate: sampleRate), frameCount)
    for index in tracks.indices { tracks[index].jump() }
  }

  mutating func read(_ count: Int, into samples: inout [Float]) throws(MediaFailure) -> Double? {
    let end = min(frameCount, position + count)
    guard position < end else { return nil }
    let channelCount = info.format.channelCount
    samples += repeatElement(0, count: (end - position) * channelCount)
    for index in tracks.indices {
      try tracks[index].add(position..<end, to: &samples, channelCount: channelCount)
    }
    position = end
    return nil
  }

  var foundSeconds: Double? { composition.seconds }
}

extension MediaItem.Info {
  /// Describes a composition whose sources have been opened.
  package init(_ composition: Composition, _ format: StreamFormat) {
    self.init(
      container: ContainerInfo(
        fileType: FourCC(rawValue: 0), format: format, dataOffset: 0, packetSizeUpperBound: 1),
      format: format, length: .init(seconds: composition.seconds, isExact: true),
      isSeekable: true, isLive: false, packetByteCount: nil)
    isMixed = true
    if composition.isLocal { aheadSeconds = 0.5 }
  }
}

extension MediaItem.Info {
  /// The description of a composition without sources.
  package static let emptyComposition = MediaItem.Info(Composition(), .silence)
}

extension StreamFormat {
  /// The format of a composition without sources.
  fileprivate static let silence = interleavedFloats(
    like: StreamFormat(sampleRate: 44_100, formatID: .linearPCM, channelCount: 2))
}
