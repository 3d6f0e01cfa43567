#if LibAV && Video
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @Suite struct VideoPlaybackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func time(_ frame: Int, half: Bool = true) -> CMTime {
      CMTime(value: CMTimeValue(frame * 2 + (half ? 1 : 0)), timescale: 50)
    }

    /// A byte of a plane of a picture.
    private func byte(_ buffer: CVPixelBuffer, plane: Int = 0, x: Int, y: Int) throws -> Int {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
      let offset = y * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) + x
      return Int(start.load(fromByteOffset: offset, as: UInt8.self))
    }

    /// The blue, green and red of a pixel.
    private func colour(_ buffer: CVPixelBuffer, x: Int, y: Int) throws -> [Int] {
      try (0..<3).map { try byte(buffer, x: 4 * x + $0, y: y) }
    }

    private func copy(_ output: AVPlayerItemVideoOutput, at time: CMTime) throws -> CVPixelBuffer {
      var buffer: CVPixelBuffer?
      try waitUntil("a picture is decoded") {
        guard output.hasNewPixelBuffer(forItemTime: time) else { return false }
        buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
        return buffer != nil
      }
      return try #require(buffer)
    }

    // MARK: Tracks

    @Test("a film has a track of sound and one of pictures")
    func hasTracks() throws {
      let asset = AVURLAsset(url: try TestFilm.make(in: folder))
      #expect(asset.tracks.map(\.mediaType) == [.audio, .video])
      let track = try #require(asset.tracks(withMediaType: .video).first)
      #expect(track.naturalSize == CGSize(width: 64, height: 32))
      #expect(track.nominalFrameRate == 25)
      #expect(track.minFrameDuration == CMTime(value: 1, timescale: 25))
      #expect(track.preferredTransform.isIdentity)
      #expect(abs(track.timeRange.duration.seconds - 2) < 0.05)
      #expect(track.hasMediaCharacteristic(.visual) && !track.hasMediaCharacteristic(.audible))
      let description = try #require(track.formatDescriptions.first as? CMFormatDescription)
      #expect(description.mediaType == .video)
    }

    @Test("pictures are not inserted into compositions, and not read as sound")
    func refusesPictures() throws {
      let asset = AVURLAsset(url: try TestFilm.make(in: folder))
      let track = try #require(asset.tracks(withMediaType: .video).first)
      let composition = AVMutableComposition()
      let target = composition.addMutableTrack(
        withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      #expect(throws: AVError.self) {
        try target?.insertTimeRange(track.timeRange, of: track, at: .zero)
      }
      let reader = try AVAssetReader(asset: asset)
      #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: nil)))
    }

    // MARK: Video output

    @Test("an output gives the picture of each time, in the range of the film")
    func givesPictures() throws {
      let item = AVPlayerItem(url: try TestFilm.make(in: folder))
      let output = AVPlayerItemVideoOutput()
      item.add(output)
      for frame in [0, 1, 5, 30, 49, 2] {
        let buffer = try copy(output, at: time(frame))
        #expect(
          CVPixelBufferGetPixelFormatType(buffer)
            == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(try byte(buffer, x: 50, y: 10) == TestFilm.luma(frame))
        #expect(!output.hasNewPixelBuffer(forItemTime: time(frame)))
        var display = CMTime.invalid
        _ = output.copyPixelBuffer(forItemTime: time(frame), itemTimeForDisplay: &display)
        #expect(abs(display.seconds - time(frame, half: false).seconds) < 0.001)
      }
      item.remove(output)
      #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
    }

    @Test("attributes choose the format and the size")
    func convertsPictures() throws {
      let item = AVPlayerItem(url: try TestFilm.make(in: folder))
      let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey.description: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey.description: 32, kCVPixelBufferHeightKey.description: 16,
      ])
      item.add(output)
      let buffer = try copy(output, at: time(10))
      #expect(CVPixelBufferGetWidth(buffer) == 32 && CVPixelBufferGetHeight(buffer) == 16)
      let red = try colour(buffer, x: 4, y: 8)
      #expect(red[2] > 245 && red[0] < 10 && red[1] < 10)
    }

    @Test("the time of a display needs a valid host time")
    func displayTimes() throws {
      let item = AVPlayerItem(url: try TestFilm.make(in: folder))
      let output = AVPlayerItemVideoOutput()
      var display = CVTimeStamp()
      display.hostTime = 5_000_000_000
      display.flags = CVTimeStampFlags.videoHostTimeValid.rawValue
      #expect(output.itemTime(for: display) == .invalid)
      item.add(output)
      item.seek(to: time(10), toleranceBefore: .zero, toleranceAfter: .zero)
      // The item does not play, so its time does not depend on the display.
      #expect(output.itemTime(for: display) == item.currentTime())
      display.flags = CVTimeStampFlags.videoTimeValid.rawValue
      #expect(output.itemTime(for: display) == .invalid)
    }

    @Test("the delegate is called when pictures are available")
    func notifies() throws {
      let item = AVPlayerItem(url: try TestFilm.make(in: folder))
      let output = AVPlayerItemVideoOutput()
      item.add(output)
      let delegate = Delegate()
      output.setDelegate(delegate, queue: DispatchQueue(label: "pictures"))
      output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.1)
      try waitUntil("the delegate is called") { delegate.count.withLock { $0 } == 1 }
      // The call announces pictures, which may still be decoded.
      try waitUntil("a picture is available") { output.hasNewPixelBuffer(forItemTime: .zero) }
    }

    private final class Delegate: NSObject, AVPlayerItemOutputPullDelegate {
      let count = Mutex(0)

      func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { count.withLock { $0 += 1 } }
    }

    // MARK: Layer

    @Test("a layer shows the picture of the player in its place")
    func rendersLayer() throws {
      let player = AVPlayer(url: try TestFilm.make(in: folder))
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      try waitUntil("the layer is ready") { layer.isReadyForDisplay }
      #expect(layer.videoRect == CGRect(x: 0, y: 25, width: 100, height: 50))
      let whole = try #require(layer.openCoreAudioPixelBuffer(width: 100, height: 100))
      #expect(try colour(whole, x: 10, y: 10) == [0, 0, 0])
      #expect(try colour(whole, x: 10, y: 50)[2] > 245)
      layer.videoGravity = .resizeAspectFill
      #expect(layer.videoRect == CGRect(x: -50, y: 0, width: 200, height: 100))
      let filled = try #require(layer.openCoreAudioPixelBuffer(width: 100, height: 100))
      #expect(try colour(filled, x: 10, y: 10)[2] > 245)
      #expect(try colour(filled, x: 90, y: 10)[2] < 20)
      layer.videoGravity = .resize
      #expect(layer.videoRect == CGRect(x: 0, y: 0, width: 100, height: 100))
      #expect(layer.displayedPixelBuffer().map { CVPixelBufferGetWidth($0) } == 64)
    }

    @Test("a layer is black for sound, while hidden, and while an output draws")
    func rendersBlack() throws {
      let player = AVPlayer(url: try TestFilm.make(in: folder))
      let layer = AVPlayerLayer(player: player)
      try waitUntil("the layer is ready") { layer.isReadyForDisplay }
      layer.isHidden = true
      #expect(layer.displayedPixelBuffer() == nil)
      layer.isHidden = false
      #expect(layer.displayedPixelBuffer() != nil)
      let output = AVPlayerItemVideoOutput()
      output.suppressesPlayerRendering = true
      player.currentItem?.add(output)
      #expect(layer.displayedPixelBuffer() == nil)
      player.replaceCurrentItem(with: nil)
      #expect(!layer.isReadyForDisplay)
      #expect(layer.videoRect == .zero)
    }

    @Test("a layer keeps its centre and its size apart")
    func hasGeometry() {
      let parent = CALayer()
      let layer = CALayer()
      layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
      #expect(layer.position == CGPoint(x: 25, y: 40))
      #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
      layer.position = .zero
      #expect(layer.frame == CGRect(x: -15, y: -20, width: 30, height: 40))
      parent.addSublayer(layer)
      #expect(parent.sublayers == [layer] && layer.superlayer === parent)
      layer.removeFromSuperlayer()
      #expect(parent.sublayers == nil && layer.superlayer == nil)
    }
  }
#endif
