import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** Whole numbers from 0 up, small ones in one byte: seven bits a byte, the lowest first, the last byte below 128. */
export class NumberWriter {
  readonly #bytes: number[] = []

  put(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.#bytes.push((rest % 128) | 0x80)
      rest = Math.floor(rest / 128)
    }
    this.#bytes.push(rest)
  }

  putByte(value: number): void {
    this.#bytes.push(value)
  }

  /** Compressed with Brotli. */
  toBase64(): string {
    return brotliCompressSync(Buffer.from(this.#bytes)).toString('base64')
  }
}

/** Reads what a `NumberWriter` wrote; throws where that is not it or ends too early. */
export class NumberReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(base64: string) {
    this.#bytes = brotliDecompressSync(Buffer.from(base64, 'base64'))
  }

  next(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.nextByte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
  }

  nextByte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new Error('The model file ends too early.')
    this.#at += 1
    return byte
  }
}
