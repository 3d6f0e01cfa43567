internal import AudioGraph
internal import Foundation

/// A node that changes sound.
///
/// Its input and its output have the same format. The volume and the pan of the node before the
/// unit apply at the mixer after the unit.
// Unchecked, like its superclass.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
  /// The number of input buses.
  open override var numberOfInputs: Int { 1 }
}

/// A node that changes sound frame by frame.
// Unchecked, like its superclass.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
  private let effect: any EffectSettings

  init(_ core: GraphNode, _ effect: any EffectSettings) {
    self.effect = effect
    super.init(core)
  }

  /// Whether frames pass unchanged.
  open var bypass: Bool {
    get { effect.isBypassed }
    set { effect.isBypassed = newValue }
  }

  /// Drops the sound that the effect holds.
  open override func reset() { effect.reset() }
}
