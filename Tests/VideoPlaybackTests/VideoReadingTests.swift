#if LibAV && Video
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  @Suite struct VideoReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A byte of a plane of a picture.
    private func byte(_ buffer: CVPixelBuffer, x: Int, y: Int) throws -> Int {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
      let offset = y * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) + x
      return Int(start.load(fromByteOffset: offset, as: UInt8.self))
    }

    private func read(
      _ url: URL, _ settings: [String: Any], range: CMTimeRange? = nil
    ) throws -> [CMSampleBuffer] {
      let asset = AVURLAsset(url: url)
      let track = try #require(asset.tracks(withMediaType: .video).first)
      let reader = try AVAssetReader(asset: asset)
      if let range { reader.timeRange = range }
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      #expect(output.mediaType == .video)
      #expect(reader.canAdd(output))
      reader.add(output)
      #expect(reader.startReading())
      var buffers: [CMSampleBuffer] = []
      while let next = output.copyNextSampleBuffer() { buffers.append(next) }
      #expect(reader.status == .completed)
      return buffers
    }

    @Test("a reader returns all pictures with their times, in the range of the film")
    func readsPictures() throws {
      let buffers = try read(try TestFilm.make(in: folder), [:])
      #expect(buffers.count == 50)
      for (index, buffer) in buffers.enumerated() {
        #expect(abs(buffer.presentationTimeStamp.seconds - Double(index) / 25) < 0.002)
        #expect(abs(buffer.duration.seconds - 0.04) < 0.002)
        let image = try #require(CMSampleBufferGetImageBuffer(buffer))
        #expect(try byte(image, x: 50, y: 10) == TestFilm.luma(index))
        let format = try #require(buffer.formatDescription)
        #expect(format.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(format.dimensions == CMVideoDimensions(width: 64, height: 32))
      }
    }

    @Test("settings choose the format and the size")
    func convertsPictures() throws {
      let settings: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 32, kCVPixelBufferHeightKey as String: 16,
      ]
      let image = try #require(read(try TestFilm.make(in: folder), settings).first?.imageBuffer)
      #expect(CVPixelBufferGetWidth(image) == 32 && CVPixelBufferGetHeight(image) == 16)
      #expect(try byte(image, x: 4 * 4 + 2, y: 8) > 245)
    }

    @Test("a time range limits the pictures to those that are shown in it")
    func readsRanges() throws {
      let film = try TestFilm.makeReordered(in: folder)
      let all = try read(film, [:])
      let start = all[20].presentationTimeStamp
      let duration = CMTime(value: 10, timescale: 25)
      let part = try read(film, [:], range: CMTimeRange(start: start, duration: duration))
      #expect(part.count == 10)
      #expect(part.first?.presentationTimeStamp == start)
    }

    @Test("sound and pictures can be read together")
    func readsBoth() throws {
      let asset = AVURLAsset(url: try TestFilm.make(in: folder))
      let reader = try AVAssetReader(asset: asset)
      let outputs = try asset.tracks.map { track in
        let settings: [String: Any] =
          track.mediaType == .audio ? [AVFormatIDKey: kAudioFormatLinearPCM] : [:]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        try #require(reader.canAdd(output))
        reader.add(output)
        return output
      }
      #expect(reader.startReading())
      var counts = [0, 0]
      for (index, output) in outputs.enumerated() {
        while let next = output.copyNextSampleBuffer() { counts[index] += next.numSamples }
      }
      #expect(counts == [88_200, 50])
      #expect(reader.status == .completed)
    }

    @Test("packets of pictures and other pixel formats are refused")
    func refuses() throws {
      let asset = AVURLAsset(url: try TestFilm.make(in: folder))
      let track = try #require(asset.tracks(withMediaType: .video).first)
      let reader = try AVAssetReader(asset: asset)
      #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: nil)))
      let settings = [kCVPixelBufferPixelFormatTypeKey as String: OSType(32)]
      #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: settings)))
    }

    // MARK: Formats and buffers

    @Test("a track describes the size and the shape of its pictures")
    func describesFormats() throws {
      let film = try TestFilm.makeReordered(in: folder, options: ["-vf", "setsar=2"])
      let track = try #require(AVURLAsset(url: film).tracks(withMediaType: .video).first)
      let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
      #expect(format.mediaSubType.rawValue == 0x6176_6331)
      #expect(format.dimensions == CMVideoDimensions(width: 96, height: 64))
      #expect(format.presentationDimensions() == CGSize(width: 192, height: 64))
      #expect(
        format.presentationDimensions(usePixelAspectRatio: false) == CGSize(width: 96, height: 64))
    }

    @Test("a sample buffer keeps its picture, which must have its format")
    func keepsPictures() throws {
      var made: CVPixelBuffer?
      CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, nil, &made)
      let image = try #require(made)
      let format = try CMFormatDescription(imageBuffer: image)
      #expect(format.matchesImageBuffer(image))
      var timing = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: .zero,
        decodeTimeStamp: .invalid)
      var buffer: CMSampleBuffer?
      #expect(
        CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: image, formatDescription: format, sampleTiming: &timing,
          sampleBufferOut: &buffer) == noErr)
      let sample = try #require(buffer)
      #expect(sample.imageBuffer === image && sample.numSamples == 1 && sample.dataBuffer == nil)
      timing.presentationTimeStamp = CMTime(value: 1, timescale: 1)
      let copy = try CMSampleBuffer(copying: sample, withNewTiming: [timing])
      #expect(copy.imageBuffer === image && copy.presentationTimeStamp.seconds == 1)
      let other = try #require(
        AVURLAsset(url: TestFilm.make(in: folder)).tracks(withMediaType: .video).first?
          .formatDescriptions.first as? CMFormatDescription)
      #expect(
        CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: image, formatDescription: other, sampleTiming: &timing,
          sampleBufferOut: &buffer) == kCMSampleBufferError_InvalidMediaFormat)
    }

    // MARK: Sync

    @Test(
      "a flash and a beep are at the same time, within one frame",
      arguments: ["sync.mp4", "sync.mkv", "sync.avi", "sync.ts", "sync.mpg", "sync.flv"])
    func isInSync(name: String) throws {
      let film = folder.url(name)
      let codecs =
        switch film.pathExtension {
        case "avi": ["-c:v", "mpeg4", "-c:a", "libmp3lame"]
        case "mpg": ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"]
        case "flv": ["-c:v", "flv", "-c:a", "libmp3lame"]
        default: ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"]
        }
      let flash = "geq=lum='if(lt(mod(T,1),0.1),235,16)':cb=128:cr=128"
      let beep = "aevalsrc='if(lt(mod(t,1),0.1),0.5*sin(2*PI*1000*t),0)':s=44100:d=4"
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
          "color=black:s=64x32:r=25:d=4,format=yuv420p,\(flash)", "-f", "lavfi", "-i", beep,
        ] + codecs + ["-g", "12", "-b:v", "800k", "-y", film.path])
      let pictures = try read(film, [:])
      let levels = try pictures.map { try byte($0.imageBuffer ?? #require(nil), x: 9, y: 9) }
      let flashes = (1..<levels.count).filter { levels[$0 - 1] < 100 && levels[$0] > 150 }
        .map { pictures[$0].presentationTimeStamp.seconds }
      let beeps = try beeps(film)
      #expect(flashes.count == 3 && beeps.count == 3)
      for (flash, beep) in zip(flashes, beeps) { #expect(abs(flash - beep) < 0.04) }
    }

    /// The seconds at which a sound starts after silence.
    private func beeps(_ film: URL) throws -> [Double] {
      let asset = AVURLAsset(url: film)
      let reader = try AVAssetReader(asset: asset)
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVNumberOfChannelsKey: 1,
        AVSampleRateKey: 44_100,
      ]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      reader.add(output)
      #expect(reader.startReading())
      var samples: [Float] = []
      while let next = output.copyNextSampleBuffer() {
        let data = try #require(next.dataBuffer).dataBytes()
        samples += LittleEndian.float(Array(data))
      }
      var (starts, silence): ([Double], Int) = ([], 0)
      for (index, sample) in samples.enumerated() {
        if abs(sample) < 0.1 {
          silence += 1
        } else {
          if silence > 20_000 { starts.append(Double(index) / 44_100) }
          silence = 0
        }
      }
      return starts
    }
  }
#endif
