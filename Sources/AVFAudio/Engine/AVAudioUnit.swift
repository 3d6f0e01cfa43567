internal import AudioGraph
public import AudioToolbox
public import Foundation
internal import Synchronization

/// A node that changes or makes sound.
///
/// The input and the output of an effect have the same format. The volume and the pan of the node
/// before an effect apply at the mixer after the effect. Each bus of a mixer has its own channels;
/// the parameters of its ``audioUnit`` set the levels.
// Unchecked, like its superclass.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
  /// The audio unit that renders, unless the node has a processor of its own.
  let hosted: HostedUnit?

  init(_ core: GraphNode, hosted: HostedUnit? = nil) {
    self.hosted = hosted
    super.init(core)
  }

  /// The error status if the node cannot render, otherwise 0.
  var failure: OSStatus { hosted?.failure ?? noErr }

  /// The number of input buses.
  open override var numberOfInputs: Int {
    guard let hosted else { return 1 }
    return hosted.hasBuses ? hosted.busCount(kAudioUnitScope_Input) : hosted.hasInput ? 1 : 0
  }

  /// The number of output buses.
  open override var numberOfOutputs: Int {
    guard let hosted, hosted.hasBuses else { return 1 }
    return hosted.busCount(kAudioUnitScope_Output)
  }

  override func hasInput(_ bus: AVAudioNodeBus) -> Bool { (0..<numberOfInputs).contains(bus) }
  override var passesMixing: Bool { hosted?.hasBuses != true }

  /// The delay between input and output, in seconds.
  open override var latency: TimeInterval { hosted?.latency ?? 0 }

  // MARK: The component

  /// The description of the component.
  open var audioComponentDescription: AudioComponentDescription {
    if let hosted { return hosted.description }
    return AudioComponentDescription(
      componentType: kind.type, componentSubType: kind.subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
  }

  /// The audio unit, for the functions of AudioToolbox.
  ///
  /// Only the engine renders the node: for nodes that were not made from a component description,
  /// such as `AVAudioUnitReverb()`, `AudioUnitInitialize` returns `kAudio_UnimplementedError`.
  open var audioUnit: AudioUnit { unsafe hosted?.unit ?? standIn.unit }

  private let knownStandIn = Mutex<StandInUnit?>(nil)

  /// The unit of version 2 that has the node's parameters.
  private var standIn: StandInUnit {
    if let known = knownStandIn.withLock({ $0 }) { return known }
    let made = StandInUnit(ownUnit, audioComponentDescription)
    return knownStandIn.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }

  /// The object of the unit: for a registered subclass of `AUAudioUnit`, an instance of it.
  open override var auAudioUnit: AUAudioUnit {
    guard let hosted, let object = try? hosted.object() else { return super.auAudioUnit }
    return object
  }

  private var described: AVAudioUnitComponent? {
    AVAudioUnitComponentManager.shared().components(matching: audioComponentDescription).first
  }

  /// The name of the component.
  open var name: String { described?.name ?? "" }
  /// The name of the component's maker.
  open var manufacturerName: String { described?.manufacturerName ?? "" }
  /// The version of the component.
  open var version: Int { described?.version ?? 0 }

  /// Reads the settings of the unit from a file, an `.aupreset`.
  ///
  /// - Parameter url: The file, a property list.
  /// - Throws: An error if the file cannot be read, is damaged, or has the settings of another
  ///   unit; also if a file to which the settings refer is missing.
  open func loadPreset(at url: URL) throws {
    let list = unsafe try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url), format: nil)
    let call = "AVAudioUnit.loadPreset(at:)"
    guard let settings = list as? [String: Any] else {
      throw NSError.audio(kAudioUnitErr_InvalidPropertyValue, call)
    }
    try check((try hosted?.object() ?? auAudioUnit).restoreState(settings), call)
  }

  // MARK: Making nodes

  /// Makes a node from a component.
  ///
  /// - Parameters:
  ///   - audioComponentDescription: An effect, a generator, a mixer, a converter, or an instrument.
  ///     The units that change the time become an `AVAudioUnitVarispeed` or `AVAudioUnitTimePitch`.
  ///     A mixer has as many buses as the property `kAudioUnitProperty_ElementCount` states.
  ///   - options: Not used: the unit runs in this process.
  ///   - completionHandler: Called once, on any thread, with the node or an error.
  open class func instantiate(
    with audioComponentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = [],
    completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do {
        completionHandler(try make(audioComponentDescription), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Makes a node from a component.
  open class func instantiate(
    with audioComponentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) async throws -> AVAudioUnit {
    try make(audioComponentDescription)
  }

  private class func makeConverter(_ description: AudioComponentDescription) -> AVAudioUnit? {
    switch description.componentSubType {
    case kAudioUnitSubType_Varispeed: return AVAudioUnitVarispeed()
    case kAudioUnitSubType_TimePitch, kAudioUnitSubType_NewTimePitch: return AVAudioUnitTimePitch()
    default:
      // Others may need another number of input frames.
      let isHosted =
        description.componentSubType == kAudioUnitSubType_AUConverter
        || HostedUnit.hasBuses(description)
      return isHosted ? host(description) : nil
    }
  }

  /// Makes a node of a unit without a class of its own.
  private class func host(_ description: AudioComponentDescription) -> AVAudioUnit {
    let hosted = HostedUnit(description, types: [description.componentType])
    return AVAudioUnit(hosted.makeNode(), hosted: hosted)
  }

  private class func make(_ description: AudioComponentDescription) throws -> AVAudioUnit {
    let components = AVAudioUnitComponentManager.shared().components(matching: description)
    let found = components.first?.audioComponentDescription ?? description
    let unit: AVAudioUnit? =
      switch found.componentType {
      case kAudioUnitType_Effect, kAudioUnitType_MusicEffect:
        AVAudioUnitEffect(audioComponentDescription: found)
      case kAudioUnitType_Generator: AVAudioUnitGenerator(audioComponentDescription: found)
      case kAudioUnitType_Mixer, kAudioUnitType_Panner: host(found)
      case kAudioUnitType_FormatConverter: makeConverter(found)
      case kAudioUnitType_MusicDevice: AVAudioUnitMIDIInstrument(audioComponentDescription: found)
      default: nil
      }
    guard !components.isEmpty, let unit, unit.failure == noErr else {
      throw NSError.audio(
        unit.map(\.failure).flatMap { $0 == noErr ? nil : $0 } ?? kAudioUnitErr_InvalidElement,
        "AVAudioUnit.instantiate: no component matches, or its unit cannot be initialized")
    }
    return unit
  }
}

/// A node that changes sound frame by frame.
// Unchecked, like its superclass.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
  private let effect: any EffectSettings

  init(_ core: GraphNode, _ effect: any EffectSettings) {
    self.effect = effect
    super.init(core)
  }

  /// Makes a node from an effect, also one that the client has registered.
  ///
  /// The engine throws at its start if the component does not exist, or refuses the format.
  ///
  /// - Parameter audioComponentDescription: The effect, of type `kAudioUnitType_Effect` or
  ///   `kAudioUnitType_MusicEffect`.
  public init(audioComponentDescription: AudioComponentDescription) {
    let hosted = HostedUnit(
      audioComponentDescription, types: [kAudioUnitType_Effect, kAudioUnitType_MusicEffect])
    effect = hosted
    super.init(hosted.makeNode(), hosted: hosted)
  }

  override var bypassesUnit: Bool? {
    get { effect.isBypassed }
    set { if let newValue { effect.isBypassed = newValue } }
  }

  /// Whether frames pass unchanged.
  open var bypass: Bool {
    get { effect.isBypassed }
    set { effect.isBypassed = newValue }
  }

  /// Drops the sound that the effect holds.
  open override func reset() { effect.reset() }
}

/// A node that makes sound with an audio unit.
// Unchecked, like its superclass.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
  /// Makes a node from a generator, also one that the client has registered.
  ///
  /// The engine throws at its start if the component does not exist, or refuses the format.
  ///
  /// - Parameter audioComponentDescription: The unit, of type `kAudioUnitType_Generator`.
  public init(audioComponentDescription: AudioComponentDescription) {
    let hosted = HostedUnit(audioComponentDescription, types: [kAudioUnitType_Generator])
    super.init(hosted.makeNode(), hosted: hosted)
  }

  /// Whether the unit makes no sound.
  open var bypass: Bool {
    get { hosted?.isBypassed ?? false }
    set { hosted?.isBypassed = newValue }
  }

  /// Starts the unit again.
  open override func reset() { hosted?.reset() }
}
