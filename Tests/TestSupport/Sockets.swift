import Glibc

/// TCP on the loopback interface, as far as tests need it.
package enum Sockets {
  /// Why there is no socket.
  package struct Failure: Error {
    package var code: Int32
  }

  /// Opens a socket that listens on a free port.
  static func listen() throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safe: the address is a `sockaddr_in` of the length given.
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) | Glibc.listen(listener, 64)
          | getsockname(listener, pointer, &length)
      }
    }
    guard code == 0 else { throw Failure(code: errno) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A port that nothing listens on, now.
  package static func freePort() throws -> Int {
    let (listener, port) = try listen()
    close(listener)
    return port
  }

  /// Whether something accepts connections on `port`.
  package static func accepts(port: Int) -> Bool {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    var address = loopback(port: port)
    // Safe: the address is a `sockaddr_in` of the length given.
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(client, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
