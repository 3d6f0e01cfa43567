internal import CoreAudioTypes
internal import Foundation

/// A group of parameters of an audio unit's object.
// Unchecked, like its superclass.
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
  /// The parameters and groups in the group.
  public let children: [AUParameterNode]

  init(identifier: String, displayName: String, children: [AUParameterNode]) {
    self.children = children
    super.init(identifier: identifier, displayName: displayName)
    for child in children { child.parent = self }
  }

  /// The parameters of the group and of the groups in it, in their order.
  open var allParameters: [AUParameter] {
    children.flatMap { child -> [AUParameter] in
      if let parameter = child as? AUParameter { return [parameter] }
      return (child as? AUParameterGroup)?.allParameters ?? []
    }
  }

  /// Returns the child with an identifier, or `nil`.
  ///
  /// On Apple's systems, this is a function of Objective-C's key-value coding.
  open func value(forKey key: String) -> Any? { children.first { $0.identifier == key } }

  /// Returns the node with a key path, such as "filter.cutoff", or `nil`.
  open func value(forKeyPath keyPath: String) -> Any? {
    var node: AUParameterNode? = self
    for key in keyPath.split(separator: ".") {
      node = (node as? AUParameterGroup)?.value(forKey: String(key)) as? AUParameterNode
    }
    return node === self ? nil : node
  }
}
