internal import AudioGraph
internal import Foundation

/// A node that mixes any number of inputs, each with its own rate and channels.
// Unchecked, like its superclass.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  private let mixer: Mixer

  /// Makes a mixer.
  public init() {
    let mixer = Mixer()
    self.mixer = mixer
    super.init(GraphNode(mixer, mixesInputs: true))
  }

  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings(output: [
      kMultiChannelMixerParam_Volume: NodeBindings.setting(
        mixer, { $0.volume }, { $0.volume = $1 })
    ])
  }

  /// The volume of the output; 1 by default.
  open var outputVolume: Float {
    get { mixer.volume }
    set { mixer.volume = newValue }
  }

  /// The lowest input bus without a connection.
  open var nextAvailableInputBus: AVAudioNodeBus { engine?.freeInputBus(of: self) ?? 0 }

  /// The number of input buses, which grows with the connections.
  open override var numberOfInputs: Int { max(8, engine?.inputCount(of: self) ?? 0) }
}
