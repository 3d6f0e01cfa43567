import AudioToolbox
import Foundation
import ToolSupport

/// The conversion of one file.
struct Conversion {
  enum Outcome {
    case converted(ConversionReport)
    /// The output already exists.
    case skipped
    case interrupted

    /// The outcome with `rest` as the reason for an unreadable end, unless it states another
    /// reason.
    fileprivate func adding(_ rest: ToolFailure?) -> Self {
      guard case .converted(var report) = self else { return self }
      report.unreadRest = report.unreadRest ?? rest
      return .converted(report)
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
      let target = try makeTarget(output, ConversionFormats(options).target(source, file))
      outcome = try convert(source, file, to: target, goesOn).adding(song?.cutOff)
    } catch {
      output.discard()
      throw error
    }
    if case .converted = outcome { try output.keep() } else { output.discard() }
    return outcome
  }

  /// Creates an output under its temporary name.
  func makeTarget(
    _ output: OutputFile, _ format: AudioStreamBasicDescription
  ) throws(ToolFailure) -> TargetFrames {
    try TargetFrames(
      output, type: options.fileType, format: format,
      layout: try options.outputLayout.map { (name) throws(ToolFailure) in
        try name.layout(channelCount: format.mChannelsPerFrame, of: "output")
      }, alignsAudio: options.alignsAudio)
  }

  /// Opens a file, and prints the warnings about it.
  static func open(_ path: String, named name: String) throws(ToolFailure) -> LocalFile {
    let file = try LocalFile(path: path)
    // A converted part of a file must not pass for the whole.
    let cutOff = file.unreadableRest == nil ? file.cutOff.map { "warning: \($0.reason)" } : nil
    for warning in [file.warning, cutOff].compactMap(\.self) {
      Terminal.complain("afconvert: \(name): \(warning)\n")
    }
    return file
  }

  private func convert(
    _ source: SourceFrames, _ file: LocalFile, to target: TargetFrames,
    _ goesOn: @escaping (Double) -> Bool
  ) throws(ToolFailure) -> Outcome {
    let client = ConversionFormats(options).client(source.format, target.format)
    var report = ConversionReport(outputs: [job.output])
    report.encoderNote = try target.setClient(client, options)
    try prepare(source, target, options.hasNeighbours ? AlbumFrames.format(client, source) : client)
    let album = try album(source, target, client)
    if source.isShifted { try source.seek(to: 0) }
    target.setTags(of: file, options.soundCheck)
    let joined = try joinedSources(target, client)
    guard let edit = try edit([source] + joined, target, client, goesOn) else {
      return .interrupted
    }
    let others =
      album == nil && edit.frames == nil ? try moreSources(source, file, target, client) : []
    let writing = BlockWriting(
      target, client,
      frames: Double(edit.frames?.frameCount ?? source.frameCount(atRate: client.mSampleRate)),
      meter: options.soundCheck == .generate ? try SourceMeter(client) : nil, edit.goesOn)
    guard try copy([source] + others, album, edit.frames, writing) else { return .interrupted }
    if let album { try writeEdge(.after, of: album, to: target, client) }
    writing.meter?.addTags(to: target)
    try target.close()
    let damaged = others.reduce(source.damagedPackets) { $0.union($1.damagedPackets) }
    report.damagedPacketCount = joined.reduce(damaged.count) { $0 + $1.damagedPackets.count }
    report.unreadRest = ([source] + joined).lazy.compactMap(\.unreadRest).first
    report.encoderNote = report.encoderNote ?? albumNote(target)
    report.add(edit.normalization)
    return .converted(report)
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
    if let album { try writeEdge(.before, of: album, to: target, client) }
    var frames: any FrameReading = source
    if let edited { frames = edited }
    if let album { frames = album }
    return try write(frames, of: source, writing)
  }

  /// Writes all frames of a reader.
  ///
  /// - Parameters:
  ///   - frames: The reader.
  ///   - source: The file that it reads.
  ///   - writing: The output.
  /// - Returns: Whether the frames are complete.
  /// - Throws: ``ToolFailure``.
  func write(
    _ frames: any FrameReading, of source: SourceFrames, _ writing: BlockWriting
  ) throws(ToolFailure) -> Bool {
    let (target, client) = (writing.target, writing.client)
    let encoders = try encoders(client, target)
    // Next to an encoder, reading linear PCM takes no time, but handing it between threads does.
    let readsAhead =
      options.readsAhead && encoders.isEmpty
      && (source.decodesOrResamples(to: client) || target.format.mFormatID == kAudioFormatLinearPCM)
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
}
