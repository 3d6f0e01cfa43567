internal import AudioContainers
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation

extension AudioFileStatus {
  /// The system status `dskFulErr`: the disk is full.
  static let diskFull: OSStatus = -34

  /// The status for a writing error.
  static func status(ofWriting error: PacketWriteError) -> OSStatus {
    switch error {
    case .container(let error): status(ofWriting: error)
    case .transport(let error): writingStatus(of: error)
    case .reading(let error): status(of: error)
    case .invalidPacketOffset: kAudioFileInvalidPacketOffsetError
    case .invalidDescriptions, .wrongFrameCount: kAudio_ParamError
    case .packetsNeeded, .cannotReplace: kAudioFileOperationNotSupportedError
    case .notOptimized: kAudioFileNotOptimizedError
    }
  }

  private static func status(ofWriting error: ContainerWriteError) -> OSStatus {
    switch error {
    case .unsupportedFileType: kAudioFileUnsupportedFileTypeError
    case .unsupportedFormat: kAudioFileUnsupportedDataFormatError
    case .unsupportedProperty: kAudioFileUnsupportedPropertyError
    case .tooLarge: kAudioFileDoesNotAllow64BitDataSizeError
    case .mustPrecedeAudio: kAudioFileOperationNotSupportedError
    case .malformedPacket: kAudio_ParamError
    }
  }

  private static func writingStatus(of error: TransportError) -> OSStatus {
    switch error.reason {
    // A system limit on file size also means that no room remains.
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): diskFull
    default: status(of: PacketError.transport(error))
    }
  }
}
