internal import AudioModel
internal import CoreAudioTypes
internal import Foundation

/// Markers and regions in Apple's structures.
extension PropertyValue {
  /// Creates an `AudioFileMarkerList`.
  ///
  /// The client owns the names in it.
  init(markers: [Marker]) {
    var list = StructureBuilder()
    let timeType = Self.timeType(markers)
    list.append(timeType)
    list.append(UInt32(clamping: markers.count))
    for marker in markers { list.append(marker, timeType: timeType) }
    self = .structure(list.bytes, objects: list.objects)
  }

  /// Creates an `AudioFileRegionList`.
  ///
  /// The client owns the names in it.
  init(regions: [Region]) {
    var list = StructureBuilder()
    let timeType = Self.timeType(regions.flatMap(\.markers))
    list.append(timeType)
    list.append(UInt32(clamping: regions.count))
    for region in regions {
      list.append(region.identifier)
      list.append(UInt32(0))
      list.append(object: (region.name ?? "") as NSString)
      list.append(region.flags.rawValue)
      list.append(UInt32(clamping: region.markers.count))
      for marker in region.markers { list.append(marker, timeType: timeType) }
    }
    self = .structure(list.bytes, objects: list.objects)
  }

  /// The SMPTE time type, which applies to a whole list.
  private static func timeType(_ markers: [Marker]) -> UInt32 {
    markers.lazy.compactMap(\.time?.type).first ?? 0
  }
}

/// Builds the bytes of C structures, field by field.
private struct StructureBuilder {
  private(set) var bytes: [UInt8] = []
  /// The objects, and the offsets of their references in `bytes`.
  private(set) var objects: [(offset: Int, object: NSObject)] = []

  mutating func append(_ value: some FixedWidthInteger) {
    // Safe: the bytes are copied while the value is alive.
    unsafe withUnsafeBytes(of: value) { bytes in unsafe self.bytes.append(contentsOf: bytes) }
  }

  mutating func append(object: NSObject?) {
    if let object { objects.append((bytes.count, object)) }
    append(UInt(0))
  }

  /// Appends an `AudioFileMarker`.
  ///
  /// If only other markers of the list have a SMPTE time, each byte of this time is 0xFF.
  mutating func append(_ marker: Marker, timeType: UInt32) {
    append(marker.framePosition.bitPattern)
    append(object: marker.name.map { $0 as NSString })
    append(marker.identifier)
    if let time = marker.time {
      append(time.hours)
      append(time.minutes)
      append(time.seconds)
      append(time.frames)
      append(time.subFrameSampleOffset)
    } else {
      append(timeType == 0 ? UInt64(0) : .max)
    }
    append(marker.type)
    append(UInt16(0))
    append(UInt16(clamping: marker.channel))
    append(UInt32(0))
  }
}
