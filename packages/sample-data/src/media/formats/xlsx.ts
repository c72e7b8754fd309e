import { buffer } from 'node:stream/consumers';
import { writeZip } from '@causeway/zip';

export type Sheet = { name: string; rows: readonly (readonly (string | number | Date)[])[] };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook whose first rows are headings: texts, numbers and days, no formulas. */
export function writeXlsx(sheets: readonly Sheet[]): Promise<Buffer> {
  const ids = sheets.map((_, index) => index + 1);
  const overrides = ids.map(
    (id) =>
      `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const entries = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const links = ids.map(
    (id) =>
      `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  );
  const parts = [
    {
      name: '[Content_Types].xml',
      text: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', text: styles },
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      text: writeSheet(sheet),
    })),
  ];
  const archive = writeZip(parts.map(({ name, text }) => ({ name, content: [text] })));
  return buffer(archive);
}

/** Cell styles by number: 0 plain, 1 heading, 2 day. */
const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function writeSheet({ rows }: Sheet): string {
  const lines = rows.map((row, index) => {
    const cells = row.map((value, column) => writeCell(value, { column, row: index + 1 }));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

// Days are counted from the end of 1899.
const FIRST_DAY = Date.UTC(1899, 11, 30);

function writeCell(value: string | number | Date, at: { column: number; row: number }): string {
  const place = `${String.fromCodePoint(65 + at.column)}${at.row}`;
  if (value instanceof Date) {
    return `<c r="${place}" s="2"><v>${(value.getTime() - FIRST_DAY) / 86_400_000}</v></c>`;
  }
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  const style = at.row === 1 ? ' s="1"' : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
