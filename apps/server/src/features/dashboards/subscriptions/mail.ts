import { writeValue } from '@causeway/contract/drawing/write-value.ts';
import { formatOf } from '@causeway/contract/number-formats.ts';
import { PRODUCT_NAME } from '@causeway/contract/product.ts';
import type { Attachment, Mail } from '#platform/mail/mailer.ts';
import type { Shown, View } from '../ask-tiles.ts';
import { type Block, blockOf, underTable } from '../drawing/blocks.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { lineOf, paperOf } from '../paper-routes.ts';
import { type Drawn, mailHtml, WIDTH } from './mail-html.ts';
import type { Addressee, Due } from './queries.ts';

const LARGEST_PDF = 2 * 1024 ** 2;

const texts = {
  en: {
    open: 'Open in the product',
    unsubscribe: 'No more of these mails',
    tooLarge: 'The PDF is too large for a mail; the product has it.',
  },
  de: {
    open: 'Im Produkt öffnen',
    unsubscribe: 'Keine dieser Mails mehr',
    tooLarge: 'Das PDF ist zu groß für eine Mail; im Produkt gibt es sie.',
  },
} as const;

type Needs = { drawing: Drawing; origin: string };
type Content = { view: View; shown: Shown[]; due: Due };
type Written = (to: Addressee, unsubscribe: { page: string; oneClick: string }) => Mail;

/** Drawn once a language; then only the address differs. */
export async function writeMails(
  { drawing, origin }: Needs,
  { view, shown, due }: Content,
  language: 'en' | 'de',
): Promise<Written> {
  const say = texts[language];
  const attachments: Attachment[] = [];
  const tiles: Drawn[] = [];
  for (const { title, ...one } of shown) {
    const block = blockOf(one, {
      language,
      timeZone: view.timeZone,
      colours: view.dashboard.settings.colours,
      origin,
    });
    const hasPicture = block.kind === 'chart' || block.kind === 'image';
    const cid = hasPicture ? `tile-${tiles.length}@causeway` : undefined;
    if (block.kind === 'chart' && cid) {
      const png = await drawing.png({ ...block.task, width: WIDTH, height: 280 });
      const name = `${title || 'chart'}.png`;
      attachments.push({ name, type: 'image/png', base64: png.toString('base64'), cid });
    }
    if (block.kind === 'image' && cid) {
      const name = `${title || 'image'}.jpg`;
      attachments.push({ name, type: 'image/jpeg', base64: block.jpeg, cid });
    }
    tiles.push({ title, block, cid });
  }
  const asking = { asked: due.asked, language, origin };
  const pdf = await drawing.pdf(paperOf(view, shown, asking));
  const { name } = view.dashboard;
  const isTooLarge = pdf.length > LARGEST_PDF;
  if (!isTooLarge) {
    const base64 = pdf.toString('base64');
    attachments.push({ name: `${name}.pdf`, type: 'application/pdf', base64 });
  }
  const line = lineOf({ shown, view, ...asking });
  const search = new URLSearchParams({ projectId: due.projectId });
  for (const [key, value] of Object.entries(due.asked)) {
    for (const one of [value].flat()) search.append(key, one);
  }
  const href = `${origin}/dashboards/${due.dashboardId}?${search.toString()}`;
  return (to, unsubscribe) => ({
    to: to.email,
    subject: `${name} · ${line}`.replaceAll('\n', ' ').slice(0, 200),
    text: [
      name,
      line,
      ...tiles.map((tile) => textOf(tile, language)),
      ...(isTooLarge ? [say.tooLarge] : []),
      ...(to.guestId === null ? [`${say.open}: ${href}`] : []),
      `-- \n${PRODUCT_NAME}\n${say.unsubscribe}: ${unsubscribe.page}`,
    ].join('\n\n'),
    // Whoever is outside has no way in.
    html: mailHtml({
      name,
      line,
      tiles,
      href: to.guestId === null ? href : undefined,
      say,
      language,
      unsubscribe: unsubscribe.page,
    }),
    attachments,
    unsubscribeUrl: unsubscribe.oneClick,
  });
}

/** The text of a mail has the numbers too: not everybody sees pictures. */
function textOf({ title, block }: Drawn, language: 'en' | 'de'): string {
  if (block.kind === 'number') {
    const number = `${title}: ${block.value}${block.line ? ` (${block.line})` : ''}`;
    return [number, block.note].filter(Boolean).join('\n');
  }
  if (block.kind === 'failed') return title ? `${title}: ${block.text}` : block.text;
  if (block.kind === 'text') {
    const lines = block.href ? block.lines.slice(0, -1) : block.lines;
    return [title, ...lines.map(({ text }) => text), block.href].filter(Boolean).join('\n');
  }
  if (block.kind === 'image') return [title, block.alt].filter(Boolean).join(': ');
  if (block.kind === 'chart') {
    const said = [title, block.sentence, ...lastPoints(block.task), block.note];
    return said.filter(Boolean).join('\n');
  }
  const head = block.columns.map(({ name }) => name).join(' | ');
  const rows = block.rows.slice(0, 5).map((row) => row.join(' | '));
  const under = underTable(block, rows.length, language);
  return [title, head, ...rows, under].filter(Boolean).join('\n');
}

/** The end of what a chart shows: `2026-03-01: 12.345`. */
function lastPoints({ choice, rows, fields, formats, language }: ChartTask): string[] {
  const { x, ys, series } = choice;
  return rows.slice(-5).map((row) => {
    const names = [x, series].flatMap((at) => (at === undefined ? [] : String(row[at] ?? '—')));
    const values = ys.map((at) => {
      const cell = row[at] ?? null;
      const format = formatOf(formats, fields[at]?.name ?? '');
      return cell === null ? '—' : writeValue(String(cell), format, { language });
    });
    return `${names.join(' · ')}: ${values.join(' · ')}`;
  });
}

type ChartTask = Extract<Block, { kind: 'chart' }>['task'];
