internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// The frames of an output unit from a start on, which a device pulls.
@safe
final class OutputSource: PulledFrames, @unchecked Sendable {
  // Unchecked: only the device's thread uses the position. The unit stops the device before it
  // ends.

  private unowned(unsafe) let unit: OutputUnit
  private let format: GraphFormat
  /// The unit's channel for each device channel; -1 for silence.
  private let map: [Int]
  private let sliceFrames: Int
  private var position = 0

  init(_ unit: OutputUnit, _ format: GraphFormat, map: [Int32], sliceFrames: Int) {
    unsafe self.unit = unit
    self.format = format
    self.map = map.isEmpty ? Array(0..<format.channelCount) : map.map { Int($0) }
    self.sliceFrames = sliceFrames
  }

  var pulledRate: Double { format.sampleRate }
  var pulledChannelCount: Int { map.count }

  func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    let start = MonotonicClock.nanoseconds
    var done = 0
    while done < count {
      let length = min(count - done, sliceFrames)
      let offset = MonotonicClock.duration(ofFrames: done, sampleRate: format.sampleRate)
      // Safe: the caller has room for `count` frames.
      unsafe render(length, start + offset, into: samples + done * map.count)
      done += length
    }
    unsafe unit.load.note(
      MonotonicClock.nanoseconds - start,
      of: MonotonicClock.duration(ofFrames: count, sampleRate: format.sampleRate))
  }

  private func render(_ count: Int, _ time: Int, into samples: UnsafeMutablePointer<Float>) {
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = Double(position)
    stamp.mHostTime = AudioConvertNanosToHostTime(UInt64(max(0, time)))
    stamp.mRateScalar = 1
    stamp.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
    position += count
    var flags: AudioUnitRenderActionFlags = []
    // Safe: both live until the call returns, and the caller has room for the samples.
    unsafe unit.renderForDevice(
      UnitCall(&flags, &stamp, bus: 0, count: count), channelCount: format.channelCount, map: map,
      into: samples)
  }
}

extension OutputUnit {
  /// Renders frames of interleaved samples; silence if the unit cannot render.
  fileprivate func renderForDevice(
    _ call: UnitCall, channelCount: Int, map: [Int], into samples: UnsafeMutablePointer<Float>
  ) {
    var result: Planes?
    if published.begin() {
      let status = unsafe renderInTurn(call, checking: { _ in true }) { output in
        result = output.planes
        return unsafe output.giveOwnList(call.count)
      }
      published.end()
      if status != noErr { result = nil }
    }
    if let result, result.channelCount == channelCount {
      unsafe result.copy(map, count: call.count, into: samples)
    } else {
      // Safe: the caller has room for the frames.
      unsafe samples.update(repeating: 0, count: call.count * map.count)
    }
  }
}

/// The share of time that rendering takes: an average, and the highest share since the last query.
final class UnitLoad: Sendable {
  private let average = Atomic<UInt64>(0)
  private let highest = Atomic<UInt64>(0)

  /// Notes the time of a call.
  ///
  /// Only the device's thread calls this function.
  func note(_ nanoseconds: Int, of duration: Int) {
    guard duration > 0 else { return }
    let load = Double(nanoseconds) / Double(duration)
    let earlier = Double(bitPattern: average.load(ordering: .relaxed))
    average.store((earlier + (load - earlier) * 0.1).bitPattern, ordering: .relaxed)
    if load > Double(bitPattern: highest.load(ordering: .relaxed)) {
      highest.store(load.bitPattern, ordering: .relaxed)
    }
  }

  var averageLoad: Double { Double(bitPattern: average.load(ordering: .relaxed)) }

  func takeHighestLoad() -> Double {
    Double(bitPattern: highest.exchange(0, ordering: .relaxed))
  }
}
