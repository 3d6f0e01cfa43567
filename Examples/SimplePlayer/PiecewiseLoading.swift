import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file on a web server, asked for piece by piece.
///
/// A session hands over data as they come and holds what has not been handled yet, which is hundreds of
/// megabytes where the server is faster than the program; on Linux a task that is suspended even starts
/// again from the beginning. So the next piece is asked for when the last one has been handled. A server
/// that knows no pieces sends all at once.
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

  /// Whether everything has come.
  var isComplete: Bool { total.map { offset >= $0 } ?? true }

  /// Takes the head of an answer.
  ///
  /// - Returns: Why it is of no use, or `nil`.
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

  /// Counts bytes that have come.
  mutating func add(_ byteCount: Int) {
    offset += Int64(byteCount)
  }

  /// Checks that a piece is whole.
  ///
  /// - Returns: What is wrong, or `nil`.
  func endPiece() -> String? {
    guard offset < pieceEnd else { return nil }
    return "the connection broke after \(offset) of \(total ?? pieceEnd) bytes"
  }
}
