import AudioModel
import AudioSyntax

/// Reads markers and regions from CAF chunks.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Marker Chunk", "Region Chunk".
enum CAFMarkers {
  /// Bytes of one marker.
  private static let markerByteCount = 28

  /// Reads the markers that the body of a `mark` chunk states, as far as it contains them.
  static func markers(_ body: Span<UInt8>) -> [Marker] {
    guard body.count >= 8 else { return [] }
    let timeType = body.bigEndian32(at: 0)
    let count = min(Int(body.bigEndian32(at: 4)), (body.count - 8) / markerByteCount)
    return (0..<count).map { marker(body, at: 8 + $0 * markerByteCount, timeType) }
  }

  /// Reads the regions that the body of a `regn` chunk states, as far as it contains them.
  static func regions(_ body: Span<UInt8>) -> [Region] {
    guard body.count >= 8 else { return [] }
    let timeType = body.bigEndian32(at: 0)
    let count = Int(body.bigEndian32(at: 4))
    var regions: [Region] = []
    var place = 8
    while regions.count < count, body.count - place >= 12 {
      let markerCount = Int(body.bigEndian32(at: place + 8))
      let start = place + 12
      guard markerCount <= (body.count - start) / markerByteCount else { break }
      let markers = (0..<markerCount).map {
        marker(body, at: start + $0 * markerByteCount, timeType)
      }
      regions.append(
        Region(
          identifier: body.bigEndian32(at: place),
          flags: Region.Flags(rawValue: body.bigEndian32(at: place + 4)), markers: markers))
      place = start + markerCount * markerByteCount
    }
    return regions
  }

  private static func marker(_ body: Span<UInt8>, at place: Int, _ timeType: UInt32) -> Marker {
    Marker(
      framePosition: body.bigEndianDouble(at: place + 4), type: body.bigEndian32(at: place),
      identifier: body.bigEndian32(at: place + 12), channel: body.bigEndian32(at: place + 24),
      time: time(body, at: place + 16, timeType))
  }

  /// The time of day, if the chunk has a time type and the marker has a time.
  ///
  /// Unset times are all ones.
  private static func time(_ body: Span<UInt8>, at place: Int, _ type: UInt32) -> SMPTETime? {
    guard type != 0, body.bigEndian64(at: place) != .max else { return nil }
    return SMPTETime(
      type: type, hours: Int8(bitPattern: body[place]), minutes: body[place + 1],
      seconds: body[place + 2], frames: body[place + 3],
      subFrameSampleOffset: body.bigEndian32(at: place + 4))
  }
}
