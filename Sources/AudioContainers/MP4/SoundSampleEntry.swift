import AudioModel
import AudioSyntax

/// The fields of a sound sample entry, and the locations of its boxes.
///
/// Source: ISO/IEC 14496-12, 12.2.3 AudioSampleEntry; *QuickTime File Format*, "Sound Sample
/// Description (Version 0)", "(Version 1)" and "(Version 2)".
struct SoundSampleEntry {
  var codec: FourCC
  /// Index, from 1, of the `dref` entry that identifies the file with the samples.
  var dataReference: Int
  var channelCount: Int
  /// Bits of an uncompressed sample.
  var bitsPerSample: Int
  /// Frames per second; 0 if not stated.
  var sampleRate: Double
  /// The packet layout, in version 2.
  var packing: Packing?
  /// Core Audio's flags of linear PCM, in version 2.
  var formatFlags: UInt32?
  /// All boxes in the entry, including those inside `wave`.
  private(set) var boxes: [(type: FourCC, body: Range<Int>)] = []

  struct Packing: Equatable {
    /// Frames in each packet.
    var frames: Int
    /// Bytes of a packet of all channels.
    var bytes: Int
  }

  /// Maximum number of boxes to examine.
  private static let boxLimit = 64

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - entry: The whole entry, from its size on.
  ///   - hasISOVersion: Whether the version number follows ISO's definition. If so, it is ignored:
  ///     the fields of QuickTime's versions 1 and 2 do not exist.
  init?(_ entry: Span<UInt8>, hasISOVersion: Bool) {
    guard entry.count >= 36 else { return nil }
    codec = entry.fourCC(at: 4)
    dataReference = Int(entry.bigEndian16(at: 14))
    channelCount = Int(entry.bigEndian16(at: 24))
    bitsPerSample = Int(entry.bigEndian16(at: 26))
    sampleRate = Double(entry.bigEndian32(at: 32)) / 65_536
    let version = hasISOVersion ? 0 : entry.bigEndian16(at: 16)
    var start = 36
    switch version {
    case 1:
      guard entry.count >= 52 else { return nil }
      start = 52
    case 2:
      guard entry.count >= 72 else { return nil }
      sampleRate = Double(
        bitPattern: UInt64(entry.bigEndian32(at: 40)) << 32 | UInt64(entry.bigEndian32(at: 44)))
      channelCount = Int(entry.bigEndian32(at: 48))
      bitsPerSample = Int(entry.bigEndian32(at: 56))
      formatFlags = entry.bigEndian32(at: 60)
      packing = Packing(
        frames: Int(entry.bigEndian32(at: 68)), bytes: Int(entry.bigEndian32(at: 64)))
      start = 72
    default: break
    }
    guard sampleRate.isFinite, sampleRate >= 0, sampleRate < 1e9, channelCount <= 1 << 16 else {
      return nil
    }
    collectBoxes(entry, in: start..<entry.count, isOuter: true)
  }

  private mutating func collectBoxes(_ entry: Span<UInt8>, in range: Range<Int>, isOuter: Bool) {
    var cursor = BoxCursor(range)
    while boxes.count < Self.boxLimit, let box = cursor.next(entry) {
      boxes.append(box)
      if isOuter, box.type == .soundExtensions { collectBoxes(entry, in: box.body, isOuter: false) }
    }
  }

  /// The body of the first box of a type that has at least `count` bytes.
  func body(of type: FourCC, atLeast count: Int = 0) -> Range<Int>? {
    boxes.first { $0.type == type && $0.body.count >= count }?.body
  }
}

extension FourCC {
  fileprivate static let soundExtensions = FourCC("w", "a", "v", "e")
}
