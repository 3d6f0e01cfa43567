import AudioCodecs
import AudioDevices
import AudioModel
import AudioPlayback
import MediaTimeline
import AudioProcessing
import AudioRealtime
import Glibc

/// Plays on each named device with changing volume, taps, and speeds, and records from it.
///
/// `Scripts/rtsan` builds this program with RealtimeSanitizer, which ends it if the render path
/// allocates, locks, or waits.
@main
enum RealtimeCheck {
  static func main() {
    let status = AsyncWriting.check()
    print("asynchronous writing ends with \(status)")
    if status != 0 { exit(1) }
    let converted = Converting.check()
    print("samples converted: \(converted)")
    if converted != 0 { exit(1) }
    for name in CommandLine.arguments.dropFirst() {
      #if HTTP
        if name.hasPrefix("http://") {
          do {
            print("\(name): \(try Waiting.check(name)) bytes")
          } catch {
            print("\(name): \(error)")
            exit(1)
          }
          continue
        }
      #endif
      guard let choice = DeviceChoice.named(name) else {
        print("no device is called \(name)")
        exit(2)
      }
      for channelCount in [1, 2, 3] {
        do throws(PlaybackError) {
          // Mixed with others, like a player with a start time.
          _ = try play(choice, channelCount: channelCount, after: 50_000_000)
          let frames = try play(choice, channelCount: channelCount)
          _ = try play(choice, channelCount: channelCount, isChanged: true)
          print("\(name): \(frames) frames of \(channelCount) channels, passed")
          let recorded = try Recording.check(name, channelCount: channelCount)
          print("\(name): \(recorded) frames of \(channelCount) channels recorded, passed")
        } catch {
          print("\(name): \(error)")
          exit(1)
        }
        do {
          let rendered = try GraphRendering.check(name, channelCount: channelCount)
          print("\(name): \(rendered) frames of a graph with \(channelCount) channels, passed")
          let fed = try FedRendering.check(name, channelCount: channelCount)
          print("\(name): \(fed) frames from a thread with \(channelCount) channels, passed")
        } catch {
          print("\(name): \(error)")
          exit(1)
        }
      }
    }
  }

  /// Plays a second, now or after a number of nanoseconds, optionally through a tap and at other
  /// speeds, and returns the number of played frames.
  private static func play(
    _ choice: DeviceChoice, channelCount: Int, after delay: Int? = nil, isChanged: Bool = false
  ) throws(PlaybackError) -> Int {
    let format = StreamFormat(
      sampleRate: 44100, formatID: .linearPCM,
      formatFlags: StreamFormat.PCMFlags([.float, .packed]).rawValue,
      bytesPerPacket: 4 * channelCount, framesPerPacket: 1, bytesPerFrame: 4 * channelCount,
      channelCount: channelCount, bitsPerChannel: 32)
    let engine = PlaybackEngine(format: format, choice: choice)
    defer { engine.shutDown() }
    let total = 44100
    let buffer = Noise(byteCount: total / 10 * 4 * channelCount)
    engine.setMetering(true)
    if isChanged {
      engine.setTap(HalvingTap())
      engine.setTimePitch { $0.isEnabled = true }
    }
    for part in 0..<10 {
      let changes = [
        PlaybackChange(.rampSeconds, Float(part) / 100), PlaybackChange(.gain, Float(part) / 10),
        PlaybackChange(.balance, Float(part % 3 - 1)),
      ]
      engine.enqueue(
        PlaybackItem(buffer: buffer, byteCount: buffer.byteCount, changes: changes))
    }
    try engine.start(nanoseconds: delay.map { MonotonicClock.nanoseconds + $0 })
    var step = 0
    let deadline = MonotonicClock.nanoseconds + 30_000_000_000
    // At another speed, the last frames wait for more.
    let played = isChanged ? total / 2 : total
    while let time = engine.time, Int(time.frames) < played {
      guard MonotonicClock.nanoseconds < deadline else { throw .device(.absent) }
      step += 1
      engine.set(gain: Float(step % 10) / 10, rampSeconds: 0.05)
      engine.set(PlaybackChange(.balance, Float(step % 3 - 1)))
      _ = engine.levels
      if isChanged {
        engine.setTimePitch {
          ($0.rate, $0.cents) = (Float(2 + step % 5) / 4, Float(step % 3) * 100)
        }
      }
      if step == 5 {
        engine.pause()
        try engine.start()
      }
      usleep(20_000)
    }
    return played
  }

  /// A buffer whose bytes are small Float32 numbers.
  private final class Noise: PlaybackBuffer {
    private let bytes: [UInt8]
    var byteCount: Int { bytes.count }

    init(byteCount: Int) {
      bytes = (0..<byteCount).map { $0 % 4 == 3 ? 0x3D : UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    func withBytes(
      _ range: Range<Int>, _ body: (Span<UInt8>) throws(CodecError) -> Void
    ) throws(CodecError) {
      let part = Array(bytes[range])
      try body(part.span)
    }
  }
}
