internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A unit that plays regions of files.
///
/// A thread decodes ahead, at the rate and with the channels of the output.
final class FilePlayerUnit: PlayerUnit, @unchecked Sendable {
  // Unchecked: the lists are guarded by a lock.

  /// The settings that the client makes before it schedules regions.
  struct Setup {
    /// The references of the files.
    var files: [UInt] = []
    var bufferFrames = 16_384
    var bufferCount = 4
    var decodings: [FileRegionDecoding] = []
  }

  /// The maximum number of frames of all buffers of a region: 95 seconds at 44.1 kHz.
  fileprivate static let mostBufferFrames = 1 << 22
  /// The maximum number of samples that all scheduled regions decode ahead: 256 MiB.
  private static let mostSamples = 1 << 26

  let setup = Mutex(Setup())
  private let decoder = SerialThread(name: "oca-decoder")
  /// Held while a file is read.
  private let reading = WaitingLock()
  private let readingThread = Atomic<UInt>(0)

  override var ownProperties: UnitPropertyTable? { FilePlayerProperties.table }

  // MARK: Scheduling

  /// Adds a region of a file.
  ///
  /// - Throws: `kAudioUnitErr_FileNotSpecified` if the unit does not have the file;
  ///   `kAudio_MemFullError` if the regions would decode too many frames ahead.
  func schedule(_ region: ScheduledAudioFileRegion) throws(StatusError) {
    let format = try preparedFormat()
    let start = try unsafe start(at: region.mTimeStamp) { .playerFrame($0) }
    let file = unsafe UInt(bitPattern: region.mAudioFile)
    let ahead = try setup.withLock { setup throws(StatusError) in
      guard setup.files.contains(file) else {
        throw StatusError(kAudioUnitErr_FileNotSpecified)
      }
      return setup.bufferFrames * setup.bufferCount
    }
    let decoding = try unsafe FileRegionDecoding(region, to: format, aheadFrames: ahead)
    try setup.withLock { setup throws(StatusError) in
      setup.decodings.removeAll { $0.isDone }
      let samples = setup.decodings.reduce(decoding.sampleCount) { $0 + $1.sampleCount }
      guard samples <= Self.mostSamples else { throw StatusError(kAudio_MemFullError) }
      setup.decodings.append(decoding)
    }
    schedule(
      PlayerContent(
        decoding.stream, start: start, report: PlayerReport(.rendered) { decoding.complete() }))
    decoder.post { [self] in decode(decoding) }
  }

  private func decode(_ decoding: FileRegionDecoding) {
    reading.take()
    readingThread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    decoding.run()
    readingThread.store(0, ordering: .relaxed)
    reading.give()
  }

  /// Waits until frames have been read from the files.
  ///
  /// - Parameter count: The number of frames; 0 for the frames of one buffer.
  /// - Throws: `kAudioUnitErr_Uninitialized`.
  func prime(_ count: Int) throws(StatusError) {
    _ = try preparedFormat()
    let frames = setup.withLock { $0.bufferFrames }
    voice.prime(count == 0 ? frames : count)
  }

  override func drop() {
    let decodings = setup.withLock { setup in
      defer { setup.decodings = [] }
      return setup.decodings
    }
    for decoding in decodings { decoding.cancel() }
    super.drop()
  }

  override func end() {
    super.end()
    // The client may close its files afterwards.
    guard readingThread.load(ordering: .relaxed) != AudioThread.currentIdentifier,
      !published.isTurnOfCaller
    else { return }
    reading.take()
    reading.give()
  }
}

/// The properties of file players.
enum FilePlayerProperties {
  static let table = UnitPropertyTable(PlayerProperties.common, files)

  private static let files: [AudioUnitPropertyID: UnitPropertyTable.Property] = [
    kAudioUnitProperty_ScheduledFileIDs: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let files = try value.fileReferences()
        place.filePlayer?.setup.withLock { $0.files = files }
      }),
    kAudioUnitProperty_ScheduledFileRegion: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try unsafe place.filePlayer?.schedule(try value.unitValue(ScheduledAudioFileRegion.self))
      }),
    kAudioUnitProperty_ScheduledFilePrime: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try place.filePlayer?.prime(Int(try value.unitValue(UInt32.self)))
      }),
    kAudioUnitProperty_ScheduledFileBufferSizeFrames: number(\.bufferFrames, 64...1 << 20),
    kAudioUnitProperty_ScheduledFileNumberBuffers: number(\.bufferCount, 2...64),
  ]

  private static func number(
    _ path: any WritableKeyPath<FilePlayerUnit.Setup, Int> & Sendable, _ range: ClosedRange<Int>
  ) -> UnitPropertyTable.Property {
    .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(UInt32(place.filePlayer?.setup.withLock { $0[keyPath: path] } ?? 0))
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let number = Int(try value.unitValue(UInt32.self))
        guard range.contains(number) else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        let isFitting = place.filePlayer?.setup.withLock { setup -> Bool in
          var new = setup
          new[keyPath: path] = number
          guard new.bufferFrames * new.bufferCount <= FilePlayerUnit.mostBufferFrames else {
            return false
          }
          setup = new
          return true
        }
        guard isFitting != false else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
      })
  }
}

extension UnitPlace {
  fileprivate var filePlayer: FilePlayerUnit? { unit as? FilePlayerUnit }
}

extension SettingValue {
  /// The value as references of open files.
  fileprivate func fileReferences() throws(StatusError) -> [UInt] {
    let size = MemoryLayout<UInt>.size
    guard byteCount > 0, byteCount % size == 0 else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    var references: [UInt] = []
    for index in 0..<byteCount / size {
      // Safe: the client provides as many bytes as it states.
      let number = unsafe memory.loadUnaligned(fromByteOffset: index * size, as: UInt.self)
      guard let reference = unsafe AudioFileID(bitPattern: number) else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
      _ = try unsafe AudioFileObject.find(reference)
      references.append(number)
    }
    return references
  }
}
