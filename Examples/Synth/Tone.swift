import AVFAudio
import Foundation
import Synchronization

/// A sine tone whose frequency any thread sets.
final class Tone: @unchecked Sendable {
  /// The frequency in hertz, as bits; 0 is silence.
  private let frequencyBits = Atomic<UInt32>(0)
  private let renderedFrames = Atomic<Int>(0)
  private let sampleRate = Atomic<Int>(44_100)
  // The rest belongs to the render thread.
  private var phase: Float = 0
  private var level: Float = 0
  private var lastFrequency: Float = 440

  /// The frequency in hertz; 0 is silence.
  var frequency: Float {
    get { Float(bitPattern: frequencyBits.load(ordering: .relaxed)) }
    set { frequencyBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// Waits until the next seconds have been rendered.
  func wait(seconds: Double) {
    let rate = Double(sampleRate.load(ordering: .relaxed))
    let end = renderedFrames.load(ordering: .relaxed) + Int(seconds * rate)
    while renderedFrames.load(ordering: .relaxed) < end { Thread.sleep(forTimeInterval: 0.005) }
  }

  /// Makes a node that renders the tone.
  func makeNode(sampleRate: Double) -> AVAudioSourceNode {
    self.sampleRate.store(Int(sampleRate), ordering: .relaxed)
    return AVAudioSourceNode { _, _, frameCount, outputData in
      let buffers = UnsafeMutableAudioBufferListPointer(outputData)
      let wanted = self.frequency
      if wanted > 0 { self.lastFrequency = wanted }
      let step = 2 * Float.pi * self.lastFrequency / Float(sampleRate)
      for frame in 0..<Int(frameCount) {
        // A tone that begins or ends at once would click.
        self.level += ((wanted > 0 ? 0.3 : 0) - self.level) * 0.002
        let value = sin(self.phase) * self.level
        self.phase += step
        if self.phase > 2 * Float.pi { self.phase -= 2 * Float.pi }
        for buffer in buffers {
          buffer.mData?.assumingMemoryBound(to: Float.self)[frame] = value
        }
      }
      self.renderedFrames.wrappingAdd(Int(frameCount), ordering: .relaxed)
      return noErr
    }
  }
}
