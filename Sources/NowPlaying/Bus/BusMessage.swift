#if SystemdBus
  internal import CSystemdBus

  /// A message during the call that passes it.
  @safe
  struct BusMessage {
    private let message: OpaquePointer

    // Safe: only calls from C create it, for as long as the message exists.
    @unsafe
    init(_ message: OpaquePointer) { unsafe self.message = message }

    // MARK: Values

    /// Appends a value; returns false for `nil`, or if memory is short.
    func append(_ value: MPRISValue?) -> Bool {
      // Safe: texts are alive for the calls.
      switch value {
      case .text(let text): unsafe OCABusAppendText(message, Self.text, Self.valid(text))
      case .path(let path): unsafe OCABusAppendText(message, Self.path, path)
      case .boolean(let value): unsafe OCABusAppendBoolean(message, value)
      case .integer(let value): unsafe OCABusAppendInteger32(message, value)
      case .wide(let value): unsafe OCABusAppendInteger64(message, value)
      case .number(let value): unsafe OCABusAppendDouble(message, value)
      case .texts(let texts):
        within("a", "s") { texts.allSatisfy { append(.text($0)) } }
      case .paths(let paths):
        within("a", "o") { paths.allSatisfy { append(.path($0)) } }
      case .lists(let lists):
        within("a", "a{sv}") { lists.allSatisfy { append(.entries($0)) } }
      case .entries(let entries):
        within("a", "{sv}") { entries.allSatisfy { append($0) } }
      case nil: false
      }
    }

    /// A text that the bus accepts.
    ///
    /// libsystemd refuses noncharacters, and a null would end the text. Both may come from the tags
    /// of a file or from a radio station.
    private static func valid(_ text: String) -> String {
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars where scalar.value != 0 {
        let isCharacter =
          scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        scalars.append(isCharacter ? scalar : "\u{FFFD}")
      }
      return String(scalars)
    }

    private func append(_ entry: MPRISValue.Entry) -> Bool {
      within("e", "sv") {
        append(.text(entry.key))
          && within("v", entry.value.signature) { append(entry.value) }
      }
    }

    private func within(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Bool) -> Bool {
      // Safe: the text is alive for the call.
      guard unsafe OCABusOpen(message, CChar(type.value), contents), body() else { return false }
      return unsafe OCABusClose(message)
    }

    private static let text = CChar(UInt8(ascii: "s"))
    private static let path = CChar(UInt8(ascii: "o"))

    // MARK: Requests

    /// Reads the arguments of a method; `nil` if they are invalid.
    func request(calling method: String) -> MPRISRequest? {
      switch method {
      case "Raise": .raise
      case "Quit": .quit
      case "Next": .next
      case "Previous": .previous
      case "Pause": .pause
      case "PlayPause": .playPause
      case "Stop": .stop
      case "Play": .play
      case "Seek": integer.map { .seek($0) }
      case "SetPosition":
        string(Self.path).flatMap { path in integer.map { .setPosition(path, $0) } }
      case "OpenUri": .openURI
      case "GetTracksMetadata": paths.map { .describe($0) }
      case "AddTrack", "RemoveTrack": .edit
      case "GoTo": string(Self.path).map { .goTo($0) }
      default: nil
      }
    }

    /// Reads the new value of a property; `nil` if it is invalid.
    func request(setting property: String) -> MPRISRequest? {
      switch property {
      case "LoopStatus": string(Self.text).map { .setLoopStatus($0) }
      case "Rate": number.map { .setRate($0) }
      case "Shuffle": boolean.map { .setShuffle($0) }
      case "Volume": number.map { .setVolume($0) }
      case "Fullscreen": .setFullscreen
      default: nil
      }
    }

    /// An array of paths.
    private var paths: [String]? {
      // Safe: the text is alive for the call.
      guard unsafe OCABusEnterArray(message, "o") else { return nil }
      var paths: [String] = []
      while let path = string(Self.path) { paths.append(path) }
      return unsafe OCABusLeaveArray(message) ? paths : nil
    }

    private func string(_ type: CChar) -> String? {
      // Safe: the text belongs to the message, and is copied immediately.
      unsafe OCABusReadText(message, type).map { unsafe String(cString: $0) }
    }

    private var integer: Int64? {
      var value: Int64 = 0
      // Safe: the value is alive for the call.
      return unsafe OCABusReadInteger64(message, &value) ? value : nil
    }

    private var number: Double? {
      var value = 0.0
      // Safe: the value is alive for the call.
      return unsafe OCABusReadDouble(message, &value) ? value : nil
    }

    private var boolean: Bool? {
      var value = false
      // Safe: the value is alive for the call.
      return unsafe OCABusReadBoolean(message, &value) ? value : nil
    }
  }
#endif
