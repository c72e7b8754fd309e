import Pdf from 'pdfkit';
import { invoiceWords, inWords, type Language } from './invoice-words.ts';
import type { InvoiceRecord } from './show.ts';

const MARGIN = 56;
const RIGHT = 539;

/** An invoice on one page, in the letters every PDF reader has. */
export async function drawInvoice(invoice: InvoiceRecord, language: Language): Promise<Buffer> {
  const paper = new Pdf({ size: 'A4', margin: MARGIN, info: { Title: invoice.number } });
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => {
    paper.once('end', () => resolve());
  });
  drawHead(paper, invoice, language);
  drawLines(paper, inWords(invoice, language), language);
  paper.end();
  await ended;
  return Buffer.concat(chunks);
}

type Paper = InstanceType<typeof Pdf>;

function drawHead(paper: Paper, invoice: InvoiceRecord, language: Language): void {
  const words = invoiceWords[language];
  paper.font('Helvetica-Bold').fontSize(18).text(words.invoice, MARGIN, MARGIN);
  paper.font('Helvetica').fontSize(10);
  if (invoice.provider === 'test') {
    paper.fillColor('#9a6700').text(words.test);
    paper.fillColor('#000000');
  }
  paper.moveDown();
  const issued = new Date(invoice.issuedAt).toLocaleDateString(language === 'de' ? 'de' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  paper.text(`${words.number} ${invoice.number}`).text(`${words.date} ${issued}`);
  paper.text(`${words.state} ${words.states[invoice.state]}`).moveDown();
  const { name, address, country, taxId } = invoice.buyer;
  for (const line of [name, address, country, taxId && `${words.taxId} ${taxId}`]) {
    if (line) paper.text(line);
  }
  paper.moveDown(2);
}

function drawLines(
  paper: Paper,
  { lines, netCents, taxCents, reversedCents, currency }: InvoiceRecord,
  language: Language,
) {
  const words = invoiceWords[language];
  const money = new Intl.NumberFormat(language, { style: 'currency', currency });
  const amounts: [string, number][] = [
    ...lines.map(({ text, cents }): [string, number] => [text, cents]),
    [words.net, netCents],
    [words.tax, taxCents],
    [words.total, netCents + taxCents],
  ];
  if (reversedCents > 0) amounts.push([words.paidBack, -reversedCents]);
  for (const [index, [text, cents]] of amounts.entries()) {
    if (index === lines.length) paper.moveDown();
    const top = paper.y;
    paper.font(text === words.total ? 'Helvetica-Bold' : 'Helvetica');
    paper.text(text, MARGIN, top, { width: 360 });
    const after = paper.y;
    paper.text(money.format(cents / 100), RIGHT - 120, top, { width: 120, align: 'right' });
    paper.y = after + 4;
    paper.x = MARGIN;
  }
}
