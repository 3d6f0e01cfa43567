/// A fault of a file that the reader corrected.
package struct SMFRepair: Equatable, Sendable {
  package enum Fault: Equatable, Sendable {
    /// The header's length is not 6; only its first six bytes are used.
    case headerLength(UInt32)
    /// The format is above 2; the tracks are read as parallel.
    case format(UInt16)
    /// The division is zero or has no ticks; the standard division is used.
    case division
    /// The header promises another number of tracks.
    case trackCount(stated: Int, found: Int)
    /// The track ends elsewhere than its length says.
    case trackLength(stated: UInt32)
    /// The track has no end-of-track event.
    case missingEndOfTrack
    /// Bytes follow the end of a track; they are skipped.
    case bytesAfterEndOfTrack
    /// The file ends inside an event, which is dropped.
    case truncatedEvent
    /// Data bytes have no status; they are skipped.
    case missingStatus
    /// A data byte is above 127; 127 is used instead.
    case dataByte(UInt8)
    /// A message is not allowed in files; it becomes an escape.
    case systemMessage(UInt8)
    /// A number has more than four bytes.
    case longNumber
    /// The length of the RIFF file or its data is wrong.
    case riffLength
  }

  package var fault: Fault
  /// Position in the file, in bytes.
  package var offset: Int
}

/// Content that a file promises, but does not have.
package enum SMFCutOff: Equatable, Sendable {
  /// The file ends inside an event.
  case insideEvent
  /// The file ends inside a track, between two events.
  case insideTrack
  /// The file has fewer tracks than its header states.
  case trackCount(stated: Int, found: Int)
}

/// The repairs of a file: the first ones, and the number of all.
package struct SMFRepairs: Equatable, Sendable {
  /// The number of repairs that are kept, because a damaged file can need millions.
  package static let mostKept = 100

  package private(set) var first: [SMFRepair] = []
  package private(set) var count = 0
  /// The first sign of missing content, even if that repair is not kept; `nil` for a whole file.
  package private(set) var cutOff: SMFCutOff?

  package init() {}

  package var isEmpty: Bool { count == 0 }

  mutating func add(_ fault: SMFRepair.Fault, at offset: Int) {
    count += 1
    switch fault {
    case .truncatedEvent: noteCutOff(.insideEvent)
    case .trackCount(let stated, let found) where found < stated:
      noteCutOff(.trackCount(stated: stated, found: found))
    default: break
    }
    if first.count < Self.mostKept { first.append(SMFRepair(fault: fault, offset: offset)) }
  }

  mutating func noteCutOff(_ new: SMFCutOff) {
    if cutOff == nil { cutOff = new }
  }
}
