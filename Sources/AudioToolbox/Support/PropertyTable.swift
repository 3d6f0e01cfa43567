/// The properties of the objects of one C API, by their identifiers.
///
/// `Input` is the form in which setters receive a client's value.
struct PropertyTable<Object, Input>: Sendable {
  /// Returns the value of a property, or `nil` if the object does not have the property now.
  ///
  /// The argument is the client's memory for the answer, which may contain input.
  typealias Value = @Sendable (Object, PropertyArgument?) throws(StatusError) -> PropertyValue?
  /// Sets a property to a client's value.
  typealias Setter = @Sendable (Object, Input) throws(StatusError) -> Void
  /// Returns the size of a property value in bytes.
  typealias Size = @Sendable (Object) throws(StatusError) -> Int

  /// The supported operations on a property.
  struct Property: Sendable {
    fileprivate var value: Value?
    fileprivate var size: Size?
    fileprivate var canSet: @Sendable (Object) -> Bool = { _ in false }
    fileprivate var setter: Setter?

    /// Describes a property.
    ///
    /// - Parameters:
    ///   - value: Returns the value, if clients can get the property.
    ///   - canSet: Returns whether an object's property is reported as writable.
    ///   - setter: Sets the property, if clients can set it.
    init(
      _ value: (@Sendable (Object) throws(StatusError) -> PropertyValue?)?,
      canSet: @escaping @Sendable (Object) -> Bool = { _ in true }, set setter: Setter? = nil
    ) {
      if let value { self.value = { (object, _) throws(StatusError) in try value(object) } }
      if setter != nil { self.canSet = canSet }
      self.setter = setter
    }

    /// Describes a read-only property whose value depends on an argument.
    init(answering value: @escaping Value) {
      self.value = value
    }

    /// The same property with a size that is found without the value.
    func sized(_ size: @escaping Size) -> Property {
      var property = self
      property.size = size
      return property
    }
  }

  private let properties: [UInt32: Property]

  /// Creates a table from groups of properties.
  init(_ groups: [UInt32: Property]...) {
    properties = groups.reduce(into: [:]) { all, group in
      all.merge(group) { _, _ in preconditionFailure("a property is in two groups") }
    }
  }

  /// Whether the table has a property.
  func contains(_ property: UInt32) -> Bool { properties[property] != nil }

  /// Whether the table has a property that clients can set.
  func hasSetter(_ property: UInt32) -> Bool { properties[property]?.setter != nil }

  /// Whether the value of a property depends on an argument; then the table states its size.
  func isAnswer(_ property: UInt32) -> Bool { properties[property]?.size != nil }

  /// The identifiers of all properties.
  var identifiers: [UInt32] { properties.keys.sorted() }

  /// The size of a property value in bytes, or `nil` if the table or the object does not have the
  /// property.
  func size(of property: UInt32, _ object: Object) throws(StatusError) -> Int? {
    if let size = properties[property]?.size { return try size(object) }
    return try value(of: property, object)?.byteCount
  }

  /// The value of a property, or `nil` if the table or the object does not have it.
  func value(
    of property: UInt32, _ object: Object, _ argument: PropertyArgument? = nil
  ) throws(StatusError) -> PropertyValue? {
    try properties[property]?.value?(object, argument)
  }

  /// Whether a property of an object is writable.
  func canSet(_ property: UInt32, _ object: Object) -> Bool {
    properties[property]?.canSet(object) ?? false
  }

  /// Sets a property.
  ///
  /// - Returns: Whether the table has a settable property with this identifier.
  /// - Throws: ``StatusError`` if the value is invalid.
  func set(_ property: UInt32, of object: Object, to value: Input) throws(StatusError) -> Bool {
    guard let setter = properties[property]?.setter else { return false }
    try setter(object, value)
    return true
  }
}
