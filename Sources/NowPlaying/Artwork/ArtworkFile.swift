#if SystemdBus
  internal import CSystemdBus
#endif
internal import Synchronization

/// A picture file in the runtime folder, which is removed with its last owner.
final class ArtworkFile: Sendable {
  private struct State {
    var count = 0
    /// The last file, for clients that describe the same picture again.
    var last: Last?
  }

  private struct Last {
    weak var file: ArtworkFile?
    var bytes: [UInt8]
  }

  private static let state = Mutex(State())
  private let path: String
  /// The URL of the file.
  let url: String

  private init(path: String) {
    self.path = path
    url = "file://" + Self.encoded(path)
  }

  deinit {
    #if SystemdBus
      // Safe: the path is alive for the call.
      unsafe OCARuntimeFileRemove(path)
    #endif
  }

  /// Writes a picture to a new file, unless the last file has the same bytes.
  ///
  /// - Returns: The file; `nil` for bytes of an unknown format, or if the file cannot be written.
  static func make(_ bytes: [UInt8]) -> ArtworkFile? {
    guard let header = PictureHeader(bytes) else { return nil }
    return state.withLock { state in
      if let file = state.last?.file, state.last?.bytes == bytes { return file }
      state.count += 1
      let name = "\(state.count).\(header.type.rawValue)"
      guard let file = write(bytes, name: name) else { return nil }
      state.last = Last(file: file, bytes: bytes)
      return file
    }
  }

  private static func write(_ bytes: [UInt8], name: String) -> ArtworkFile? {
    #if SystemdBus
      // Safe: the folder's name is a C string that stays.
      guard let folder = unsafe OCARuntimeFolder() else { return nil }
      let path = unsafe String(cString: folder) + "/" + name
      // Safe: the bytes are alive for the call.
      guard unsafe OCARuntimeFileWrite(path, bytes, Int64(bytes.count)) else { return nil }
      return ArtworkFile(path: path)
    #else
      return nil
    #endif
  }

  /// A path with percent signs in place of the characters that a URL does not have.
  static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return text
  }
}
