import { deflateSync } from 'node:zlib';

/** What stands on a page of A4; places in points from the top left. */
export type Mark =
  | {
      kind: 'text';
      text: string;
      x: number;
      y: number;
      size: number;
      bold?: boolean;
      /** x is where a number ends: only digits and their marks have a known width. */
      endsAt?: boolean;
      colour?: Colour;
    }
  | { kind: 'box'; x: number; y: number; width: number; height: number; colour: Colour };

export type Colour = readonly [red: number, green: number, blue: number];

const A4 = { width: 595, height: 842 };

/** A PDF with the fonts every reader has; letters beyond western Europe are not in them. */
export function writePdf(pages: readonly (readonly Mark[])[], title: string): Buffer {
  const kids = pages.map((_, index) => `${6 + index * 2} 0 R`);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`),
    Buffer.from(font('Helvetica')),
    Buffer.from(font('Helvetica-Bold')),
    Buffer.concat([
      Buffer.from('<< /Producer (Causeway) /Title '),
      textOf(title),
      Buffer.from(' >>'),
    ]),
    ...pages.flatMap((marks, index) => [pageObject(7 + index * 2), contentObject(marks)]),
  ];
  return assemble(objects);
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

function pageObject(content: number): Buffer {
  return Buffer.from(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${content} 0 R >>`,
  );
}

function contentObject(marks: readonly Mark[]): Buffer {
  const packed = deflateSync(Buffer.concat(marks.map(drawMark)));
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

function drawMark(mark: Mark): Buffer {
  const colour = (mark.colour ?? [0.12, 0.16, 0.2]).join(' ');
  const y = A4.height - mark.y;
  if (mark.kind === 'box') {
    const { x, width, height } = mark;
    return Buffer.from(`${colour} rg ${x} ${y - height} ${width} ${height} re f\n`);
  }
  const x = mark.endsAt ? mark.x - widthOf(mark.text, mark.size) : mark.x;
  const place = `BT ${colour} rg /F${mark.bold ? 2 : 1} ${mark.size} Tf ${x.toFixed(2)} ${y} Td `;
  return Buffer.concat([Buffer.from(place), textOf(mark.text), Buffer.from(' Tj ET\n')]);
}

const narrow = new Set([' ', '.', ',']);

function widthOf(text: string, size: number): number {
  const thousandths = [...text].reduce((sum, letter) => sum + (narrow.has(letter) ? 278 : 556), 0);
  return (thousandths / 1000) * size;
}

/** WinAnsi is Latin-1, except that the euro sign has a place of its own. */
function textOf(text: string): Buffer {
  const escaped = text.replaceAll(/[\\()]/g, '\\$&').replaceAll('€', '\u0080');
  return Buffer.from(`(${escaped})`, 'latin1');
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n', 'latin1')];
  const places: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    places.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
