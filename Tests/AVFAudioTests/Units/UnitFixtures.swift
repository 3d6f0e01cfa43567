import AVFAudio
import Foundation
import Testing

/// An effect of a client: a gain, whose changes take effect at their frames.
///
/// Like a program for Apple's systems, it does not mark its initializer as `required`.
class GainUnit: AUAudioUnit {
  private let gain = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  private var inputs: AUAudioUnitBusArray?
  private var outputs: AUAudioUnitBusArray?
  /// The number of calls of each function.
  var allocations = 0

  override init(
    componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) throws {
    gain.initialize(to: 1)
    try super.init(componentDescription: componentDescription, options: options)
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    inputs = AUAudioUnitBusArray(
      audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: format)])
    outputs = AUAudioUnitBusArray(
      audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
    let parameter = AUParameterTree.createParameter(
      withIdentifier: "gain", name: "Gain", address: 7, min: 0, max: 4, unit: .linearGain,
      unitName: nil, flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil,
      dependentParameters: nil)
    let tree = AUParameterTree.createTree(withChildren: [parameter])
    let gain = gain
    tree.implementorValueObserver = { _, value in gain.pointee = value }
    tree.implementorValueProvider = { _ in gain.pointee }
    parameterTree = tree
  }

  deinit { gain.deallocate() }

  override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
  override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }
  override var latency: TimeInterval { 0.25 }

  override func allocateRenderResources() throws {
    try super.allocateRenderResources()
    allocations += 1
  }

  override var internalRenderBlock: AUInternalRenderBlock {
    let gain = gain
    return { flags, time, count, bus, list, events, pull in
      guard let pull else { return kAudioUnitErr_NoConnection }
      let status = pull(flags, time, count, 0, list)
      guard status == noErr else { return status }
      let start = Int64(time.pointee.mSampleTime)
      var (done, event) = (0, events)
      while done < Int(count) {
        while let current = event, Int(current.pointee.head.eventSampleTime - start) <= done {
          if current.pointee.head.eventType == .parameter {
            gain.pointee = current.pointee.parameter.value
          }
          event = current.pointee.head.next.map { UnsafePointer($0) }
        }
        let next = event.map { Int($0.pointee.head.eventSampleTime - start) } ?? Int(count)
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
          guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
          for frame in done..<next { samples[frame] *= gain.pointee }
        }
        done = next
      }
      return noErr
    }
  }

  /// Registers the class, and returns its description.
  static func register(_ subType: OSType = 0x6761_696E) -> AudioComponentDescription {
    let description = AudioComponentDescription(
      componentType: kAudioUnitType_Effect, componentSubType: subType,
      componentManufacturer: 0x7465_7374, componentFlags: 0, componentFlagsMask: 0)
    AUAudioUnit.registerSubclass(
      self, as: description, name: "Tests: Gain", version: 0x2_0003)
    return description
  }
}

/// The memory and the calls of a host.
struct UnitHost {
  let list: AVAudioPCMBuffer

  init(_ format: AVAudioFormat, _ frames: AVAudioFrameCount) throws {
    list = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
  }

  /// Renders frames, whose input is the number of the frame.
  func render(_ block: AURenderBlock, at time: Double, _ count: Int) -> (OSStatus, [Float]) {
    list.frameLength = AVAudioFrameCount(count)
    var flags: AudioUnitRenderActionFlags = []
    var stamp = AudioTimeStamp()
    (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
    let status = block(
      &flags, &stamp, AUAudioFrameCount(count), 0, list.mutableAudioBufferList
    ) { _, time, count, _, list in
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        for frame in 0..<Int(count) {
          buffer.mData?.assumingMemoryBound(to: Float.self)[frame] =
            Float(time.pointee.mSampleTime) + Float(frame)
        }
      }
      return noErr
    }
    let samples = list.floatChannelData?[0]
    return (status, (0..<count).map { samples?[$0] ?? .nan })
  }
}
