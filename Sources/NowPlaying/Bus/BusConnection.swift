#if SystemdBus
  internal import CSystemdBus
  internal import Glibc

  /// Answers the requests of other programs, on the thread of a connection.
  protocol BusResponder: AnyObject {
    /// Returns the value of a property.
    func value(of property: String) -> MPRISValue?
    /// Decides on a request, and returns its effect.
    func receive(_ request: MPRISRequest) -> MPRISRequest.Effect
    /// Carries out the requests whose answers are sent.
    func didAnswer()
    /// Returns the descriptions of items of the list.
    func descriptions(of paths: [String]) -> MPRISValue
  }

  /// An error number of the system.
  struct BusFailure: Error, Equatable {
    let code: Int32
  }

  /// A connection to the session bus.
  ///
  /// One thread uses it, except for ``wake()``.
  @safe
  final class BusConnection: @unchecked Sendable {
    // Sendable: one thread uses it, and waking is thread-safe.

    /// An object that C code refers to.
    private final class Context {
      unowned let responder: any BusResponder
      init(_ responder: any BusResponder) { self.responder = responder }
    }

    private let bus: OpaquePointer
    private let context: Context

    /// Makes an unconnected object; fails if the system lacks memory or descriptors.
    ///
    /// - Parameter responder: The object that answers; it must live as long as the connection.
    init?(_ responder: any BusResponder) {
      context = Context(responder)
      // Safe: this object retains the context while the connection exists.
      let made = unsafe OCABusCreate(
        OCABusObject(
          context: Unmanaged.passUnretained(context).toOpaque(),
          get: { context, name, value in
            unsafe BusConnection.responder(context).map {
              unsafe BusMessage(value).append($0.value(of: String(cString: name)))
            } ?? false
          },
          set: { context, name, value in
            let request = unsafe BusMessage(value).request(setting: String(cString: name))
            return unsafe BusConnection.perform(request, context)
          },
          call: { context, name, arguments, results in
            let request = unsafe BusMessage(arguments).request(calling: String(cString: name))
            if case .describe(let paths) = request {
              let value = unsafe BusConnection.responder(context)?.descriptions(of: paths)
              return unsafe BusMessage(results).append(value)
                ? OCABusOutcomeDone : OCABusOutcomeInvalid
            }
            return unsafe BusConnection.perform(request, context)
          },
          didAnswer: { context in unsafe BusConnection.responder(context)?.didAnswer() }))
      guard let made = unsafe made else { return nil }
      unsafe bus = made
    }

    deinit { unsafe OCABusDestroy(bus) }

    /// Whether libsystemd is installed.
    static var isAvailable: Bool { OCABusIsThere() }

    private static func responder(_ context: UnsafeMutableRawPointer?) -> (any BusResponder)? {
      // Safe: the pointer is the context of a connection that exists.
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().responder
    }

    private static func perform(
      _ request: MPRISRequest?, _ context: UnsafeMutableRawPointer?
    ) -> OCABusOutcome {
      guard let request else { return OCABusOutcomeInvalid }
      return switch unsafe responder(context)?.receive(request) {
      case .nothing, .request: OCABusOutcomeDone
      case .invalid: OCABusOutcomeInvalid
      case .unsupported, nil: OCABusOutcomeUnsupported
      }
    }

    /// Ends the current or the next wait; any thread may call this.
    func wake() { unsafe OCABusWake(bus) }

    /// Connects to an address, or to the session bus.
    func connect(
      to address: String?, hasDesktopEntry: Bool, hasTrackList: Bool
    ) throws(BusFailure) {
      let parts = OCABusParts(hasDesktopEntry: hasDesktopEntry, hasTrackList: hasTrackList)
      // Safe: the text is alive for the call.
      try check(unsafe OCABusConnect(bus, address, parts))
    }

    func disconnect() { unsafe OCABusDisconnect(bus) }

    /// Requests a name; returns whether no other connection has it.
    func takeName(_ name: String) throws(BusFailure) -> Bool {
      // Safe: the text is alive for the call.
      let result = unsafe OCABusTakeName(bus, name)
      try check(result)
      return result > 0
    }

    /// Handles messages, then waits for more, for a wake, or for a time.
    func step(milliseconds: Int32) throws(BusFailure) {
      try check(unsafe OCABusStep(bus, milliseconds))
    }

    /// Announces the present values of properties of an interface.
    func announce(_ properties: [String], of interface: String) throws(BusFailure) {
      // Safe: the list ends with nil, and all texts are alive for the call and freed once.
      let names = unsafe properties.map { unsafe strdup($0) }
      defer { unsafe names.forEach { unsafe free($0) } }
      try check(
        unsafe OCABusAnnounce(
          bus, interface, names.map { unsafe UnsafePointer($0) } + [nil]))
    }

    /// Sends a signal with arguments.
    func signal(
      _ name: String, of interface: String, _ arguments: MPRISValue...
    ) throws(BusFailure) {
      // Safe: the texts are alive for the call.
      guard let signal = unsafe OCABusMakeSignal(bus, interface, name) else {
        throw BusFailure(code: ENOMEM)
      }
      let message = unsafe BusMessage(signal)
      for argument in arguments where !message.append(argument) {
        _ = unsafe OCABusSendSignal(bus, signal)
        throw BusFailure(code: ENOMEM)
      }
      try check(unsafe OCABusSendSignal(bus, signal))
    }

    private func check(_ result: Int32) throws(BusFailure) {
      if result < 0 { throw BusFailure(code: -result) }
    }
  }
#endif
