import { PRODUCT_NAME } from '@causeway/contract/product.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { type Block, underTable } from '../drawing/blocks.ts';
import { ACCENT, INK, LINE, QUIET, TONES, TRACK } from '../drawing/ink.ts';

/** A tile in a mail; its picture is attached under the name. */
export type Drawn = { title: string; block: Block; cid: string | undefined };

export const WIDTH = 560;
const MOST_ROWS = 20;

type Page = {
  name: string;
  line: string;
  tiles: Drawn[];
  href: string | undefined;
  unsubscribe: string;
  language: UiLanguage;
  say: { open: string; unsubscribe: string };
};

const cell = `padding:4px 8px;border-bottom:1px solid ${LINE};font-size:13px`;

export function mailHtml({ name, line, tiles, href, say, unsubscribe, language }: Page): string {
  const rows = abreast(tiles).map(
    (pair) =>
      `<tr><td style="padding:14px 0;border-top:1px solid ${LINE}">${sideBySide(
        pair.map((tile) => {
          const title = `<div style="font-weight:600;margin-bottom:6px">${safe(tile.title)}</div>`;
          return (tile.title ? title : '') + bodyOf(tile, language);
        }),
      )}</td></tr>`,
  );
  const openLink =
    href === undefined ? '' : `<a href="${safe(href)}" style="color:${ACCENT}">${say.open}</a>`;
  return `<!doctype html><html><body style="margin:0;background:#fff;color:${INK};font-family:Inter,Arial,sans-serif;font-size:14px">
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="width:600px;max-width:100%">
<tr><td style="padding:20px 0 4px"><div style="font-size:20px;font-weight:600">${safe(name)}</div>
<div style="color:${QUIET};font-size:12px">${safe(line)}</div></td></tr>
${rows.join('\n')}
<tr><td style="padding:18px 0;border-top:1px solid ${LINE}">${openLink}
<div style="color:${QUIET};font-size:12px;margin-top:14px">${PRODUCT_NAME} · <a href="${safe(unsubscribe)}" style="color:${QUIET}">${say.unsubscribe}</a></div></td></tr>
</table></body></html>`;
}

/** Numbers are short: two of them share a line, as on a phone. */
function abreast(tiles: readonly Drawn[]): Drawn[][] {
  const lines: Drawn[][] = [];
  for (const tile of tiles) {
    const last = lines.at(-1);
    const isPair =
      last?.length === 1 && [...last, tile].every(({ block }) => block.kind === 'number');
    if (last && isPair) last.push(tile);
    else lines.push([tile]);
  }
  return lines;
}

function sideBySide(bodies: readonly string[]): string {
  const [only = '', other] = bodies;
  if (other === undefined) return only;
  const cells = bodies.map((body) => `<td width="50%" valign="top">${body}</td>`).join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells}</tr></table>`;
}

/** How much of a goal is reached, as a bar that every mail program draws. */
function barOf(share: number): string {
  const done = Math.round(100 * Math.max(0, Math.min(1, share)));
  const part = (width: number, color: string) =>
    width === 0
      ? ''
      : `<td width="${width}%" bgcolor="${color}" style="height:6px;font-size:0">&nbsp;</td>`;
  return `<table role="presentation" width="220" cellpadding="0" cellspacing="0" style="margin-top:6px"><tr>${part(done, ACCENT)}${part(100 - done, TRACK)}</tr></table>`;
}

function bodyOf({ title, block, cid }: Drawn, language: UiLanguage): string {
  const quiet = (text: string) => `<div style="color:${QUIET};font-size:12px">${safe(text)}</div>`;
  if (block.kind === 'number') {
    const { value, line, tone, gauge, note } = block;
    const color = tone ? TONES[tone] : INK;
    const number = `<div style="font-size:26px;font-weight:600;color:${color}">${safe(value)}</div>`;
    return number + quiet(line) + (gauge ? barOf(gauge.share) : '') + (note && quiet(note));
  }
  if (block.kind === 'chart') {
    const alt = title ? `${title}: ${block.sentence}` : block.sentence;
    return `<img src="cid:${cid}" width="${WIDTH}" alt="${safe(alt)}" style="max-width:100%">${quiet(block.note)}`;
  }
  if (block.kind === 'image') {
    return `<img src="cid:${cid}" width="${WIDTH}" alt="${safe(block.alt || title)}" style="max-width:100%;border-radius:4px">`;
  }
  if (block.kind === 'text') {
    const lines = block.lines
      .map(
        ({ text, isStrong }) =>
          `<div style="line-height:1.5${isStrong ? ';font-weight:600' : ''}">${safe(text)}</div>`,
      )
      .join('');
    const { href } = block;
    return href ? `<a href="${safe(href)}" style="color:${ACCENT}">${lines}</a>` : lines;
  }
  if (block.kind === 'failed') return quiet(block.text);
  const columns = block.columns.slice(0, 8);
  const align = (at: number) => (columns[at]?.isNumber ? 'right' : 'left');
  const head = columns
    .map(
      (column, at) =>
        `<th align="${align(at)}" style="${cell};color:${QUIET}">${safe(column.name)}</th>`,
    )
    .join('');
  const body = block.rows
    .slice(0, MOST_ROWS)
    .map((row) => {
      const cells = columns.map(
        (_, at) =>
          `<td align="${align(at)}" style="${cell}">${safe((row[at] ?? '').slice(0, 200))}</td>`,
      );
      return `<tr>${cells.join('')}</tr>`;
    })
    .join('');
  const shown = Math.min(block.rows.length, MOST_ROWS);
  return `<table cellpadding="0" cellspacing="0" width="100%"><tr>${head}</tr>${body}</table>${quiet(underTable(block, shown, language))}`;
}

function safe(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
