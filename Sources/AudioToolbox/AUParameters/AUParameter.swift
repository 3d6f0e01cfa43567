public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// A parameter of an audio unit's object.
// Unchecked, like its superclass.
open class AUParameter: AUParameterNode, @unchecked Sendable {
  /// The lowest value.
  public let minValue: AUValue
  /// The highest value.
  public let maxValue: AUValue
  /// The unit of the value.
  public let unit: AudioUnitParameterUnit
  /// The client's name of the unit, or the short form of a standard unit; otherwise, `nil`.
  public let unitName: String?
  /// The characteristics of the parameter.
  public let flags: AudioUnitParameterOptions
  /// The number of the parameter, which no other parameter of the tree has.
  public let address: AUParameterAddress
  /// The names of the values of a list, from 0.
  public let valueStrings: [String]?
  /// The addresses of parameters that may have other values after a change of this one.
  public let dependentParameters: [NSNumber]?
  private let bits: Atomic<UInt32>

  init(
    identifier: String, displayName: String, address: AUParameterAddress,
    _ facts: ParameterFacts
  ) {
    self.address = address
    (minValue, maxValue) = (facts.minValue, facts.maxValue)
    (unit, flags) = (facts.unit, facts.flags)
    unitName = facts.unitName ?? facts.unit.shortName
    valueStrings = facts.valueStrings
    dependentParameters = facts.dependentParameters
    bits = Atomic(max(0, facts.minValue).bitPattern)
    super.init(identifier: identifier, displayName: displayName)
  }

  /// The value that the parameter itself holds.
  var storedValue: AUValue {
    get { Float(bitPattern: bits.load(ordering: .relaxed)) }
    set { bits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// The characteristics that a copy of the parameter needs.
  var facts: ParameterFacts {
    ParameterFacts(
      minValue: minValue, maxValue: maxValue, unit: unit, unitName: unitName, flags: flags,
      valueStrings: valueStrings, dependentParameters: dependentParameters)
  }

  /// The value; if the audio unit has an `implementorValueProvider`, the getter calls it.
  ///
  /// The setter passes a new value to the audio unit at once, and to all observers soon after. It
  /// does not limit the value to the range of the parameter. A program can also observe the value
  /// by its key path: `parameter.observe(\.value) { parameter, _ in … }`.
  open var value: AUValue {
    get {
      properties.note(\AUParameter.value)
      guard let provider = callback({ $0.valueProvider }) else { return storedValue }
      let value = provider(self)
      storedValue = value
      return value
    }
    set { unsafe setValue(newValue, originator: nil) }
  }

  /// Changes the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - originator: The token of an observer that does not receive the change, or `nil`.
  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
    unsafe setValue(value, originator: originator, atHostTime: AudioGetCurrentHostTime())
  }

  /// Changes the value, and states the time of the user's gesture.
  open func setValue(
    _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64
  ) {
    unsafe setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
  }

  /// Changes the value, and states the time and the part of the user's gesture.
  ///
  /// The value also changes if `eventType` states the begin or the end of the gesture.
  open func setValue(
    _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
    eventType: AUParameterAutomationEventType
  ) {
    properties.report(\AUParameter.value) {
      storedValue = value
      callback { $0.valueObserver }?(self, value)
    }
    report(
      NodeChange(address: address, value: value, hostTime: hostTime, type: eventType),
      except: UInt(bitPattern: originator))
  }

  /// Takes a value that the audio unit already has, and reports it.
  package func follow(_ value: AUValue) {
    properties.report(\AUParameter.value) { storedValue = value }
    report(
      NodeChange(
        address: address, value: value, hostTime: AudioGetCurrentHostTime(), type: .value),
      except: 0)
  }

  // MARK: Text

  /// Returns a value as text.
  ///
  /// - Parameter value: The value, or `nil` for the present value.
  /// - Returns: The name of the value, or the number with two decimals; "On" or "Off" for a Boolean
  ///   parameter.
  open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
    guard let callback = unsafe callback({ unsafe $0.string }) else {
      return unsafe usualString(value?.pointee)
    }
    return unsafe callback(self, value)
  }

  /// Returns the value of a text; 0 if the text is not a number.
  open func value(from string: String) -> AUValue {
    guard let callback = callback({ $0.value }) else { return usualValue(string) }
    return callback(self, string)
  }

  func usualString(_ value: AUValue?) -> String {
    let value = value ?? self.value
    if let names = valueStrings, let index = Int(exactly: value.rounded()),
      names.indices.contains(index)
    {
      return names[index]
    }
    return unit == .boolean ? (value == 0 ? "Off" : "On") : String(format: "%.2f", value)
  }

  func usualValue(_ string: String) -> AUValue {
    if let index = valueStrings?.firstIndex(of: string) { return AUValue(index) }
    return (string as NSString).floatValue
  }
}

/// The characteristics of a parameter.
struct ParameterFacts {
  var minValue: AUValue
  var maxValue: AUValue
  var unit: AudioUnitParameterUnit
  var unitName: String?
  var flags: AudioUnitParameterOptions
  var valueStrings: [String]?
  var dependentParameters: [NSNumber]?
}

extension AudioUnitParameterUnit {
  /// The usual short form of the unit, if it has one.
  var shortName: String? {
    switch self {
    case .percent: "%"
    case .seconds: "secs"
    case .milliseconds: "ms"
    case .hertz: "Hz"
    case .cents: "Cents"
    case .decibels: "dB"
    case .degrees: "Degrees"
    case .meters: "m"
    case .octaves: "Octaves"
    case .BPM: "BPM"
    default: nil
    }
  }
}
