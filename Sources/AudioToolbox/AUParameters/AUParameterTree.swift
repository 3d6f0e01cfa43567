public import CoreAudioTypes
public import Foundation

/// All parameters of an audio unit's object.
// Unchecked, like its superclass.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
  private let parameters: [AUParameterAddress: AUParameter]

  init(children: [AUParameterNode]) {
    let group = AUParameterGroup(identifier: "", displayName: "", children: children)
    parameters = Dictionary(group.allParameters.map { ($0.address, $0) }) { first, _ in first }
    super.init(identifier: "", displayName: "", children: children)
  }

  /// Returns the parameter with an address.
  open func parameter(withAddress address: AUParameterAddress) -> AUParameter? {
    parameters[address]
  }

  /// Returns the parameter of an audio unit of version 2.
  ///
  /// - Parameters:
  ///   - paramID: The parameter.
  ///   - scope: The scope.
  ///   - element: The input or output; 0 in the global scope.
  /// - Returns: The parameter, or `nil`.
  open func parameter(
    withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
  ) -> AUParameter? {
    parameters[Self.address(paramID, scope, element)]
  }

  /// The address of a parameter of version 2; in the global scope, the identifier.
  package static func address(
    _ identifier: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> AUParameterAddress {
    UInt64(scope & 0xFF) << 56 | UInt64(element & 0xFF_FFFF) << 32 | UInt64(identifier)
  }

  // MARK: Making trees

  /// Makes a parameter.
  ///
  /// - Parameters:
  ///   - identifier: The name for programs: letters, digits and underscores.
  ///   - name: The name for users.
  ///   - address: The number, which no other parameter of the tree has.
  ///   - min: The lowest value. The initial value is 0, or `min` if `min` is greater than 0.
  ///   - max: The highest value.
  ///   - unit: The unit of the value.
  ///   - unitName: The name of the unit, for a unit of the client.
  ///   - flags: The characteristics.
  ///   - valueStrings: The names of the values of a list.
  ///   - dependentParameters: The addresses of parameters that change with this one.
  /// - Returns: The parameter.
  open class func createParameter(
    withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue,
    max: AUValue, unit: AudioUnitParameterUnit, unitName: String?,
    flags: AudioUnitParameterOptions = [], valueStrings: [String]?,
    dependentParameters: [NSNumber]?
  ) -> AUParameter {
    AUParameter(
      identifier: identifier, displayName: name, address: address,
      ParameterFacts(
        minValue: min, maxValue: max, unit: unit, unitName: unitName, flags: flags,
        valueStrings: valueStrings, dependentParameters: dependentParameters))
  }

  /// Makes a group.
  open class func createGroup(
    withIdentifier identifier: String, name: String, children: [AUParameterNode]
  ) -> AUParameterGroup {
    AUParameterGroup(identifier: identifier, displayName: name, children: children)
  }

  /// Makes a template: a group whose copies
  /// ``createGroup(fromTemplate:identifier:name:addressOffset:)`` makes.
  open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
    AUParameterGroup(identifier: "", displayName: "", children: children)
  }

  /// Makes a group with copies of a template's nodes.
  ///
  /// - Parameters:
  ///   - templateGroup: The template.
  ///   - identifier: The name for programs.
  ///   - name: The name for users.
  ///   - addressOffset: The number to add to the addresses of the template's parameters.
  /// - Returns: The group.
  open class func createGroup(
    fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
    addressOffset: AUParameterAddress
  ) -> AUParameterGroup {
    AUParameterGroup(
      identifier: identifier, displayName: name,
      children: copies(of: templateGroup.children, addressOffset))
  }

  private static func copies(
    of nodes: [AUParameterNode], _ offset: AUParameterAddress
  ) -> [AUParameterNode] {
    nodes.map { node in
      if let parameter = node as? AUParameter {
        let copy = AUParameter(
          identifier: parameter.identifier, displayName: parameter.displayName,
          address: parameter.address &+ offset, parameter.facts)
        copy.storedValue = parameter.storedValue
        return copy
      }
      let children = (node as? AUParameterGroup)?.children ?? []
      return AUParameterGroup(
        identifier: node.identifier, displayName: node.displayName,
        children: copies(of: children, offset))
    }
  }

  /// Makes a tree.
  open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
    AUParameterTree(children: children)
  }
}
