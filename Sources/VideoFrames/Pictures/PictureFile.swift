#if LibAV && Video
  internal import CLibAV
#endif

/// The format of a picture file.
package enum PictureFile: Sendable, Equatable {
  case png
  /// A quality from 0 to 1, which is the best.
  case jpeg(quality: Double)

  #if LibAV && Video
    /// Encodes pixels in the format `bgra`, without their alpha channel.
    ///
    /// - Returns: The bytes of the file.
    /// - Throws: ``VideoError`` if a library is missing.
    package func bytes(of pixels: PixelMemory) throws(VideoError) -> [UInt8] {
      precondition(pixels.format == .bgra)
      var source = OCAPixels()
      source.format = Int32(OCAPixelsBGRA)
      (source.width, source.height) = (Int32(pixels.width), Int32(pixels.height))
      // Safe: the memory has these rows, and lives during the call.
      unsafe source.planes.0 = pixels.plane(0).assumingMemoryBound(to: UInt8.self)
      source.bytesPerRow.0 = Int32(pixels.bytesPerRow[0])
      let (format, quality) =
        switch self {
        case .png: (OCAPictureFilePNG, 1.0)
        case .jpeg(let quality): (OCAPictureFileJPEG, quality)
        }
      var made: OpaquePointer?
      let status = unsafe Int(OCAPictureFileMake(&source, Int32(format), quality, &made))
      guard status == OCADemuxerDone, let made = unsafe made else {
        throw VideoError(status == OCADemuxerLibraryMissing ? .noLibrary : .outOfMemory)
      }
      defer { unsafe OCAPictureFileFree(made) }
      var count = 0
      // Safe: the file has this number of bytes, until it is freed.
      let start = unsafe OCAPictureFileBytes(made, &count)
      return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
  #else
    /// Throws, because this build has no library that encodes pictures.
    package func bytes(of pixels: PixelMemory) throws(VideoError) -> [UInt8] {
      throw VideoError(.noLibrary)
    }
  #endif
}
