import AudioToolbox
import TestSupport
import Testing

/// Copies FFmpeg's packets from one type of file into another.
@Suite struct AudioFileCopyingTests {
  /// FFmpeg's encodings, and the types of file that receive their packets.
  struct Copy: Sendable, CustomTestStringConvertible {
    var options: [String]
    var type: AudioFileTypeID
    var testDescription: String { "\(options[1]) to \(type)" }

    static let all =
      [
        kAudioFileM4AType, kAudioFileM4BType, kAudioFile3GP2Type, kAudioFileCAFType,
        kAudioFileAAC_ADTSType,
      ].map { Copy(options: ["-c:a", "aac", "-f", "adts"], type: $0) }
      + [kAudioFileFLACType, kAudioFileMPEG4Type].map {
        Copy(options: ["-c:a", "flac", "-f", "flac"], type: $0)
      }
      + [kAudioFileMP2Type, kAudioFileCAFType].map {
        Copy(options: ["-c:a", "mp2", "-f", "mp2"], type: $0)
      }
      + [kAudioFileMPEG4Type, kAudioFileAC3Type, kAudioFileCAFType].map {
        Copy(options: ["-c:a", "ac3", "-f", "ac3"], type: $0)
      }
      + [Copy(options: ["-c:a", "eac3", "-f", "eac3"], type: kAudioFileAC3Type)]
      + [Recipe.oggType, kAudioFileCAFType].map {
        Copy(options: ["-c:a", "libopus", "-ar", "48000", "-f", "ogg"], type: $0)
      }
      + [Copy(options: ["-c:a", "libvorbis", "-f", "ogg"], type: Recipe.oggType)]
      + [
        Copy(options: ["-c:a", "flac", "-f", "flac"], type: Recipe.oggType),
        Copy(options: ["-c:a", "flac", "-f", "ogg"], type: kAudioFileFLACType),
        Copy(options: ["-c:a", "alac", "-f", "ipod"], type: kAudioFileM4AType),
        Copy(options: ["-c:a", "alac", "-f", "ipod"], type: kAudioFileCAFType),
        Copy(options: ["-c:a", "libmp3lame", "-f", "mp3"], type: kAudioFileMP3Type),
        Copy(options: ["-c:a", "libmp3lame", "-f", "mp3"], type: kAudioFileMPEG4Type),
      ]
  }

  /// The contents of a file.
  private struct Contents {
    var recipe: Recipe
    var table: AudioFilePacketTableInfo?
    var seconds: Float64
  }

  private func read(_ bytes: [UInt8], for type: AudioFileTypeID) throws -> Contents {
    let source = CallbackFile(bytes)
    let input = try #require(source.open().1)
    defer { _ = withExtendedLifetime(source) { AudioFileClose(input) } }
    var cookie = [UInt8](repeating: 0, count: 100_000)
    var size = UInt32(cookie.count)
    if AudioFileGetProperty(input, kAudioFilePropertyMagicCookieData, &size, &cookie) != noErr {
      size = 0
    }
    var table = AudioFilePacketTableInfo()
    var tableSize = UInt32(MemoryLayout.size(ofValue: table))
    let hasTable =
      AudioFileGetProperty(input, kAudioFilePropertyPacketTableInfo, &tableSize, &table) == noErr
    let recipe = Recipe(
      testDescription: "", type: type,
      format: try property(input, kAudioFilePropertyDataFormat, AudioStreamBasicDescription()),
      packets: readAllPackets(input, constant: 0), cookie: Array(cookie.prefix(Int(size))))
    let seconds = try property(input, kAudioFilePropertyEstimatedDuration, Float64(0))
    return Contents(recipe: recipe, table: hasTable ? table : nil, seconds: seconds)
  }

  @Test(arguments: Copy.all) func copiesHaveTheSameInformationAndSamples(copy: Copy) throws {
    let original = try FFmpeg.encode(
      copy.options, sampleRate: 48000, channelCount: 2, seconds: 2.3)
    let contents = try read(original, for: copy.type)
    let recipe = contents.recipe
    let sink = CallbackSink()
    let file = try #require(sink.create(copy.type, recipe.format).file)
    recipe.setCookie(of: file)
    let hasTitle = setInformation(["title": "The title"], of: file) == noErr
    recipe.write(to: file, batch: 7)
    var hasTable = false
    if var table = contents.table {
      let size = UInt32(MemoryLayout.size(ofValue: table))
      let status = AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, size, &table)
      hasTable = status == noErr
      #expect(hasTable || status == kAudioFileUnsupportedPropertyError)
    }
    #expect(AudioFileClose(file) == noErr)
    #expect(try FFmpeg.decodeInt16(sink.bytes, []) == FFmpeg.decodeInt16(original, []))

    let copied = try read(sink.bytes, for: copy.type)
    #expect(copied.recipe.packets == recipe.packets)
    #expect(copied.recipe.format == recipe.format)
    if hasTable, let table = contents.table, let found = copied.table {
      #expect(found.mPrimingFrames == table.mPrimingFrames)
      #expect(found.mNumberValidFrames == table.mNumberValidFrames)
      // The missing frames of a shorter last packet in a movie are its remainder.
      let isShort = copy.type == kAudioFileMPEG4Type && recipe.format.mFormatID == kAudioFormatFLAC
      if !isShort { #expect(found.mRemainderFrames == table.mRemainderFrames) }
      #expect(abs(copied.seconds - contents.seconds) < 1e-6)
    }
    let read = CallbackFile(sink.bytes)
    let output = try #require(read.open().1)
    if hasTitle { #expect(information(output)["title"] == "The title") }
    withExtendedLifetime(read) { _ = AudioFileClose(output) }
    if MediaInfo.isInstalled {
      try mediaInfoAgrees(sink.bytes, original, copied.seconds, copy, hasTitle: hasTitle)
    }
  }

  /// Compares MediaInfo's reports about the copy and the original's codec.
  private func mediaInfoAgrees(
    _ bytes: [UInt8], _ original: [UInt8], _ seconds: Float64, _ copy: Copy, hasTitle: Bool
  ) throws {
    let found = try MediaInfo(bytes)
    // MediaInfo reads only the start of CAF.
    guard copy.type != kAudioFileCAFType else { return }
    let expected = try MediaInfo(original)
    #expect(found.format == expected.format)
    #expect(found.sampleRate == 48000)
    #expect(found.channelCount == 2)
    // MediaInfo does not count the frames of ADTS, and estimates others from the first bytes.
    if let duration = found.seconds, copy.type != kAudioFileAAC_ADTSType {
      #expect(abs(duration - seconds) < 0.06)
    }
    // MediaInfo does not read the texts of FLAC in Ogg, not even FFmpeg's.
    let isRead = copy.type != Recipe.oggType || found.format != "FLAC"
    if hasTitle, isRead { #expect(found.title == "The title") }
  }
}
