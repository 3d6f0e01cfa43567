import AudioModel

extension MP4Movie {
  /// Creates the table and the info of the chosen track, and releases its sample tables.
  ///
  /// - Returns: `nil` if the movie has no readable track.
  mutating func finish() -> (info: ContainerInfo, table: MP4PacketTable)? {
    var samples = takeSamples()
    samples.times = samples.times.withLastPackets
    guard var sound = chosen?.sound, let track = chosen?.track else { return nil }
    let times = samples.times
    guard let clock = chosen?.clock else { return nil }
    resolveFrames(&sound, times, clock)
    chosen?.sound = sound
    let table = samples.makeTable(sound, clock)
    var info = ContainerInfo(
      fileType: fileType, format: sound.format, dataOffset: table.firstOffset ?? 0,
      packetSizeUpperBound: sound.packetSizeUpperBound)
    info.layeredFormats = sound.layeredFormats
    info.magicCookie = sound.magicCookie
    info.channelLayout = sound.channelLayout
    info.isChannelLayoutStated = sound.statesLayout
    info.statedBitRate = sound.statedBitRate
    info.trackCount = soundTrackCount
    info.soundTracks = soundTracks
    info.tags = metadata.tags
    info.chunks = userData
    info.chunkList = .userData
    info.chapterTexts = chapterTexts(of: track)
    info.timedTracks = timedTracks
    info.overallDuration = overallDuration
    if !isFragmented {
      info.statedPacketCount = UInt64(table.count)
      info.statedDataByteCount = table.byteCount
      info.packetSizeUpperBound = max(table.maximumPacketSize, 1)
    } else {
      info.fragments = .possible
      info.packetSizeUpperBound = max(info.packetSizeUpperBound, table.maximumPacketSize)
    }
    info.trim = trim(sound, track, times, table)
    return (info, table)
  }

  /// The trim according to the metadata, the edits, and the codec.
  private func trim(
    _ sound: SoundDescription, _ track: MP4Track, _ times: FrameRuns, _ table: MP4PacketTable
  ) -> FrameTrim? {
    guard let clock = chosen?.clock else { return nil }
    var mediaFrameCount = clock.frames(of: times.total)
    // A difference of whole packets means that the clock is wrong.
    if sound.hasOwnFrames,
      mediaFrameCount.clampedAdding(UInt64(sound.format.framesPerPacket)) <= table.frameCount
    {
      mediaFrameCount = table.frameCount
    }
    let trim = MP4Trim(
      frameCount: table.frameCount, mediaFrameCount: mediaFrameCount, clock: clock,
      movieTimescale: UInt64(timescale), isOpen: isFragmented,
      statedFrameCount: clock.frames(of: track.mediaDuration),
      isReplicated: !sound.layeredFormats.isEmpty)
    return trim.make(
      gapless: metadata.gapless, edits: track.edits,
      primingFrames: sound.primingFrames)
  }

  /// The texts of the first chapter track, in the order of the references, that has texts.
  private func chapterTexts(of track: MP4Track) -> [ChapterText] {
    for identifier in track.chapterTracks {
      if let found = texts[identifier], !found.isEmpty { return found }
    }
    return []
  }

  /// Finds the packet length if the codec leaves it open but all packets have the same duration.
  private func resolveFrames(
    _ sound: inout SoundDescription, _ times: FrameRuns, _ clock: MP4Clock
  ) {
    guard sound.format.framesPerPacket == 0 else { return }
    let frames = times.commonDuration.map { clock.frames(of: UInt64($0)) } ?? 0
    if frames > 0, frames <= 1 << 20 {
      sound.format.framesPerPacket = Int(frames)
    } else if times.count == 0 {
      sound.format.framesPerPacket = sound.usualFramesPerPacket
    }
  }
}

extension FrameRuns {
  /// The common duration of all packets except a possibly shorter last one; `nil` if they differ.
  var commonDuration: UInt32? {
    switch runs.count {
    case 1: runs[0].frames
    case 2 where runs[1].count == 1 && runs[1].frames < runs[0].frames: runs[0].frames
    default: nil
    }
  }
}
