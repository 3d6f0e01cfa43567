/// A connector of a device.
package struct ServerPort: Equatable, Sendable {
  /// The hardware at a port.
  package enum Kind: Equatable, Sendable {
    case speaker, headphones, headset, microphone, line, receiver, hdmi, usb, bluetooth, handsFree
    case car
    case unknown
  }

  package var name: String
  package var title: String
  package var kind: Kind
  /// Whether the port is known to be empty.
  package var isUnplugged: Bool
  package var isActive: Bool

  package init(
    name: String, title: String, kind: Kind, isUnplugged: Bool = false, isActive: Bool = false
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.isUnplugged = isUnplugged
    self.isActive = isActive
  }
}
