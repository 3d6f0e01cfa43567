import Foundation
import Glibc

/// A server on the loopback interface that answers each request byte for byte from a script.
///
/// Unlike a good web server, it can break off, fall silent, or speak half a protocol.
package final class RawServer: Sendable {
  /// A request and its position among all requests.
  package struct Request: Sendable {
    package var index: Int
    package var text: String

    /// The first requested byte.
    package var rangeStart: Int {
      let line = text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("range: bytes=") }
      return line.flatMap { Int($0.dropFirst(13).prefix { $0 != "-" }) } ?? 0
    }
  }

  /// A step of an answer.
  package enum Step: Sendable {
    case send([UInt8])
    /// Waits silently until the client disconnects.
    case stall
    /// Breaks the connection so that the client detects an error.
    case reset
  }

  package let port: Int
  private let listener: Int32
  private let script: @Sendable (Request) -> [Step]
  private let log = Log()

  /// Starts to answer with the steps from `script`, and closes each connection after the last step.
  package init(_ script: @escaping @Sendable (Request) -> [Step]) throws {
    self.script = script
    (listener, port) = try Sockets.listen()
    Thread.detachNewThread { [listener, script, log] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0, errno == EINTR { continue }
        guard client >= 0 else { return }
        Thread.detachNewThread { RawServer.answer(client, script, log) }
      }
    }
  }

  deinit {
    stop()
  }

  /// Stops accepting connections.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  package func url(_ path: String = "/stream") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests so far.
  package var requests: [Request] { log.all }

  private static func answer(_ client: Int32, _ script: (Request) -> [Step], _ log: Log) {
    defer { close(client) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = receive(client, &buffer)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    for step in script(log.add(String(decoding: request, as: UTF8.self))) {
      switch step {
      case .send(let bytes):
        var sent = 0
        while sent < bytes.count {
          // Safe: the bytes from `sent` on are alive for the call.
          let count = unsafe bytes[sent...].withUnsafeBytes {
            unsafe send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          sent += count
        }
      case .stall:
        while receive(client, &buffer) > 0 {}
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        // Safe: the option has the size given.
        unsafe setsockopt(
          client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        return
      }
    }
    shutdown(client, Int32(SHUT_WR))
    while receive(client, &buffer) > 0 {}
  }

  /// Receives bytes, even if a signal arrives meanwhile.
  private static func receive(_ client: Int32, _ buffer: inout [UInt8]) -> Int {
    while true {
      // Safe: at most as many bytes are written as the buffer has.
      let count = unsafe recv(client, &buffer, buffer.count, 0)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private final class Log: @unchecked Sendable {
    // `lock` protects `requests`.
    private let lock = NSLock()
    private var requests: [Request] = []

    var all: [Request] { lock.withLock { requests } }

    func add(_ text: String) -> Request {
      lock.withLock {
        let request = Request(index: requests.count, text: text)
        requests.append(request)
        return request
      }
    }
  }
}
