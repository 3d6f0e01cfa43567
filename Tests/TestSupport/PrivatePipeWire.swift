internal import Foundation

/// A private PipeWire of one test, with PulseAudio's protocol and a sink with a recordable monitor.
///
/// It leaves the machine's own sound server untouched. Its three processes have their own home,
/// runtime folder, configuration and sockets, and are stopped by their process identifiers.
package final class PrivatePipeWire: @unchecked Sendable {
  // Sendable: tests call it from one thread at a time.

  /// The installed file that PipeWire's session manager needs to load its scripts.
  private static let functions = "/usr/share/wireplumber/main.lua.d/00-functions.lua"

  /// The rate of the sink and of the graph, in hertz.
  package let sampleRate: Int
  /// The number of channels of the sink.
  package let channelCount: Int
  private let folder: URL
  private var processes: [(process: ChildProcess, program: String, arguments: [String])] = []

  /// Whether PipeWire's programs are installed.
  package static var isAvailable: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let folders = path.split(separator: ":")
    let programs = ["pipewire", "pipewire-pulse", "wireplumber", "pactl", "parec"].allSatisfy {
      name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
    return programs && FileManager.default.fileExists(atPath: functions)
  }

  /// The server's address, for `PULSE_SERVER` and for `OPENCOREAUDIO_DEVICE=pulse:`.
  package var server: String { "unix:\(folder.path)/pulse/native" }

  /// The variables that make a program use this server and no other.
  package var environment: [String: String] {
    let path = folder.path
    return [
      "PULSE_SERVER": server, "HOME": path, "XDG_RUNTIME_DIR": path, "XDG_CONFIG_HOME": path,
      "XDG_STATE_HOME": path, "PIPEWIRE_RUNTIME_DIR": path, "PULSE_RUNTIME_PATH": "\(path)/pulse",
      "PIPEWIRE_CONFIG_DIR": path, "WIREPLUMBER_CONFIG_DIR": path, "DISPLAY": "",
      "DBUS_SESSION_BUS_ADDRESS": "",
    ]
  }

  /// Starts the server and waits until it is ready.
  package init(sampleRate: Int = 44100, channelCount: Int = 1) throws {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("oca-pipe-\(UUID().uuidString.prefix(8))")
    let scripts = folder.appendingPathComponent("main.lua.d")
    try FileManager.default.createDirectory(
      at: scripts, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(
      atPath: Self.functions, toPath: scripts.path + "/00-functions.lua")
    for (name, text) in PipeWireConfiguration.files(sampleRate, channelCount) {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try run("pipewire")
    let socket = folder.appendingPathComponent("pipewire-0").path
    try waitUntil("PipeWire listens") { FileManager.default.fileExists(atPath: socket) }
    try run("wireplumber", "-c", "\(folder.path)/wireplumber.conf")
    try run("pipewire-pulse")
    try waitUntil("PipeWire serves") { [self] in
      try restartEnded()
      return try pactl("get-default-sink") == "speaker\n"
    }
  }

  deinit {
    for (process, _, _) in processes.reversed() {
      process.kill(SIGKILL)
      process.wait()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private func run(_ program: String, _ arguments: String...) throws {
    let process = try ChildProcess(program, arguments, environment: environment)
    processes.append((process, program, arguments))
  }

  /// Starts the programs again that have ended.
  ///
  /// The socket appears a moment before the server listens, and a client that connects in between
  /// ends.
  private func restartEnded() throws {
    for index in processes.indices.dropFirst() where processes[index].process.ending != nil {
      let (_, program, arguments) = processes[index]
      processes[index].process = try ChildProcess(program, arguments, environment: environment)
    }
  }

  /// Runs `pactl` with arguments and returns its output.
  package func pactl(_ arguments: String...) throws -> String {
    let process = try ChildProcess("pactl", arguments, environment: environment)
    process.wait()
    return process.output
  }

  /// Starts a recording of the sink and returns when it runs.
  package func startRecording() throws -> Recording {
    let process = try ChildProcess(
      "parec",
      [
        "--device=speaker.monitor", "--format=float32le", "--rate=\(sampleRate)", "--raw",
        "--channels=\(channelCount)", "--latency-msec=20",
      ], environment: environment)
    let recording = Recording(process: process, channelCount: channelCount)
    try waitUntil("the recording runs") { recording.byteCount > 0 }
    return recording
  }

  /// Returns how the recorded sound differs from the played one, or `nil` if they are equal.
  ///
  /// Without real-time priority, the server or the recorder may miss a quantum. The recording then
  /// has silence in its place, or additional silence. Silence in place of samples is not a
  /// difference. Other recordings are tried again.
  package func difference(
    from expected: [Float], tries: Int = 8, playing: () throws -> Void
  ) throws -> String? {
    var last: String?
    for _ in 0..<tries {
      let recording = try startRecording()
      try playing()
      try recording.waitForSilence()
      recording.stop()
      let sound = recording.sound
      let wrong = zip(sound, expected).enumerated().first {
        $0.element.0 != $0.element.1 && $0.element.0 != 0
      }
      let silent = sound.filter { $0 == 0 }.count
      if sound.count == expected.count, wrong == nil, silent * 2 < sound.count { return nil }
      last =
        "\(sound.count) samples for \(expected.count), \(silent) silent,"
        + " first other one at \(wrong?.offset ?? -1)"
    }
    return last
  }
}
