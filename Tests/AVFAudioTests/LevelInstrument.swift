import AVFAudio

/// An instrument of a client: the velocity of the last note is the level of a constant signal.
final class LevelInstrument: AUAudioUnit {
  private let level = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  private lazy var outputs = AUAudioUnitBusArray(
    audioUnit: self, busType: .output,
    busses: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)
      .flatMap { try? AUAudioUnitBus(format: $0) }.map { [$0] } ?? [])

  override init(
    componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) throws {
    level.initialize(to: 0)
    try super.init(componentDescription: componentDescription, options: options)
  }

  deinit { level.deallocate() }

  override var outputBusses: AUAudioUnitBusArray { outputs }

  override var internalRenderBlock: AUInternalRenderBlock {
    let level = level
    return { _, time, count, _, list, events, _ in
      let start = Int64(time.pointee.mSampleTime)
      var event = events
      for frame in 0..<Int(count) {
        while let current = event, current.pointee.head.eventSampleTime - start <= Int64(frame) {
          if current.pointee.head.eventType == .MIDI {
            let message = current.pointee.MIDI
            level.pointee = message.data.0 & 0xF0 == 0x90 ? Float(message.data.2) / 128 : 0
          }
          event = current.pointee.head.next.map { UnsafePointer($0) }
        }
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
          buffer.mData?.assumingMemoryBound(to: Float.self)[frame] = level.pointee
        }
      }
      return noErr
    }
  }

  static func register() -> AudioComponentDescription {
    let description = AudioComponentDescription(
      componentType: kAudioUnitType_MusicDevice, componentSubType: 0x6C65_766C,
      componentManufacturer: 0x7465_7374, componentFlags: 0, componentFlagsMask: 0)
    AUAudioUnit.registerSubclass(
      self, as: description, name: "Tests: Level", version: 1)
    return description
  }
}
