internal import CoreAudioTypes
internal import CoreFoundation
internal import Foundation

// The C entry points for the sound of a buffer. Null for an object returns an error.

private let missing = kCMSampleBufferError_RequiredParameterMissing

private func samples(_ reference: UnsafeRawPointer?) -> CMSampleBuffer? {
  unsafe CoreFoundationReference.object(reference, as: CMSampleBuffer.self)
}

@c(CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer)
package func CMSampleBufferGetAudioBufferListForC(
  _ reference: UnsafeRawPointer?, _ needed: UnsafeMutablePointer<Int>?,
  _ list: UnsafeMutablePointer<AudioBufferList>?, _ size: Int,
  _ structureAllocator: UnsafeRawPointer?, _ blockAllocator: UnsafeRawPointer?, _ flags: UInt32,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  var block: CMBlockBuffer?
  let status = unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    buffer, bufferListSizeNeededOut: needed, bufferListOut: list, bufferListSize: size,
    blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: flags,
    blockBufferOut: &block)
  // Safe: the caller guarantees that the pointer is null or valid.
  if let block, let output = unsafe output {
    unsafe output.pointee = CoreFoundationReference.retained(block)
  }
  return status
}

@c(CMSampleBufferSetDataBufferFromAudioBufferList)
package func CMSampleBufferSetDataBufferFromListForC(
  _ reference: UnsafeRawPointer?, _ structureAllocator: UnsafeRawPointer?,
  _ blockAllocator: UnsafeRawPointer?, _ flags: UInt32, _ list: UnsafePointer<AudioBufferList>?
) -> Int32 {
  guard let buffer = unsafe samples(reference), let list = unsafe list else { return missing }
  return unsafe CMSampleBufferSetDataBufferFromAudioBufferList(
    buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: flags,
    bufferList: list)
}

@c(CMSampleBufferCopyPCMDataIntoAudioBufferList)
package func CMSampleBufferCopyPCMDataForC(
  _ reference: UnsafeRawPointer?, _ offset: Int32, _ count: Int32,
  _ list: UnsafeMutablePointer<AudioBufferList>?
) -> Int32 {
  guard let buffer = unsafe samples(reference), let list = unsafe list else { return missing }
  return unsafe CMSampleBufferCopyPCMDataIntoAudioBufferList(
    buffer, at: offset, frameCount: count, into: list)
}

@c(CMSampleBufferGetAudioStreamPacketDescriptions)
package func CMSampleBufferGetPacketDescriptionsForC(
  _ reference: UnsafeRawPointer?, _ size: Int,
  _ packets: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ needed: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  return unsafe CMSampleBufferGetAudioStreamPacketDescriptions(
    buffer, allocatedSize: size, packetDescriptionsOut: packets,
    packetDescriptionsSizeNeededOut: needed)
}

@c(CMSampleBufferGetAudioStreamPacketDescriptionsPtr)
package func CMSampleBufferGetPacketDescriptionsPointerForC(
  _ reference: UnsafeRawPointer?,
  _ packets: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
  _ size: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  return unsafe CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    buffer, packetDescriptionsPointerOut: packets, sizeOut: size)
}
