import AudioToolbox
import TestSupport
import Testing

@Suite struct AudioFileStreamTests {
  /// Splits of the bytes: piece sizes, used repeatedly.
  static let cuts: [[Int]] = [
    [1], [7], [1000], [65536], [1, 100, 3, 4096, 17, 2], [Int.max],
  ]

  @Test(arguments: MediaFile.all) func eventsAreTheSameForAnyDivision(media: MediaFile) throws {
    let whole = try StreamRecorder()
    #expect(whole.parse(media.bytes, flush: true) == noErr)
    #expect(whole.packets == media.packets)
    for cut in Self.cuts {
      let recorder = try StreamRecorder(hint: kAudioFileM4AType)
      #expect(recorder.parse(media.bytes, pieces: cut, flush: true) == noErr)
      #expect(recorder.packets == whole.packets, "pieces of \(cut)")
      #expect(recorder.announced == whole.announced)
      #expect(recorder.values == whole.values)
    }
  }

  #if LibAV
    /// The formats that an ADTS stream lists, regardless of the split.
    private func formats(_ bytes: [UInt8]) throws -> [AudioStreamBasicDescription] {
      var all: [[UInt8]] = []
      for cut in Self.cuts {
        let recorder = try StreamRecorder()
        #expect(recorder.parse(bytes, pieces: cut, flush: true) == noErr)
        all.append(recorder.values[kAudioFileStreamProperty_FormatList] ?? [])
      }
      #expect(Set(all).count == 1, "cuts make a difference")
      let count = (all.first?.count ?? 0) / MemoryLayout<AudioFormatListItem>.stride
      var items = [AudioFormatListItem](repeating: AudioFormatListItem(), count: count)
      items.withUnsafeMutableBytes { $0.copyBytes(from: all[0].prefix($0.count)) }
      return items.map(\.mASBD)
    }

    @Test func plainAACAtALowRateHasOneFormat() throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "aac", "-f", "adts"], sampleRate: 22_050, channelCount: 1)
      // The shorter one has fewer packets than the reader examines.
      for part in [bytes, Array(bytes.prefix(900))] {
        let formats = try formats(part)
        #expect(formats.map(\.mFormatID) == [kAudioFormatMPEG4AAC])
      }
    }

    @Test(.enabled(if: CorpusFile.folder != nil))
    func highEfficiencyInADTSIsFoundInThePackets() throws {
      let folder = try #require(CorpusFile.folder)
      let path = "\(folder)/shaka-player/id3-metadata.ts"
      let bytes = try Tool.run(
        "ffmpeg", ["-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "adts", "-"])
      let formats = try formats(bytes)
      #expect(
        formats.map(\.mFormatID) == [
          kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC,
        ])
      #expect(formats.map(\.mChannelsPerFrame) == [2, 1, 1])
      #expect(formats.map(\.mFramesPerPacket) == [2048, 2048, 1024])
    }
  #endif

  @Test(arguments: MediaFile.all) func everyPropertyComesBeforeThePackets(media: MediaFile) throws {
    let recorder = try StreamRecorder()
    var before = 0
    recorder.duringPackets = { if before == 0 { before = $0.announced.count } }
    #expect(recorder.parse(media.bytes, pieces: [1], flush: true) == noErr)
    let ready = kAudioFileStreamProperty_ReadyToProducePackets
    #expect(
      recorder.announced.starts(with: [
        kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat,
        kAudioFileStreamProperty_FormatList,
      ]))
    let header = recorder.announced.prefix { $0 != ready }
    #expect(header.last == kAudioFileStreamProperty_DataOffset)
    #expect(recorder.announced.filter { $0 == ready }.count == 1)
    if !media.packets.isEmpty { #expect(before == header.count + 1) }
    // Later announcements are tags from after the audio.
    let later = recorder.announced.dropFirst(header.count + 1)
    #expect(later.allSatisfy { $0 == kAudioFileStreamProperty_InfoDictionary })
    #expect(recorder.flags.allSatisfy { $0 == .propertyIsCached })
    #expect(recorder.ready == [0, 0, 1])
    if !media.packets.isEmpty {
      #expect(recorder.described == [!media.hasConstantPackets])
    }
  }

  @Test(arguments: MediaFile.all) func propertiesHaveTheirValues(media: MediaFile) throws {
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes, flush: true) == noErr)
    #expect(recorder.value(kAudioFileStreamProperty_FileFormat, UInt32(0)) == (noErr, media.type))
    let format = recorder.value(
      kAudioFileStreamProperty_DataFormat, AudioStreamBasicDescription()
    ).1
    #expect(format.mFormatID == media.formatID)
    #expect(format.mFramesPerPacket == media.framesPerPacket)
    #expect(format.mBytesPerPacket == media.bytesPerPacket)
    #expect(
      recorder.value(kAudioFileStreamProperty_DataOffset, Int64(-1)) == (
        noErr, Int64(media.dataOffset)
      ))
    let bound = recorder.value(kAudioFileStreamProperty_PacketSizeUpperBound, UInt32(0))
    #expect(bound.0 == noErr)
    #expect(Int(bound.1) >= media.largestPacket)
    let largest = recorder.value(kAudioFileStreamProperty_MaximumPacketSize, UInt32(0))
    let counts = recorder.value(kAudioFileStreamProperty_AudioDataPacketCount, UInt64(0))
    let bytes = recorder.value(kAudioFileStreamProperty_AudioDataByteCount, UInt64(0))
    if media.packets.isEmpty {
      // A live writer leaves empty data at the end of the form, so its size is unknown.
      #expect(counts.0 == kAudioFileStreamError_ValueUnknown)
      #expect(bytes.0 == kAudioFileStreamError_ValueUnknown)
    } else if media.hasConstantPackets {
      #expect(largest == (noErr, media.bytesPerPacket))
      #expect(counts == (noErr, UInt64(media.packets.count)))
      #expect(bytes == (noErr, UInt64(media.dataByteCount)))
    } else {
      // No information precedes the audio.
      #expect(largest.0 == kAudioFileStreamError_ValueUnknown)
      #expect(counts.0 == kAudioFileStreamError_ValueUnknown)
      #expect(bytes.0 == kAudioFileStreamError_ValueUnknown)
    }
    if !media.packets.isEmpty {
      let average = recorder.value(kAudioFileStreamProperty_AverageBytesPerPacket, 0.0)
      let sum = media.packets.reduce(0) { $0 + $1.count }
      #expect(average == (noErr, Double(sum) / Double(media.packets.count)))
      #expect(recorder.value(kAudioFileStreamProperty_BitRate, UInt32(0)).1 > 0)
    }
    if let title = media.title {
      #expect(recorder.values[kAudioFileStreamProperty_InfoDictionary] == Array(title.utf8))
    }
    #expect(recorder.value(kAudioFileStreamProperty_RestrictsRandomAccess, UInt32(9)).1 == 0)
  }

  @Test(arguments: [[Int.max], [1000], [1]])
  func aTableBeforeTheAudioAppliesToAllPackets(cut: [Int]) throws {
    let bytes = try FFmpeg.encode(
      ["-c:a", "alac", "-movflags", "+faststart", "-f", "ipod"], sampleRate: 8000,
      channelCount: 1, seconds: 4)
    let recorder = try StreamRecorder()
    #expect(recorder.parse(bytes, pieces: cut, flush: true) == noErr)
    #expect(recorder.packets.count == 8)
    // The bytes after the audio do not matter.
    let other = try StreamRecorder()
    #expect(other.parse(bytes + [0, 0, 0, 8] + Array("free".utf8), pieces: cut) == noErr)
    #expect(other.packets == recorder.packets)
  }

  #if LibAV
    /// A header at the start states the end of the last packet.
    @Test(arguments: [[Int.max], [1000], [1]])
    func aLastPacketWithAStatedEndComesWithItsLastByte(cut: [Int]) throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-b:a", "64k", "-f", "mp3"], sampleRate: 44_100, channelCount: 2)
      let whole = try StreamRecorder()
      #expect(whole.parse(bytes, flush: true) == noErr)
      let recorder = try StreamRecorder()
      #expect(recorder.parse(bytes, pieces: cut) == noErr)
      #expect(recorder.packets.count > 20 && recorder.packets == whole.packets)
      let cutOff = try StreamRecorder()
      #expect(cutOff.parse(Array(bytes.dropLast())) == noErr)
      #expect(cutOff.packets == Array(whole.packets.dropLast()))
    }
  #endif

  @Test func theFinalCallRepeatsNoPacket() throws {
    let media = try MediaFile.named("MP3 of many rates")
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes) == noErr)
    #expect(recorder.packets == media.packets)
    for _ in 0..<2 {
      #expect(recorder.parse([], flush: true) == noErr)
      #expect(recorder.packets == media.packets)
    }
  }

  @Test func invalidPropertyRequestsAreRefused() throws {
    let recorder = try StreamRecorder()
    let unknown: AudioFileStreamPropertyID = 0x3F3F_3F3F
    let format = kAudioFileStreamProperty_FileFormat
    #expect(recorder.value(unknown, UInt32(0)).0 == kAudioFileStreamError_UnsupportedProperty)
    #expect(recorder.value(format, UInt32(0)).0 == kAudioFileStreamError_DataUnavailable)
    let media = try MediaFile.named("WAVE")
    #expect(recorder.parse(media.bytes.prefix(20)) == noErr)
    #expect(recorder.value(format, UInt32(0)).0 == kAudioFileStreamError_DataUnavailable)
    #expect(recorder.parse(media.bytes[20..<60]) == noErr)
    #expect(recorder.value(format, UInt32(0)) == (noErr, kAudioFileWAVEType))
    #expect(recorder.value(format, UInt16(0)).0 == kAudioFileStreamError_BadPropertySize)
    #expect(
      recorder.value(kAudioFileStreamProperty_MagicCookieData, UInt32(0)).0
        == kAudioFileStreamError_ValueUnknown)
    let stream = try #require(recorder.stream)
    var value: UInt32 = 0
    #expect(
      AudioFileStreamSetProperty(stream, format, 4, &value)
        == kAudioFileStreamError_IllegalOperation)
    #expect(
      AudioFileStreamSetProperty(stream, unknown, 4, &value)
        == kAudioFileStreamError_UnsupportedProperty)
    #expect(
      AudioFileStreamGetPropertyInfo(stream, unknown, nil, nil)
        == kAudioFileStreamError_UnsupportedProperty)
  }

  @Test(arguments: [[1], [7], [Int.max]]) func otherDataIsAPermanentError(cut: [Int]) throws {
    let text = Array(String(repeating: "This is no music. ", count: 200).utf8)
    var codec = try MediaFile.named("WAVE").bytes
    codec.replaceSubrange(20..<22, with: [0x55, 0x77])
    var broken = try MediaFile.named("WAVE").bytes
    broken.replaceSubrange(16..<20, with: [2, 0, 0, 0])
    let cases: [([UInt8], OSStatus)] = [
      (text, kAudioFileStreamError_UnsupportedFileType),
      (codec, kAudioFileStreamError_UnsupportedDataFormat),
      (broken, kAudioFileStreamError_InvalidFile),
    ]
    for (bytes, error) in cases {
      let recorder = try StreamRecorder(hint: kAudioFileMP3Type)
      #expect(recorder.parse(bytes, pieces: cut, flush: true) == error)
      #expect(recorder.parse(try MediaFile.named("WAVE").bytes) == error)
      #expect(recorder.announced.isEmpty)
    }
  }

  @Test(arguments: MediaFile.all) func aTemporaryEndChangesNothing(media: MediaFile) throws {
    let whole = try StreamRecorder()
    #expect(whole.parse(media.bytes, flush: true) == noErr)
    let cuts = [1, 3, 11, 12, 30, 43, 44, 45, 100, 130, 419, 420, 500, 1000, media.bytes.count - 1]
    for cut in cuts where cut < media.bytes.count {
      let recorder = try StreamRecorder()
      #expect(recorder.parse(media.bytes[..<cut]) == noErr)
      let isKnown = !recorder.announced.isEmpty
      for _ in 0..<2 {
        let status = recorder.parse([], flush: true)
        // A file cannot end in its header.
        if isKnown { #expect(status == noErr) }
        if recorder.announced.isEmpty { #expect(status != noErr) }
      }
      #expect(recorder.parse(media.bytes[cut...], flush: true) == noErr, "cut at \(cut)")
      #expect(recorder.packets == whole.packets, "cut at \(cut)")
      #expect(recorder.values == whole.values, "cut at \(cut)")
      #expect(Set(recorder.announced) == Set(whole.announced))
    }
  }

  @Test func anEndInAHeaderIsATemporaryError() throws {
    let media = try MediaFile.named("WAVE")
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes.prefix(30)) == noErr)
    #expect(recorder.parse([], flush: true) == kAudioFileStreamError_InvalidFile)
    #expect(recorder.announced.isEmpty)
    #expect(recorder.parse(media.bytes.dropFirst(30), flush: true) == noErr)
    #expect(recorder.packets == media.packets)
  }

  @Test func noCallbackFollowsACloseInACallback() throws {
    let media = try MediaFile.named("MP3 of many rates")
    let inListener = try StreamRecorder()
    inListener.duringListener = { [unowned inListener] _, _ in
      if inListener.announced.count == 2 { #expect(inListener.close() == noErr) }
    }
    #expect(inListener.parse(media.bytes) == noErr)
    #expect(inListener.announced.count == 2)
    #expect(inListener.packets.isEmpty)
    let inPackets = try StreamRecorder()
    inPackets.duringPackets = { #expect($0.close() == noErr) }
    #expect(inPackets.parse(media.bytes, pieces: [500]) == noErr)
    let count = inPackets.packets.count
    #expect(count > 0)
    #expect(count < media.packets.count)
  }

  @Test func parsingInACallbackIsIllegal() throws {
    let media = try MediaFile.named("MP3 of many rates")
    let recorder = try StreamRecorder()
    var inner: Set<OSStatus> = []
    recorder.duringPackets = {
      inner.insert(AudioFileStreamParseBytes($0.stream!, 4, [1, 2, 3, 4], []))
    }
    #expect(recorder.parse(media.bytes, flush: true) == noErr)
    #expect(inner == [kAudioFileStreamError_IllegalOperation])
    #expect(recorder.packets == media.packets)
  }

  @Test func aClosedStreamRefusesCalls() throws {
    let recorder = try StreamRecorder()
    let stream = try #require(recorder.stream)
    #expect(recorder.close() == noErr)
    #expect(AudioFileStreamClose(stream) == kAudioFileStreamError_IllegalOperation)
    #expect(
      AudioFileStreamParseBytes(stream, 1, [1], []) == kAudioFileStreamError_IllegalOperation)
    #expect(
      AudioFileStreamParseBytes(stream, 1, nil, []) == kAudioFileStreamError_IllegalOperation)
  }

  @Test func missingBytesAreAnError() throws {
    let recorder = try StreamRecorder()
    let stream = try #require(recorder.stream)
    #expect(AudioFileStreamParseBytes(stream, 1, nil, []) == kAudio_ParamError)
  }
}

/// Two results of one property at once.
private func == <Value: Equatable>(
  lhs: (OSStatus, Value), rhs: (OSStatus, Value)
) -> Bool {
  lhs.0 == rhs.0 && lhs.1 == rhs.1
}
