public import AudioToolbox
public import Foundation

/// An input or output of an ``AUAudioUnit``.
open class AUAudioUnitBus: NSObject {
  /// The bus of a unit of version 2; `nil` for a bus of a subclass.
  private let part: BridgedPart?
  private var ownFormat: AVAudioFormat
  weak var array: AUAudioUnitBusArray?

  /// Whether the bus is in use; `false` by default for buses of a unit of version 2.
  open var isEnabled = true
  /// The name for users.
  open var name: String?
  /// Whether the unit provides memory if the host provides none; `true` by default.
  open var shouldAllocateBuffer = true
  /// The supported numbers of channels, or `nil` for any.
  open var supportedChannelCounts: [NSNumber]?
  /// The most channels; 64 by default.
  open var maximumChannelCount: AUAudioChannelCount = 64
  /// Seconds between the unit and the loudspeaker or the microphone, as the host states them.
  open var contextPresentationLatency: TimeInterval = 0

  /// Makes a bus.
  ///
  /// - Parameter format: The format, which must be linear PCM.
  /// - Throws: `kAudioUnitErr_FormatNotSupported` for another format.
  public init(format: AVAudioFormat) throws {
    guard format.commonFormat != .otherFormat else {
      throw NSError.audio(kAudioUnitErr_FormatNotSupported, "AUAudioUnitBus(format:)")
    }
    (ownFormat, part) = (format, nil)
    super.init()
  }

  init(_ part: BridgedPart) {
    (ownFormat, self.part) = (EngineFormats.unattached, part)
    super.init()
  }

  /// The format.
  open var format: AVAudioFormat { part?.format ?? ownFormat }

  /// Changes the format, while the unit has no memory for rendering.
  ///
  /// - Throws: `kAudioUnitErr_Initialized` while the unit has such memory;
  ///   `kAudioUnitErr_FormatNotSupported` if the unit or the bus does not support the format.
  open func setFormat(_ format: AVAudioFormat) throws {
    let call = "AUAudioUnitBus.setFormat(_:)"
    if let part { return try check(part.set(format), call) }
    let owner = array?.owner
    guard owner?.renderResourcesAllocated != true else {
      throw NSError.audio(kAudioUnitErr_Initialized, call)
    }
    let channels = format.channelCount
    guard format.commonFormat != .otherFormat, channels <= maximumChannelCount,
      supportedChannelCounts.map({ $0.contains { $0.uint32Value == channels } }) ?? true,
      owner?.shouldChange(to: format, for: self) ?? true
    else { throw NSError.audio(kAudioUnitErr_FormatNotSupported, call) }
    ownFormat = format
  }

  /// The number of the bus; 0 if no array has it.
  open var index: Int { array?.index(of: self) ?? 0 }

  /// The side of the bus; an input if no array has it.
  open var busType: AUAudioUnitBusType { array?.busType ?? .input }

  /// The unit of the bus, which must be in an array.
  open var ownerAudioUnit: AUAudioUnit {
    guard let owner = array?.owner else {
      preconditionFailure(
        "AUAudioUnitBus.ownerAudioUnit: the bus has no array, or the unit no longer exists")
    }
    return owner
  }

  /// The supported channel layouts, or `nil` for any.
  open var supportedChannelLayoutTags: [NSNumber]? { nil }
}

/// The inputs or outputs of an ``AUAudioUnit``.
open class AUAudioUnitBusArray: NSObject {
  private(set) weak var owner: AUAudioUnit?
  /// Whether the array has inputs or outputs.
  public let busType: AUAudioUnitBusType
  private var busses: [AUAudioUnitBus]

  /// Makes an array.
  ///
  /// - Parameters:
  ///   - owner: The unit of the buses, which the array does not keep.
  ///   - busType: The side of the buses.
  ///   - busArray: The buses.
  public init(
    audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses busArray: [AUAudioUnitBus]
  ) {
    (self.owner, self.busType, busses) = (owner, busType, busArray)
    super.init()
    for bus in busArray { bus.array = self }
  }

  /// Makes an empty array.
  public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
    self.init(audioUnit: owner, busType: busType, busses: [])
  }

  /// The number of buses.
  open var count: Int { busses.count }

  /// Whether ``setBusCount(_:)`` can change the number of buses: always `false`.
  open var isCountChangeable: Bool { false }

  /// Changes the number of buses; a subclass that supports it overrides this function.
  ///
  /// - Throws: `kAudioUnitErr_PropertyNotWritable` unless the array has this number of buses.
  open func setBusCount(_ count: Int) throws {
    guard count == self.count else {
      throw NSError.audio(kAudioUnitErr_PropertyNotWritable, "AUAudioUnitBusArray.setBusCount(_:)")
    }
  }

  /// The unit of the buses.
  open var ownerAudioUnit: AUAudioUnit {
    guard let owner else {
      preconditionFailure("AUAudioUnitBusArray.ownerAudioUnit: the unit no longer exists")
    }
    return owner
  }

  /// The bus with a number.
  open subscript(index: Int) -> AUAudioUnitBus { busses[index] }

  /// Replaces all buses.
  open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
    for bus in busses { bus.array = nil }
    busses = busArray
    for bus in busArray { bus.array = self }
  }

  func index(of bus: AUAudioUnitBus) -> Int? { busses.firstIndex { $0 === bus } }

  /// The formats of all buses.
  var formats: [AVAudioFormat] { busses.map(\.format) }

  /// Changes formats that differ.
  func set(_ formats: [AVAudioFormat]) throws {
    for (bus, format) in zip(busses, formats) where bus.format != format {
      try bus.setFormat(format)
    }
  }
}
