#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioToolbox

  /// The notifications of listeners when the output device changes.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueDeviceListenerTests {
    @Test func aPlayingQueueReportsItsDevice() throws {
      let server = try PrivatePulseAudio(sink: .null)
      _ = try server.pactl(
        "load-module", "module-null-sink", "sink_name=other", "rate=96000", "channels=1")
      let queue = try TestQueue(.pulseAudio(server: server.server), otherwise: [.null])
      let log = DeviceLog(queue.queue)
      try queue.enqueue(samples(0..<4_000_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      // The queue itself has one channel.
      try waitUntil("the channels are reported") { log.lines == ["channels 2"] }
      let stream = try #require(
        try server.pactl("list", "short", "sink-inputs").split(separator: "\t").first)
      _ = try server.pactl("move-sink-input", String(stream), "other")
      try waitUntil("the other sink is reported") {
        log.lines == ["channels 2", "rate 96000.0", "channels 1"]
      }
      server.stop()
      try waitUntil("the silent device is reported") {
        log.lines.dropFirst(3) == ["device null", "rate 44100.0"]
      }
      try server.start()
      try waitUntil("the server is reported") {
        log.lines.dropFirst(5) == ["device pulse:\(server.server)", "channels 2"]
      }
      AudioQueueDispose(queue.queue, true)
    }

    @Test func aRecordingQueueReportsItsDevice() throws {
      let server = try PrivatePulseAudio(sink: .null)
      _ = try server.pactl(
        "load-module", "module-null-sink", "sink_name=other", "rate=96000", "channels=1")
      let queue = try TestInputQueue(
        .pulseAudio(server: server.server, source: "speaker.monitor"),
        format: TestQueue.format())
      let log = DeviceLog(queue.queue)
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("the channels are reported") { log.lines == ["channels 2"] }
      let stream = try #require(
        try server.pactl("list", "short", "source-outputs").split(separator: "\t").first)
      _ = try server.pactl("move-source-output", String(stream), "other.monitor")
      try waitUntil("the other source is reported") {
        log.lines == ["channels 2", "rate 96000.0", "channels 1"]
      }
      AudioQueueDispose(queue.queue, true)
    }

    @Test func aSelectedDeviceIsReportedOnce() throws {
      let queue = try TestQueue(.null)
      let log = DeviceLog(queue.queue)
      let file = OfflineFile()
      let text = NSString(string: "offline:\(file.url.path)")
      var reference: UnsafeRawPointer? = UnsafeRawPointer(
        Unmanaged.passUnretained(text).toOpaque())
      for _ in 0..<2 {
        #expect(
          AudioQueueSetProperty(queue.queue, kAudioQueueProperty_CurrentDevice, &reference, 8) == 0)
      }
      try queue.enqueue(samples(0..<1000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(AudioQueueStop(queue.queue, false) == 0)
      try waitUntil("the queue stops") { queue.hasStopped }
      #expect(log.lines == ["device \(text)"])
      withExtendedLifetime(text) {}
      AudioQueueDispose(queue.queue, true)
    }
  }

  /// The property values that the listeners of a queue's device have read.
  private final class DeviceLog: @unchecked Sendable {
    // Sendable: `lock` guards all mutable state.
    private let lock = NSLock()
    private var all: [String] = []

    var lines: [String] { lock.withLock { all } }

    init(_ queue: AudioQueueRef) {
      let box = WeakBox<DeviceLog>()
      box.owner = self
      for property in AudioQueueDevice.properties {
        AudioQueueAddPropertyListener(
          queue, property,
          { userData, queue, property in
            WeakBox<DeviceLog>.owner(userData)?.note(DeviceLog.line(queue, property))
          }, box.pointer)
      }
    }

    private func note(_ line: String) { lock.withLock { all.append(line) } }

    private static func line(_ queue: AudioQueueRef, _ property: AudioQueuePropertyID) -> String {
      func get<Value: BitwiseCopyable>(_ start: Value) -> Value {
        var value = start
        var size = UInt32(MemoryLayout<Value>.size)
        #expect(AudioQueueGetProperty(queue, property, &value, &size) == 0)
        return value
      }
      switch property {
      case kAudioQueueDeviceProperty_SampleRate: return "rate \(get(0.0))"
      case kAudioQueueDeviceProperty_NumberChannels: return "channels \(get(UInt32(0)))"
      default:
        guard let name = get(UnsafeRawPointer?.none) else { return "no device" }
        return "device \(Unmanaged<NSString>.fromOpaque(name).takeRetainedValue())"
      }
    }
  }
#endif
