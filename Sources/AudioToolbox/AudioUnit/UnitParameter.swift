internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A parameter of a unit.
struct UnitParameter: Sendable {
  var identifier: AudioUnitParameterID
  var scope: AudioUnitScope
  var name: String
  var unit: AudioUnitParameterUnit
  var range: ClosedRange<Float>
  var initial: Float
  /// Whether the value is a measurement.
  var isMeter = false
  /// Further characteristics.
  var display: AudioUnitParameterOptions = []
  /// The elements, if they are not the inputs or outputs.
  var elements: ParameterElements?

  init(
    _ identifier: AudioUnitParameterID, _ name: String, _ unit: AudioUnitParameterUnit,
    _ range: ClosedRange<Float>, _ initial: Float
  ) {
    self.identifier = identifier
    self.name = name
    self.unit = unit
    self.range = range
    self.initial = initial
    scope = kAudioUnitScope_Global
  }

  /// The same parameter in another scope.
  func of(_ scope: AudioUnitScope) -> UnitParameter {
    var parameter = self
    parameter.scope = scope
    return parameter
  }

  /// The same parameter with further characteristics.
  func shown(_ display: AudioUnitParameterOptions) -> UnitParameter {
    var parameter = self
    parameter.display = display
    return parameter
  }

  /// The same parameter as a measurement.
  var metered: UnitParameter {
    var parameter = self
    parameter.isMeter = true
    return parameter
  }

  /// The same parameter for other elements than the inputs or outputs.
  func with(_ elements: ParameterElements) -> UnitParameter {
    var parameter = self
    parameter.elements = elements
    return parameter
  }

  /// The upper bound that stands for half of the sample rate.
  static let halfRate = Float.infinity
  /// The upper bound that stands for the sample rate.
  static let fullRate = Float.greatestFiniteMagnitude

  /// The highest value at a sample rate.
  func highest(at sampleRate: Double) -> Float {
    switch range.upperBound {
    case Self.halfRate: max(range.lowerBound, Float(sampleRate / 2))
    case Self.fullRate: max(range.lowerBound, Float(sampleRate))
    default: range.upperBound
    }
  }

  /// Limits a value to the range.
  ///
  /// - Throws: `kAudioUnitErr_InvalidParameterValue` if the value is not a number;
  ///   `kAudioUnitErr_InvalidParameter` if the parameter is a measurement.
  func limited(_ value: Float, at sampleRate: Double) throws(StatusError) -> Float {
    guard !value.isNaN else { throw StatusError(kAudioUnitErr_InvalidParameterValue) }
    guard !isMeter else { throw StatusError(kAudioUnitErr_InvalidParameter) }
    return max(range.lowerBound, min(value, highest(at: sampleRate)))
  }

  /// The parameter as Apple's structure, with a name that the client owns.
  func info(at sampleRate: Double) -> PropertyValue {
    var info = unsafe AudioUnitParameterInfo()
    // Safe: only plain members are set; the name follows below.
    unsafe withUnsafeMutableBytes(of: &info.name) { room in
      let bytes = Array(name.utf8.prefix(room.count - 1))
      unsafe room.copyBytes(from: bytes)
    }
    unsafe info.unit = unit
    unsafe (info.minValue, info.maxValue) = (range.lowerBound, highest(at: sampleRate))
    unsafe info.defaultValue = initial
    unsafe info.flags = display.union([
      .flag_IsReadable, .flag_HasCFNameString, .flag_CFNameRelease,
      isMeter ? .flag_MeterReadOnly : .flag_IsWritable,
    ])
    let offset = unsafe MemoryLayout<AudioUnitParameterInfo>.offset(of: \.__cfNameString) ?? 72
    // Safe: the bytes are copied while the structure is alive.
    let bytes = unsafe withUnsafeBytes(of: info) { unsafe Array($0) }
    return .structure(bytes, objects: [(offset, name as NSString)])
  }
}

/// The elements of a parameter that are not inputs or outputs, such as channels.
struct ParameterElements: Sendable {
  /// The maximum number of elements.
  var mostElements: Int
  /// The place of an element's value, less than ``mostElements``; `nil` if no unit has the element.
  var place: @Sendable (AudioUnitElement) -> Int?
  /// The element at a place.
  var element: @Sendable (Int) -> AudioUnitElement
}

/// The values of a unit's parameters, which any thread reads and changes without a lock.
final class UnitParameters: Sendable {
  private final class Value: Sendable {
    let bits: Atomic<UInt32>
    init(_ value: Float) { bits = Atomic(value.bitPattern) }
  }

  let all: [UnitParameter]
  /// The values at the places of all elements, for each parameter.
  private let values: [[Value]]

  /// Makes the values.
  ///
  /// - Parameters:
  ///   - parameters: The parameters.
  ///   - mostElements: The maximum number of inputs or outputs; the global scope has one element.
  init(_ parameters: [UnitParameter], mostElements: Int) {
    all = parameters
    values = parameters.map { parameter in
      let usual = parameter.scope == kAudioUnitScope_Global ? 1 : mostElements
      return (0..<(parameter.elements?.mostElements ?? usual)).map { _ in
        Value(parameter.initial)
      }
    }
  }

  /// The index of a parameter.
  func index(_ identifier: AudioUnitParameterID, _ scope: AudioUnitScope) -> Int? {
    var index = 0
    while index < all.count {
      if all[index].identifier == identifier, all[index].scope == scope { return index }
      index += 1
    }
    return nil
  }

  /// A value, by the index of its parameter and the place of its element.
  ///
  /// The place is the number of an input or output, unless the parameter has other elements.
  subscript(index: Int, element: Int) -> Float {
    get { Float(bitPattern: values[index][element].bits.load(ordering: .relaxed)) }
    set { values[index][element].bits.store(newValue.bitPattern, ordering: .relaxed) }
  }
}
