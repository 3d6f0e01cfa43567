#if LibAV && Video
  import AVFoundation
  import AudioDevices
  import AudioRealtime
  import Foundation
  import TestSupport
  import Testing

  /// The times of pictures and sound when a player plays both, by the frames that a device takes.
  @Suite struct SyncTests {
    private static let sampleRate = 48_000
    private static let frameSeconds = 1.0 / 25
    private let folder: TemporaryFolder
    private let device = PulledDevice()

    init() throws { folder = try TemporaryFolder() }

    /// Makes a film that is white and beeps in the first fifth of each second.
    private func film(_ name: String, _ options: [String]) throws -> URL {
      let isOn = "lt(mod(t,1),0.2)"
      let pictures =
        "color=black:s=64x32:r=25:d=6,format=yuv420p,geq=lum='if(lt(mod(T,1),0.199),235,16)'"
        + ":cb=128:cr=128"
      let sound = "aevalsrc='0.5*sin(2*PI*1000*t)*\(isOn)|0.5*sin(2*PI*1000*t)*\(isOn)'"
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i",
          sound + ":s=\(Self.sampleRate):d=6",
        ] + options + ["-y", folder.url(name).path])
      return folder.url(name)
    }

    /// Whether the picture is white; `nil` without a picture.
    private func isWhite(_ buffer: CVPixelBuffer?) -> Bool? {
      guard let buffer else { return nil }
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      return CVPixelBufferGetBaseAddressOfPlane(buffer, 0).map { $0.load(as: UInt8.self) > 125 }
    }

    /// Takes 10 milliseconds of sound; returns whether there is a beep.
    private func beeps(_ count: Int) -> Bool {
      LittleEndian.float(device.take(count)).contains { abs($0) > 0.1 }
    }

    /// The starts of flashes and of beeps, in seconds since the device began to take frames.
    private func starts(
      of film: URL, from start: Double, rate: Float, seconds: Double
    ) throws -> (flashes: [Double], beeps: [Double]) {
      var found: (flashes: [Double], beeps: [Double]) = ([], [])
      let isPossible = try AudioQueueDevices.$choice.withValue(DeviceChoice([.pulled(device)])) {
        try VirtualClock().run {
          let player = AVPlayer(url: film)
          let layer = AVPlayerLayer(player: player)
          player.seek(to: CMTime(seconds: start, preferredTimescale: 600))
          player.rate = rate
          guard player.rate == rate else { return false }
          try waitUntil("the film can be shown") {
            layer.isReadyForDisplay && player.timeControlStatus == .playing
          }
          var last = (flash: true, beep: true)
          for step in 0..<Int(seconds * 100) {
            let flash = isWhite(layer.displayedPixelBuffer()) ?? last.flash
            let beep = beeps(Self.sampleRate / 100)
            if flash, !last.flash { found.flashes.append(Double(step) / 100) }
            if beep, !last.beep { found.beeps.append(Double(step) / 100) }
            last = (flash, beep)
            VirtualClock.sleep(nanoseconds: 10_000_000)
          }
          player.replaceCurrentItem(with: nil)
          return true
        }
      }
      return isPossible ? found : ([], [])
    }

    @Test(
      "flash and beep are within one picture",
      arguments: [("film.mp4", ["-c:v", "mpeg4", "-c:a", "aac"]), ("film.mkv", ["-c:v", "ffv1"])])
    func isInSync(name: String, options: [String]) throws {
      let found = try starts(of: film(name, options), from: 0.5, rate: 1, seconds: 4)
      #expect(found.beeps.count == 4 && found.flashes.count == 4, "\(found)")
      for (flash, beep) in zip(found.flashes, found.beeps) {
        #expect(abs(flash - beep) <= Self.frameSeconds, "\(flash) \(beep)")
      }
    }

    @Test("flash and beep stay together at other rates", arguments: [Float(0.5), 2])
    func isInSyncAtRates(rate: Float) throws {
      let film = try film("film.mkv", ["-c:v", "ffv1"])
      let found = try starts(of: film, from: 0.5, rate: rate, seconds: 4 / Double(rate))
      // Without the library that changes the speed, every rate is 1.
      guard !found.beeps.isEmpty else { return }
      #expect(found.beeps.count == 4 && found.flashes.count == 4, "\(found)")
      for (flash, beep) in zip(found.flashes, found.beeps) {
        // The window of the changed speed may smear the start of the beep.
        #expect(abs(flash - beep) <= Self.frameSeconds / Double(rate) + 0.02, "\(flash) \(beep)")
      }
    }
  }
#endif
