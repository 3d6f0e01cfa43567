#if LibAV && Video
  import Foundation
  import TestSupport
  import Testing

  @Suite struct AfinfoFilmTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a film of two seconds that is black at first, and then white.
    private func film(
      _ name: String, _ options: [String], sound: Bool = true, blackSeconds: Double = 0.12
    ) throws -> String {
      let path = folder.url(name).path
      let black =
        "color=black:s=64x32:r=25:d=\(blackSeconds)[a];"
        + "color=white:s=64x32:r=25:d=\(2 - blackSeconds)[b]"
      let input = sound ? ["-f", "lavfi", "-i", "sine=d=2"] : []
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error"] + input + [
          "-filter_complex", "\(black);[a][b]concat,setsar=4/3[v]", "-map", "[v]",
        ] + (sound ? ["-map", "0:a"] : []) + ["-c:v", "mpeg4", "-g", "5"] + options
          + ["-y", path])
      return path
    }

    private func report(_ path: String) throws -> [String: Any] {
      let run = try Programs.run("afinfo", ["--json", path])
      #expect(run.errors == "" && run.ending == .exit(0))
      let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      return try #require((value as? [[String: Any]])?.first)
    }

    @Test("a film has the properties of its sound and of its pictures")
    func describesFilms() throws {
      let plain = try film("plain.mp4", [])
      let path = folder.url("film.mp4").path
      try TurnedMovie.make(of: URL(fileURLWithPath: plain), at: URL(fileURLWithPath: path))
      let file = try report(path)
      #expect(file["tracks"] as? Int == 1)
      let tracks = try #require(file["videoTracks"] as? [[String: Any]])
      #expect(tracks.count == 1)
      let track = try #require(tracks.first)
      #expect(track["codec"] as? String == "mp4v")
      #expect(track["width"] as? Int == 64 && track["height"] as? Int == 32)
      #expect(track["pixelAspect"] as? Double == 1.333)
      #expect(track["rotation"] as? Int == 90 && track["mirrored"] as? Bool == false)
      #expect(track["frameRate"] as? Double == 25 && track["duration"] as? Double == 2)
      let help = try Programs.run("afinfo", ["--help"]).output
      for key in track.keys { #expect(help.contains(key), "\(key)") }
      let text = try Programs.run("afinfo", [path]).output
      #expect(text.contains("video track 1: 'mp4v' 64 x 32 pixels, 25.000 pictures/s\n"))
      #expect(text.contains("  pixel aspect: 4:3\n  rotation: 90 degrees\n"))
    }

    @Test("each video track has its line")
    func describesSeveralTracks() throws {
      let one = try film("one.mkv", [])
      let both = folder.url("both.mkv").path
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-i", one, "-map", "0:v", "-map", "0:v", "-map", "0:a",
          "-c", "copy", "-y", both,
        ])
      #expect((try report(both)["videoTracks"] as? [Any])?.count == 2)
    }

    @Test("a film without sound has only pictures")
    func describesSilentFilms() throws {
      let path = try film("silent.mp4", [], sound: false)
      let file = try report(path)
      #expect(file["tracks"] as? Int == 0 && file["duration"] as? Double == 2)
      #expect((file["videoTracks"] as? [Any])?.count == 1)
      let run = try Programs.run("afinfo", ["--waveform", folder.url("w.png").path, path])
      #expect(run.ending == .exit(1) && run.errors.contains("no sound"))
    }

    @Test("a poster is an upright picture from a tenth of the film", arguments: ["png", "jpg"])
    func writesPosters(type: String) throws {
      let path = try film("film.mkv", [])
      let poster = folder.url("poster." + type).path
      let run = try Programs.run("afinfo", ["--poster", poster, path])
      #expect(run.errors == "" && run.ending == .exit(0))
      let pixels = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-i", poster, "-f", "rawvideo", "-pix_fmt", "gray", "-",
        ])
      // Pixels of 4:3 become square.
      #expect(pixels.count == 85 * 32)
      #expect(pixels.allSatisfy { $0 > 240 })
      let start = try Tool.read(folder.url("poster." + type)).prefix(3)
      #expect(Array(start) == (type == "png" ? [0x89, 0x50, 0x4E] : [0xFF, 0xD8, 0xFF]))
    }

    /// The gray levels of a poster with these options.
    private func grays(_ film: String, _ options: [String] = []) throws -> [UInt8] {
      let poster = folder.url("poster.png").path
      let run = try Programs.run("afinfo", ["--poster", poster] + options + [film])
      #expect(run.errors == "" && run.ending == .exit(0))
      return try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-i", poster, "-f", "rawvideo", "-pix_fmt", "gray", "-",
        ])
    }

    @Test("a poster is not black if a later picture is brighter, unless its time is given")
    func choosesPosters() throws {
      let late = try film("late.mkv", [], blackSeconds: 0.8)
      #expect(try grays(late).allSatisfy { $0 > 240 })
      #expect(try grays(late, ["--poster-time", "0.75"]).allSatisfy { $0 < 10 })
      #expect(try grays(late, ["--poster-time", "0.85"]).allSatisfy { $0 > 240 })
      let black = try film("black.mkv", [], blackSeconds: 1.99)
      #expect(try grays(black).allSatisfy { $0 < 10 })
    }

    @Test("the time of a poster must be a time of a poster of the film")
    func refusesTimes() throws {
      let path = try film("film.mkv", [])
      let alone = try Programs.run("afinfo", ["--poster-time", "1", path])
      #expect(alone.ending == .exit(2) && alone.errors.contains("--poster-time needs --poster"))
      let poster = folder.url("poster.png").path
      for (time, status) in [("-1", 2), ("x", 2), ("100", 1)] {
        let run = try Programs.run(
          "afinfo", ["--poster", poster, "--poster-time", time, path])
        #expect(run.ending == .exit(Int32(status)), "\(time)")
      }
      #expect(!FileManager.default.fileExists(atPath: poster))
    }

    @Test("the part of a film that is shown is reported, and is the poster")
    func describesParts() throws {
      let plain = try film("plain.mp4", [], sound: false)
      let path = folder.url("part.mp4")
      try ClippedMovie.make(
        of: URL(fileURLWithPath: plain), numbers: [48, 1, 30, 1, 0, 1, 1, 1], at: path)
      let tracks = try #require(report(path.path)["videoTracks"] as? [[String: Any]])
      #expect(tracks.first?["cleanAperture"] as? [Int] == [8, 2, 48, 30])
      let text = try Programs.run("afinfo", [path.path]).output
      #expect(text.contains("  shown part: 48 x 30 pixels from column 8, row 2\n"))
      #expect(try grays(path.path).count == 64 * 30)
    }

    @Test("sound has no poster, and no video tracks")
    func refusesSound() throws {
      let song = folder.url("song.ogg").path
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=d=1", "-y", song])
      #expect((try report(song)["videoTracks"] as? [Any])?.isEmpty == true)
      let poster = folder.url("poster.png")
      let run = try Programs.run("afinfo", ["--poster", poster.path, song])
      #expect(run.ending == .exit(1) && run.errors.contains("no moving pictures"))
      #expect(!FileManager.default.fileExists(atPath: poster.path))
    }
  }
#endif
