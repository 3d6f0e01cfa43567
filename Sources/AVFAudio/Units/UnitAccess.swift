internal import AudioToolbox
internal import Foundation

/// The properties of a unit of version 2.
@safe struct UnitAccess {
  private let unit: AudioUnit

  init(_ unit: AudioUnit) {
    unsafe self.unit = unsafe unit
  }

  /// Sets a property.
  func set<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
    _ value: Value
  ) -> OSStatus {
    var value = value
    // Safe: the unit copies the value.
    return unsafe AudioUnitSetProperty(
      unit, property, scope, element, &value, UInt32(MemoryLayout<Value>.size))
  }

  /// Sets a property in the global scope.
  func set<Value: BitwiseCopyable>(_ property: AudioUnitPropertyID, _ value: Value) -> OSStatus {
    set(property, kAudioUnitScope_Global, 0, value)
  }

  /// Gets a property, or another value if the unit does not have it.
  func get<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
    _ other: Value
  ) -> Value {
    var value = other
    var size = UInt32(MemoryLayout<Value>.size)
    // Safe: the size limits what the unit writes.
    let status = unsafe AudioUnitGetProperty(unit, property, scope, element, &value, &size)
    return status == noErr ? value : other
  }

  /// Gets a property in the global scope, or another value if the unit does not have it.
  func get<Value: BitwiseCopyable>(_ property: AudioUnitPropertyID, _ other: Value) -> Value {
    get(property, kAudioUnitScope_Global, 0, other)
  }

  /// Gets a list of a scope, or `nil` if the unit does not have it.
  func list<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ initial: Value
  ) -> [Value]? {
    var size: UInt32 = 0
    let status = unsafe AudioUnitGetPropertyInfo(unit, property, scope, 0, &size, nil)
    guard status == noErr, size > 0 else { return nil }
    var values = Array(repeating: initial, count: Int(size) / MemoryLayout<Value>.stride)
    // Safe: the size limits what the unit writes.
    let result = unsafe AudioUnitGetProperty(unit, property, scope, 0, &values, &size)
    return result == noErr ? values : nil
  }
}

/// Makes the parameters of a unit of version 2.
enum UnitTree {
  /// Makes a tree whose values are those of the unit.
  static func make(_ unit: AudioUnit) -> AUParameterTree {
    let access = unsafe UnitAccess(unit)
    var nodes = unsafe parameters(unit, kAudioUnitScope_Global, 0)
    for (scope, name) in [
      (kAudioUnitScope_Input, "input"), (kAudioUnitScope_Output, "output"),
    ] {
      let count = access.get(kAudioUnitProperty_ElementCount, scope, 0, UInt32(0))
      for element in 0..<count {
        let children = unsafe parameters(unit, scope, element)
        guard !children.isEmpty else { continue }
        nodes.append(
          AUParameterTree.createGroup(
            withIdentifier: "\(name)\(element)", name: "\(name) \(element)", children: children))
      }
    }
    let tree = AUParameterTree.createTree(withChildren: nodes)
    let reference = UInt(bitPattern: unit)
    tree.implementorValueObserver = { parameter, value in
      // Safe: the functions check the reference, which is never dereferenced.
      guard let unit = unsafe AudioUnit(bitPattern: reference) else { return }
      _ = unsafe ParameterMirrors.set(parameter.address, of: unit, to: value)
    }
    tree.implementorValueProvider = { parameter in
      guard let unit = unsafe AudioUnit(bitPattern: reference) else { return 0 }
      return unsafe ParameterMirrors.value(parameter.address, of: unit)
    }
    return tree
  }

  private static func parameters(
    _ unit: AudioUnit, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> [AUParameterNode] {
    let access = unsafe UnitAccess(unit)
    let identifiers = access.list(kAudioUnitProperty_ParameterList, scope, UInt32(0)) ?? []
    return identifiers.compactMap { identifier in
      var value: AudioUnitParameterValue = 0
      // The unit does not have this parameter in this element.
      guard unsafe AudioUnitGetParameter(unit, identifier, scope, element, &value) == noErr else {
        return nil
      }
      let info = unsafe access.get(
        kAudioUnitProperty_ParameterInfo, scope, identifier, AudioUnitParameterInfo())
      // Safe: the name is the caller's if the flag says so.
      let name =
        unsafe info.flags.contains(.flag_CFNameRelease)
        ? info.cfNameString?.takeRetainedValue() : info.cfNameString?.takeUnretainedValue()
      return unsafe AUParameterTree.createParameter(
        withIdentifier: String(identifier), name: name as String? ?? "",
        address: AUParameterTree.address(identifier, scope, element), min: info.minValue,
        max: info.maxValue, unit: info.unit, unitName: nil, flags: info.flags,
        valueStrings: nil, dependentParameters: nil)
    }
  }
}
