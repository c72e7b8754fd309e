import type { ImportPreview } from '@causeway/contract/imports/records.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import { ParsedCell } from '../parsed-cell.tsx';
import classes from './read-step.module.css';
import { RejectList } from '../check/reject-list.tsx';

/** The file as it stands beside what is read from it; pointing at a row shows its lines. */
export function ReadPreview({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const [pointed, setPointed] = useState<number>();
  const { raw, rows, columns, types, problems, isWhole } = preview;
  const next = rows.find(({ line }) => pointed !== undefined && line > pointed)?.line ?? Infinity;
  const isPointed = (line: number) => pointed !== undefined && line >= pointed && line < next;
  return (
    <>
      {problems.length > 0 && (
        <section className={classes.problems} aria-label={t('read.problems')}>
          <h2 className={classes.heading}>
            <Icon name="warning" /> {t('read.problems')}
          </h2>
          <RejectList rejects={problems} />
        </section>
      )}
      <div className={classes.panes} data-single={raw.length === 0 || undefined}>
        {raw.length > 0 && (
          <div className={classes.pane}>
            <h2 className={classes.heading} id="import-raw">
              {t('read.raw')}
            </h2>
            {/* A long file scrolls, which a keyboard needs a tab stop for. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className={classes.scroll} tabIndex={0} aria-labelledby="import-raw">
              <ol className={classes.lines}>
                {raw.map(({ line, text }) => (
                  <li key={line} data-pointed={isPointed(line) || undefined}>
                    <span className={classes.number}>{number(line)}</span>
                    <code className={classes.text}>{text}</code>
                  </li>
                ))}
              </ol>
            </section>
          </div>
        )}
        <div className={classes.pane}>
          <h2 className={classes.heading} id="import-parsed">
            {t('read.parsed')}
            <span className={classes.count}>
              {isWhole
                ? t('read.whole', { count: rows.length, number: number(rows.length) })
                : t('read.first', { count: rows.length, number: number(rows.length) })}
            </span>
          </h2>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className={classes.scroll} tabIndex={0} aria-labelledby="import-parsed">
            <table className={classes.parsed}>
              <thead>
                <tr>
                  <th scope="col" className={classes.number}>
                    {t('read.line')}
                  </th>
                  {columns.map((column, place) => (
                    <th key={column} scope="col">
                      {column} <span className={classes.type}>{types[place]}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody onPointerLeave={() => setPointed(undefined)}>
                {rows.map(({ line, cells }) => (
                  <tr key={line} onPointerEnter={() => setPointed(line)}>
                    <td className={classes.number}>{number(line)}</td>
                    {columns.map((column, place) => (
                      <td key={column}>
                        <ParsedCell cell={cells[place] ?? null} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length === 0 && <p className={classes.none}>{t('read.noRows')}</p>}
          </section>
        </div>
      </div>
    </>
  );
}
