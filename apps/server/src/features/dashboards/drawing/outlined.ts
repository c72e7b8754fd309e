import { outlineOf, type Weight, widthOf } from './fonts.ts';
import { readSvg, styleOf, type SvgNode } from './svg-tree.ts';

/** The same picture with every letter as an outline: nothing that draws it needs a font. */
export function outlineTexts(svg: string): SvgNode {
  return outlined(readSvg(svg));
}

export function outlined(node: SvgNode): SvgNode {
  if (node.name === 'text') return toPath(node);
  const inside = node.inside.filter(({ name }) => name !== 'style').map(outlined);
  return { ...node, inside };
}

function toPath(node: SvgNode): SvgNode {
  const style = styleOf(node);
  const size = Number.parseFloat(style['font-size'] ?? '12') || 12;
  const isBold = style['font-weight'] === 'bold' || Number(style['font-weight']) >= 600;
  const weight: Weight = isBold ? 600 : 400;
  const width = widthOf(node.text, size, weight);
  const anchor = style['text-anchor'];
  const left = anchor === 'middle' ? -width / 2 : anchor === 'end' ? -width : 0;
  const x = Number(style.x ?? 0) + left;
  // The middle of small letters and capitals together lies about a third above the baseline.
  const y = Number(style.y ?? 0) + (style['dominant-baseline'] === 'central' ? size * 0.36 : 0);
  const transform = `${style.transform ?? ''} translate(${x} ${y})`.trim();
  const { fill = '#000', 'fill-opacity': opacity } = style;
  return {
    name: 'path',
    attributes: {
      d: outlineOf(node.text, size, weight),
      transform,
      fill,
      ...(opacity !== undefined && { 'fill-opacity': opacity }),
    },
    inside: [],
    text: '',
  };
}

/** Back into text, without what only a browser needs. */
export function writeSvg({ name, attributes, inside }: SvgNode): string {
  const kept = Object.entries(attributes)
    .filter(([key]) => !key.startsWith('ecmeta') && key !== 'class' && key !== 'pointer-events')
    .map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${kept.join('')}>${inside.map(writeSvg).join('')}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
