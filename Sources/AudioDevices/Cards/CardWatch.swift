/// Watches the sound cards, for as long as the object lives.
package protocol CardWatch: AnyObject, Sendable {
  /// The devices of the cards at the last change.
  var snapshot: ServerSnapshot { get }
}
