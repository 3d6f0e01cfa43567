import Glibc

/// The TCP functions on the loopback interface that tests need.
package enum Sockets {
  /// Why a socket could not be opened.
  package struct Failure: Error {
    package var code: Int32
  }

  /// A reserved port without a listener.
  package final class SilentPort: Sendable {
    package let port: Int
    private let socket: Int32

    package init() throws {
      (socket, port) = try bound()
    }

    deinit {
      close(socket)
    }
  }

  /// Opens a socket that listens on a free port.
  package static func listen() throws -> (socket: Int32, port: Int) {
    let (listener, port) = try bound()
    guard Glibc.listen(listener, 64) == 0 else { throw Failure(code: errno) }
    return (listener, port)
  }

  /// Returns a port of 127.0.0.1 that was free a moment ago.
  static func freePort() throws -> Int {
    let (socket, port) = try bound()
    close(socket)
    return port
  }

  /// Returns a loopback address that no other test server uses, with a free port.
  ///
  /// Another server may take a free port before it is used; separate addresses prevent this.
  static func freeAddress() throws -> (host: String, port: Int) {
    let host = UInt32(0x7F00_0000) | UInt32.random(in: 1 << 8..<0xFF_FFFE)
    let (socket, port) = try bound(to: host)
    close(socket)
    let parts = [24, 16, 8, 0].map { String(host >> UInt32($0) & 0xFF) }
    return (parts.joined(separator: "."), port)
  }

  /// Opens a socket that has a free port but does not listen.
  private static func bound(to host: UInt32 = 0x7F00_0001) throws -> (socket: Int32, port: Int) {
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = loopback(port: 0, host: host)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safe: the address is a `sockaddr_in` of the length given.
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(made, pointer, length) | getsockname(made, pointer, &length)
      }
    }
    guard code == 0 else { throw Failure(code: errno) }
    return (made, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Returns whether a server accepts connections at an address of the loopback network.
  package static func accepts(host: String, port: Int) -> Bool {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    let number = host.split(separator: ".").reduce(UInt32(0)) { $0 << 8 | (UInt32($1) ?? 0) }
    var address = loopback(port: port, host: number)
    // Safe: the address is a `sockaddr_in` of the length given.
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(client, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(port: Int, host: UInt32) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return address
  }
}
