internal import AudioToolbox
internal import Foundation

/// The `AUAudioUnit` of a node that was not made from a component, such as a mixer or a player.
///
/// It shows and changes the settings of the node. It cannot render: only the engine renders the
/// node.
final class NodeUnit: AUAudioUnit {
  private(set) weak var node: AVAudioNode?
  private let parameters: AUParameterTree?
  private var inputs: AUAudioUnitBusArray?
  private var outputs: AUAudioUnitBusArray?

  init(_ node: AVAudioNode, _ description: AudioComponentDescription) throws {
    self.node = node
    parameters = UnitTree.make(node.unitSettings, description)
    try super.init(componentDescription: description, options: [])
  }

  /// Makes the object of a node.
  static func make(_ node: AVAudioNode) -> AUAudioUnit {
    let description = AudioComponentDescription(
      componentType: node.kind.type, componentSubType: node.kind.subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    do {
      return try NodeUnit(node, description)
    } catch {
      preconditionFailure("AUAudioUnit.init: unexpected error: \(error)")
    }
  }

  override init(
    componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) throws {
    parameters = nil
    try super.init(componentDescription: componentDescription, options: options)
  }

  override var inputBusses: AUAudioUnitBusArray {
    inputs = busses(.input, inputs, node?.numberOfInputs ?? 0) { $0.inputFormat(forBus: $1) }
    return inputs ?? super.inputBusses
  }

  override var outputBusses: AUAudioUnitBusArray {
    outputs = busses(.output, outputs, node?.numberOfOutputs ?? 0) { $0.outputFormat(forBus: $1) }
    return outputs ?? super.outputBusses
  }

  /// The buses for the current formats of the node.
  private func busses(
    _ type: AUAudioUnitBusType, _ known: AUAudioUnitBusArray?, _ count: Int,
    _ format: (AVAudioNode, Int) -> AVAudioFormat
  ) -> AUAudioUnitBusArray? {
    guard let node else { return known }
    let formats = (0..<count).map { format(node, $0) }
    if let known, known.formats == formats { return known }
    let busses = formats.compactMap { try? AUAudioUnitBus(format: $0) }
    guard let known else {
      return AUAudioUnitBusArray(audioUnit: self, busType: type, busses: busses)
    }
    known.replaceBusses(busses)
    return known
  }

  override func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { false }

  override var parameterTree: AUParameterTree? {
    get { super.parameterTree ?? parameters }
    set { super.parameterTree = newValue }
  }

  override var shouldBypassEffect: Bool {
    get { node?.bypassesUnit ?? super.shouldBypassEffect }
    set {
      super.shouldBypassEffect = newValue
      node?.bypassesUnit = newValue
    }
  }

  override var latency: TimeInterval { node?.latency ?? 0 }

  override func reset() { node?.reset() }

  override var fullState: [String: Any]? {
    get { nodeState }
    set { if let newValue { _ = restoreState(newValue) } }
  }

  override var factoryPresets: [AUAudioUnitPreset]? {
    node?.presetNumber == nil ? nil : presets
  }

  override var currentPreset: AUAudioUnitPreset? {
    get { factoryPresets?.first { $0.number == node?.presetNumber } }
    set { if let newValue { node?.presetNumber = newValue.number } }
  }

  /// The node of a device, or `nil` for other nodes.
  var deviceNode: AVAudioIONode? { node as? AVAudioIONode }

  /// Changes parameters at once: the nodes make their own ramps.
  var settingBlock: AUScheduleParameterBlock {
    let tree = parameterTree
    return { _, _, address, value in tree?.parameter(withAddress: address)?.value = value }
  }

  /// Only the engine renders the node, so the object gets no memory.
  override func allocateRenderResources() throws {
    throw NSError.audio(kAudio_UnimplementedError, "AUAudioUnit.allocateRenderResources()")
  }

  override var renderResourcesAllocated: Bool { node?.engine?.isRunning ?? false }
}

extension UnitTree {
  /// Makes a tree with the parameters of a kind of unit, whose values are the settings of a node.
  static func make(
    _ bindings: NodeBindings?, _ description: AudioComponentDescription
  ) -> AUParameterTree? {
    guard let bindings, let unit = try? AUAudioUnit(componentDescription: description),
      let known = unit.parameterTree
    else { return nil }
    let copies = known.allParameters.filter { bindings.has($0.address) }.map { parameter in
      AUParameterTree.createParameter(
        withIdentifier: parameter.identifier, name: parameter.displayName,
        address: parameter.address, min: parameter.minValue, max: parameter.maxValue,
        unit: parameter.unit, unitName: parameter.unitName, flags: parameter.flags,
        valueStrings: parameter.valueStrings, dependentParameters: nil)
    }
    let tree = AUParameterTree.createTree(withChildren: copies)
    tree.implementorValueObserver = { bindings.set($0.address, $1) }
    tree.implementorValueProvider = { bindings.get($0.address) }
    return tree
  }
}

/// The settings of a node by the addresses of parameters.
struct NodeBindings: Sendable {
  typealias Binding = (get: @Sendable () -> Float, set: @Sendable (Float) -> Void)

  private let bindings: [AUParameterAddress: Binding]

  init(_ bindings: [AudioUnitParameterID: Binding]) {
    self.bindings = Dictionary(
      uniqueKeysWithValues: bindings.map { (AUParameterAddress($0.key), $0.value) })
  }

  /// The settings in the output scope.
  init(output bindings: [AudioUnitParameterID: Binding]) {
    self.bindings = Dictionary(
      uniqueKeysWithValues: bindings.map {
        (AUParameterTree.address($0.key, kAudioUnitScope_Output, 0), $0.value)
      })
  }

  func has(_ address: AUParameterAddress) -> Bool { bindings[address] != nil }
  func get(_ address: AUParameterAddress) -> Float { bindings[address]?.get() ?? 0 }
  func set(_ address: AUParameterAddress, _ value: Float) { bindings[address]?.set(value) }
}

extension NodeBindings {
  /// A binding of a setting of an object, which the binding does not retain.
  static func setting<Object: AnyObject & Sendable>(
    _ object: Object, _ get: @escaping @Sendable (Object) -> Float,
    _ set: @escaping @Sendable (Object, Float) -> Void
  ) -> Binding {
    (
      { [weak object] in object.map(get) ?? 0 },
      { [weak object] value in
        if let object { set(object, value) }
      }
    )
  }
}
