/// A range of time with attributes, such as an advertisement or a song.
///
/// Source: RFC 8216, 4.3.2.7, EXT-X-DATERANGE.
package struct HLSDateRange: Equatable, Sendable {
  package var identifier: String
  /// Ranges of one class have the same meaning.
  package var group: String?
  /// Seconds from 1970-01-01 00:00 UTC.
  package var start: Double?
  /// Seconds from 1970-01-01 00:00 UTC.
  package var end: Double?
  /// Seconds.
  package var duration: Double?
  /// Expected seconds of a range whose duration is still unknown.
  package var plannedDuration: Double?
  /// Whether the range ends at the start of the next range of its class.
  package var endsAtNext: Bool
  /// The attributes whose names start with `X-`.
  package var values: [String: String]

  init?(_ attributes: HLSAttributes) {
    guard let identifier = attributes["ID"], !identifier.isEmpty else { return nil }
    self.identifier = identifier
    group = attributes["CLASS"]
    start = attributes["START-DATE"].flatMap { HLSDate.seconds($0[...]) }
    end = attributes["END-DATE"].flatMap { HLSDate.seconds($0[...]) }
    duration = attributes.decimal("DURATION")
    plannedDuration = attributes.decimal("PLANNED-DURATION")
    endsAtNext = attributes.isYes("END-ON-NEXT")
    values = attributes.clientValues
  }

  /// Adds the attributes of a later tag with the same identifier.
  mutating func add(_ other: HLSDateRange) {
    group = group ?? other.group
    start = start ?? other.start
    end = end ?? other.end
    duration = duration ?? other.duration
    plannedDuration = plannedDuration ?? other.plannedDuration
    endsAtNext = endsAtNext || other.endsAtNext
    values.merge(other.values) { first, _ in first }
  }
}

/// Date ranges by identifier, in the order of their first tags.
struct HLSDateRangeList {
  private(set) var ranges: [HLSDateRange] = []
  private var indices: [String: Int] = [:]

  /// Adds a range, or attributes to an existing range.
  mutating func add(_ attributes: HLSAttributes) {
    guard let range = HLSDateRange(attributes) else { return }
    if let index = indices[range.identifier] {
      ranges[index].add(range)
    } else {
      indices[range.identifier] = ranges.count
      ranges.append(range)
    }
  }
}
