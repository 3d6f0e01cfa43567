package import Foundation

/// A private session bus of one test, with a daemon that is stopped by its process identifier.
package final class PrivateBus: @unchecked Sendable {
  // Sendable: tests call it from one thread at a time.
  private let folder: URL
  private var daemon: ChildProcess?

  /// Whether the daemon's program and its clients are installed.
  package static var isAvailable: Bool {
    ["dbus-daemon", "dbus-monitor", "busctl", "gdbus", "playerctl"].allSatisfy(Tool.isInstalled)
  }

  private var socket: URL { folder.appendingPathComponent("bus") }

  /// The address of the bus.
  package var address: String { "unix:path=\(socket.path)" }

  /// The variables that make a program use this bus and no other.
  package var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder.path, "DISPLAY": ""]
  }

  /// The runtime folder of ``environment``.
  package var runtimeFolder: URL { folder }

  /// Starts a daemon and waits until it listens.
  package init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("oca-bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try Data(configuration.utf8).write(to: folder.appendingPathComponent("bus.conf"))
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts or restarts the daemon and waits until it listens.
  package func start() throws {
    // A killed daemon leaves its socket behind.
    try? FileManager.default.removeItem(at: socket)
    daemon = try ChildProcess(
      "dbus-daemon",
      ["--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--nosyslog"],
      environment: environment)
    try waitUntil("the bus listens") { [self] in
      try run("busctl", "--address=\(address)", "list", "--no-legend").ending == .exit(0)
    }
  }

  /// Kills the daemon, and waits until it has exited.
  package func stop() {
    daemon?.kill(SIGKILL)
    daemon?.wait()
    daemon = nil
  }

  /// Runs a client to its end.
  @discardableResult
  package func run(
    _ program: String, _ arguments: String...
  ) throws -> (output: String, errors: String, ending: ChildProcess.Ending) {
    let process = try ChildProcess(program, arguments, environment: environment)
    let ending = process.wait()
    return (process.output, process.errors, ending)
  }

  /// Runs a client in the background.
  package func start(_ program: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(program, arguments, environment: environment)
  }

  /// Records the signals of a player, and returns when the recording runs.
  package func monitor(_ player: String) throws -> ChildProcess {
    let process = try start(
      "gdbus", "monitor", "--address", address, "--dest", player, "--object-path",
      "/org/mpris/MediaPlayer2")
    try waitUntil("the monitor runs") { process.output.contains("is owned by") }
    return process
  }

  /// The names of players on the bus.
  package var players: [String] {
    get throws {
      try run("busctl", "--address=\(address)", "list", "--no-legend").output
        .split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        .filter { $0.hasPrefix("org.mpris.MediaPlayer2.") }
    }
  }
}
