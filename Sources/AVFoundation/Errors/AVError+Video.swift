internal import AudioPlayback
internal import Foundation
internal import VideoFrames

extension AVError {
  /// The error of pictures that cannot be read.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - name: The medium, as the client named it.
  init(_ error: VideoError, of name: String) {
    switch error.reason {
    case .noLibrary:
      self.init(
        .decoderNotFound, "\(name): a library that decodes or shows the pictures is not installed")
    case .noPictures: self.init(.noImageAtTime, "\(name) has no pictures that can be decoded")
    case .malformed: self.init(.fileFailedToParse, "\(name): the pictures are damaged")
    case .outOfMemory: self.init(.outOfMemory, "\(name): not enough memory for the pictures")
    case .noDisplay: self.init(.unknown, "\(name): no display can show the pictures")
    case .transport(let error): self.init(MediaFailure.transport(error), of: name)
    }
  }
}
