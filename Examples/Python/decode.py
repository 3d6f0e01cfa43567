#!/usr/bin/env python3
"""Decodes a file to an array of Float32 through libaudiotoolbox: decode.py FILE

Needs `make install` or the package libaudiotoolbox0, and nothing else: no Swift, no compiler.
"""
import array
import ctypes
import sys
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int32, c_long, c_uint32, c_void_p

library = ctypes.CDLL("libaudiotoolbox.so.0")


class Format(ctypes.Structure):
    """AudioStreamBasicDescription."""

    _fields_ = [
        ("sample_rate", c_double), ("format_id", c_uint32), ("format_flags", c_uint32),
        ("bytes_per_packet", c_uint32), ("frames_per_packet", c_uint32), ("bytes_per_frame", c_uint32),
        ("channels_per_frame", c_uint32), ("bits_per_channel", c_uint32), ("reserved", c_uint32)]


class Buffer(ctypes.Structure):
    """AudioBuffer."""

    _fields_ = [("channels", c_uint32), ("byte_size", c_uint32), ("data", c_void_p)]


class BufferList(ctypes.Structure):
    """AudioBufferList with one buffer."""

    _fields_ = [("count", c_uint32), ("buffer", Buffer)]


def four(code):
    """The number for a four-character code."""
    return int.from_bytes(code.encode("latin-1"), "big")


def function(name, *arguments, result=c_int32):
    found = getattr(library, name)
    found.argtypes = arguments
    found.restype = result
    return found


url_from_path = function("CFURLCreateFromFileSystemRepresentation", c_void_p, c_char_p, c_long, c_bool,
                         result=c_void_p)
release = function("CFRelease", c_void_p, result=None)
open_file = function("ExtAudioFileOpenURL", c_void_p, POINTER(c_void_p))
get_property = function("ExtAudioFileGetProperty", c_void_p, c_uint32, POINTER(c_uint32), c_void_p)
set_property = function("ExtAudioFileSetProperty", c_void_p, c_uint32, c_uint32, c_void_p)
read = function("ExtAudioFileRead", c_void_p, POINTER(c_uint32), POINTER(BufferList))
dispose = function("ExtAudioFileDispose", c_void_p)


def check(status, what):
    if status != 0:
        sys.exit(f"{what} failed: {status}")


def decode(path):
    """Decodes a file; returns its format, and all samples as interleaved Float32."""
    encoded = path.encode()
    url = url_from_path(None, encoded, len(encoded), False)
    file = c_void_p()
    status = open_file(url, byref(file))
    release(url)
    check(status, "opening the file")

    format = Format()
    size = c_uint32(ctypes.sizeof(format))
    check(get_property(file, four("ffmt"), byref(size), byref(format)), "reading the format")
    channels = format.channels_per_frame
    # Linear PCM; the flags are kAudioFormatFlagIsFloat and kAudioFormatFlagIsPacked.
    client = Format(format.sample_rate, four("lpcm"), 1 | 8, 4 * channels, 1, 4 * channels, channels, 32, 0)
    check(set_property(file, four("cfmt"), ctypes.sizeof(client), byref(client)),
          "setting the format of the samples")

    samples = array.array("f")
    capacity = 8192
    memory = (ctypes.c_float * (capacity * channels))()
    while True:
        frames = c_uint32(capacity)
        buffers = BufferList(1, Buffer(channels, ctypes.sizeof(memory), ctypes.addressof(memory)))
        check(read(file, byref(frames), byref(buffers)), "decoding")
        if frames.value == 0:
            break
        samples.frombytes(bytes(memory)[:4 * channels * frames.value])
    check(dispose(file), "closing the file")
    return format, samples


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    format, samples = decode(sys.argv[1])
    channels = format.channels_per_frame
    print(f"{channels} channels at {format.sample_rate:g} Hz")
    print(f"{len(samples) // channels} frames, peak {max(map(abs, samples), default=0):.4f}")


main()
