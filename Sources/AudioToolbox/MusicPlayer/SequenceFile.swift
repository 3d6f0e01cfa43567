internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import MIDISequencing

/// The bytes of a sequence's file.
enum SequenceFile {
  /// Bytes that are read at once.
  private static let blockByteCount = 1 << 16

  /// Reads a file, if it starts as a MIDI file does.
  static func bytes(_ path: String) throws(StatusError) -> [UInt8] {
    do throws(TransportError) {
      let source = try FileByteSource(path: path)
      var bytes: [UInt8] = []
      while true {
        var block = [UInt8](repeating: 0, count: blockByteCount)
        var room = block.mutableSpan
        let count = try source.read(at: UInt64(bytes.count), into: &room)
        bytes += block.prefix(count)
        // Of a large file of another kind, only the start is read.
        if count == 0 || !SMFReader.isSignature(bytes.span) { return bytes }
      }
    } catch {
      throw StatusError(AudioFileStatus.status(of: .transport(error)))
    }
  }

  /// Writes a file.
  static func write(_ bytes: [UInt8], _ path: String, isErasing: Bool) throws(StatusError) {
    do throws(TransportError) {
      let sink = try FileByteSink(path: path, isErasing ? .erasing : .new)
      try sink.write(bytes.span, at: 0)
    } catch {
      throw StatusError(AudioFileStatus.status(ofWriting: .transport(error)))
    }
  }
}

extension SequenceObject {
  /// Adds the tracks of a file.
  func load(_ bytes: Span<UInt8>, _ flags: MusicSequenceLoadFlags) throws(StatusError) {
    let file: SMFFile
    do throws(SMFError) {
      file = try SMFReader.read(bytes)
    } catch {
      throw StatusError(Self.status(of: error.reason))
    }
    let layout: EventSequence.TrackLayout =
      flags.contains(.smf_ChannelsToTracks) ? .channels : .asInFile
    try edit { sequence throws(StatusError) in sequence.add(file, layout) }
  }

  private static func status(of reason: SMFError.Reason) -> OSStatus {
    switch reason {
    case .unrecognised: kAudioFileUnsupportedFileTypeError
    case .empty, .truncated, .noData: kAudioFileInvalidFileError
    }
  }

  /// The bytes of a file.
  func bytes(_ type: MusicSequenceFileTypeID, _ resolution: Int16) throws(StatusError) -> [UInt8] {
    guard type == .midiType || type == .anyType else {
      throw StatusError(kAudioFileUnsupportedFileTypeError)
    }
    let sequence = read { $0 }
    let division =
      resolution == 0
      ? Self.standardDivision(sequence) : SMFDivision(rawValue: UInt16(bitPattern: resolution))
    guard let division else { throw StatusError(kAudio_ParamError) }
    guard let file = sequence.file(division) else {
      throw StatusError(kAudioToolboxErr_InvalidSequenceType)
    }
    do throws(SMFWriteError) {
      return try SMFWriter.write(file)
    } catch {
      // Events are checked when they are added, so only their times can be out of range.
      throw StatusError(kAudio_ParamError)
    }
  }

  private static func standardDivision(_ sequence: EventSequence) -> SMFDivision {
    if sequence.division.isInSeconds == (sequence.unit == .seconds) { return sequence.division }
    return sequence.unit == .seconds ? .milliseconds : .standard
  }
}
