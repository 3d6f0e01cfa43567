import AVFoundation
import Testing

@Suite struct PixelBufferTests {
  private func make(_ type: OSType, _ width: Int, _ height: Int) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, width, height, type, nil, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  @Test("a planar picture has a plane of luma and one of chroma")
  func hasPlanes() throws {
    let buffer = try make(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 33, 17)
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 33)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 17)
    #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 9)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) >= 34)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 2) == 0)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    #expect(luma.load(as: UInt8.self) == 16)
    #expect(chroma.load(as: UInt8.self) == 128)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
  }

  @Test("pixels have an address only while they are locked")
  func locks() throws {
    let buffer = try make(kCVPixelFormatType_32BGRA, 5, 4)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    CVPixelBufferLockBaseAddress(buffer, [])
    CVPixelBufferLockBaseAddress(buffer, [])
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
    #expect(CVPixelBufferGetBytesPerRow(buffer) >= 20)
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 5, height: 4))
  }

  @Test("impossible formats and sizes are refused")
  func refuses() {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 4, 4, 1, nil, &buffer) == kCVReturnInvalidPixelFormat)
    #expect(
      CVPixelBufferCreate(nil, 0, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
        == kCVReturnInvalidSize)
    #expect(buffer == nil)
  }
}
