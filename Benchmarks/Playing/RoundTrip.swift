import AVFAudio
import AudioToolbox

/// Clicks that are played at known times and recorded through the monitor of a sink.
final class RoundTrip: @unchecked Sendable {
  // Sendable: `lock` guards the state that the callback changes.

  private static let sampleRate = 48_000.0
  private static let clickCount = 40
  /// The distance between clicks, in frames.
  private static let interval = 12_000
  private static let seconds = Double(interval) / sampleRate
  /// The time before the first click, in nanoseconds.
  ///
  /// An idle sink first plays two seconds of silence.
  private static let lead: UInt64 = 4_000_000_000

  private let bufferFrames: Int
  private let lock = NSLock()
  /// The arrival time of each click at the client, and its capture time according to the queue.
  private var clicks: [(arrival: Double, stated: Double)] = []

  init(bufferSeconds: Double) {
    bufferFrames = max(1, Int(Self.sampleRate * bufferSeconds))
  }

  private static var format: AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
      mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
  }

  func run() throws {
    let input = try record()
    let (output, due) = try play()
    let end = Date(
      timeIntervalSinceNow: Double(Self.clickCount) * Self.seconds + Double(Self.lead) / 1e9 + 5)
    var firstHeard = due
    while lock.withLock({ clicks.count }) < Self.clickCount, Date() < end {
      usleep(10_000)
      var time = AudioTimeStamp()
      if AudioQueueGetCurrentTime(output, nil, &time, nil) == noErr, time.mSampleTime > 0 {
        firstHeard = Double(time.mHostTime) / 1e9 - time.mSampleTime / Self.sampleRate
      }
    }
    AudioQueueDispose(output, true)
    AudioQueueDispose(input, true)
    print(
      "milliseconds behind the moment at which a click was due, or was heard by the clock of the queue that plays"
    )
    report(lock.withLock { clicks }, due, "due")
    report(lock.withLock { clicks }, firstHeard, "heard")
  }

  private func record() throws -> AudioQueueRef {
    var format = Self.format
    var made: AudioQueueRef?
    let queue = DispatchQueue(label: "roundtrip", qos: .userInteractive)
    var status = AudioQueueNewInputWithDispatchQueue(&made, &format, 0, queue) {
      [self] queue, buffer, start, _, _ in
      take(buffer, start.pointee)
      AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }
    guard let input = made else { throw NSError(domain: "roundtrip", code: Int(status)) }
    for _ in 0..<16 {
      var buffer: AudioQueueBufferRef?
      AudioQueueAllocateBuffer(input, UInt32(bufferFrames * 4), &buffer)
      if let buffer { AudioQueueEnqueueBuffer(input, buffer, 0, nil) }
    }
    status = AudioQueueStart(input, nil)
    guard status == noErr else { throw NSError(domain: "roundtrip", code: Int(status)) }
    return input
  }

  /// Plays clicks.
  ///
  /// - Returns: The queue, and the time of the first click in seconds.
  private func play() throws -> (AudioQueueRef, Double) {
    var format = Self.format
    var made: AudioQueueRef?
    var status = AudioQueueNewOutputWithDispatchQueue(
      &made, &format, 0, DispatchQueue(label: "clicks")
    ) { _, _ in }
    guard let output = made else { throw NSError(domain: "roundtrip", code: Int(status)) }
    let frames = Self.interval * Self.clickCount
    var buffer: AudioQueueBufferRef?
    AudioQueueAllocateBuffer(output, UInt32(frames * 4), &buffer)
    guard let buffer else { throw CocoaError(.fileReadUnknown) }
    let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
    for click in 0..<Self.clickCount {
      for frame in 0..<8 { samples[click * Self.interval + frame] = 0.9 }
    }
    buffer.pointee.mAudioDataByteSize = UInt32(frames * 4)
    AudioQueueEnqueueBuffer(output, buffer, 0, nil)
    var time = AudioTimeStamp()
    time.mHostTime = AudioGetCurrentHostTime() + Self.lead
    time.mFlags = .hostTimeValid
    status = AudioQueueStart(output, &time)
    guard status == noErr else { throw NSError(domain: "roundtrip", code: Int(status)) }
    return (output, Double(time.mHostTime) / 1e9)
  }

  private func take(_ buffer: AudioQueueBufferRef, _ start: AudioTimeStamp) {
    let now = Double(AudioGetCurrentHostTime()) / 1e9
    let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
    let count = Int(buffer.pointee.mAudioDataByteSize) / 4
    guard let frame = (0..<count).first(where: { samples[$0] > 0.5 }) else { return }
    let stated = Double(start.mHostTime) / 1e9 + Double(frame) / Self.sampleRate
    lock.withLock {
      // A click may lie across two buffers.
      if let last = clicks.last, stated - last.stated < 0.1 { return }
      clicks.append((now, stated))
    }
  }

  private func report(_ clicks: [(arrival: Double, stated: Double)], _ due: Double, _ what: String)
  {
    guard clicks.count > 2 else {
      print("no clicks were heard")
      exit(1)
    }
    func delays(_ time: (Double, Double) -> Double) -> String {
      let all = clicks.enumerated().map { number, click in
        1000 * (time(click.arrival, click.stated) - due - Double(number) * Self.seconds)
      }.sorted()
      return String(
        format: "%6.1f median, %6.1f best, %6.1f worst", all[all.count / 2], all[0],
        all[all.count - 1])
    }
    print(
      """
      \(what), \(clicks.count) clicks of \(Self.clickCount), buffers of \(bufferFrames) frames
        until a client has it     \(delays { arrival, _ in arrival })
        by the time of its buffer \(delays { _, stated in stated })
      """)
  }
}
