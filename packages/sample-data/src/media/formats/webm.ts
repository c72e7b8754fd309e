/**
 * A film from pictures. A lossy WebP picture is a VP8 key frame in another wrapper, so its bytes can
 * stand in a WebM file as they are: no video encoder is needed.
 */
export function writeWebm(
  pictures: readonly Buffer[],
  film: { width: number; height: number; framesPerSecond: number },
): Buffer {
  const head = element('1A45DFA3', [
    element('4286', number(1)),
    element('42F7', number(1)),
    element('42F2', number(4)),
    element('42F3', number(8)),
    element('4282', Buffer.from('webm')),
    element('4287', number(2)),
    element('4285', number(2)),
  ]);
  const about = element('1549A966', [
    element('2AD7B1', number(1_000_000)),
    element('4489', float((pictures.length * 1000) / film.framesPerSecond)),
    element('4D80', Buffer.from('Causeway')),
    element('5741', Buffer.from('Causeway')),
  ]);
  const clusters = clustersOf(pictures, film.framesPerSecond);
  const tracks = element('1654AE6B', [videoTrack(film)]);
  const cues = writeCues(clusters, about.length + tracks.length);
  const segment = [about, tracks, cues, ...clusters.map(({ bytes }) => bytes)];
  return Buffer.concat([head, element('18538067', segment)]);
}

function videoTrack(film: { width: number; height: number; framesPerSecond: number }): Buffer {
  return element('AE', [
    element('D7', number(1)),
    element('73C5', number(1)),
    element('83', number(1)),
    element('86', Buffer.from('V_VP8')),
    element('23E383', number(Math.round(1_000_000_000 / film.framesPerSecond))),
    element('E0', [element('B0', number(film.width)), element('BA', number(film.height))]),
  ]);
}

type Cluster = { start: number; bytes: Buffer };

/** A cluster a second: players jump from one to the next. */
function clustersOf(pictures: readonly Buffer[], framesPerSecond: number): Cluster[] {
  const clusters: Cluster[] = [];
  for (let first = 0; first < pictures.length; first += framesPerSecond) {
    const start = Math.round((first * 1000) / framesPerSecond);
    const blocks = pictures.slice(first, first + framesPerSecond).map((picture, index) => {
      const header = Buffer.from([0x81, 0, 0, 0x80]);
      header.writeInt16BE(Math.round((index * 1000) / framesPerSecond), 1);
      return element('A3', [header, keyFrameOf(picture)]);
    });
    clusters.push({ start, bytes: element('1F43B675', [element('E7', number(start)), ...blocks]) });
  }
  return clusters;
}

/** Where each cluster starts, counted from the segment's content; the cues' own size counts too. */
function writeCues(clusters: readonly Cluster[], before: number): Buffer {
  const write = (ownSize: number) => {
    let position = before + ownSize;
    const points = clusters.map(({ start, bytes }) => {
      const at = element('B7', [element('F7', number(1)), element('F1', number(position, 4))]);
      position += bytes.length;
      return element('BB', [element('B3', number(start, 4)), at]);
    });
    return element('1C53BB6B', points);
  };
  return write(write(0).length);
}

/** The VP8 part of a WebP file, which is a list of named parts. */
function keyFrameOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length;) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('Not a lossy WebP picture');
}

function element(id: string, content: Buffer | readonly Buffer[]): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

function number(value: number, bytes = 6): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function float(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
}
