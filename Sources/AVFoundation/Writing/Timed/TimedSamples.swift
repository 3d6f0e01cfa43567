internal import AudioContainers
internal import AudioModel
internal import CoreMedia
internal import Foundation

/// The texts or metadata of a writer's input, which the file receives at its end.
struct TimedSamples: Sendable {
  private struct Sample {
    var time: CMTime
    /// Not numeric until the next sample.
    var duration: CMTime
    var bytes: [UInt8]
  }

  private let mediaType: AVMediaType
  private var samples: [Sample] = []
  private var keys: [MetadataKey]
  /// Whether the client has stated the keys.
  private let hasStatedKeys: Bool
  /// The sample entry of texts; empty for plain texts.
  private var entry: [UInt8]

  /// Units per second of the times, unless all samples have one unit.
  private static let usualTimescale: CMTimeScale = 90_000

  /// Starts without samples.
  ///
  /// - Parameters:
  ///   - mediaType: Texts, subtitles or metadata.
  ///   - hint: The description of the samples, if the client states it.
  init(_ mediaType: AVMediaType, _ hint: CMFormatDescription?) {
    self.mediaType = mediaType
    keys = hint?.metadataKeys ?? []
    hasStatedKeys = !keys.isEmpty
    entry = mediaType == .metadata ? [] : hint?.sampleEntry ?? []
  }

  // MARK: Appending

  /// Adds the samples of a buffer.
  mutating func append(_ buffer: CMSampleBuffer) throws(AVError) {
    guard let description = buffer.formatDescription,
      description.mediaType.rawValue == mediaType.code
    else {
      throw AVError(
        .invalidSourceMedia, "the sample buffer has no format, or another media type than the input"
      )
    }
    let bytes = buffer.bytes
    var start = 0
    for index in 0..<buffer.numSamples {
      let stated = buffer.sampleSize(at: index)
      let size = stated > 0 || buffer.numSamples > 1 ? stated : bytes.count
      guard size <= bytes.count - start, let timing = try? buffer.sampleTimingInfo(at: index) else {
        throw AVError(
          .invalidSourceMedia, "the sample buffer has too few bytes for its samples, or no times")
      }
      let part = Array(bytes[start..<start + size])
      start += size
      let sample = mediaType == .metadata ? try renumbered(part, description.metadataKeys) : part
      try append(sample, timing.presentationTimeStamp, timing.duration)
    }
    if mediaType != .metadata, entry.isEmpty { entry = description.sampleEntry }
  }

  /// Adds a group of metadata, or its title to a track of texts.
  mutating func append(_ group: AVTimedMetadataGroup) throws(AVError) {
    let range = group.timeRange
    guard mediaType == .metadata else {
      let title = group.items.first { $0.commonKey == .commonKeyTitle } ?? group.items.first
      let text = ChapterText.sample(title?.stringValue ?? "")
      return try append(text, range.start, range.duration)
    }
    var items: [BoxedMetadata.Item] = []
    for item in group.items {
      guard let key = item.timedKey else {
        throw AVError(
          .invalidSourceMedia,
          "a metadata item lacks a dataType, or an identifier with a key space of 1 to 4 characters"
        )
      }
      guard let bytes = MetadataValueCoding.bytes(of: item, as: key.dataTypeName) else {
        throw AVError(
          .invalidSourceMedia,
          "the value of the metadata item \(key.identifier) does not match its dataType")
      }
      items.append(BoxedMetadata.Item(localID: try number(of: key), value: bytes))
    }
    try append(BoxedMetadata.sample(items), range.start, range.duration)
  }

  private mutating func append(
    _ bytes: [UInt8], _ time: CMTime, _ duration: CMTime
  ) throws(AVError) {
    guard time.isNumeric else {
      throw AVError(
        .invalidSourceMedia, "the start time of a text or metadata sample is not numeric")
    }
    if let last = samples.last, time < last.time {
      throw AVError(
        .invalidSourceMedia, "a text or metadata sample starts before the previous sample")
    }
    samples.append(Sample(time: time, duration: duration, bytes: bytes))
  }

  /// A sample with the numbers of this track's keys.
  private mutating func renumbered(
    _ sample: [UInt8], _ known: [MetadataKey]
  ) throws(AVError) -> [UInt8] {
    var items = BoxedMetadata.items(sample.span)
    for index in items.indices {
      guard let key = known.first(where: { $0.localID == items[index].localID }) else {
        throw AVError(
          .invalidSourceMedia, "a metadata sample uses a key that its format description lacks")
      }
      items[index].localID = try number(of: key)
    }
    return BoxedMetadata.sample(items)
  }

  private mutating func number(of key: MetadataKey) throws(AVError) -> UInt32 {
    if let found = keys.first(where: { $0.isSame(as: key) }) { return found.localID }
    guard !hasStatedKeys else {
      throw AVError(
        .invalidSourceMedia, "the sourceFormatHint of the input lacks the key \(key.identifier)")
    }
    var new = key
    new.localID = (keys.map(\.localID).max() ?? 0) + 1
    keys.append(new)
    return new.localID
  }

  // MARK: Writing

  /// The track for the file.
  ///
  /// - Parameters:
  ///   - timescale: Units per second of the track's clock; 0 for those of the samples.
  ///   - session: The times of the session.
  /// - Returns: `nil` without samples in the session.
  func content(
    timescale: CMTimeScale, in session: (start: CMTime, end: CMTime)
  ) -> TimedTrackContent? {
    let scales = Set(samples.map(\.time.timescale))
    let common = scales.count == 1 ? scales.first ?? 0 : 0
    let scale = timescale > 0 ? timescale : common > 0 ? common : Self.usualTimescale
    var made: [TimedTrackContent.Sample] = []
    for (index, sample) in samples.enumerated() {
      let isLast = index + 1 == samples.count
      let end =
        sample.duration.isNumeric
        ? sample.time + sample.duration : isLast ? .positiveInfinity : samples[index + 1].time
      guard end > session.start, sample.time < session.end else { continue }
      let first = Self.units(max(sample.time, session.start) - session.start, scale)
      let last = min(end, session.end)
      // A negative duration counts as none.
      let length =
        last.isNumeric ? max(first, Self.units(last - session.start, scale)) - first : nil
      made.append(.init(start: first, duration: length, bytes: sample.bytes))
    }
    guard !made.isEmpty else { return nil }
    let usual = entry.isEmpty ? ChapterText.entry : entry
    return TimedTrackContent(
      handler: FourCC(rawValue: mediaType.code),
      entry: mediaType == .metadata ? BoxedMetadata.entry(keys.map { .init($0) }) : usual,
      timescale: UInt32(scale), samples: made)
  }

  private static func units(_ time: CMTime, _ scale: CMTimeScale) -> UInt64 {
    let converted = CMTimeConvertScale(time, timescale: scale, method: .roundHalfAwayFromZero)
    return converted.isNumeric ? UInt64(max(0, converted.value)) : 0
  }
}

extension AVMediaType {
  /// The four characters as a number.
  var code: UInt32 { rawValue.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }

  /// Whether tracks hold texts or metadata.
  var isTimed: Bool { self == .text || self == .subtitle || self == .metadata }
}

extension BoxedMetadata.Key {
  init(_ key: MetadataKey) {
    self.init(
      localID: key.localID, namespace: FourCC(rawValue: key.namespace), value: key.value)
    dataTypeNamespace = key.dataTypeNamespace
    dataType = key.dataType
    language = key.language
  }
}

extension MetadataKey {
  init(_ key: BoxedMetadata.Key) {
    self.init(
      localID: key.localID, name: (key.namespace.rawValue, key.value),
      type: (key.dataTypeNamespace, key.dataType), language: key.language)
  }
}
