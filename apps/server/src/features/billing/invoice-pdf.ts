import Pdf from 'pdfkit';
import type { InvoiceRecord } from './show.ts';

const MARGIN = 56;
const RIGHT = 539;

/** An invoice on one page, in the letters every PDF reader has. */
export async function drawInvoice(invoice: InvoiceRecord): Promise<Buffer> {
  const paper = new Pdf({ size: 'A4', margin: MARGIN, info: { Title: invoice.number } });
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => {
    paper.once('end', () => resolve());
  });
  drawHead(paper, invoice);
  drawLines(paper, invoice);
  paper.end();
  await ended;
  return Buffer.concat(chunks);
}

type Paper = InstanceType<typeof Pdf>;

function drawHead(paper: Paper, invoice: InvoiceRecord): void {
  paper.font('Helvetica-Bold').fontSize(18).text('Invoice', MARGIN, MARGIN);
  paper.font('Helvetica').fontSize(10);
  if (invoice.provider === 'test') {
    paper.fillColor('#9a6700').text('TEST PROVIDER: no money was moved, this is no invoice.');
    paper.fillColor('#000000');
  }
  paper.moveDown();
  paper.text(`Number ${invoice.number}`).text(`Date ${invoice.issuedAt.slice(0, 10)}`);
  paper.text(`State ${invoice.state}`).moveDown();
  const { name, address, country, taxId } = invoice.buyer;
  for (const line of [name, address, country, taxId && `Tax number ${taxId}`]) {
    if (line) paper.text(line);
  }
  paper.moveDown(2);
}

function drawLines(
  paper: Paper,
  { lines, netCents, taxCents, reversedCents, currency }: InvoiceRecord,
) {
  const amounts: [string, number][] = [
    ...lines.map(({ text, cents }): [string, number] => [text, cents]),
    ['Net', netCents],
    ['Tax', taxCents],
    ['Total', netCents + taxCents],
  ];
  if (reversedCents > 0) amounts.push(['Paid back', -reversedCents]);
  for (const [index, [text, cents]] of amounts.entries()) {
    if (index === lines.length) paper.moveDown();
    const top = paper.y;
    paper.font(text === 'Total' ? 'Helvetica-Bold' : 'Helvetica');
    paper.text(text, MARGIN, top, { width: 360 });
    const after = paper.y;
    const amount = `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
    paper.text(amount, RIGHT - 120, top, { width: 120, align: 'right' });
    paper.y = after + 4;
    paper.x = MARGIN;
  }
}
