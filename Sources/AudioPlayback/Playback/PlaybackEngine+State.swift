package import AudioDevices
internal import AudioModel
package import AudioRealtime
internal import Synchronization

/// The played frame, its time, and the device that plays it.
extension PlaybackEngine {
  /// The time of the first frame, if it is pending.
  package var comingStart: Int? {
    shared.withLock { $0.startNanoseconds }.flatMap { $0 > MonotonicClock.nanoseconds ? $0 : nil }
  }

  /// The frames played since the start, with the time of that count; `nil` while stopped.
  package var time: (frames: Double, nanoseconds: Int)? {
    clock.time.map { ($0.frames, $0.nanoseconds) }
  }

  /// The number of device changes.
  package var discontinuities: Int { clock.discontinuities }

  /// The rate of the hardware in hertz; `nil` without a device or if unknown.
  package var hardwareSampleRate: Double? { clock.playing.device?.hardwareFormat?.sampleRate }

  /// The format of the hardware if known, else of the rendered frames; `nil` without a device.
  package var deviceFormat: DeviceFormat? {
    let (renderer, device) = clock.playing
    guard let renderer, let device else { return nil }
    return device.hardwareFormat
      ?? DeviceFormat(sampleRate: renderer.sampleRate, channelCount: renderer.channelCount)
  }

  /// The level of each channel at the played frame; silence if nothing plays.
  package var levels: [Level] {
    let renderer = clock.playing.renderer
    let frame = clock.playedFrame
    guard let renderer, clock.isMoving, frame < renderer.ring.writeIndex else {
      let hasMap = shared.withLock { $0.channelMap != nil }
      let count = hasMap ? nil : renderer?.ring.channelCount
      return [Level](repeating: .silence, count: count ?? format.channelCount)
    }
    let levels = renderer.levels(at: frame)
    guard let map = shared.withLock({ $0.channelMap }), map.count == levels.count else {
      return levels
    }
    return (0..<format.channelCount).map { map.firstIndex(of: $0).map { levels[$0] } ?? .silence }
  }
}
