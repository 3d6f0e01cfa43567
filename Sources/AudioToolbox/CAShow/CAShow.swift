public import CoreAudioTypes
internal import Foundation

/// Prints the state of an object to standard output, for debugging.
///
/// - Parameter inObject: An `AUGraph`, `MusicSequence`, `MusicTrack`, or `AudioConverterRef`, as a
///   pointer; another pointer is ignored.
@c(CAShow)
public func CAShow(_ inObject: UnsafeMutableRawPointer) {
  print(unsafe ObjectText.text(of: inObject), terminator: "")
}

/// Prints the state of an object to a file, for debugging.
///
/// - Parameters:
///   - inObject: The object, as for `CAShow`.
///   - inFile: The file.
@c(CAShowFile)
public func CAShowFile(_ inObject: UnsafeMutableRawPointer, _ inFile: UnsafeMutablePointer<FILE>) {
  // Safe: the client's file is open during the call.
  unsafe _ = fputs(ObjectText.text(of: inObject), inFile)
}
