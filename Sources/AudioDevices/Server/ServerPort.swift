/// A place of a device where something is plugged in.
package struct ServerPort: Equatable, Sendable {
  /// What it leads to.
  package enum Kind: Equatable, Sendable {
    case speaker, headphones, headset, microphone, line, receiver, hdmi, usb, bluetooth, handsFree
    case car
    case unknown
  }

  package var name: String
  package var title: String
  package var kind: Kind
  /// Whether it is known that nothing is plugged in.
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
