package import Foundation

/// An authority that signs certificates for tests.
package final class TestAuthority: Sendable {
  private let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
    _ = try Tool.run(
      "openssl",
      ["req", "-x509"] + Self.key + ["-days", "2", "-subj", "/CN=Test", "-keyout"]
        + [folder.url("ca.key").path, "-out", file.path])
  }

  private static let key = [
    "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
  ]

  /// The certificate of the authority.
  package var file: URL { folder.url("ca.pem") }

  /// Makes a certificate for a name; returns the files of the certificate and its key.
  func certificate(for name: String) throws -> (certificate: URL, key: URL) {
    let (key, request) = (folder.url("\(name).key"), folder.url("\(name).csr"))
    let (extensions, certificate) = (folder.url("\(name).ext"), folder.url("\(name).pem"))
    try Tool.write(Array("subjectAltName=DNS:\(name)\n".utf8), to: extensions)
    _ = try Tool.run(
      "openssl",
      ["req"] + Self.key + ["-subj", "/CN=\(name)", "-keyout", key.path, "-out", request.path])
    _ = try Tool.run(
      "openssl",
      ["x509", "-req", "-days", "2", "-CAcreateserial", "-in", request.path, "-CA", file.path]
        + ["-CAkey", folder.url("ca.key").path, "-extfile", extensions.path]
        + ["-out", certificate.path])
    return (certificate, key)
  }
}

/// A private web server with a certificate for each of its names.
///
/// It serves `one.localhost` and `two.localhost`. Names without a certificate get the first one.
package final class SecureNginx: Sendable {
  package let port: Int
  private let folder: TemporaryFolder
  private let process: ChildProcess

  package init(_ authority: TestAuthority) throws {
    let folder = try TemporaryFolder()
    let port = try Sockets.freePort()
    (self.folder, self.port) = (folder, port)
    let servers = try ["one.localhost", "two.localhost"].map { name in
      let files = try authority.certificate(for: name)
      return """
        server {
          listen 127.0.0.1:\(port) ssl;
          server_name \(name);
          ssl_certificate \(files.certificate.path);
          ssl_certificate_key \(files.key.path);
          root \(folder.url("").path);
        }
        """
    }
    process = try PrivateNginx.start(folder.url("").path, http: servers.joined(separator: "\n"))
    guard waitUntil({ Sockets.accepts(host: "127.0.0.1", port: port) }) else {
      throw CocoaError(.executableNotLoadable)
    }
  }

  deinit {
    process.closeInput()
    process.wait()
  }

  /// Adds a file.
  package func put(_ bytes: [UInt8], as name: String) throws {
    try Tool.write(bytes, to: folder.url(name))
  }
}
