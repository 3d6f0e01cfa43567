#if VoiceProcessing
  internal import CVoiceProcessing
#endif

/// Removes the echo of a loudspeaker from the frames of a microphone, in calls of any length.
///
/// The library takes blocks of 10 ms, so the frames leave the processor one block later. All frames
/// have one channel. A processor may allocate memory and belongs to one thread at a time.
package final class VoiceProcessor {
  /// Whether the library is available on this machine.
  package static var isAvailable: Bool {
    #if VoiceProcessing
      OCAVoiceIsThere()
    #else
      false
    #endif
  }

  /// Reports once that the library is missing, if it is.
  package static func reportIfMissing() {
    #if VoiceProcessing
      OCAVoiceReportMissing()
    #endif
  }

  private static let blocksPerSecond = 100

  /// The frames by which the output is later than the input.
  package let delayFrames: Int
  private let farBlockFrames: Int
  private let delayMilliseconds: Int
  private var settings: VoiceSettings
  private var waitingFrames: [Float] = []
  private var farFrames: [Float] = []
  private var readyFrames: [Float]
  #if VoiceProcessing
    private let stream: VoiceStream
  #endif

  /// Makes a processor, or fails without the library.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of the microphone's frames, in hertz; at least 8,000.
  ///   - farRate: The rate of the far end's frames, in hertz; at least 8,000.
  ///   - settings: The parts that are on.
  ///   - delaySeconds: The expected time between a far-end frame and its echo. The library corrects
  ///     a wrong value.
  package init?(
    sampleRate: Double, farRate: Double, settings: VoiceSettings = VoiceSettings(),
    delaySeconds: Double = 0
  ) {
    #if VoiceProcessing
      let rates = 8_000.0...768_000.0
      guard rates.contains(sampleRate), rates.contains(farRate),
        let stream = VoiceStream(rate: Int(sampleRate), farRate: Int(farRate), settings)
      else { return nil }
      self.stream = stream
      delayFrames = Int(sampleRate) / Self.blocksPerSecond
      farBlockFrames = Int(farRate) / Self.blocksPerSecond
      delayMilliseconds = Int(min(max(0, delaySeconds), 1) * 1_000)
      self.settings = settings
      readyFrames = [Float](repeating: 0, count: delayFrames)
    #else
      return nil
    #endif
  }

  /// Changes the parts that are on.
  package func set(_ new: VoiceSettings) {
    guard new != settings else { return }
    settings = new
    #if VoiceProcessing
      stream.set(new)
    #endif
  }

  /// Adds frames that a loudspeaker plays later.
  package func addFarEnd(_ frames: Span<Float>) {
    for index in frames.indices { farFrames.append(frames[index]) }
  }

  /// Forgets the frames that wait, so that the next output begins with silence.
  package func clear() {
    waitingFrames.removeAll(keepingCapacity: true)
    farFrames.removeAll(keepingCapacity: true)
    readyFrames = [Float](repeating: 0, count: delayFrames)
  }

  /// Replaces frames of the microphone by processed ones, one block later.
  package func process(_ frames: inout [Float]) {
    waitingFrames += frames
    var leftBlocks = waitingFrames.count / delayFrames
    while leftBlocks > 0 {
      addFarBlocks((farFrames.count / farBlockFrames + leftBlocks - 1) / leftBlocks)
      processBlock()
      leftBlocks -= 1
    }
    let count = frames.count
    frames.replaceSubrange(0..., with: readyFrames.prefix(count))
    readyFrames.removeFirst(count)
  }

  /// Gives blocks of the far end to the library.
  private func addFarBlocks(_ count: Int) {
    #if VoiceProcessing
      for index in 0..<count {
        let start = index * farBlockFrames
        stream.addFarEnd(Array(farFrames[start..<start + farBlockFrames]))
      }
    #endif
    farFrames.removeFirst(count * farBlockFrames)
  }

  private func processBlock() {
    let block = Array(waitingFrames.prefix(delayFrames))
    waitingFrames.removeFirst(delayFrames)
    #if VoiceProcessing
      // An unprocessed block may contain the whole echo, so silence replaces it.
      readyFrames +=
        stream.processed(block, delayMilliseconds: delayMilliseconds)
        ?? [Float](repeating: 0, count: block.count)
    #else
      readyFrames += block
    #endif
  }
}
