/// The object path that identifies an item.
///
/// Source: D-Bus Specification, "Valid Object Paths"; MPRIS 2.2, `Track_Id`.
enum TrackPath {
  private static let start = "/org/opencoreaudio/track/"
  /// The number of bytes of the client's name that the path contains.
  private static let longestName = 64

  /// The path of the item of a content.
  static func path(of content: NowPlayingContent) -> String {
    guard let track = content.track else { return "/org/mpris/MediaPlayer2/TrackList/NoTrack" }
    if let entry = content.queue.first { return path(ofEntry: entry.id) }
    let number = "\(start)\(content.trackCount)"
    return track.identifier.map { number + "_" + escaped($0) } ?? number
  }

  /// The path of an item of the list.
  static func path(ofEntry id: Int) -> String { "/org/opencoreaudio/queue/\(id)" }

  /// A name with letters and digits only, and an underscore with two digits for other bytes.
  private static func escaped(_ name: String) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in name.utf8.prefix(longestName) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "_\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return text
  }
}
