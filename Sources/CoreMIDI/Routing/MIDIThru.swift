internal import CCoreMIDI

/// A connection from sources to destinations, with its changes to messages.
struct MIDIThru: Sendable {
  /// The parameters and the data after them, as the client gave them.
  let data: [UInt8]
  let sources: [MIDIThruConnectionEndpoint]
  let destinations: [MIDIThruConnectionEndpoint]
  private let parameters: MIDIThruConnectionParams
  private let controls: [MIDIControlTransform]
  private let maps: [[UInt8]]

  /// Parses parameters; `nil` if they are truncated, inconsistent, or contain an unsupported
  /// change.
  init?(_ data: [UInt8]) {
    let head = MemoryLayout<MIDIThruConnectionParams>.size
    guard data.count >= head else { return nil }
    // Safe: the bytes are those of structures of integers, and their number is checked.
    let parameters = unsafe data.withUnsafeBytes {
      unsafe $0.loadUnaligned(as: MIDIThruConnectionParams.self)
    }
    let controlSize = MemoryLayout<MIDIControlTransform>.size
    let controlCount = Int(parameters.numControlTransforms)
    let mapStart = head + controlCount * controlSize
    let most = kMIDIThruConnection_MaxEndpoints
    guard data.count >= mapStart + Int(parameters.numMaps) * 128,
      parameters.numSources <= most, parameters.numDestinations <= most
    else { return nil }
    self.data = data
    self.parameters = parameters
    controls = unsafe data.withUnsafeBytes { bytes in
      (0..<controlCount).map {
        unsafe bytes.loadUnaligned(
          fromByteOffset: head + $0 * controlSize, as: MIDIControlTransform.self)
      }
    }
    maps = (0..<Int(parameters.numMaps)).map { Array(data[(mapStart + $0 * 128)...].prefix(128)) }
    sources = Self.list(parameters.sources, Int(parameters.numSources))
    destinations = Self.list(parameters.destinations, Int(parameters.numDestinations))
    // Maps for pitch bends are unsupported, because a map has 128 values, but a pitch bend has 14
    // bits.
    guard controls.allSatisfy(isSupported), changes.allSatisfy(isSupported),
      parameters.pitchBend.transform != .mapValue
    else { return nil }
  }

  private var changes: [MIDITransform] {
    [
      parameters.noteNumber, parameters.velocity, parameters.keyPressure,
      parameters.channelPressure, parameters.programChange, parameters.pitchBend,
    ]
  }

  private func isSupported(_ change: MIDITransform) -> Bool {
    switch change.transform {
    case .none, .filterOut, .add, .scale, .minValue, .maxValue: true
    case .mapValue: maps.indices.contains(Int(change.param) - 1)
    default: false
    }
  }

  /// Only controllers of 7 bits are supported.
  private func isSupported(_ change: MIDIControlTransform) -> Bool {
    guard
      [change.controlType, change.remappedControlType] == [.controlType_7Bit, .controlType_7Bit]
    else { return false }
    return change.transform == .mapControl
      ? (0...127).contains(change.param)
      : isSupported(MIDITransform(transform: change.transform, param: change.param))
  }

  private static func list<Tuple: BitwiseCopyable>(
    _ tuple: Tuple, _ count: Int
  ) -> [MIDIThruConnectionEndpoint] {
    // Safe: the tuple is an array of C.
    unsafe withUnsafeBytes(of: tuple) { bytes in
      unsafe Array(bytes.bindMemory(to: MIDIThruConnectionEndpoint.self).prefix(count))
    }
  }

  // MARK: Messages

  /// Returns the messages that are not dropped, with their changes.
  func changed(_ messages: [MIDIMessages]) -> [MIDIMessages] {
    messages.compactMap { message in
      var words: [UInt32] = []
      var place = 0
      let all = MIDIProtocolScaling.words(message.words, in: ._1_0)
      while place < all.count {
        let part = Array(all[place...].prefix(MIDIWordTranslator.wordCount(all[place])))
        words += changed(part)
        place += part.count
      }
      guard !words.isEmpty else { return nil }
      return MIDIMessages(
        time: message.time, bytes: MIDIWordTranslator.bytes(words), words: words)
    }
  }

  private func changed(_ message: [UInt32]) -> [UInt32] {
    switch message[0] >> 28 {
    case 1: passes(status: UInt8(truncatingIfNeeded: message[0] >> 16)) ? message : []
    case 2: changed(channelMessage: message[0]).map { [$0] } ?? []
    case 3: parameters.filterOutSysEx != 0 ? [] : message
    default: message
    }
  }

  private func passes(status: UInt8) -> Bool {
    switch status {
    case 0xF1: parameters.filterOutMTC == 0
    case 0xF2, 0xF8, 0xFA, 0xFB, 0xFC: parameters.filterOutBeatClock == 0
    case 0xF6: parameters.filterOutTuneRequest == 0
    default: true
    }
  }

  private func changed(channelMessage word: UInt32) -> UInt32? {
    let channel = Int(word >> 16 & 0xF)
    let mapped = unsafe withUnsafeBytes(of: parameters.channelMap) { unsafe $0[channel] }
    guard mapped < 16 else { return nil }
    let status = word >> 20 & 0xF
    var (first, second) = (Int(word >> 8 & 0x7F), Int(word & 0x7F))
    switch status {
    case 0x8, 0x9, 0xA:
      guard
        (Int(parameters.lowNote)...max(Int(parameters.lowNote), Int(parameters.highNote)))
          .contains(first)
      else { return nil }
      if status == 0x9, second > 0 {
        guard second >= Int(parameters.lowVelocity), second <= Int(parameters.highVelocity) else {
          return nil
        }
      }
      guard let note = value(first, parameters.noteNumber, most: 127) else { return nil }
      first = note
      let isEnd = status == 0x8 || second == 0
      let change = status == 0xA ? parameters.keyPressure : parameters.velocity
      if status == 0xA || !isEnd {
        guard let changed = value(second, change, most: 127) else { return nil }
        second = status == 0x9 ? max(1, changed) : changed
      }
    case 0xB:
      guard let control = control(first, second) else { return nil }
      (first, second) = control
    case 0xC, 0xD:
      let change = status == 0xC ? parameters.programChange : parameters.channelPressure
      guard let changed = value(first, change, most: 127) else { return nil }
      first = changed
    default:
      guard let bend = value(second << 7 | first, parameters.pitchBend, most: 16_383) else {
        return nil
      }
      (first, second) = (bend & 0x7F, bend >> 7)
    }
    return word & 0xFFF0_0000 | UInt32(mapped) << 16 | UInt32(first) << 8 | UInt32(second)
  }

  private func control(_ number: Int, _ amount: Int) -> (Int, Int)? {
    guard parameters.filterOutAllControls == 0 else { return nil }
    var (number, amount) = (number, amount)
    for change in controls where Int(change.controlNumber) == number {
      if change.transform == .mapControl {
        number = Int(change.param)
      } else {
        let transform = MIDITransform(transform: change.transform, param: change.param)
        guard let changed = value(amount, transform, most: 127) else { return nil }
        amount = changed
      }
    }
    return (number, amount)
  }

  /// A value after a change; `nil` if the change drops the message.
  private func value(_ value: Int, _ change: MIDITransform, most: Int) -> Int? {
    let parameter = Int(change.param)
    let changed: Int
    switch change.transform {
    case .filterOut: return nil
    case .add: changed = value + parameter
    case .scale: changed = value * parameter / 4_096
    case .minValue: changed = max(value, parameter)
    case .maxValue: changed = min(value, parameter)
    case .mapValue:
      changed = Int(maps[parameter - 1][value])
    default: changed = value
    }
    return min(max(changed, 0), most)
  }
}
