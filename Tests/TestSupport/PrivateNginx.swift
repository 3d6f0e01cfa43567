import Foundation

/// A private web server on the loopback interface.
///
/// It serves a directory in several ways: `/` plainly, `/slow/` at 256 kbit/s, `/whole/` without
/// ranges, `/moved/` through a redirect. `/loop` redirects forever, and `/page` is an HTML page.
package final class PrivateNginx: Sendable {
  /// An address of the loopback network, and its port.
  private let host: String
  private let port: Int
  private let directory: URL
  private let process: ChildProcess

  package init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory.appending(path: "files"), withIntermediateDirectories: true)
    let (host, port) = try Sockets.freeAddress()
    (self.host, self.port) = (host, port)
    process = try PrivateNginx.start(
      directory.path,
      http: PrivateNginx.server(address: "\(host):\(port)", directory: directory.path))
    guard waitUntil({ Sockets.accepts(host: host, port: port) }) else {
      stop()
      throw CocoaError(.executableNotLoadable)
    }
  }

  deinit {
    stop()
  }

  /// Stops the server.
  package func stop() {
    process.closeInput()
    process.wait()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Adds a file to the served directory.
  package func put(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try Data(bytes).write(to: directory.appending(path: "files").appending(path: name))
  }

  /// Returns the address of `path`, which starts with a slash.
  package func url(_ path: String, scheme: String = "http") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  /// Returns the number of finished requests for `path`, in whole or in part.
  package func requestCount(of path: String) throws -> Int {
    let log = try String(contentsOf: directory.appending(path: "access.log"), encoding: .utf8)
    return log.split(separator: "\n").filter { $0 == path }.count
  }

  /// Returns the number of connections that finished requests have used.
  package func connectionCount() throws -> Int {
    let log = try String(contentsOf: directory.appending(path: "connections.log"), encoding: .utf8)
    return Set(log.split(separator: "\n")).count
  }

  /// Starts a server in a folder.
  ///
  /// - Parameters:
  ///   - folder: Holds the configuration and the logs.
  ///   - http: The `server` blocks.
  /// - Returns: The server, which ends with its standard input.
  /// - Throws: The system's error if the server cannot be started.
  static func start(_ folder: String, http: String) throws -> ChildProcess {
    let text = configuration(folder, http: http)
    try Tool.write(Array(text.utf8), to: URL(fileURLWithPath: folder + "/nginx.conf"))
    return try ChildProcess("/bin/sh", ["-c", script, "sh", folder])
  }

  /// Runs the server until its standard input ends, for example when the test process exits.
  private static let script = """
    PATH=$PATH:/usr/sbin nginx -p "$1" -e "$1/error.log" -c "$1/nginx.conf" </dev/null &
    read line
    kill $!
    wait $!
    """

  private static func configuration(_ directory: String, http: String) -> String {
    """
    daemon off;
    master_process off;
    user root;
    pid \(directory)/nginx.pid;
    events {}
    http {
      log_format path '$uri';
      log_format connection '$connection';
      access_log \(directory)/access.log path;
      access_log \(directory)/connections.log connection;
      client_body_temp_path \(directory)/body;
      proxy_temp_path \(directory)/proxy;
      fastcgi_temp_path \(directory)/fastcgi;
      uwsgi_temp_path \(directory)/uwsgi;
      scgi_temp_path \(directory)/scgi;
      default_type audio/mpeg;
      \(http)
    }
    """
  }

  private static func server(address: String, directory: String) -> String {
    """
    server {
      listen \(address);
      location / { root \(directory)/files; }
      location /slow/ { alias \(directory)/files/; limit_rate 32000; }
      location /whole/ { alias \(directory)/files/; max_ranges 0; }
      location /moved/ { rewrite ^/moved/(.*)$ /$1 redirect; }
      location /loop { return 302 /loop; }
      location /page { default_type text/html; return 200 '<!DOCTYPE html><title>No</title>'; }
    }
    """
  }
}
