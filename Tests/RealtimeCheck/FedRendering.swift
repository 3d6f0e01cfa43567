import AudioDevices
import AudioPlayback
import AudioRealtime
import Synchronization

/// Plays frames that a thread makes ahead of the device, with code that allocates.
enum FedRendering {
  /// Plays for some tenths of a second, and returns the number of frames.
  static func check(_ name: String, channelCount: Int) throws -> Int {
    guard let choice = DeviceChoice.named(name) else { throw DeviceError.absent }
    let feeder = Signal()
    let frames = FedFrames(
      sampleRate: 48_000, channelCount: channelCount, aheadFrames: 1_440, feeder: feeder)
    let isEnded = Mutex(false)
    let made = Mutex(0)
    let thread = AudioThread(name: "oca-feeder") {
      while !isEnded.withLock({ $0 }) {
        let count = frames.writableFrames
        if count > 0 { frames.write([Float](repeating: 0.1, count: count * channelCount).span) }
        made.withLock { $0 += count }
        feeder.wait(until: MonotonicClock.nanoseconds + 5_000_000)
      }
    }
    let playback = PulledPlayback(choice)
    try playback.start(frames)
    let pause = Signal()
    pause.wait(until: MonotonicClock.nanoseconds + 300_000_000)
    playback.stop()
    isEnded.withLock { $0 = true }
    feeder.post()
    thread.join()
    return made.withLock { $0 }
  }
}
