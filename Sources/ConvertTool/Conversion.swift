import AudioToolbox
import Foundation
import ToolSupport

/// The conversion of one file.
struct Conversion {
  enum Outcome {
    /// The result of a complete run.
    ///
    /// It holds the number of packets that became silence because they could not be decoded. It
    /// also holds the reason for an unreadable end of the input, and a note about the encoder.
    case converted(damagedPacketCount: Int, unreadRest: ToolFailure?, note: String?)
    /// The output already exists.
    case skipped
    case interrupted

    /// The outcome with `rest` as the reason for an unreadable end, unless it states another
    /// reason.
    fileprivate func adding(_ rest: ToolFailure?) -> Self {
      guard case .converted(let count, nil, let note) = self else { return self }
      return .converted(damagedPacketCount: count, unreadRest: rest, note: note)
    }
  }

  let options: ConversionOptions
  private let job: ConversionOptions.Job

  init(_ options: ConversionOptions, _ job: ConversionOptions.Job) {
    self.options = options
    self.job = job
  }

  /// Converts the file.
  ///
  /// - Parameter goesOn: Called with the completed part, from 0 to 1; returns whether to continue.
  /// - Returns: The outcome.
  /// - Throws: ``ToolFailure``, after removing the output.
  func run(_ goesOn: @escaping (Double) -> Bool) throws(ToolFailure) -> Outcome {
    let output = try OutputFile(job.output)
    if options.skipsExisting, output.exists { return .skipped }
    // Replacing the input requires an explicit output name.
    if job.origin == .derived, output.isSame(as: job.input) {
      throw ToolFailure(
        options.secondInput.map {
          "\($0) exists without an extension of the output's file type, so it counts as an input; "
            + "use -o to replace it"
        } ?? "\(job.output): would replace the input; use -o or --output-folder")
    }
    let song =
      Song.isSong(job.input) ? try RenderedSong(path: job.input, bank: options.soundFont) : nil
    defer { withExtendedLifetime(song) {} }
    let file = try Self.open(song?.path ?? job.input, named: job.input)
    let source = try SourceFrames(file, options)
    let outcome: Outcome
    do throws(ToolFailure) {
      let format = targetFormat(
        source.format,
        sourceBits: SourceBits.count(
          source.format, cookie: file.bytes(kAudioFilePropertyMagicCookieData)))
      let target = try TargetFrames(
        output, type: options.fileType, format: format,
        layout: try options.outputLayout.map { (name) throws(ToolFailure) in
          try name.layout(channelCount: format.mChannelsPerFrame, of: "output")
        }, alignsAudio: options.alignsAudio)
      outcome = try convert(source, file, to: target, goesOn).adding(song?.cutOff)
    } catch {
      output.discard()
      throw error
    }
    if case .converted = outcome { try output.keep() } else { output.discard() }
    return outcome
  }

  /// Opens a file, and prints the warnings about it.
  private static func open(_ path: String, named name: String) throws(ToolFailure) -> LocalFile {
    let file = try LocalFile(path: path)
    // A converted part of a file must not pass for the whole.
    let cutOff = file.unreadableRest == nil ? file.cutOff.map { "warning: \($0.reason)" } : nil
    for warning in [file.warning, cutOff].compactMap(\.self) {
      Terminal.complain("afconvert: \(name): \(warning)\n")
    }
    return file
  }

  private func targetFormat(
    _ source: AudioStreamBasicDescription, sourceBits: UInt32
  ) -> AudioStreamBasicDescription {
    let name =
      options.dataFormat
      ?? DataFormatName(usualFor: options.fileType, source: source, sourceBits: sourceBits)
    return name.description(
      for: source, sourceBits: sourceBits,
      channelCount: options.channelCount ?? options.outputLayout?.channelCount
        ?? source.mChannelsPerFrame)
  }

  private func convert(
    _ source: SourceFrames, _ file: LocalFile, to target: TargetFrames,
    _ goesOn: @escaping (Double) -> Bool
  ) throws(ToolFailure) -> Outcome {
    let client = clientFormat(source.format, target.format)
    let note = try target.setClient(client, options)
    try prepare(source, target, options.hasNeighbours ? AlbumFrames.format(client, source) : client)
    let album = try album(source, target, client)
    if source.isShifted { try source.seek(to: 0) }
    target.setTags(of: file, options.soundCheck)
    let joined = try joinedSources(target, client)
    let edited =
      options.edit.isPart || options.edit.changesSamples || options.joins
      ? EditedFrames([source] + joined, options.edit, client) : nil
    let others =
      album == nil && edited == nil ? try moreSources(source, file, target, client) : []
    let writing = BlockWriting(
      target, client,
      frames: Double(edited?.frameCount ?? source.frameCount(atRate: client.mSampleRate)),
      meter: options.soundCheck == .generate ? try SourceMeter(client) : nil, goesOn)
    guard try copy([source] + others, album, edited, writing) else { return .interrupted }
    if let album { try writeEdge(.after, of: album, to: target, client) }
    writing.meter?.addTags(to: target)
    try target.close()
    let damaged = others.reduce(source.damagedPackets) { $0.union($1.damagedPackets) }
    return .converted(
      damagedPacketCount: joined.reduce(damaged.count) { $0 + $1.damagedPackets.count },
      unreadRest: ([source] + joined).lazy.compactMap(\.unreadRest).first,
      note: note ?? albumNote(target))
  }

  /// The files that follow the input.
  private func joinedSources(
    _ target: TargetFrames, _ client: AudioStreamBasicDescription
  ) throws(ToolFailure) -> [SourceFrames] {
    var sources: [SourceFrames] = []
    for path in job.joined {
      do throws(ToolFailure) {
        let source = try SourceFrames(try Self.open(path, named: path), options)
        try prepare(source, target, client)
        sources.append(source)
      } catch {
        throw ToolFailure("\(path), to be joined: \(error.reason)")
      }
    }
    return sources
  }

  /// Converts all frames.
  ///
  /// - Returns: Whether the frames are complete; false if the user has interrupted the conversion.
  private func copy(
    _ sources: [SourceFrames], _ album: AlbumFrames?, _ edited: EditedFrames?,
    _ writing: BlockWriting
  ) throws(ToolFailure) -> Bool {
    let (source, target, client) = (sources[0], writing.target, writing.client)
    if sources.count > 1 {
      let segments = SourceSegments(sources, client) { (block) throws(ToolFailure) in
        try writing.write(&block)
      }
      switch try segments.run() {
      case .ended: return true
      case .interrupted: return false
      case .broken(let frameCount): try source.skip(frameCount, client)
      }
    }
    let encoders = try encoders(client, target)
    // Next to an encoder, reading linear PCM takes no time, but handing it between threads does.
    let readsAhead =
      options.readsAhead && encoders.isEmpty
      && (source.decodesOrResamples(to: client) || target.format.mFormatID == kAudioFormatLinearPCM)
    if let album { try writeEdge(.before, of: album, to: target, client) }
    var frames: any FrameReading = source
    if let album { frames = album }
    if let edited { frames = edited }
    let blocks = SourceBlocks(frames, client, readsAhead: readsAhead)
    defer { blocks.stop() }
    return try encoders.isEmpty ? writing.write(blocks) : writing.write(blocks, encoders)
  }

  /// Encoders for several processors, if the codec encodes separate blocks exactly like a whole
  /// file.
  private func encoders(
    _ client: AudioStreamBasicDescription, _ target: TargetFrames
  ) throws(ToolFailure) -> [BlockEncoder] {
    guard options.readsAhead, target.format.mFormatID == kAudioFormatAppleLossless else {
      return []
    }
    var encoders: [BlockEncoder] = []
    // With more than six encoders, one waits for another to read, which takes a sixth of the time.
    for _ in 0..<min(options.concurrency / options.jobs.count, 6) {
      encoders.append(try BlockEncoder(client, target, options))
    }
    return encoders
  }

  /// More sources for the same file, so that several processors decode it, if decoding takes the
  /// most time.
  private func moreSources(
    _ source: SourceFrames, _ file: LocalFile, _ target: TargetFrames,
    _ client: AudioStreamBasicDescription
  ) throws(ToolFailure) -> [SourceFrames] {
    guard options.readsAhead, target.format.mFormatID == kAudioFormatLinearPCM, file.isRegular
    else { return [] }
    let count = SourceSegments.sourceCount(
      source, client, processorCount: options.concurrency / options.jobs.count)
    var sources: [SourceFrames] = []
    for _ in 1..<count {
      let another = try SourceFrames(try LocalFile(path: file.path), options)
      try prepare(another, target, client)
      sources.append(another)
    }
    return sources
  }

  /// Sets the client format, and passes the channel layouts to both files.
  func prepare(
    _ source: SourceFrames, _ target: TargetFrames, _ client: AudioStreamBasicDescription
  ) throws(ToolFailure) {
    try source.setClient(client, options)
    let inputCount = source.format.mChannelsPerFrame
    if let name = options.inputLayout {
      try source.setLayout(try name.layout(channelCount: inputCount, of: "input"))
    }
    if inputCount == client.mChannelsPerFrame {
      // Channels without a known layout are those of the requested layout, in order.
      let layout = try source.channelLayout()
      try target.setClientLayout(layout.isEmpty ? target.layout?.bytes ?? [] : layout)
      return
    }
    let layout = try target.channelLayout()
    guard !layout.isEmpty else {
      // The first two channels of the input need not be left and right.
      guard client.mChannelsPerFrame == 2, !options.mixes else { return }
      let stereo = AudioChannelLayout(
        mChannelLayoutTag: kAudioChannelLayoutTag_Stereo, mChannelBitmap: [],
        mNumberChannelDescriptions: 0, mChannelDescriptions: (AudioChannelDescription()))
      return source.setClientLayout(stereo.bytes)
    }
    source.setClientLayout(layout)
    if target.layout == nil, !options.mixes, try !source.keepsPlaces(in: layout) {
      throw ToolFailure(status: kExtAudioFileError_InvalidChannelMap)
    }
    try target.setClientLayout(layout)
  }

  /// The format between the two files.
  ///
  /// Uses integers if both files hold integers, at the same rate and without mixing. Uses 16 bits
  /// if the output has 16 bits, and otherwise floats.
  private func clientFormat(
    _ source: AudioStreamBasicDescription, _ target: AudioStreamBasicDescription
  ) -> AudioStreamBasicDescription {
    var client = AudioStreamBasicDescription()
    client.mSampleRate = target.mSampleRate
    client.mChannelsPerFrame = target.mChannelsPerFrame
    client.mFormatID = kAudioFormatLinearPCM
    let isExact =
      Self.holdsIntegers(source) && Self.holdsIntegers(target)
      && source.mSampleRate == target.mSampleRate && !options.mixes
      && !options.edit.changesSamples && !options.joins
    let isShort =
      !isExact && target.mFormatID == kAudioFormatLinearPCM && target.mBitsPerChannel == 16
      && options.soundCheck != .generate && !options.edit.changesSamples
    client.mFormatFlags =
      (isExact || isShort ? kAudioFormatFlagIsSignedInteger : kAudioFormatFlagIsFloat)
      | kAudioFormatFlagIsPacked
    client.mBitsPerChannel = isShort ? 16 : 32
    client.mFramesPerPacket = 1
    client.mBytesPerFrame = client.mBitsPerChannel / 8 * client.mChannelsPerFrame
    client.mBytesPerPacket = client.mBytesPerFrame
    return client
  }

  private static func holdsIntegers(_ format: AudioStreamBasicDescription) -> Bool {
    switch format.mFormatID {
    case kAudioFormatLinearPCM: format.mFormatFlags & kAudioFormatFlagIsFloat == 0
    case kAudioFormatAppleLossless, kAudioFormatFLAC: true
    default: false
    }
  }
}
