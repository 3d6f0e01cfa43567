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
    let configuration = directory.appending(path: "nginx.conf")
    try PrivateNginx.configuration(address: "\(host):\(port)", directory: directory.path)
      .write(to: configuration, atomically: true, encoding: .utf8)
    process = try ChildProcess("/bin/sh", ["-c", PrivateNginx.script, "sh", directory.path])
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

  /// Runs the server until its standard input ends, for example when the test process exits.
  private static let script = """
    PATH=$PATH:/usr/sbin nginx -p "$1" -e "$1/error.log" -c "$1/nginx.conf" </dev/null &
    read line
    kill $!
    wait $!
    """

  private static func configuration(address: String, directory: String) -> String {
    """
    daemon off;
    master_process off;
    user root;
    pid \(directory)/nginx.pid;
    events {}
    http {
      log_format path '$uri';
      access_log \(directory)/access.log path;
      client_body_temp_path \(directory)/body;
      proxy_temp_path \(directory)/proxy;
      fastcgi_temp_path \(directory)/fastcgi;
      uwsgi_temp_path \(directory)/uwsgi;
      scgi_temp_path \(directory)/scgi;
      default_type audio/mpeg;
      server {
        listen \(address);
        location / { root \(directory)/files; }
        location /slow/ { alias \(directory)/files/; limit_rate 32000; }
        location /whole/ { alias \(directory)/files/; max_ranges 0; }
        location /moved/ { rewrite ^/moved/(.*)$ /$1 redirect; }
        location /loop { return 302 /loop; }
        location /page { default_type text/html; return 200 '<!DOCTYPE html><title>No</title>'; }
      }
    }
    """
  }
}
