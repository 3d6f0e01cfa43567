internal import CoreAudioTypes
internal import Synchronization

/// The facts about a unit that setting a parameter reads, without a lock.
final class UnitFacts: Sendable {
  private let inputCount = Atomic<Int>(0)
  private let outputCount = Atomic<Int>(0)
  private let inputChannels = Atomic<Int>(0)
  private let outputChannels = Atomic<Int>(0)
  private let rate = Atomic<UInt64>(44_100.0.bitPattern)

  /// Takes over the settings.
  func update(_ settings: UnitSettings) {
    inputCount.store(settings.inputs.count, ordering: .relaxed)
    outputCount.store(settings.outputs.count, ordering: .relaxed)
    inputChannels.store(settings.inputs.channelCount, ordering: .relaxed)
    outputChannels.store(settings.outputs.channelCount, ordering: .relaxed)
    let sampleRate = settings.outputs.first?.format.mSampleRate ?? 44_100
    rate.store(sampleRate.bitPattern, ordering: .relaxed)
  }

  /// The number of elements of a scope.
  func elementCount(_ scope: AudioUnitScope) -> Int {
    switch scope {
    case kAudioUnitScope_Global: 1
    case kAudioUnitScope_Input: inputCount.load(ordering: .relaxed)
    case kAudioUnitScope_Output: outputCount.load(ordering: .relaxed)
    default: 0
    }
  }

  /// The channels of all inputs and of all outputs.
  var channelCounts: (inputs: Int, outputs: Int) {
    (inputChannels.load(ordering: .relaxed), outputChannels.load(ordering: .relaxed))
  }

  /// The rate of the output, in hertz.
  var sampleRate: Double { Double(bitPattern: rate.load(ordering: .relaxed)) }
}
