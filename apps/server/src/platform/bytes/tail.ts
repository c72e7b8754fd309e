/**
 * Joins the end of one piece, which is held until more comes, with the next. What grows over many
 * pieces is copied a few times in all, not again with each of them.
 */
export class Tail {
  #store = Buffer.alloc(0);
  #used = 0;

  join(held: Buffer, piece: Buffer): Buffer {
    const start = held.byteOffset - this.#store.byteOffset;
    const isOurs = held.buffer === this.#store.buffer && start + held.length === this.#used;
    if (!isOurs || this.#used + piece.length > this.#store.length) return this.#begin(held, piece);
    piece.copy(this.#store, this.#used);
    this.#used += piece.length;
    return this.#store.subarray(start, this.#used);
  }

  #begin(held: Buffer, piece: Buffer): Buffer {
    const size = held.length + piece.length;
    // Only what is already longer than a piece is likely to grow on.
    this.#store = Buffer.allocUnsafeSlow(held.length > piece.length ? 2 * size : size);
    held.copy(this.#store, 0);
    piece.copy(this.#store, held.length);
    this.#used = size;
    return this.#store.subarray(0, size);
  }
}
