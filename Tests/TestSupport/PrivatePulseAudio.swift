internal import CTestSupport
package import Foundation

/// A private PulseAudio daemon of one test, with a sink whose samples can be recorded.
///
/// By default, the sink is a pipe paced by the clock, which outputs every sample exactly once. (The
/// monitor of a null sink, recorded by `parec`, always loses the first milliseconds of a stream.)
///
/// The daemon leaves the machine's own sound server untouched. It has its own home, runtime folder
/// and socket, and is stopped by its process identifier.
package final class PrivatePulseAudio: @unchecked Sendable {
  // Sendable: tests call it from one thread at a time.

  /// The sink that the daemon plays to.
  package enum Sink: Sendable {
    /// A pipe with a very small buffer, for recording.
    case pipe
    /// A null sink, rendered two seconds ahead, as a sound card's buffer may be.
    case null
  }

  private let sink: Sink
  /// The rate of the sink, in hertz.
  package let sampleRate: Int
  /// The number of channels of the sink.
  package let channelCount: Int
  /// The folder with all of the daemon's files.
  package let folder: URL
  private var daemon: ChildProcess?

  /// Whether the daemon's program and its tools are installed.
  package static var isAvailable: Bool {
    ["pulseaudio", "pactl"].allSatisfy { isInstalled($0) }
  }

  /// The server's address, for `PULSE_SERVER` and for `OPENCOREAUDIO_DEVICE=pulse:`.
  package var server: String { "unix:\(folder.path)/socket" }

  /// The variables that make a program use this daemon and no other.
  package var environment: [String: String] {
    [
      "PULSE_SERVER": server, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
      "XDG_CONFIG_HOME": folder.path, "PULSE_COOKIE": "\(folder.path)/cookie",
    ]
  }

  /// Starts a daemon and waits until it is ready.
  package init(sink: Sink = .pipe, sampleRate: Int = 44100, channelCount: Int = 2) throws {
    self.sink = sink
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("oca-pulse-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts or restarts the daemon and waits until it is ready.
  package func start() throws {
    // A killed daemon leaves its socket behind.
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("socket"))
    daemon = try ChildProcess(
      "pulseaudio",
      [
        "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
        "--high-priority=no", "--log-target=file:\(folder.path)/log",
        "-L", "module-native-protocol-unix socket=\(folder.path)/socket auth-anonymous=1",
        "-L", module,
      ], environment: environment)
    try waitUntil("the sound server serves") { [self] in
      guard try run("pactl", ["info"]).contains("Default Sink: speaker") else { return false }
      return true
    }
  }

  private var module: String {
    let format = "sink_name=speaker format=float32le rate=\(sampleRate) channels=\(channelCount)"
    switch sink {
    case .pipe:
      return "module-pipe-sink file=\(folder.path)/speaker \(format)"
        + " use_system_clock_for_timing=yes"
    case .null: return "module-null-sink \(format)"
    }
  }

  /// Ends the daemon with a signal, immediately by default, and waits until it has exited.
  package func stop(signal: Int32 = SIGKILL) {
    daemon?.kill(signal)
    daemon?.wait()
    daemon = nil
  }

  /// Sends a signal to the daemon, such as `SIGSTOP`.
  package func send(signal: Int32) {
    daemon?.kill(signal)
  }

  /// Runs `pactl` with arguments and returns its output.
  package func pactl(_ arguments: String...) throws -> String {
    try run("pactl", arguments)
  }

  /// Starts a recording of the sink and returns when it runs.
  package func startRecording() throws -> Recording {
    // The daemon drops samples that do not fit into the pipe, so a slow reader would cause a gap.
    let code = unsafe ctest_widen_pipe("\(folder.path)/speaker")
    guard code == 0 else { throw Sockets.Failure(code: code) }
    let process = try ChildProcess("cat", ["\(folder.path)/speaker"], environment: environment)
    let recording = Recording(process: process, channelCount: channelCount)
    try waitUntil("the recording runs") { recording.byteCount > 0 }
    return recording
  }

  private func run(_ name: String, _ arguments: [String]) throws -> String {
    let process = try ChildProcess(name, arguments, environment: environment)
    process.wait()
    return process.output
  }

  private static func isInstalled(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
