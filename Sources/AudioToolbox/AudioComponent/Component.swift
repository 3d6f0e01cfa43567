internal import CoreAudioTypes
internal import Synchronization

/// The value that an `AudioComponent` refers to.
struct Component: Sendable {
  /// The kind of a component's instances.
  @safe enum Kind: Sendable {
    /// No instances: converters and queues choose codecs by format.
    case codec
    /// A unit of this library.
    case unit(UnitKind)
    /// A unit of the client.
    case client(ClientFactory)
    /// An object of the client.
    case object(UnitObjects.Maker)
  }

  var kind: Kind
  var description: AudioComponentDescription
  var name: String
  /// The version, with the major number in the upper half.
  var version: UInt32 = 0x0001_0000

  /// Whether the component makes objects with a description.
  func isObject(_ other: AudioComponentDescription) -> Bool {
    guard case .object = kind else { return false }
    return description.componentType == other.componentType
      && description.componentSubType == other.componentSubType
      && description.componentManufacturer == other.componentManufacturer
  }

  /// Whether the component matches a description.
  ///
  /// 0 matches any value, and only the flags in the mask count.
  func matches(_ wanted: AudioComponentDescription) -> Bool {
    func matches(_ value: UInt32, _ requested: UInt32) -> Bool {
      requested == 0 || value == requested
    }
    return matches(description.componentType, wanted.componentType)
      && matches(description.componentSubType, wanted.componentSubType)
      && matches(description.componentManufacturer, wanted.componentManufacturer)
      && (description.componentFlags ^ wanted.componentFlags) & wanted.componentFlagsMask == 0
  }
}

/// The components in the order of a search.
enum ComponentList {
  /// A group of components.
  private enum Section: Int, CaseIterable {
    case units
    case codecs
    case client

    var components: [Component] {
      switch self {
      case .units: Component.units
      case .codecs: CodecComponent.components
      case .client: registered.withLock { $0 }
      }
    }

    /// Whether a description can match a component of the group.
    ///
    /// The codecs are left out if possible, because their list loads the encoder libraries.
    func canMatch(_ wanted: AudioComponentDescription) -> Bool {
      switch self {
      case .units, .client: true
      case .codecs: CodecComponent.types.contains(wanted.componentType) || wanted.componentType == 0
      }
    }
  }

  /// The components that match a description, with their references.
  static func all(_ wanted: AudioComponentDescription) -> [Int] {
    Section.allCases.filter { $0.canMatch(wanted) }.flatMap { section in
      let components = section.components
      return components.indices.filter { components[$0].matches(wanted) }
        .map { number(section, $0) }
    }
  }

  /// The next component that matches a description; `nil` at the end.
  static func next(
    after component: AudioComponent?, _ wanted: AudioComponentDescription
  ) -> AudioComponent? {
    let last = unsafe component.map { Int(bitPattern: $0) } ?? 0
    // Safe: the pointer is never dereferenced and only holds a number.
    return unsafe all(wanted).first { $0 > last }.flatMap { unsafe AudioComponent(bitPattern: $0) }
  }

  /// The component for a reference.
  ///
  /// - Throws: `kAudio_ParamError` if the component does not exist.
  static func find(_ reference: AudioComponent) throws(StatusError) -> Component {
    let number = Int(bitPattern: reference)
    guard number > 0, number % (1 << lowBits) == 0,
      let section = Section(rawValue: number >> (lowBits + indexBits))
    else { throw StatusError(kAudio_ParamError) }
    let index = number >> lowBits % (1 << indexBits) - 1
    let components = section.components
    guard components.indices.contains(index) else { throw StatusError(kAudio_ParamError) }
    return components[index]
  }

  /// The components that the client has registered.
  private static let registered = Mutex<[Component]>([])

  /// Adds a component, and returns the number of its reference.
  ///
  /// The component of an object replaces an earlier one with its description.
  static func register(_ component: Component) -> Int {
    registered.withLock { registered in
      if case .object = component.kind,
        let index = registered.firstIndex(where: { $0.isObject(component.description) })
      {
        registered[index] = component
        return number(.client, index)
      }
      registered.append(component)
      return number(.client, registered.count - 1)
    }
  }

  private static func number(_ section: Section, _ index: Int) -> Int {
    (section.rawValue << indexBits | index + 1) << lowBits
  }

  // The number of unused low bits, because clients may misinterpret small references.
  private static let lowBits = 4
  private static let indexBits = 20
}
