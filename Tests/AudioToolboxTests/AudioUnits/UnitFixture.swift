import AudioToolbox
import Testing

/// A unit for tests, which ends with its owner.
final class TestUnit {
  let unit: AudioUnit
  private var isDisposed = false
  private var sources: [UnitSourceFixture] = []

  init(
    _ subType: OSType, type: OSType = kAudioUnitType_Output,
    manufacturer: OSType = kAudioUnitManufacturer_Apple
  ) throws {
    var description = AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: manufacturer,
      componentFlags: 0, componentFlagsMask: 0)
    let component = try #require(AudioComponentFindNext(nil, &description))
    var instance: AudioComponentInstance?
    #expect(AudioComponentInstanceNew(component, &instance) == noErr)
    unit = try #require(instance)
  }

  /// An initialized effect with parameters and a source.
  static func effect(
    _ subType: OSType, _ parameters: [(AudioUnitParameterID, Float)] = [],
    _ source: UnitSourceFixture, channels: UInt32 = 2
  ) throws -> TestUnit {
    let unit = try TestUnit(subType, type: kAudioUnitType_Effect)
    #expect(unit.setFormat(UnitFormats.float(44_100, channels)) == noErr)
    for (parameter, value) in parameters {
      #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, 0) == noErr)
    }
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit
  }

  /// The value of a parameter of the whole unit.
  func value(_ parameter: AudioUnitParameterID) -> Float {
    var value = Float.nan
    #expect(AudioUnitGetParameter(unit, parameter, 0, 0, &value) == noErr)
    return value
  }

  deinit { dispose() }

  func dispose() {
    if !isDisposed { AudioComponentInstanceDispose(unit) }
    isDisposed = true
  }

  // MARK: Properties

  func set<Value>(
    _ property: AudioUnitPropertyID, _ value: Value,
    _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: AudioUnitElement = 0
  ) -> OSStatus {
    withUnsafePointer(to: value) {
      AudioUnitSetProperty(
        unit, property, scope, element, $0, UInt32(MemoryLayout<Value>.size))
    }
  }

  func get<Value>(
    _ property: AudioUnitPropertyID, _ initial: Value,
    _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: AudioUnitElement = 0
  ) -> (status: OSStatus, value: Value) {
    var value = initial
    var size = UInt32(MemoryLayout<Value>.size)
    let status = withUnsafeMutablePointer(to: &value) {
      AudioUnitGetProperty(unit, property, scope, element, $0, &size)
    }
    return (status, value)
  }

  func setFormat(
    _ format: AudioStreamBasicDescription, _ scope: AudioUnitScope = kAudioUnitScope_Input,
    _ element: AudioUnitElement = 0
  ) -> OSStatus {
    set(kAudioUnitProperty_StreamFormat, format, scope, element)
  }

  /// Makes a source provide the frames of an input.
  func setSource(_ source: UnitSourceFixture, _ element: AudioUnitElement = 0) -> OSStatus {
    sources.append(source)
    return set(
      kAudioUnitProperty_SetRenderCallback,
      AURenderCallbackStruct(inputProc: source.proc, inputProcRefCon: source.pointer),
      kAudioUnitScope_Input, element)
  }

  func connect(_ source: TestUnit, bus: UInt32 = 0, to element: UInt32 = 0) -> OSStatus {
    set(
      kAudioUnitProperty_MakeConnection,
      AudioUnitConnection(
        sourceAudioUnit: source.unit, sourceOutputNumber: bus, destInputNumber: element),
      kAudioUnitScope_Input, element)
  }

  // MARK: Rendering

  /// Renders frames of Float32 in separate channels.
  func render(
    _ count: Int, at time: Double = 0, channels: Int = 2, bus: UInt32 = 0
  ) -> (status: OSStatus, samples: [[Float]]) {
    var samples = [[Float]](repeating: Array(repeating: .nan, count: count), count: channels)
    let list = AudioBufferList.allocate(maximumBuffers: channels)
    defer { free(list.unsafeMutablePointer) }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count * channels))
    defer { memory.deallocate() }
    for channel in 0..<channels {
      list[channel] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: memory + channel * count)
    }
    var stamp = AudioTimeStamp()
    (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
    var flags: AudioUnitRenderActionFlags = []
    let status = AudioUnitRender(
      unit, &flags, &stamp, bus, UInt32(count), list.unsafeMutablePointer)
    guard status == noErr else { return (status, []) }
    for channel in 0..<channels {
      #expect(list[channel].mDataByteSize == UInt32(count * 4))
      samples[channel] = Array(
        UnsafeBufferPointer(start: memory + channel * count, count: count))
    }
    return (status, samples)
  }

  /// Renders blocks, one after the other.
  func render(blocks: [Int], channels: Int = 2, bus: UInt32 = 0) -> [[Float]] {
    var all = [[Float]](repeating: [], count: channels)
    var time = 0
    for count in blocks {
      let (status, samples) = render(count, at: Double(time), channels: channels, bus: bus)
      #expect(status == noErr)
      for (channel, samples) in samples.enumerated() { all[channel] += samples }
      time += count
    }
    return all
  }
}

/// A function that provides frames, and notes its calls.
final class UnitSourceFixture {
  typealias Body = (UnsafePointer<AudioTimeStamp>, Int, UnsafeMutableAudioBufferListPointer) ->
    OSStatus

  private let body: Body
  private(set) var counts: [Int] = []
  private(set) var times: [Double] = []

  init(_ body: @escaping Body) {
    self.body = body
  }

  /// A source whose sample at frame n of channel c is `value(n, c)`, for Float32 in separate
  /// channels.
  convenience init(samples value: @escaping (Int, Int) -> Float) {
    var frame = 0
    self.init { _, count, list in
      for (channel, buffer) in list.enumerated() {
        guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
        for index in 0..<count { data[index] = value(frame + index, channel) }
      }
      frame += count
      return noErr
    }
  }

  /// A source of noise that differs in each channel.
  static func noise(_ seed: Int = 0) -> UnitSourceFixture {
    UnitSourceFixture { frame, channel in noiseSample(seed, frame, channel) }
  }

  static func noiseSample(_ seed: Int, _ frame: Int, _ channel: Int) -> Float {
    var bits = UInt64(bitPattern: Int64(frame * 3 + channel + seed * 1_000_003 + 1))
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float(Int32(truncatingIfNeeded: bits >> 32)) / 2_147_483_648
  }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  let proc: AURenderCallback = { context, flags, time, bus, count, list in
    let source = Unmanaged<UnitSourceFixture>.fromOpaque(context).takeUnretainedValue()
    source.counts.append(Int(count))
    source.times.append(time.pointee.mSampleTime)
    guard let list else { return kAudio_ParamError }
    return source.body(time, Int(count), UnsafeMutableAudioBufferListPointer(list))
  }
}

/// Formats for tests.
enum UnitFormats {
  static func float(_ rate: Double = 44_100, _ channels: UInt32 = 2)
    -> AudioStreamBasicDescription
  {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels,
      mBitsPerChannel: 32, mReserved: 0)
  }

  /// Interleaved 16-bit integers.
  static func int16(_ rate: Double = 44_100, _ channels: UInt32 = 2)
    -> AudioStreamBasicDescription
  {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2 * channels, mFramesPerPacket: 1, mBytesPerFrame: 2 * channels,
      mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
  }

  /// Fixed point with 24 bits of fraction, in separate channels.
  static func fixed(_ rate: Double = 44_100, _ channels: UInt32 = 2)
    -> AudioStreamBasicDescription
  {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        | kAudioFormatFlagIsNonInterleaved
        | 24 << kLinearPCMFormatFlagsSampleFractionShift,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels,
      mBitsPerChannel: 32, mReserved: 0)
  }
}
