/// The settings that all effects have.
package protocol EffectSettings: AnyObject, Sendable {
  /// Whether frames pass unchanged.
  var isBypassed: Bool { get set }
  /// Drops the sound that the effect holds.
  func reset()
}
