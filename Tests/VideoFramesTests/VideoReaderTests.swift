#if LibAV && Video
  import AudioModel
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing
  import VideoFrames

  @Suite struct VideoReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func frames(_ reader: VideoReader) throws -> [VideoFrame] {
      var all: [VideoFrame] = []
      while let frame = try reader.next() { all.append(frame) }
      return all
    }

    @Test("frames equal those of FFmpeg before scaling", arguments: Film.all)
    func equalsFFmpeg(film: Film) throws {
      let file = try film.make(in: folder)
      let found = try frames(Film.open(file)).map { FrameSum($0) }
      let expected = try Film.expectedFrames(file)
      try #require(expected.count >= 60)
      #expect(found == expected)
    }

    @Test("a seek finds the frame that is shown at a time", arguments: Film.all)
    func seeks(film: Film) throws {
      let file = try film.make(in: folder)
      let all = try frames(Film.open(file))
      let reader = try Film.open(file)
      for index in [40, 3, 0, 61, 12, 11, 13, all.count - 1] {
        let frame = all[index]
        let next = index + 1 < all.count ? all[index + 1].seconds : frame.seconds + 0.04
        for seconds in [frame.seconds, (frame.seconds + next) / 2] {
          try reader.seek(toSeconds: seconds)
          let found = try #require(try reader.next())
          #expect(FrameSum(found) == FrameSum(frame), "frame \(index) at \(seconds)")
          if index + 1 < all.count {
            #expect(try reader.next()?.time == all[index + 1].time)
          }
        }
      }
    }

    @Test("a time after the end finds the last frame, and one before the start the first")
    func seeksBeyondTheEnds() throws {
      let file = try Film.all[0].make(in: folder)
      let all = try frames(Film.open(file))
      let reader = try Film.open(file)
      try reader.seek(toSeconds: 1000)
      #expect(try reader.next()?.time == all.last?.time)
      #expect(try reader.next() == nil)
      try reader.seek(toSeconds: -1000)
      #expect(try reader.next()?.time == all.first?.time)
    }

    @Test("the track has the properties of the film")
    func describesTrack() throws {
      let track = try Film.open(try Film.all[0].make(in: folder)).track
      #expect(track.codec.description == "avc1")
      #expect(track.width == 96 && track.height == 64)
      #expect(track.frameRate == .init(25, 1))
      #expect(track.isReordered)
      #expect(track.transform == DisplayTransform())
      #expect(track.displaySize.width == 96 && track.displaySize.height == 64)
    }

    @Test("pictures with sound start when the sound starts", arguments: Film.all)
    func startsWithTheSound(film: Film) throws {
      let file = try film.make(in: folder)
      let first = try #require(try Film.open(file).next())
      #expect(abs(first.seconds) < 0.15)
    }

    @Test("a cover is not a film")
    func ignoresCovers() throws {
      let cover = folder.url("cover.png")
      let song = folder.url("song.m4a")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=red:s=16x16:d=0.04",
          "-frames:v", "1", "-y", cover.path,
        ])
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=d=0.5", "-i", cover.path,
          "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic", "-y",
          song.path,
        ])
      #expect(throws: VideoError(.noPictures)) { try Film.open(song) }
    }

    @Test("a file that cannot be a film is refused without a library")
    func refusesOtherFiles() throws {
      let file = folder.url("text")
      try Tool.write(Array("Dear Sir,\n".utf8), to: file)
      #expect(throws: VideoError(.noPictures)) { try Film.open(file) }
    }

    @Test("every prefix of a film ends without a trap", arguments: Film.all)
    func readsPrefixes(film: Film) throws {
      let bytes = try Tool.read(try film.make(in: folder))
      for part in 1..<8 {
        let prefix = Array(bytes.prefix(bytes.count * part / 8))
        guard let reader = try? VideoReader(MemoryByteSource(prefix)) else { continue }
        #expect(try frames(reader).count < 90)
      }
    }
  }
#endif
