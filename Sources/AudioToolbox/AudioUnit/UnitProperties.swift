internal import AudioRealtime
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A unit and the part of it to which a property belongs.
struct UnitPlace {
  var unit: AudioUnitObject
  var part: UnitPart

  /// Throws `kAudioUnitErr_InvalidScope` in other scopes than those given.
  func require(_ scopes: AudioUnitScope...) throws(StatusError) {
    guard scopes.contains(part.scope) else { throw StatusError(kAudioUnitErr_InvalidScope) }
  }

  /// The input or output.
  func element() throws(StatusError) -> UnitElement {
    try require(kAudioUnitScope_Input, kAudioUnitScope_Output)
    guard let element = unit.settings.withLock({ $0[part] }) else {
      throw StatusError(kAudioUnitErr_InvalidElement)
    }
    return element
  }
}

/// Properties of units.
typealias UnitPropertyTable = PropertyTable<UnitPlace, SettingValue>

/// The properties that all units have.
enum UnitProperties {
  private typealias Table = UnitPropertyTable

  static let common = UnitPropertyTable(
    formats, sources, rendering, parameters, presets)

  // MARK: Formats

  private static let formats: [AudioUnitPropertyID: Table.Property] = [
    kAudioUnitProperty_StreamFormat: .init(
      { (place) throws(StatusError) in PropertyValue(try place.element().format) },
      set: { (place, value) throws(StatusError) in
        _ = try place.element()
        try place.unit.setFormat(try value.unitValue(), place.part)
      }),
    kAudioUnitProperty_SampleRate: .init(
      { (place) throws(StatusError) in PropertyValue(try place.element().format.mSampleRate) },
      set: { (place, value) throws(StatusError) in
        var format = try place.element().format
        format.mSampleRate = try value.unitValue()
        try place.unit.setFormat(format, place.part)
      }),
    kAudioUnitProperty_ElementCount: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output)
        return PropertyValue(UInt32(place.unit.elementCount(place.part.scope)))
      },
      canSet: { place in
        let kind = place.unit.kind
        switch place.part.scope {
        case kAudioUnitScope_Input: return kind.mostInputs > kind.inputCount
        case kAudioUnitScope_Output: return kind.mostOutputs > kind.outputCount
        default: return false
        }
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Input, kAudioUnitScope_Output)
        try place.unit.setElementCount(Int(try value.unitValue(UInt32.self)), place.part)
      }),
    kAudioUnitProperty_SupportedNumChannels: .init { place in
      place.unit.channelInfo.map { PropertyValue(list: $0) }
    },
  ]

  // MARK: Sources

  private static let sources: [AudioUnitPropertyID: Table.Property] = [
    kAudioUnitProperty_SetRenderCallback: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        let callback = try unsafe value.unitValue(AURenderCallbackStruct.self)
        try unsafe place.unit.setSource(UnitSource(callback), place.inputPart)
      }),
    kAudioUnitProperty_MakeConnection: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        let connection = try unsafe value.unitValue(AudioUnitConnection.self)
        let part = unsafe UnitPart(kAudioUnitScope_Input, connection.destInputNumber)
        try unsafe place.unit.connect(
          UInt(bitPattern: connection.sourceAudioUnit),
          Int(connection.sourceOutputNumber), to: part)
      }),
  ]

  // MARK: Rendering

  private static let rendering: [AudioUnitPropertyID: Table.Property] = [
    kAudioUnitProperty_MaximumFramesPerSlice: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(UInt32(place.unit.settings.withLock { $0.mostFrames }))
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try place.unit.setMostFrames(Int(try value.unitValue(UInt32.self)))
      }),
    kAudioUnitProperty_Latency: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      return PropertyValue(place.unit.latency)
    },
    kAudioUnitProperty_TailTime: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      return PropertyValue(place.unit.tail)
    },
    kAudioUnitProperty_LastRenderError: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      return PropertyValue(place.unit.lastError.exchange(0, ordering: .relaxed))
    }.sized { _ in MemoryLayout<OSStatus>.size },
    kAudioUnitProperty_LastRenderSampleTime: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      return PropertyValue(Double(bitPattern: place.unit.lastTime.load(ordering: .relaxed)))
    },
  ]

  // MARK: Parameters

  private static let parameters: [AudioUnitPropertyID: Table.Property] = [
    kAudioUnitProperty_ParameterList: .init { place in
      PropertyValue(
        list: place.unit.parameters.all.filter { $0.scope == place.part.scope }.map(\.identifier))
    },
    kAudioUnitProperty_ParameterInfo: .init { (place) throws(StatusError) in
      let identifier = AudioUnitParameterID(place.part.element)
      guard let index = place.unit.parameters.index(identifier, place.part.scope) else {
        throw StatusError(kAudioUnitErr_InvalidParameter)
      }
      return place.unit.parameters.all[index].info(at: place.unit.sampleRate)
    },
  ]
}

extension UnitPlace {
  /// The input of a property that programs also set in the global scope.
  var inputPart: UnitPart {
    var part = part
    if part.scope == kAudioUnitScope_Global { part.scope = kAudioUnitScope_Input }
    return part
  }
}

extension SettingValue {
  /// The value as a C structure.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the value is too small.
  func unitValue<Value: BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(StatusError) -> Value {
    guard byteCount >= MemoryLayout<Value>.size else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    // Safe: the client provides as many bytes as it states.
    return unsafe memory.loadUnaligned(as: Value.self)
  }
}

extension UnitSource {
  /// The source for a client's function.
  init(_ callback: AURenderCallbackStruct) {
    if let proc = unsafe callback.inputProc {
      self = .callback(unsafe RenderNotification(proc, callback.inputProcRefCon))
    } else {
      self = .empty
    }
  }
}
