import { PRODUCT_NAME } from '@causeway/contract/product.ts';
import type { Attachment, Mail } from '#platform/mail/mailer.ts';
import type { Shown, View } from '../ask-tiles.ts';
import { type Block, blockOf } from '../drawing/blocks.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { lineOf, paperOf } from '../paper-routes.ts';
import type { Addressee, Due } from './queries.ts';

type Drawn = { title: string; block: Block; cid: string | undefined };

const LARGEST_PDF = 2 * 1024 ** 2;
const WIDTH = 560;
const MOST_ROWS = 20;

const texts = {
  en: {
    open: 'Open in the product',
    unsubscribe: 'No more of these mails',
    tooLarge: 'The PDF is too large for a mail; the product has it.',
    more: (count: number) => `… ${count} more rows`,
  },
  de: {
    open: 'Im Produkt öffnen',
    unsubscribe: 'Keine dieser Mails mehr',
    tooLarge: 'Das PDF ist zu groß für eine Mail; im Produkt gibt es sie.',
    more: (count: number) => `… ${count} weitere Zeilen`,
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
  const asking = { asked: due.asked, language };
  const pdf = await drawing.pdf(paperOf(view, shown, asking));
  const { name } = view.dashboard;
  const isTooLarge = pdf.length > LARGEST_PDF;
  if (!isTooLarge) {
    const base64 = pdf.toString('base64');
    attachments.push({ name: `${name}.pdf`, type: 'application/pdf', base64 });
  }
  const line = lineOf({ shown, timeZone: view.timeZone, ...asking });
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
      ...tiles.map(textOf),
      ...(isTooLarge ? [say.tooLarge] : []),
      `${say.open}: ${href}`,
      `-- \n${PRODUCT_NAME}\n${say.unsubscribe}: ${unsubscribe.page}`,
    ].join('\n\n'),
    html: htmlOf({ name, line, tiles, href, say, unsubscribe: unsubscribe.page }),
    attachments,
    unsubscribeUrl: unsubscribe.oneClick,
  });
}

/** The text of a mail has the numbers too: not everybody sees pictures. */
function textOf({ title, block }: Drawn): string {
  if (block.kind === 'number')
    return `${title}: ${block.value}${block.line ? ` (${block.line})` : ''}`;
  if (block.kind === 'failed') return title ? `${title}: ${block.text}` : block.text;
  if (block.kind === 'text') {
    return [title, ...block.lines.map(({ text }) => text)].filter(Boolean).join('\n');
  }
  if (block.kind === 'image') return [title, block.alt].filter(Boolean).join(': ');
  if (block.kind === 'chart')
    return `${title}: ${block.task.rows.length} × ${block.task.choice.kind}`;
  const head = block.columns.map(({ name }) => name).join(' | ');
  return [title, head, ...block.rows.slice(0, 5).map((row) => row.join(' | '))].join('\n');
}

type Page = {
  name: string;
  line: string;
  tiles: Drawn[];
  href: string;
  unsubscribe: string;
  say: (typeof texts)['en' | 'de'];
};

const cell = 'padding:4px 8px;border-bottom:1px solid #dfe4ea;font-size:13px';

function htmlOf({ name, line, tiles, href, say, unsubscribe }: Page): string {
  const rows = tiles.map(
    (tile) =>
      `<tr><td style="padding:14px 0;border-top:1px solid #dfe4ea">${
        tile.title ? `<div style="font-weight:600;margin-bottom:6px">${safe(tile.title)}</div>` : ''
      }${bodyOf(tile, say)}</td></tr>`,
  );
  return `<!doctype html><html><body style="margin:0;background:#fff;color:#1f2933;font-family:Inter,Arial,sans-serif;font-size:14px">
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="width:600px;max-width:100%">
<tr><td style="padding:20px 0 4px"><div style="font-size:20px;font-weight:600">${safe(name)}</div>
<div style="color:#52606d;font-size:12px">${safe(line)}</div></td></tr>
${rows.join('\n')}
<tr><td style="padding:18px 0;border-top:1px solid #dfe4ea"><a href="${safe(href)}" style="color:#0f766e">${say.open}</a>
<div style="color:#52606d;font-size:12px;margin-top:14px">${PRODUCT_NAME} · <a href="${safe(unsubscribe)}" style="color:#52606d">${say.unsubscribe}</a></div></td></tr>
</table></body></html>`;
}

function bodyOf({ title, block, cid }: Drawn, say: Page['say']): string {
  const quiet = (text: string) => `<div style="color:#52606d;font-size:12px">${safe(text)}</div>`;
  if (block.kind === 'number') {
    return `<div style="font-size:26px;font-weight:600">${safe(block.value)}</div>${quiet(block.line)}`;
  }
  if (block.kind === 'chart') {
    return `<img src="cid:${cid}" width="${WIDTH}" alt="${safe(title)}" style="max-width:100%">${quiet(block.note)}`;
  }
  if (block.kind === 'image') {
    return `<img src="cid:${cid}" width="${WIDTH}" alt="${safe(block.alt || title)}" style="max-width:100%;border-radius:4px">`;
  }
  if (block.kind === 'text') {
    return block.lines
      .map(
        ({ text, isStrong }) =>
          `<div style="line-height:1.5${isStrong ? ';font-weight:600' : ''}">${safe(text)}</div>`,
      )
      .join('');
  }
  if (block.kind === 'failed') return quiet(block.text);
  const columns = block.columns.slice(0, 8);
  const align = (at: number) => (columns[at]?.isNumber ? 'right' : 'left');
  const head = columns
    .map(
      (column, at) =>
        `<th align="${align(at)}" style="${cell};color:#52606d">${safe(column.name)}</th>`,
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
  const left = block.rows.length - MOST_ROWS;
  return `<table cellpadding="0" cellspacing="0" width="100%"><tr>${head}</tr>${body}</table>${quiet(left > 0 ? say.more(left) : block.note)}`;
}

function safe(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
