internal import AudioContainers
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation

extension AudioFileStatus {
  /// What the system's `dskFulErr` says: no room.
  static let diskFull: OSStatus = -34

  /// The status of an error of writing.
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
    // A limit of the system's on the size of files leaves no more room either.
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): diskFull
    default: status(of: PacketError.transport(error))
    }
  }
}
