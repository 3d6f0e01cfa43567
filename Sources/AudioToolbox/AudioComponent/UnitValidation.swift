internal import CoreAudioTypes
internal import Dispatch
internal import Foundation
internal import Synchronization

/// The checks of an audio unit.
struct UnitValidation: Sendable {
  private static let usualSeconds = 30.0
  /// The frames of the slices.
  private static let slices: [UInt32] = [512, 1, 1_024, 333]

  private let component: UInt
  private let type: OSType

  /// Finds a component.
  ///
  /// - Throws: `kAudioComponentErr_UnsupportedType` for a codec.
  init(_ component: AudioComponent) throws(StatusError) {
    let found = try unsafe ComponentList.find(component)
    if case .codec = found.kind { throw StatusError(kAudioComponentErr_UnsupportedType) }
    self.component = UInt(bitPattern: component)
    type = found.description.componentType
  }

  /// The time limit of a client.
  static func seconds(_ parameters: CFDictionary?) -> Double {
    let limit = parameters?.object(forKey: kAudioComponentValidationParameter_TimeOut as NSString)
    return (limit as? NSNumber)?.doubleValue ?? usualSeconds
  }

  /// Runs all checks on another thread, and waits for it.
  func run(seconds: Double) -> AudioComponentValidationResult {
    let result = Outcome()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      result.isValid.store(check(), ordering: .releasing)
      done.signal()
    }
    guard done.wait(timeout: .now() + seconds) == .success else { return .timedOut }
    return result.isValid.load(ordering: .acquiring) ? .passed : .failed
  }

  /// The result of the other thread.
  private final class Outcome: Sendable {
    let isValid = Atomic<Bool>(false)
  }

  private func check() -> Bool {
    // Safe: the pointer is never dereferenced and only holds a number.
    guard let component = unsafe AudioComponent(bitPattern: component) else { return false }
    var made: AudioComponentInstance?
    guard unsafe AudioComponentInstanceNew(component, &made) == noErr, let unit = unsafe made else {
      return false
    }
    defer { _ = unsafe AudioComponentInstanceDispose(unit) }
    guard unsafe hasValidParameters(unit), unsafe prepare(unit) else { return false }
    defer { unsafe AudioUnitUninitialize(unit) }
    return type == kAudioUnitType_Output ? true : unsafe renders(unit)
  }

  // MARK: Parameters

  /// Whether the value of each parameter is in its range.
  private func hasValidParameters(_ unit: AudioUnit) -> Bool {
    var size: UInt32 = 0
    let status = unsafe AudioUnitGetPropertyInfo(
      unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &size, nil)
    guard status == noErr, size > 0 else { return true }
    var list = [AudioUnitParameterID](repeating: 0, count: Int(size) / 4)
    // Safe: the size limits what the unit writes.
    guard
      unsafe AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &list, &size) == noErr
    else { return false }
    return list.prefix(Int(size) / 4).allSatisfy { identifier in
      var info = unsafe AudioUnitParameterInfo()
      var size = UInt32(unsafe MemoryLayout<AudioUnitParameterInfo>.size)
      var value: Float = 0
      // Safe: as above.
      guard
        unsafe AudioUnitGetProperty(
          unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, identifier, &info, &size)
          == noErr,
        unsafe AudioUnitGetParameter(unit, identifier, kAudioUnitScope_Global, 0, &value) == noErr
      else { return false }
      if unsafe info.flags.contains(.flag_CFNameRelease) { unsafe info.cfNameString?.release() }
      // Also false if a value is not a number.
      return unsafe value >= info.minValue && value <= max(info.minValue, info.maxValue)
    }
  }

  // MARK: Rendering

  private func prepare(_ unit: AudioUnit) -> Bool {
    var most = Self.slices.max() ?? 0
    // Safe: the unit copies the values.
    _ = unsafe AudioUnitSetProperty(
      unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &most, 4)
    var count: UInt32 = 0
    var size: UInt32 = 4
    _ = unsafe AudioUnitGetProperty(
      unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &count, &size)
    if type != kAudioUnitType_Output {
      var callback = unsafe AURenderCallbackStruct(inputProc: Self.source, inputProcRefCon: nil)
      for input in 0..<count {
        _ = unsafe AudioUnitSetProperty(
          unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, input, &callback,
          UInt32(MemoryLayout<AURenderCallbackStruct>.size))
      }
    }
    return unsafe AudioUnitInitialize(unit) == noErr
  }

  /// Provides a sawtooth wave.
  private static let source: AURenderCallback = { _, _, _, _, _, list in
    guard let list = unsafe list else { return kAudio_ParamError }
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    for index in unsafe buffers.indices {
      guard let data = unsafe buffers[index].mData?.assumingMemoryBound(to: Float.self) else {
        continue
      }
      // Safe: the unit states the bytes of its memory.
      let count = unsafe Int(buffers[index].mDataByteSize) / 4
      for frame in 0..<count { unsafe data[frame] = Float(frame % 64) / 64 - 0.5 }
    }
    return noErr
  }

  /// Whether the unit renders slices of several lengths, and all samples are finite.
  private func renders(_ unit: AudioUnit) -> Bool {
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    // Safe: the size limits what the unit writes.
    guard
      unsafe AudioUnitGetProperty(
        unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size) == noErr
    else { return false }
    let isPlanar = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let count = isPlanar ? Int(format.mChannelsPerFrame) : 1
    let list = unsafe AudioBufferList.allocate(maximumBuffers: max(1, count))
    // Safe: `AudioBufferList.allocate` made the list with `malloc`.
    defer { unsafe free(list.unsafeMutablePointer) }
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    for length in Self.slices {
      for index in unsafe list.indices {
        unsafe list[index] = unsafe AudioBuffer(
          mNumberChannels: isPlanar ? 1 : format.mChannelsPerFrame,
          mDataByteSize: length * format.mBytesPerFrame, mData: nil)
      }
      var flags: AudioUnitRenderActionFlags = []
      guard
        unsafe AudioUnitRender(unit, &flags, &time, 0, length, list.unsafeMutablePointer) == noErr,
        unsafe isFinite(list, format)
      else { return false }
      time.mSampleTime += Double(length)
    }
    return true
  }

  private func isFinite(
    _ list: UnsafeMutableAudioBufferListPointer, _ format: AudioStreamBasicDescription
  ) -> Bool {
    guard format.mFormatFlags & kAudioFormatFlagIsFloat != 0, format.mBitsPerChannel == 32 else {
      return true
    }
    return unsafe list.allSatisfy { buffer in
      guard let data = unsafe buffer.mData?.assumingMemoryBound(to: Float.self) else { return true }
      // Safe: the unit states the bytes of its memory.
      return (0..<Int(unsafe buffer.mDataByteSize) / 4).allSatisfy { index in
        unsafe data[index].isFinite
      }
    }
  }
}
