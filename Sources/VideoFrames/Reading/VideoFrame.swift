#if LibAV && Video
  internal import CLibAV

  /// A decoded picture and its time, which never change.
  ///
  /// Safe: the picture lives as long as this object, and no code writes to it.
  @safe package final class VideoFrame: @unchecked Sendable {
    /// The time in units of the track.
    package let time: Int64
    /// The duration in units of the track, or `nil` if unknown.
    package let duration: Int64?
    /// The seconds of the presentation.
    package let seconds: Double
    package let width: Int
    package let height: Int
    /// The width of a pixel relative to its height, or `nil` if the frame does not state it.
    package let pixelAspect: VideoTrack.Fraction?
    /// Whether the frame needs no other frame.
    package let isKey: Bool
    /// The size of the picture in memory.
    package let byteCount: Int
    let picture: OpaquePointer

    init(_ picture: OpaquePointer, _ frame: OCAFilmFrame, time: Int64, seconds: Double) {
      unsafe self.picture = unsafe picture
      (self.time, self.seconds) = (time, seconds)
      duration = frame.duration > 0 ? frame.duration : nil
      (width, height) = (Int(frame.width), Int(frame.height))
      pixelAspect =
        frame.pixelWidth > 0
        ? VideoTrack.Fraction(Int(frame.pixelWidth), Int(frame.pixelHeight)) : nil
      isKey = frame.isKey
      byteCount = Int(frame.byteCount)
    }

    deinit {
      // Safe: this object owns the picture.
      unsafe OCAPictureFree(picture)
    }

    /// Whether luma uses the full range of numbers.
    package var isFullRange: Bool {
      // Safe: the picture exists.
      unsafe OCAPictureIsFullRange(picture)
    }

    /// The matrix of the colors as in ITU-T H.273, table 4; 2 if unknown.
    package var matrix: Int {
      // Safe: the picture exists.
      unsafe Int(OCAPictureMatrix(picture))
    }

    private func plane(_ index: Int32) -> OCAPicturePlane? {
      // Safe: the function fills the structure in, or returns false.
      unsafe withUnsafeTemporaryAllocation(of: OCAPicturePlane.self, capacity: 1) { plane in
        guard let place = plane.baseAddress,
          unsafe OCAPictureGetPlane(picture, index, place)
        else { return nil }
        return unsafe place.pointee
      }
    }

    /// The rows of all planes in the decoder's pixel format, one after the other without padding.
    package var bytes: [UInt8] {
      var all: [UInt8] = []
      var index: Int32 = 0
      // Safe: each row has the stated number of bytes, and the picture lives during the call.
      while let plane = unsafe plane(index) {
        for row in 0..<(unsafe Int(plane.rowCount)) {
          let start = unsafe plane.bytes + row * Int(plane.bytesPerRow)
          unsafe all += UnsafeBufferPointer(start: start, count: Int(plane.rowByteCount))
        }
        index += 1
      }
      return all
    }
  }
#endif
