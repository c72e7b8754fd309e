import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { type Block, underTable } from './blocks.ts';
import { chartSvg } from './chart-svg.ts';
import { fitText, widthOf, wrapText } from './fonts.ts';
import { ACCENT, INK, LINE, QUIET, TONES, TRACK } from './ink.ts';
import type { Area } from './paper-text.ts';
import { readSvg, type SvgNode } from './svg-tree.ts';
import { columnPlaces, sparklinePath } from './tile-shapes.ts';

export type TilePicture = {
  title: string;
  block: Block;
  /** As of when, by which clock. */
  line: string;
  language: UiLanguage;
  width: number;
  height: number;
};

const PAD = 14;

/** A tile of any kind as one picture, title and time included, so that it can stand alone. */
export function tileSvg({ title, block, line, language, width, height }: TilePicture): SvgNode {
  const head = title ? 34 : PAD;
  const foot = line ? 24 : PAD;
  const inside = { x: PAD, y: head, width: width - 2 * PAD, height: height - head - foot };
  return node('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height }, [
    node('rect', { x: 0, y: 0, width, height, fill: '#ffffff' }),
    ...(title
      ? [text(title, { x: PAD, y: 23, size: 14, isStrong: true, width: inside.width })]
      : []),
    ...bodyOf(block, inside, language),
    ...(line
      ? [text(line, { x: PAD, y: height - 9, size: 10, color: QUIET, width: inside.width })]
      : []),
  ]);
}

function bodyOf(block: Block, area: Area, language: UiLanguage): SvgNode[] {
  switch (block.kind) {
    case 'chart':
      return chartBody(block, area);
    case 'number':
      return numberBody(block, area);
    case 'table':
      return tableBody(block, area, language);
    case 'image':
      return [imageBody(block, area)];
    case 'text':
      return textBody(block.lines, area);
    default:
      return textBody([{ text: block.text, isStrong: false }], area);
  }
}

function chartBody({ task, note }: Extract<Block, { kind: 'chart' }>, area: Area): SvgNode[] {
  const height = area.height - (note ? 16 : 0);
  const drawn = readSvg(chartSvg({ ...task, width: area.width, height }));
  return [
    // A map goes on beyond its edge.
    node('defs', {}, [
      node('clipPath', { id: 'area' }, [
        node('path', { d: `M0 0h${area.width}v${height}h${-area.width}Z` }),
      ]),
    ]),
    node(
      'g',
      { transform: `translate(${area.x} ${area.y})`, 'clip-path': 'url(#area)' },
      drawn.inside,
    ),
    ...(note
      ? [
          text(note, {
            x: area.x,
            y: area.y + area.height - 4,
            size: 11,
            color: QUIET,
            width: area.width,
          }),
        ]
      : []),
  ];
}

function numberBody(block: Extract<Block, { kind: 'number' }>, area: Area): SvgNode[] {
  const { value, line, trend, gauge, tone, note } = block;
  const { x, y, width, height } = area;
  const wide = (width / Math.max(1, widthOf(value, 1, 600))) * 0.95;
  const size = Math.max(14, Math.min(44, height * (trend.length > 1 || gauge ? 0.34 : 0.46), wide));
  const color = tone ? TONES[tone] : INK;
  const base = y + size;
  const under = base + 18;
  const bottom = y + height;
  // In a low tile what is missing goes before what it is compared with.
  const foot = Math.max(under, bottom - 4);
  const isLow = note !== '' && foot < under + 14;
  const drawn = [
    text(value, { x, y: base, size, isStrong: true, color, width }),
    ...(line && !isLow ? [text(line, { x, y: under, size: 12, color: QUIET, width })] : []),
    ...(note ? [text(note, { x, y: foot, size: 11, color: QUIET, width })] : []),
  ];
  if (gauge) {
    const share = Math.max(0, Math.min(1, gauge.share));
    const bar = { x, y: under + 12, height: 8, rx: 4 };
    drawn.push(
      node('rect', { ...bar, width, fill: TRACK }),
      node('rect', { ...bar, width: Math.max(0.01, width * share), fill: tone ? color : ACCENT }),
    );
  }
  const room = { x, y: under + 10, width, height: (note ? foot - 12 : bottom) - under - 10 };
  if (trend.length > 1 && room.height > 12) drawn.push(sparkline(trend, room));
  return drawn;
}

function sparkline(values: readonly number[], area: Area): SvgNode {
  const d = sparklinePath(values, area);
  return node('path', { d, fill: 'none', stroke: ACCENT, 'stroke-width': 1.6 });
}

const ROW = 22;

function tableBody(block: Extract<Block, { kind: 'table' }>, area: Area, language: UiLanguage) {
  const { columns, rows } = block;
  const { x, y, width, height } = area;
  const room = Math.max(1, Math.floor(height / ROW) - 1);
  const isNoted = underTable(block, room, language) !== '';
  const shown = rows.slice(0, isNoted ? Math.max(1, room - 1) : room);
  const places = columnPlaces({ columns, rows: shown }, { width, size: 12 });
  const write = (cells: readonly string[], top: number, isHead: boolean) =>
    places.map(({ at, left, width: own }) => {
      const isRight = columns[at]?.isNumber ?? false;
      return text(cells[at] ?? '', {
        x: x + left + (isRight ? own - 8 : 0),
        y: top + 15,
        size: 12,
        width: own - 8,
        isStrong: isHead,
        color: isHead ? QUIET : INK,
        ...(isRight && { anchor: 'end' as const }),
      });
    });
  const lineAt = (top: number) =>
    node('path', { d: `M${x} ${top}h${width}`, fill: 'none', stroke: LINE, 'stroke-width': 1 });
  const said = underTable(block, shown.length, language);
  return [
    ...write(
      columns.map(({ name }) => name),
      y,
      true,
    ),
    ...shown.flatMap((row, at) => [
      lineAt(y + (at + 1) * ROW),
      ...write(row, y + (at + 1) * ROW, false),
    ]),
    ...(said
      ? [text(said, { x, y: y + (shown.length + 1) * ROW + 15, size: 11, color: QUIET, width })]
      : []),
  ];
}

function textBody(lines: readonly { text: string; isStrong: boolean }[], area: Area): SvgNode[] {
  const { x, y, width, height } = area;
  const room = Math.max(1, Math.floor(height / 19));
  return lines
    .flatMap((line) =>
      wrapText(line.text, { size: 13, width, weight: line.isStrong ? 600 : 400 }).map((part) => ({
        ...line,
        text: part,
      })),
    )
    .slice(0, room)
    .map((line, at) =>
      text(line.text, { x, y: y + 14 + at * 19, size: 13, width, isStrong: line.isStrong }),
    );
}

function imageBody({ jpeg, fit }: Extract<Block, { kind: 'image' }>, area: Area): SvgNode {
  return node('image', {
    ...area,
    href: `data:image/jpeg;base64,${jpeg}`,
    preserveAspectRatio: fit === 'cover' ? 'xMidYMid slice' : 'xMidYMid meet',
  });
}

// Elements ---------------------------------------------------------------------------------------

type Text = {
  x: number;
  y: number;
  size: number;
  width: number;
  isStrong?: boolean;
  color?: string;
  anchor?: 'end';
};

function text(value: string, { x, y, size, width, isStrong, color = INK, anchor }: Text): SvgNode {
  const fitted = fitText(value.replaceAll('\n', ' '), {
    size,
    width,
    weight: isStrong ? 600 : 400,
  });
  return {
    ...node('text', {
      x,
      y,
      'font-size': size,
      fill: color,
      ...(isStrong && { 'font-weight': 600 }),
      ...(anchor && { 'text-anchor': anchor }),
    }),
    text: fitted,
  };
}

function node(
  name: string,
  attributes: Record<string, string | number>,
  inside: SvgNode[] = [],
): SvgNode {
  const texts = Object.entries(attributes).map(([key, value]) => [key, String(value)]);
  return { name, attributes: Object.fromEntries(texts) as SvgNode['attributes'], inside, text: '' };
}
