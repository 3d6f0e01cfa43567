import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioBufferTests {
  static let formats: [(AVAudioCommonFormat, Bool)] = [
    (.pcmFormatFloat32, true), (.pcmFormatFloat32, false), (.pcmFormatInt16, true),
    (.pcmFormatInt16, false), (.pcmFormatInt32, true), (.pcmFormatFloat64, false),
  ]

  @Test(arguments: formats)
  func channelsKeepTheirPlaces(_ common: AVAudioCommonFormat, _ interleaved: Bool) throws {
    let format = try #require(
      AVAudioFormat(commonFormat: common, sampleRate: 8000, channels: 2, interleaved: interleaved))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
    #expect(buffer.frameLength == 0 && buffer.frameCapacity == 10)
    #expect(buffer.stride == (interleaved ? 2 : 1))
    #expect((buffer.floatChannelData != nil) == (common == .pcmFormatFloat32))
    #expect((buffer.int16ChannelData != nil) == (common == .pcmFormatInt16))
    #expect((buffer.int32ChannelData != nil) == (common == .pcmFormatInt32))
    let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    #expect(list.count == (interleaved ? 1 : 2))
    #expect(list[0].mDataByteSize == 10 * format.streamDescription.pointee.mBytesPerFrame)
    #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
    buffer.frameLength = 3
    #expect(
      buffer.audioBufferList.pointee.mBuffers.mDataByteSize
        == 3 * format.streamDescription.pointee.mBytesPerFrame)
    if let data = buffer.int16ChannelData {
      data[1][2 * buffer.stride] = 77
      let bytes = list[interleaved ? 0 : 1].mData?.assumingMemoryBound(to: Int16.self)
      #expect(bytes?[interleaved ? 5 : 2] == 77)
    }
  }

  @Test func newBuffersAreSilent() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
    buffer.frameLength = 100
    #expect(buffer.samples(1) == [Float](repeating: 0, count: 100))
  }

  @Test func codecsHaveNoSamples() throws {
    let format = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
      ]))
    #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10) == nil)
    let buffer = AVAudioCompressedBuffer(
      format: format, packetCapacity: 4, maximumPacketSize: 100)
    #expect(buffer.byteCapacity == 400 && buffer.byteLength == 0 && buffer.packetCount == 0)
    #expect(buffer.packetDescriptions != nil)
    buffer.byteLength = 30
    buffer.packetCount = 2
    buffer.data.storeBytes(of: 9, toByteOffset: 29, as: UInt8.self)
    buffer.packetDescriptions?[1].mStartOffset = 20
    let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
    #expect(copy.byteLength == 30 && copy.packetCount == 2 && copy.data != buffer.data)
    #expect(copy.data.load(fromByteOffset: 29, as: UInt8.self) == 9)
    #expect(copy.packetDescriptions?[1].mStartOffset == 20)
    let law = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatULaw, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
      ]))
    let sized = AVAudioCompressedBuffer(format: law, packetCapacity: 4, maximumPacketSize: 1)
    #expect(sized.byteCapacity == 4)
  }

  @Test func aCopyHasItsOwnMemory() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
    let buffer = try AVAudioPCMBuffer.tone(format, frames: 50)
    buffer.frameLength = 40
    let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
    #expect(copy.frameLength == 40 && copy.frameCapacity == 50)
    #expect(copy.samples(1) == buffer.samples(1))
    copy.floatChannelData?[0][0] = 9
    #expect(buffer.samples()[0] == 0)
  }

  @Test func theClientsMemoryIsUsedAndReturned() throws {
    let format = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: 1, interleaved: true)
    )
    var samples: [Int16] = [1, 2, 3, 4]
    var released = 0
    samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: bytes.baseAddress))
      withUnsafePointer(to: &list) { list in
        let buffer = AVAudioPCMBuffer(
          pcmFormat: format, bufferListNoCopy: list,
          deallocator: { given in
            released += given == list ? 1 : 100
          })
        #expect(buffer?.frameLength == 4 && buffer?.frameCapacity == 4)
        #expect(buffer?.int16ChannelData?[0][2] == 3)
        buffer?.int16ChannelData?[0][0] = 9
        #expect(released == 0)
      }
    }
    #expect(samples[0] == 9 && released == 1)
  }
}
