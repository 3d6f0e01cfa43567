public import AudioToolbox
public import Foundation

/// The object of an audio unit.
///
/// A program makes its own unit with a subclass that overrides `outputBusses` and
/// `internalRenderBlock`, and for an effect also `inputBusses`. After
/// ``registerSubclass(_:as:name:version:)``, `AVAudioUnit`, audio graphs, and the functions of
/// version 2 find the unit by its description.
open class AUAudioUnit: NSObject, _KeyValueCodingAndObserving {
  /// The description of the component.
  public let componentDescription: AudioComponentDescription
  /// The unit of version 2 that renders, unless a subclass does.
  private(set) var bridge: UnitBridge?
  let (events, renderObservers) = (ScheduledEvents(), RenderObservers())
  let properties = ObservedProperties()
  private var state = UnitState()

  /// Makes the object of a component.
  ///
  /// A subclass calls it with the description that its own initializer gets.
  ///
  /// - Parameters:
  ///   - componentDescription: The first matching component renders, unless a subclass does.
  ///   - options: Not used: the unit runs in this process.
  /// - Throws: An error if the component does not exist, or makes no unit.
  public init(
    componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) throws {
    self.componentDescription = componentDescription
    super.init()
    if type(of: self) == AUAudioUnit.self { attach(try UnitBridge(componentDescription)) }
  }

  /// Makes an object of the class that ``make(_:_:)`` selects.
  ///
  /// The compiler must not know the class here, so the function is not inlined.
  @inline(never)
  convenience init(registered description: AudioComponentDescription) throws {
    try self.init(componentDescription: description, options: [])
  }

  /// Lets a unit of version 2 render.
  func attach(_ bridge: UnitBridge) {
    self.bridge = bridge
    state.inputs = bridge.makeBusses(.input, self)
    state.outputs = bridge.makeBusses(.output, self)
  }

  /// Makes the object of a component.
  ///
  /// - Parameters:
  ///   - componentDescription: The description. The first component that matches it is used.
  ///   - options: Not used: the unit runs in this process.
  ///   - completionHandler: Called once, on any thread, with the object or an error.
  open class func instantiate(
    with componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = [],
    completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do {
        completionHandler(try makeObject(componentDescription), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  // MARK: The component

  /// The name of the component: the maker, a colon, and the name of the unit.
  open var componentName: String? { unsafe name(of: component) }
  /// The name of the unit, without that of the maker.
  open var audioUnitName: String? { componentName.map { Self.split($0).unit } }
  /// The name of the maker.
  open var manufacturerName: String? { componentName.flatMap { Self.split($0).maker } }
  /// A short name of the unit, or `nil`; units of this library have none.
  open var audioUnitShortName: String? { nil }
  /// The version of the component, with the major number in the upper half.
  open var componentVersion: UInt32 { unsafe version(of: component) }

  // MARK: For subclasses to override
  /// The inputs; none by default.
  open var inputBusses: AUAudioUnitBusArray { array(.input, \.inputs) }
  /// The outputs; none by default.
  open var outputBusses: AUAudioUnitBusArray { array(.output, \.outputs) }

  private func array(
    _ type: AUAudioUnitBusType, _ path: WritableKeyPath<UnitState, AUAudioUnitBusArray?>
  ) -> AUAudioUnitBusArray {
    if let array = state[keyPath: path] { return array }
    let array = AUAudioUnitBusArray(audioUnit: self, busType: type)
    state[keyPath: path] = array
    return array
  }

  /// The closure that renders; it must not refer to the object itself.
  open var internalRenderBlock: AUInternalRenderBlock {
    guard let bridge else { return { _, _, _, _, _, _, _ in kAudio_UnimplementedError } }
    return { flags, time, count, bus, list, _, pull in
      unsafe bridge.render(UnitBridge.Call(flags, time, count, bus), list, pull)
    }
  }

  /// The parameters, which a subclass sets in its initializer.
  open var parameterTree: AUParameterTree? {
    get {
      properties.note(\AUAudioUnit.parameterTree)
      return state.tree ?? bridge?.tree
    }
    set { properties.report(\AUAudioUnit.parameterTree) { state.tree = newValue } }
  }

  /// The most frames of a call that renders; 512 by default.
  open var maximumFramesToRender: AUAudioFrameCount {
    get { bridge?.mostFrames ?? state.mostFrames }
    set {
      state.mostFrames = newValue
      bridge?.mostFrames = newValue
    }
  }

  /// Allocates the memory for rendering; a subclass calls it before it allocates its own memory.
  ///
  /// - Throws: An error if the formats are incompatible.
  open func allocateRenderResources() throws {
    try bridge?.allocate()
    setRenderResourcesAllocated(true)
  }

  /// Frees the memory for rendering; a subclass calls it after it has freed its own memory.
  open func deallocateRenderResources() {
    bridge?.deallocate()
    setRenderResourcesAllocated(false)
  }

  /// Stores whether the unit has allocated its memory for rendering.
  open func setRenderResourcesAllocated(_ flag: Bool) { state.isAllocated = flag }
  /// Whether the unit has allocated its memory for rendering.
  open var renderResourcesAllocated: Bool { bridge?.isAllocated ?? state.isAllocated }

  /// Clears the sound that the unit keeps.
  open func reset() { bridge?.reset() }

  /// Whether a bus can have a format; a subclass can refuse it.
  open func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { true }

  /// Seconds from an input frame to its output; 0 by default.
  open var latency: TimeInterval { bridge?.latency ?? 0 }
  /// Seconds of sound after the end of the input; 0 by default.
  open var tailTime: TimeInterval { bridge?.tail ?? 0 }

  /// The quality from 0 to 127, by which a subclass can choose its algorithm; 127 by default.
  open var renderQuality: Int {
    get { state.quality }
    set { state.quality = newValue }
  }

  /// Whether frames pass unchanged; a subclass reads it.
  open var shouldBypassEffect: Bool {
    get {
      properties.note(\AUAudioUnit.shouldBypassEffect)
      return bridge?.isBypassed ?? state.isBypassed
    }
    set {
      properties.report(\AUAudioUnit.shouldBypassEffect) {
        state.isBypassed = newValue
        bridge?.isBypassed = newValue
      }
    }
  }

  /// Whether the unit can write its output into the memory of its input; `false` by default.
  open var canProcessInPlace: Bool { false }

  /// Whether the host renders faster or slower than in real time; a subclass reads it.
  open var isRenderingOffline: Bool {
    get { state.isOffline }
    set { state.isOffline = newValue }
  }

  /// The supported pairs of input and output channels, or `nil` for any; -1 is any number.
  open var channelCapabilities: [NSNumber]? { bridge?.channelCapabilities }

  /// The channels of the device that the unit uses, or `nil`; a subclass reads it.
  open var channelMap: [NSNumber]? {
    get { state.channelMap }
    set { state.channelMap = newValue }
  }

  /// The name that the host has for the unit, such as that of its track.
  open var contextName: String? {
    get { state.contextName }
    set { state.contextName = newValue }
  }

  /// Returns the tempo and the position in the music; the host sets it.
  open var musicalContextBlock: AUHostMusicalContextBlock? {
    get { unsafe state.musicalContext }
    set { unsafe state.musicalContext = newValue }
  }

  /// Returns whether the host plays or records; the host sets it.
  open var transportStateBlock: AUHostTransportStateBlock? {
    get { unsafe state.transport }
    set { unsafe state.transport = newValue }
  }

  /// Receives the MIDI messages of the unit; the host sets it.
  open var midiOutputEventBlock: AUMIDIOutputEventBlock? {
    get { unsafe state.messages }
    set { unsafe state.messages = newValue }
  }

  /// The bytes of messages that the host expects in a call; 0 if unknown.
  open var midiOutputBufferSizeHint: Int {
    get { state.messageBytes }
    set { state.messageBytes = newValue }
  }

  /// The closure with which a host schedules MIDI messages, from any thread, or `nil`.
  ///
  /// 512 events can wait; further ones are lost, and also messages of more than 267 bytes.
  open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { unsafe messageBlock }

  /// The names of the outputs for MIDI messages; none by default.
  open var midiOutputNames: [String] { [] }

  /// The number of virtual cables for MIDI messages: 1 for instruments and music effects.
  open var virtualMIDICableCount: Int { isMusicDeviceOrEffect ? 1 : 0 }

  /// Whether the unit plays MIDI messages, or an effect follows them.
  open var isMusicDeviceOrEffect: Bool {
    [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect]
      .contains(componentDescription.componentType)
  }

  /// Whether the unit supports MIDI Polyphonic Expression; `false` by default.
  open var supportsMPE: Bool { false }
  /// Whether the unit has a view; `false` by default.
  open var providesUserInterface: Bool { false }

  /// Returns the addresses of the most important parameters: by default, the first ones.
  open func parametersForOverview(withCount count: Int) -> [NSNumber] {
    (parameterTree?.allParameters ?? []).prefix(max(0, count))
      .map { NSNumber(value: $0.address) }
  }

  // MARK: Settings

  /// All settings as a property list: by default, the values of the parameters.
  open var fullState: [String: Any]? {
    get { bridge?.savedState ?? savedState }
    set { restore(newValue) }
  }

  /// All settings for a document; by default, ``fullState``.
  open var fullStateForDocument: [String: Any]? {
    get { fullState }
    set { fullState = newValue }
  }

  /// The unit's own presets, or `nil`.
  open var factoryPresets: [AUAudioUnitPreset]? { bridge?.factoryPresets }

  /// Whether ``saveUserPreset(_:)`` stores presets; `false` by default.
  open var supportsUserPresets: Bool { false }
  /// The presets that a user has stored; none by default.
  open var userPresets: [AUAudioUnitPreset] { [] }

  /// Stores the settings as a preset of the user; a subclass that supports it overrides this.
  ///
  /// - Throws: `kAudio_UnimplementedError`.
  open func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws { throw Self.noPresets }

  /// Deletes a preset of the user; a subclass that supports it overrides this.
  ///
  /// - Throws: `kAudio_UnimplementedError`.
  open func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws { throw Self.noPresets }

  /// Returns the settings of a preset of the user; a subclass that supports it overrides this.
  ///
  /// - Throws: `kAudio_UnimplementedError`.
  open func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
    throw Self.noPresets
  }

  /// The preset that was chosen last, or `nil`.
  ///
  /// A subclass follows the change by overriding the property.
  open var currentPreset: AUAudioUnitPreset? {
    get { state.preset ?? bridge?.currentPreset }
    set {
      state.preset = newValue
      if let newValue { bridge?.choose(newValue) }
    }
  }
}
