import { escapeXml } from './cells.ts';
import type { ZipEntry } from '@causeway/zip';

/** What a workbook needs besides its sheets. */
export function bookParts(name: string, sheets: number): ZipEntry[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  return [
    part('[Content_Types].xml', contentTypes(numbers)),
    part('_rels/.rels', ROOT_RELATIONS),
    part('xl/workbook.xml', workbook(sheetName(name), numbers)),
    part('xl/_rels/workbook.xml.rels', relations(numbers)),
    part('xl/styles.xml', STYLES),
  ];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function part(name: string, text: string): ZipEntry {
  return { name, content: [HEAD + text] };
}

/** At most 31 characters, and none that a formula gives a meaning. */
function sheetName(name: string): string {
  const cleaned = name.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').replaceAll(/^'|'$/g, ' ');
  return [...cleaned.trim()].slice(0, 25).join('') || 'Sheet';
}

function contentTypes(numbers: number[]): string {
  const sheets = numbers.map((number) => {
    return `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`;
  });
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets.join('')}</Types>`;
}

const ROOT_RELATIONS = `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function workbook(name: string, numbers: number[]): string {
  const sheets = numbers.map((number) => {
    const title = number === 1 ? name : `${name} ${number}`;
    return `<sheet name="${escapeXml(title)}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function relations(numbers: number[]): string {
  const sheets = numbers.map((number) => {
    return `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}<Relationship Id="rId${numbers.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

/** The formats that cells refer to by number: none, a date, a moment without and with a fraction. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf numFmtId="164" applyNumberFormat="1" xfId="0"/><xf numFmtId="165" applyNumberFormat="1" xfId="0"/><xf numFmtId="166" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`;
