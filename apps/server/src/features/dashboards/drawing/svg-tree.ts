import { SaxesParser } from 'saxes';

/** What ECharts writes: a few kinds of elements, each with plain attributes. */
export type SvgNode = {
  name: string;
  attributes: Record<string, string>;
  inside: SvgNode[];
  text: string;
};

export function readSvg(svg: string): SvgNode {
  const root: SvgNode = { name: '', attributes: {}, inside: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = {
      name,
      attributes: { ...attributes } as Record<string, string>,
      inside: [],
      text: '',
    };
    open.at(-1)?.inside.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(svg).close();
  return root.inside[0] ?? root;
}

export type Matrix = [number, number, number, number, number, number];

/** `translate(1 2)`, `matrix(1,0,0,1,2,3)`, `rotate(35)` and `scale(2)`, one after the other. */
export function readTransform(text: string | undefined): Matrix[] {
  const matrices: Matrix[] = [];
  for (const part of (text ?? '').split(')')) {
    const [kind = '', values = ''] = part.trim().split('(');
    const numbers = values
      .split(',')
      .flatMap((piece) => piece.trim().split(' '))
      .filter(Boolean)
      .map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (kind === 'translate') matrices.push([1, 0, 0, 1, a, b]);
    else if (kind === 'matrix') matrices.push([a, b, c, d, e, f]);
    else if (kind === 'scale') matrices.push([a, 0, 0, numbers.length > 1 ? b : a, 0, 0]);
    else if (kind === 'rotate') {
      const angle = (a * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      matrices.push([1, 0, 0, 1, b, c], [cos, sin, -sin, cos, 0, 0], [1, 0, 0, 1, -b, -c]);
    }
  }
  return matrices;
}

export function styleOf({ attributes }: SvgNode): Record<string, string> {
  const pairs = (attributes.style ?? '').split(';').flatMap((pair): [string, string][] => {
    const at = pair.indexOf(':');
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
  return { ...attributes, ...Object.fromEntries(pairs) };
}
