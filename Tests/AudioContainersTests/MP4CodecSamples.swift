import AudioModel

@testable import AudioContainers

extension MP4Sample {
  static func entry(
    _ name: String, _ entry: [UInt8], _ format: StreamFormat, layout: ChannelLayout? = .stereo,
    cookie: [UInt8] = [], layered: [LayeredFormat] = [], sizes: [Int] = [6, 9],
    frames: [Int]? = nil, trim: FrameTrim? = nil, timescale: UInt32? = nil,
    times: [(count: UInt32, delta: UInt32)]? = nil, audio: [UInt8]? = nil,
    _ change: (inout MP4TrackBytes) -> Void = { _ in }
  ) -> MP4Sample {
    var track = MP4TrackBytes(
      entry: entry, timescale: timescale ?? UInt32(format.sampleRate),
      times: times ?? [(UInt32(sizes.count), UInt32(max(format.framesPerPacket, 1)))],
      sizes: sizes)
    change(&track)
    var file = MP4FileBytes(tracks: [track])
    file.audio = audio
    return MP4Sample(
      testDescription: name, bytes: file.bytes, format: format, layout: layout, cookie: cookie,
      layered: layered, sizes: sizes, frames: frames, trim: trim)
  }

  static func descriptor(
    _ name: String, _ config: [UInt8], _ format: StreamFormat,
    layout: ChannelLayout? = .stereo, layered: [(StreamFormat, ChannelLayout?)] = [],
    timescale: UInt32? = nil, delta: UInt32? = nil
  ) -> MP4Sample {
    let stream = streamDescriptor(config, isLong: true)
    return entry(
      name, soundEntry("mp4a", fullBox("esds", stream)), format, layout: layout, cookie: stream,
      layered: layered.map { LayeredFormat(format: $0.0, channelLayout: $0.1) },
      timescale: timescale, times: delta.map { [(count: 2 as UInt32, delta: $0)] })
  }

  static func compressed(
    _ codec: FourCC, _ rate: Double, _ frames: Int, _ channels: Int, flags: UInt32 = 0
  ) -> StreamFormat {
    StreamFormat(
      sampleRate: rate, formatID: codec, formatFlags: flags, framesPerPacket: frames,
      channelCount: channels)
  }

  static let replicated = compressed(.mpeg4AACHighEfficiency, 44_100, 2048, 2)
  static let core = compressed(.mpeg4AAC, 22_050, 1024, 2)
  static let monoCore = compressed(.mpeg4AAC, 22_050, 1024, 1)

  static let codecs: [MP4Sample] = advanced + others + quickTime

  static let advanced: [MP4Sample] = [
    descriptor(
      "HE-AAC, signalled explicitly", bits((5, 5), (7, 4), (2, 4), (4, 4), (2, 5), (0, 3)), core,
      layered: [(replicated, .stereo), (core, .stereo)], timescale: 44_100, delta: 2048),
    descriptor(
      "HE-AAC, stated behind",
      bits((2, 5), (7, 4), (2, 4), (0, 3), (0x2B7, 11), (5, 5), (1, 1), (4, 4)), core,
      layered: [(replicated, .stereo), (core, .stereo)]),
    descriptor(
      "HE-AAC v2, signalled explicitly", bits((29, 5), (7, 4), (1, 4), (4, 4), (2, 5), (0, 3)),
      monoCore,
      layout: .mono,
      layered: [
        (compressed(.mpeg4AACHighEfficiencyV2, 44_100, 2048, 2), .stereo),
        (compressed(.mpeg4AACHighEfficiency, 44_100, 2048, 1), .mono), (monoCore, .mono),
      ]),
    descriptor(
      "HE-AAC v2, stated behind",
      bits(
        (2, 5), (7, 4), (1, 4), (0, 3), (0x2B7, 11), (5, 5), (1, 1), (4, 4), (0x548, 11), (1, 1)),
      monoCore, layout: .mono,
      layered: [
        (compressed(.mpeg4AACHighEfficiencyV2, 44_100, 2048, 2), .stereo),
        (compressed(.mpeg4AACHighEfficiency, 44_100, 2048, 1), .mono), (monoCore, .mono),
      ]),
    descriptor(
      "AAC-LC of 960 frames, 5.1", bits((2, 5), (3, 4), (6, 4), (4, 3)),
      compressed(.mpeg4AAC, 48_000, 960, 6), layout: ChannelLayout(tag: 124 << 16 | 6)),
    descriptor(
      "AAC with its rate and channels spelled out",
      bits(
        (2, 5), (15, 4), (37_800, 24), (0, 4), (0, 3), (0, 4), (1, 2), (4, 4), (1, 4), (0, 4),
        (1, 4), (1, 2), (0, 3), (0, 4), (0, 3), (1, 1), (0, 4), (1, 1), (0, 4), (0, 4), (0, 7),
        (0, 8)), compressed(.mpeg4AAC, 37_800, 1024, 5),
      layout: ChannelLayout(tag: 138 << 16 | 5)),
    descriptor(
      "AAC-LD", bits((23, 5), (3, 4), (2, 4), (0, 3), (0, 2)),
      compressed(FourCC("a", "a", "c", "l"), 48_000, 512, 2)),
    descriptor(
      "AAC-ELD with replication",
      bits((31, 5), (7, 6), (6, 4), (1, 4), (0, 4), (1, 1), (1, 1), (0, 1)),
      compressed(FourCC("a", "a", "c", "e"), 24_000, 512, 1), layout: .mono,
      layered: [
        (compressed(FourCC("a", "a", "c", "f"), 48_000, 1024, 1), .mono),
        (compressed(FourCC("a", "a", "c", "e"), 24_000, 512, 1), .mono),
      ]),
    descriptor(
      "xHE-AAC", bits((31, 5), (10, 6), (4, 4), (2, 4), (4, 5), (3, 3), (2, 5)),
      compressed(FourCC("u", "s", "a", "c"), 44_100, 2048, 2)),
    entry(
      "MPEG-2 AAC-LC",
      soundEntry("mp4a", fullBox("esds", streamDescriptor(lowComplexity, objectType: 0x67))),
      aacFormat, cookie: streamDescriptor(lowComplexity, objectType: 0x67)),
    entry(
      "MP3 by its descriptor",
      soundEntry(
        "mp4a", channels: 1, fullBox("esds", streamDescriptor([], objectType: 0x6B))),
      compressed(.mpegLayer3, 44_100, 1152, 2), audio: [0xFF, 0xFB, 0x90, 0x64]),
    entry(
      "Layer II under the same descriptor",
      soundEntry("mp4a", fullBox("esds", streamDescriptor([], objectType: 0x6B))),
      compressed(.mpegLayer2, 44_100, 1152, 1), layout: .mono, audio: [0xFF, 0xFD, 0x80, 0xC4]),
    entry(
      "MP3 with two frames in each packet",
      soundEntry("mp4a", fullBox("esds", streamDescriptor([], objectType: 0x6B))),
      compressed(.mpegLayer3, 44_100, 2304, 2), sizes: [208, 208],
      audio: MPEGStream().frames(4)),
    entry(
      "MP3 with two frames in each packet, of which the clock knows one",
      soundEntry("mp4a", fullBox("esds", streamDescriptor([], objectType: 0x6B))),
      compressed(.mpegLayer3, 44_100, 2304, 2), sizes: [208, 208], times: [(2, 1152)],
      audio: MPEGStream().frames(4)),
    entry(
      "MP3 with one frame in some packets and more in others",
      soundEntry("mp4a", fullBox("esds", streamDescriptor([], objectType: 0x6B))),
      compressed(.mpegLayer3, 44_100, 0, 2), sizes: [104, 208, 312], frames: [1152, 2304, 3456],
      times: [(1, 1152), (1, 2304), (1, 3456)], audio: MPEGStream().frames(6)),
    entry(
      "MP3 whose first packet is none",
      soundEntry("mp4a", rate: 22_050, fullBox("esds", streamDescriptor([], objectType: 0x69))),
      compressed(.mpegLayer3, 22_050, 576, 2)),
  ]

  /// The 24 bytes of an Apple Lossless configuration.
  static let lossless: [UInt8] =
    words(4096) + [0, 24, 40, 10, 14, 2, 0, 255] + words(30_000, 700_000, 96_000)

  static let flacBox: [UInt8] = fullBox(
    "dfLa", [0x80, 0, 0, 34], [0x12, 0, 0x12, 0, 0, 0, 14, 0, 0x10, 0],
    bits((48_000, 20), (1, 3), (15, 5), (0, 36)), [UInt8](repeating: 9, count: 16))

  static let opusBox: [UInt8] = box(
    "dOps", [0, 2, 1, 56], words(44_100), [0, 1], [0])

  static let others: [MP4Sample] = [
    entry(
      "Apple Lossless", soundEntry("alac", fullBox("alac", lossless)),
      compressed(.appleLossless, 96_000, 4096, 2, flags: 3), cookie: lossless),
    entry(
      "AC-3, 3/2 and LFE",
      soundEntry(
        "ac-3", box("dac3", bits((0, 2), (8, 5), (0, 3), (7, 3), (1, 1), (15, 5), (0, 5)))),
      compressed(.ac3, 48_000, 1536, 6), layout: ChannelLayout(tag: 123 << 16 | 6)),
    entry(
      "E-AC-3 with two more channels",
      soundEntry(
        "ec-3",
        box(
          "dec3",
          bits(
            (768, 13), (0, 3), (0, 2), (16, 5), (0, 1), (0, 1), (0, 3), (7, 3), (1, 1), (0, 3),
            (1, 4), (2, 9)))),
      compressed(.enhancedAC3, 48_000, 1536, 8), layout: nil, times: [(2, 1536)]),
    entry(
      "AC-3 with two frames in each packet",
      soundEntry(
        "ac-3", box("dac3", bits((0, 2), (8, 5), (0, 3), (2, 3), (0, 1), (0, 5), (0, 5)))),
      compressed(.ac3, 48_000, 3072, 2), sizes: [256, 256], times: [(2, 3072)],
      audio: AC3Stream().frames(4)),
    entry(
      "E-AC-3 of fewer blocks than the clock says",
      soundEntry(
        "ec-3",
        box(
          "dec3",
          bits(
            (768, 13), (0, 3), (0, 2), (16, 5), (0, 1), (0, 1), (0, 3), (2, 3), (0, 1), (0, 3),
            (0, 4), (0, 1)))),
      compressed(.enhancedAC3, 48_000, 512, 2), sizes: [40, 40], times: [(2, 1536)],
      audio: EnhancedAC3Stream(second: 1).frame() + EnhancedAC3Stream(second: 1).frame()),
    entry(
      "FLAC", soundEntry("fLaC", rate: 48_000, flacBox),
      compressed(.flac, 48_000, 4608, 2, flags: 1), cookie: flacBox),
    entry(
      "Opus of one duration", soundEntry("Opus", rate: 48_000, opusBox),
      compressed(.opus, 48_000, 960, 2),
      cookie: Array("OpusHead".utf8) + [1, 2, 56, 1, 0x44, 0xAC, 0, 0, 1, 0, 0],
      trim: FrameTrim(primingFrames: 312, validFrames: 1608, remainderFrames: 0),
      times: [(2, 960)]),
    entry(
      "Opus of several durations", soundEntry("Opus", rate: 48_000, opusBox),
      compressed(.opus, 48_000, 0, 2),
      cookie: Array("OpusHead".utf8) + [1, 2, 56, 1, 0x44, 0xAC, 0, 0, 1, 0, 0],
      sizes: [3, 4, 5, 6], frames: [960, 480, 480, 2880],
      trim: FrameTrim(primingFrames: 312, validFrames: 4488, remainderFrames: 0),
      times: [(1, 960), (2, 480), (1, 2880)]),
    entry(
      "AMR in a clock of milliseconds",
      soundEntry("samr", channels: 1, rate: 8_000, box("damr", [0, 0, 0, 0, 0, 0, 0, 0, 1])),
      compressed(.amrNarrowBand, 8_000, 160, 1), layout: .mono, timescale: 1000,
      times: [(2, 20)]),
    entry(
      "AMR with two frames in each packet, of which the clock knows one",
      soundEntry("samr", channels: 1, rate: 8_000, box("damr", [0, 0, 0, 0, 0, 0, 0, 0, 2])),
      compressed(.amrNarrowBand, 8_000, 320, 1), layout: .mono, sizes: [64, 64], times: [(2, 160)],
      audio: (0..<4).flatMap { _ in [0x3C] + [UInt8](repeating: 7, count: 31) }),
    entry(
      "AMR wide band", soundEntry("sawb", channels: 1, rate: 16_000),
      compressed(.amrWideBand, 16_000, 320, 1), layout: .mono, times: [(2, 320)]),
  ]

  static func linear(
    _ rate: Double, _ channels: Int, _ bits: Int, _ flags: StreamFormat.PCMFlags
  ) -> StreamFormat {
    StreamFormat(
      sampleRate: rate, formatID: .linearPCM, formatFlags: flags.rawValue,
      bytesPerPacket: bits / 8 * channels, framesPerPacket: 1, bytesPerFrame: bits / 8 * channels,
      channelCount: channels, bitsPerChannel: bits)
  }

  /// Returns uncompressed audio with `frames` frames, each one sample of the table.
  static func pcm(
    _ name: String, _ entry: [UInt8], _ format: StreamFormat, frames: Int = 4,
    sizeBox: MP4TrackBytes.SizeBox = .constant(nil), layout: ChannelLayout? = .stereo
  ) -> MP4Sample {
    Self.entry(
      name, entry, format, layout: layout,
      sizes: [Int](repeating: format.bytesPerPacket, count: frames)
    ) { $0.sizeBox = sizeBox }
  }

  static let quickTime: [MP4Sample] = [
    pcm("twos", soundEntry("twos"), linear(44_100, 2, 16, [.signedInteger, .packed, .bigEndian])),
    pcm(
      "sowt, with QuickTime's size of 1", soundEntry("sowt", version: 1),
      linear(44_100, 2, 16, [.signedInteger, .packed]), sizeBox: .constant(1)),
    pcm("raw", soundEntry("raw ", bits: 8), linear(44_100, 2, 8, .packed)),
    pcm(
      "in24, little-endian",
      soundEntry("in24", version: 1, box("wave", box("enda", [0, 1]))),
      linear(44_100, 2, 24, [.signedInteger, .packed])),
    pcm(
      "fl32", soundEntry("fl32", version: 1), linear(44_100, 2, 32, [.float, .packed, .bigEndian])),
    pcm(
      "fl64", soundEntry("fl64", version: 1), linear(44_100, 2, 64, [.float, .packed, .bigEndian])),
    pcm(
      "lpcm of version 2",
      soundEntry2(channels: 2, rate: 192_000, bits: 24, flags: 0xC, packetBytes: 6),
      linear(192_000, 2, 24, [.signedInteger, .packed])),
    pcm(
      "ipcm", soundEntry("ipcm", fullBox("pcmC", [1, 24])),
      linear(44_100, 2, 24, [.signedInteger, .packed])),
    pcm(
      "fpcm", soundEntry("fpcm", fullBox("pcmC", [0, 32])),
      linear(44_100, 2, 32, [.float, .packed, .bigEndian])),
    pcm(
      "mu-law", soundEntry("ulaw"),
      StreamFormat(
        sampleRate: 44_100, formatID: .muLaw, bytesPerPacket: 2, framesPerPacket: 1,
        bytesPerFrame: 2, channelCount: 2, bitsPerChannel: 8)),
    entry(
      "IMA 4:1, counted in frames", soundEntry("ima4", version: 1),
      StreamFormat(
        sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: 68, framesPerPacket: 64,
        channelCount: 2), sizes: [68, 68, 68], times: [(192, 1)]
    ) {
      $0.stated = 192
      $0.sizeBox = .constant(1)
    },
    entry(
      "IMA 4:1, counted in packets", soundEntry("ima4", version: 1),
      StreamFormat(
        sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: 68, framesPerPacket: 64,
        channelCount: 2), sizes: [68, 68, 68]
    ) { $0.sizeBox = .constant(nil) },
    entry(
      "AAC of QuickTime",
      soundEntry(
        "mp4a", version: 1,
        box(
          "wave", box("frma", Array("mp4a".utf8)), fullBox("esds", streamDescriptor(lowComplexity)))
      ),
      aacFormat, cookie: streamDescriptor(lowComplexity)),
    entry(
      "its own layout",
      soundEntry(
        "alac", fullBox("alac", lossless), fullBox("chan", words(103 << 16 | 2, 0, 0))),
      compressed(.appleLossless, 96_000, 4096, 2, flags: 3),
      layout: ChannelLayout(tag: 103 << 16 | 2),
      cookie: lossless),
    entry(
      "ISO's version 1 with its own rate",
      soundEntry(
        "mp4a", rate: 1, version: 0, fullBox("srat", words(96_000)),
        fullBox("esds", streamDescriptor(bits((2, 5), (0, 4), (2, 4), (0, 3))))),
      compressed(.mpeg4AAC, 96_000, 1024, 2),
      cookie: streamDescriptor(bits((2, 5), (0, 4), (2, 4), (0, 3)))
    ) { $0.descriptionVersion = 1 },
  ]
}
