import AudioToolbox
import TestSupport
import Testing

/// Marks, stretches and reserved room in written files.
@Suite struct AudioFileMarksWritingTests {
  struct Mark: Equatable {
    var frame: Float64
    var name: String?
    var identifier: Int32
    var type: UInt32 = 0
  }

  struct Stretch: Equatable {
    var identifier: UInt32
    var name: String?
    var flags: UInt32
    var marks: [Mark]
  }

  static let types: [AudioFileTypeID] = [
    kAudioFileCAFType, kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type,
    kAudioFileAIFFType, kAudioFileAIFCType,
  ]

  private let marks = [
    Mark(frame: 0, name: "Start", identifier: 1), Mark(frame: 17, name: "Mitte Ä", identifier: 5),
    Mark(frame: 900, name: nil, identifier: 3),
  ]

  private static let regionStart: UInt32 = 0x7262_6567
  private static let regionEnd: UInt32 = 0x7265_6E64
  private static let loopStart: UInt32 = 0x736C_6267
  private static let loopEnd: UInt32 = 0x736C_656E

  private let stretch = Stretch(
    identifier: 9, name: "Chorus", flags: 0,
    marks: [
      Mark(frame: 100, name: nil, identifier: 9, type: Self.regionStart),
      Mark(frame: 250, name: nil, identifier: 9, type: Self.regionEnd),
    ])
  /// Loops forward.
  private let loop = Stretch(
    identifier: 11, name: nil, flags: 3,
    marks: [
      Mark(frame: 300, name: nil, identifier: 11, type: Self.loopStart),
      Mark(frame: 400, name: nil, identifier: 11, type: Self.loopEnd),
    ])

  @Test(arguments: types) func marksAreReadBack(type: AudioFileTypeID) throws {
    let recipe = try #require(Recipe.constant.first { $0.type == type })
    for changes in [false, true] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      if changes { #expect(set(Array(marks.prefix(1)), of: file) == noErr) }
      if !changes { #expect(set(marks, of: file) == noErr) }
      recipe.write(to: file)
      if changes { #expect(set(marks, of: file) == noErr) }
      #expect(try marks(of: file) == marks)
      #expect(AudioFileClose(file) == noErr)
      let read = try #require(sink.open().file)
      #expect(try marks(of: read) == marks)
      #expect(recipe.read(read) == recipe.packets)
      // They stay when other information changes.
      #expect(setInformation(["title": "T"], of: read) == noErr)
      #expect(AudioFileClose(read) == noErr)
      let again = try #require(sink.open().file)
      defer { _ = withExtendedLifetime(sink) { AudioFileClose(again) } }
      #expect(try marks(of: again) == marks)
    }
  }

  @Test(arguments: types) func regionsAreReadBack(type: AudioFileTypeID) throws {
    let recipe = try #require(Recipe.constant.first { $0.type == type })
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    recipe.write(to: file)
    // Loops of AIFF lie between marks of an instrument, which this test does not make.
    let isStored = ![kAudioFileAIFFType, kAudioFileAIFCType].contains(type)
    let status = set([stretch, loop], of: file)
    #expect(status == (isStored ? noErr : kAudioFileUnsupportedPropertyError))
    #expect(AudioFileClose(file) == noErr)
    for round in 0..<2 where isStored {
      let read = try #require(sink.open().file)
      let found = try stretches(of: read)
      #expect(Set(found.map(\.identifier)) == [9, 11])
      // Names go by numbers in CAF: marks of a stretch may have its own.
      let plain = found.map { found in
        var found = found
        for index in found.marks.indices { found.marks[index].name = nil }
        return found
      }
      #expect(plain.contains(stretch))
      // A loop has the flags that the type can store: CAF stores the client's own.
      let foundLoop = try #require(found.first { $0.identifier == 11 })
      #expect(foundLoop.marks == loop.marks)
      #expect(foundLoop.flags & 1 == 1)
      if round == 0 {
        #expect(set(found, of: read) == noErr)
        let more = try marks(of: read) + [Mark(frame: 55, name: "More", identifier: 77)]
        #expect(set(more, of: read) == noErr)
      } else {
        let names = try marks(of: read).map(\.identifier)
        #expect(names.filter { $0 == 77 }.count == 1)
        #expect(names.filter { $0 == 9 }.count == (type == kAudioFileCAFType ? 0 : 1))
      }
      #expect(withExtendedLifetime(sink) { AudioFileClose(read) } == noErr)
    }
  }

  @Test func roomIsReserved() throws {
    let recipe = try #require(Recipe.varying.first { $0.type == kAudioFileCAFType })
    func tables(reserving seconds: Float64?) throws -> Int {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      if var seconds {
        #expect(
          AudioFileSetProperty(file, kAudioFilePropertyReserveDuration, 8, &seconds) == noErr)
      }
      // Until then, it is empty, at the start of the audio.
      recipe.write(to: file, count: 1)
      let table = try #require(sink.bytes.firstRange(of: Array("pakt".utf8)))
      func size() -> Int {
        sink.bytes[table.upperBound..<table.upperBound + 8].reduce(0) { $0 << 8 | Int($1) }
      }
      let reserved = size()
      recipe.write(to: file, from: 1, count: 49, batch: 1)
      // While the audio is being written, the table keeps its position.
      #expect(size() == reserved)
      recipe.write(to: file, from: 50)
      var late: Float64 = 1
      #expect(
        AudioFileSetProperty(file, kAudioFilePropertyReserveDuration, 8, &late)
          == kAudioFileOperationNotSupportedError)
      #expect(AudioFileClose(file) == noErr)
      let read = try #require(sink.open().file)
      #expect(recipe.read(read) == recipe.packets)
      withExtendedLifetime(sink) { _ = AudioFileClose(read) }
      return reserved
    }
    let hour = 3600 * 44100 / 1024
    #expect(try tables(reserving: 3600) >= hour * 2)
    #expect(try tables(reserving: nil) < hour)
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
    for var wrong in [-1, .infinity, .nan] as [Float64] {
      #expect(
        AudioFileSetProperty(file, kAudioFilePropertyReserveDuration, 8, &wrong)
          == kAudio_ParamError)
    }
    var huge: Float64 = 1e300
    #expect(AudioFileSetProperty(file, kAudioFilePropertyReserveDuration, 8, &huge) == noErr)
    #expect(sink.bytes.count < 10_000_000)
  }
}

// MARK: - Apple's structures

extension AudioFileMarksWritingTests {
  private func bytes(_ marks: [Mark], _ names: inout [CFString]) -> [UInt8] {
    var bytes: [UInt8] = []
    for mark in marks {
      var marker = AudioFileMarker()
      marker.mFramePosition = mark.frame
      if let name = mark.name {
        names.append(name as CFString)
        marker.mName = Unmanaged.passUnretained(names[names.count - 1])
      }
      marker.mMarkerID = mark.identifier
      marker.mType = mark.type
      withUnsafeBytes(of: marker) { bytes += $0 }
    }
    return bytes
  }

  private func set(_ marks: [Mark], of file: AudioFileID) -> OSStatus {
    var names: [CFString] = []
    let list =
      ChunkBytes.little(0, 4) + ChunkBytes.little(marks.count, 4) + bytes(marks, &names)
    return withExtendedLifetime(names) {
      AudioFileSetProperty(file, kAudioFilePropertyMarkerList, UInt32(list.count), list)
    }
  }

  private func set(_ stretches: [Stretch], of file: AudioFileID) -> OSStatus {
    var names: [CFString] = []
    var list = ChunkBytes.little(0, 4) + ChunkBytes.little(stretches.count, 4)
    for stretch in stretches {
      list += ChunkBytes.little(Int(stretch.identifier), 8)
      var address = 0
      if let name = stretch.name {
        names.append(name as CFString)
        let reference = Unmanaged.passUnretained(names[names.count - 1]).toOpaque()
        address = Int(bitPattern: reference)
      }
      list += ChunkBytes.little(address, 8) + ChunkBytes.little(Int(stretch.flags), 4)
      list += ChunkBytes.little(stretch.marks.count, 4) + bytes(stretch.marks, &names)
    }
    return withExtendedLifetime(names) {
      AudioFileSetProperty(file, kAudioFilePropertyRegionList, UInt32(list.count), list)
    }
  }

  private func value(_ property: AudioFilePropertyID, of file: AudioFileID) throws -> [UInt8] {
    var size: UInt32 = 0
    try #require(AudioFileGetPropertyInfo(file, property, &size, nil) == noErr)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    try #require(AudioFileGetProperty(file, property, &size, &bytes) == noErr)
    return bytes
  }

  private func mark(_ bytes: [UInt8], at place: Int) -> Mark {
    let marker = bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: place, as: AudioFileMarker.self)
    }
    let name = marker.mName.map { $0.takeRetainedValue() as String }
    return Mark(
      frame: marker.mFramePosition, name: name?.isEmpty == true ? nil : name,
      identifier: marker.mMarkerID, type: marker.mType)
  }

  private func marks(of file: AudioFileID) throws -> [Mark] {
    let bytes = try value(kAudioFilePropertyMarkerList, of: file)
    let width = MemoryLayout<AudioFileMarker>.stride
    return stride(from: 8, to: bytes.count, by: width).map { mark(bytes, at: $0) }
  }

  private func stretches(of file: AudioFileID) throws -> [Stretch] {
    let bytes = try value(kAudioFilePropertyRegionList, of: file)
    let width = MemoryLayout<AudioFileMarker>.stride
    var stretches: [Stretch] = []
    var place = 8
    while place < bytes.count {
      let (identifier, address, flags, count) = bytes.withUnsafeBytes { memory in
        (
          memory.loadUnaligned(fromByteOffset: place, as: UInt32.self),
          memory.loadUnaligned(fromByteOffset: place + 8, as: UInt.self),
          memory.loadUnaligned(fromByteOffset: place + 16, as: UInt32.self),
          memory.loadUnaligned(fromByteOffset: place + 20, as: UInt32.self)
        )
      }
      let name = UnsafeRawPointer(bitPattern: address).map {
        Unmanaged<CFString>.fromOpaque($0).takeRetainedValue() as String
      }
      place += 24
      let marks = (0..<Int(count)).map { mark(bytes, at: place + $0 * width) }
      place += Int(count) * width
      stretches.append(
        Stretch(
          identifier: identifier, name: name?.isEmpty == true ? nil : name, flags: flags,
          marks: marks))
    }
    return stretches
  }
}
