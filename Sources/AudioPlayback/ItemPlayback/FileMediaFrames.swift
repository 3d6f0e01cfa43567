internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioTransport

/// The frames of a single file.
struct FileMediaFrames: MediaFrames {
  let info: MediaItem.Info
  private var frames: FloatFrames?
  private let reader: FrameFileReader
  private let opened: MediaBytes.Opened
  /// This many undecoded bytes contain more frames than one read takes.
  private static let ampleByteCount: UInt64 = 32 << 10

  /// Reads the header of an open file.
  ///
  /// - Parameters:
  ///   - opened: The open bytes.
  ///   - bytes: The medium, with the track to read.
  /// - Throws: ``MediaFailure`` if the bytes cannot be decoded as sound.
  init(_ opened: MediaBytes.Opened, _ bytes: MediaBytes) throws(MediaFailure) {
    self.opened = opened
    do {
      let file = try PacketFile(
        opened.source, reader: DetectingReader(at: opened.skippedByteCount, track: bytes.track))
      reader = try FrameFileReader(file)
      let isOpen = opened.isRemote && !(bytes.isCounted && opened.source.byteCount != nil)
      if isOpen { reader.leaveEndOpen() }
      let length =
        isOpen
        ? try file.earlyLength()
        : PacketFile.EarlyLength(
          seconds: Double(try reader.frameCount()) / reader.fileFormat.sampleRate, isExact: true)
      // Damaged tags after the sound do not stop playback.
      if !opened.isRemote { try? file.readSurroundings() }
      info = MediaItem.Info(
        container: file.info, format: reader.fileFormat, length: length,
        isSeekable: opened.progress()?.isSeekable ?? true,
        isLive: opened.isRemote && opened.source.byteCount == nil,
        packetByteCount: opened.isRemote
          ? file.info.statedDataByteCount : try file.packetByteCount(),
        captions: file.info.captionTracks.map { HLSRendition(textTrack: $0) },
        skippedTagByteCount: opened.skippedByteCount,
        canReverse: !opened.isRemote)
    } catch let error as PacketError {
      throw MediaFailure(error)
    } catch let error as FrameFileError {
      throw MediaFailure(error)
    } catch {
      throw .codec(.badPacket)
    }
  }

  mutating func prepare(sampleRate: Double) throws(MediaFailure) {
    let format = StreamFormat(
      sampleRate: sampleRate, formatID: .linearPCM, channelCount: info.format.channelCount)
    do throws(FrameFileError) {
      frames = try FloatFrames(reader, format: format)
    } catch {
      throw MediaFailure(error)
    }
  }

  mutating func seek(to seconds: Double, number: Int) {
    let frame = (seconds * info.format.sampleRate).rounded()
    let most = reader.isEndOpen ? Int64.max : (try? reader.frameCount()) ?? .max
    // The next read reports the error of the file.
    try? reader.seek(to: min(Int64(max(0, min(frame, 1e15))), most))
  }

  mutating func read(
    _ count: Int, into samples: inout [Float]
  ) throws(MediaFailure) -> Double? {
    let count = arrivedCount(count)
    do throws(FrameFileError) {
      _ = try frames?.read(count, into: &samples)
    } catch {
      throw MediaFailure(error)
    }
    return nil
  }

  /// Limits a number of frames to those that have arrived, if bytes arrive slowly.
  private func arrivedCount(_ count: Int) -> Int {
    guard let transfer = opened.progress(),
      transfer.bufferedEnd < transfer.readOffset &+ Self.ampleByteCount
    else { return count }
    return max(1, min(count, reader.readyFrameCount))
  }

  /// The packets.
  var packetFile: PacketFile { reader.file }

  var foundSeconds: Double? {
    reader.foundFrameCount.map { Double($0) / info.format.sampleRate }
  }

  var shortfall: PacketFile.Shortfall? { reader.isEndOpen ? nil : reader.file.shortfall }

  var stationText: ICYText? { opened.text(reader.byteOffset) }
}
