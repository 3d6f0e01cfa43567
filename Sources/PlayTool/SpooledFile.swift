import AudioTransport
import Foundation
import Glibc
import ToolSupport

/// An unnamed temporary file for audio from a pipe that must be read at any offset.
final class SpooledFile {
  /// The limit of bytes.
  static let mostBytes: UInt64 = 4 << 30

  private let descriptor: Int32

  /// A path to the file, valid while this object exists.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// Copies all bytes of a pipe that still has its start.
  init(_ pipe: PipeByteSource) throws(ToolFailure) {
    let folder = FileManager.default.temporaryDirectory.path
    // O_TMPFILE, whose value Swift does not import: a separate bit, and that of O_DIRECTORY.
    descriptor = open(folder, O_RDWR | O_CLOEXEC | 0o20000000 | O_DIRECTORY, 0o600)
    guard descriptor >= 0 else {
      throw ToolFailure("\(folder): \(ToolFailure.systemText(errno))")
    }
    var offset: UInt64 = 0
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count: Int
      do throws(TransportError) {
        var span = piece.mutableSpan
        count = try pipe.read(at: offset, into: &span)
      } catch {
        throw ToolFailure(error)
      }
      guard count > 0 else { return }
      offset += UInt64(count)
      guard offset <= Self.mostBytes else {
        throw ToolFailure("is larger than 4 GiB, in a format that cannot be read in order")
      }
      try write(piece[..<count])
      if pipe.start?.count == Int(offset) { pipe.forgetStart() }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(ToolFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else {
        throw ToolFailure("the temporary file cannot be written: \(ToolFailure.systemText(errno))")
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
