import { readTransform, styleOf, type SvgNode } from './svg-tree.ts';

type Doc = PDFKit.PDFDocument;

/** Draws a picture of outlines onto a page, as lines and areas: sharp at every size. */
export function drawOn(doc: Doc, svg: SvgNode, at: { x: number; y: number; scale: number }): void {
  const clips = new Map(
    svg.inside
      .filter(({ name }) => name === 'defs')
      .flatMap(({ inside }) => inside)
      .filter(({ name }) => name === 'clipPath')
      .map((clip) => [clip.attributes.id ?? '', clip]),
  );
  doc.save();
  doc.translate(at.x, at.y).scale(at.scale);
  for (const node of svg.inside) draw(doc, node, clips);
  doc.restore();
}

function draw(doc: Doc, node: SvgNode, clips: Map<string, SvgNode>): void {
  if (node.name === 'defs') return;
  const style = styleOf(node);
  doc.save();
  for (const matrix of readTransform(style.transform)) doc.transform(...matrix);
  const clip = clips.get((style['clip-path'] ?? '').slice('url(#'.length, -1));
  const [area] = clip?.inside ?? [];
  if (area?.attributes.d) doc.path(area.attributes.d).clip();
  const d = pathOf(node, style);
  if (d !== '') paint(doc, d, style);
  for (const inner of node.inside) draw(doc, inner, clips);
  doc.restore();
}

function pathOf({ name }: SvgNode, style: Record<string, string>): string {
  const number = (key: string) => Number(style[key] ?? 0);
  if (name === 'path') return style.d ?? '';
  if (name === 'rect') {
    const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')];
    return `M${x} ${y}h${width}v${height}h${-width}Z`;
  }
  if (name === 'polyline' || name === 'polygon') {
    return `M${style.points ?? ''}${name === 'polygon' ? 'Z' : ''}`;
  }
  if (name === 'circle') {
    const [x, y, r] = [number('cx'), number('cy'), number('r')];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  return '';
}

function paint(doc: Doc, d: string, style: Record<string, string>): void {
  const fill = colourOf(style.fill ?? '#000');
  const stroke = colourOf(style.stroke ?? 'none');
  const opacity = Number(style.opacity ?? 1);
  const fillOpacity = Number(style['fill-opacity'] ?? 1) * opacity * (fill?.alpha ?? 1);
  const width = Number(style['stroke-width'] ?? 1);
  if (fill && fillOpacity > 0) {
    doc.fillOpacity(fillOpacity).path(d).fill(fill.hex);
  }
  if (stroke && width > 0) {
    const dash = (style['stroke-dasharray'] ?? '').split(',').map(Number).filter(Number.isFinite);
    doc.lineWidth(width).strokeOpacity(Number(style['stroke-opacity'] ?? 1) * opacity);
    const [on = 0, off = 0] = dash;
    if (on > 0) doc.dash(on, { space: off || on });
    doc.path(d).stroke(stroke.hex);
  }
}

/** `#0f766e`, `#fff`, `rgb(1,2,3)`, `rgba(1,2,3,0.5)`; a gradient or nothing is nothing. */
function colourOf(text: string): { hex: string; alpha: number } | undefined {
  if (text.startsWith('#')) {
    const short = text.length === 4;
    return {
      hex: short ? `#${Array.from(text.slice(1), (one) => one + one).join('')}` : text,
      alpha: 1,
    };
  }
  if (!text.startsWith('rgb')) return undefined;
  const [r = 0, g = 0, b = 0, alpha = 1] = text
    .slice(text.indexOf('(') + 1, -1)
    .split(',')
    .map(Number);
  const hex = [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('');
  return { hex: `#${hex}`, alpha };
}
