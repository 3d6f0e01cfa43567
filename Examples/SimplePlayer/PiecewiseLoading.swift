import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file on a web server, requested in pieces.
///
/// A session delivers data as it arrives and buffers unhandled data. A server that is faster than
/// the program would fill hundreds of megabytes. On Linux, a suspended task even starts again from
/// the beginning. So the program requests the next piece after it has handled the last one. A
/// server without support for pieces sends everything at once.
struct PiecewiseLoading {
  private static let pieceByteCount: Int64 = 4 << 20

  private let url: URL
  private var offset: Int64 = 0
  private var pieceEnd: Int64 = 0
  private var total: Int64?
  private var version: String?

  init(url: URL) {
    self.url = url
  }

  /// The request for the next piece.
  var request: URLRequest {
    var request = URLRequest(url: url)
    let last = offset + PiecewiseLoading.pieceByteCount - 1
    request.setValue("bytes=\(offset)-\(last)", forHTTPHeaderField: "Range")
    return request
  }

  /// Whether the whole file has arrived.
  var isComplete: Bool { total.map { offset >= $0 } ?? true }

  /// Handles the header of a response.
  ///
  /// - Returns: The reason why the response is unusable, or `nil`.
  mutating func begin(_ response: URLResponse) -> String? {
    guard let response = response as? HTTPURLResponse else { return nil }
    let length = response.expectedContentLength
    let foundVersion = response.value(forHTTPHeaderField: "ETag")
    switch response.statusCode {
    case 200 where offset == 0:
      total = length >= 0 ? length : nil
      pieceEnd = max(length, 0)
    case 206:
      let range = response.value(forHTTPHeaderField: "Content-Range") ?? ""
      guard let foundTotal = range.split(separator: "/").last.flatMap({ Int64($0) }) else {
        return "the server does not say how long the file is"
      }
      guard offset == 0 || foundTotal == total && foundVersion == version, length > 0 else {
        return "the file on the server has changed"
      }
      total = foundTotal
      pieceEnd = offset + length
    default: return "the server answered \(response.statusCode)"
    }
    version = foundVersion
    return nil
  }

  /// Counts received bytes.
  mutating func add(_ byteCount: Int) {
    offset += Int64(byteCount)
  }

  /// Checks that a piece is complete.
  ///
  /// - Returns: The error, or `nil`.
  func endPiece() -> String? {
    guard offset < pieceEnd else { return nil }
    return "the connection broke after \(offset) of \(total ?? pieceEnd) bytes"
  }
}
