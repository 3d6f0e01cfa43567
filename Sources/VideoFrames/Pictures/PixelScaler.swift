#if LibAV && Video
  internal import CLibAV

  /// Converts frames to pixels in memory.
  ///
  /// Safe: one thread at a time uses a scaler, and only this object has its handle.
  @safe package final class PixelScaler: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Makes a scaler.
    ///
    /// - Throws: ``VideoError`` if the library is missing.
    package init() throws(VideoError) {
      var made: OpaquePointer?
      // Safe: the function stores a new scaler.
      let status = unsafe Int(OCAPictureScalerOpen(&made))
      guard status == OCADemuxerDone, let made = unsafe made else {
        throw VideoError(status == OCADemuxerLibraryMissing ? .noLibrary : .outOfMemory)
      }
      unsafe handle = made
    }

    deinit {
      unsafe OCAPictureScalerClose(handle)
    }

    /// Converts a frame to the size and format of the pixels, with the matrix and range of its
    /// colors.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - area: The part to convert; `nil` for all of it.
    ///   - pixels: Receives the picture.
    /// - Throws: ``VideoError`` if the frame's format is unsupported.
    package func draw(
      _ frame: VideoFrame, _ area: PixelRectangle? = nil, into pixels: PixelMemory
    ) throws(VideoError) {
      var target = OCAPixels()
      if let area {
        target.area = OCAPictureArea(
          x: Int32(clamping: area.x), y: Int32(clamping: area.y),
          width: Int32(clamping: area.width), height: Int32(clamping: area.height))
      }
      target.format =
        switch pixels.format {
        case .bgra: Int32(OCAPixelsBGRA)
        case .videoRange: Int32(OCAPixelsVideoRange)
        case .fullRange: Int32(OCAPixelsFullRange)
        }
      (target.width, target.height) = (Int32(pixels.width), Int32(pixels.height))
      // Safe: the memory has these planes, and lives during the call.
      unsafe target.planes.0 = pixels.plane(0).assumingMemoryBound(to: UInt8.self)
      target.bytesPerRow.0 = Int32(pixels.bytesPerRow[0])
      if pixels.format.planeCount > 1 {
        unsafe target.planes.1 = pixels.plane(1).assumingMemoryBound(to: UInt8.self)
        target.bytesPerRow.1 = Int32(pixels.bytesPerRow[1])
      }
      let status = unsafe Int(OCAPictureScale(handle, frame.picture, &target))
      guard status == OCADemuxerDone else {
        throw VideoError(status == OCADemuxerUnsupported ? .noPictures : .outOfMemory)
      }
    }

    /// Converts a frame, or a part of it, to new pixels.
    ///
    /// - Throws: ``VideoError`` if the frame's format is unsupported.
    package func pixels(
      of frame: VideoFrame, _ format: PixelFormat, area: PixelRectangle? = nil, width: Int? = nil,
      height: Int? = nil
    ) throws(VideoError) -> PixelMemory {
      guard
        let pixels = PixelMemory(
          format, width: width ?? area?.width ?? frame.width,
          height: height ?? area?.height ?? frame.height)
      else { throw VideoError(.outOfMemory) }
      try draw(frame, area, into: pixels)
      return pixels
    }
  }
#endif
