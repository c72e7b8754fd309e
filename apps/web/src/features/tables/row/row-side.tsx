import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { prettyJson } from '#domain/value-editors/pretty-json.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { jsonValue } from '../grid/copy-formats.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { RowHistory } from '../history/row-history.tsx';
import classes from './row-side.module.css';
import type { SeenRow } from '#domain/row-drafts/stage.ts';

type RowSideProps = {
  source: DraftSource;
  columns: ShownColumn[];
  seen: SeenRow;
  related: ReactNode;
  canRevert: boolean;
  onRevert: (setId: string) => void;
};

/** Beside the fields: what the row is related to, what happened to it, and all of it as JSON. */
export function RowSide({ source, columns, seen, related, canRevert, onRevert }: RowSideProps) {
  const { t } = useTranslation('edits');
  const json = rowJson(columns, seen);
  return (
    <aside className={classes.side} aria-label={t('row.beside')}>
      <Tabs defaultValue="related" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="related">{t('row.related')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('history.title')}</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="related" className={classes.panel}>
          {related ?? <p className={classes.none}>{t('row.noRelated')}</p>}
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel}>
          <RowHistory source={source} rowKey={seen.key} canRevert={canRevert} onRevert={onRevert} />
        </Tabs.Panel>
        <Tabs.Panel value="json" className={classes.panel}>
          <div className={classes.json}>
            <CopyButton value={json} />
            {/* A long row scrolls, which a keyboard needs a tab stop for. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre tabIndex={0}>{json}</pre>
          </div>
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

/** Every digit as the database printed it. */
function rowJson(columns: ShownColumn[], { image }: SeenRow): string {
  const pairs = columns.map((column) => {
    const text = image[column.name] ?? null;
    const isBoolean = column.baseType === 'boolean' && text !== null;
    const value = isBoolean ? String(text === 'true' || text === 't') : jsonValue(text, column);
    return `${JSON.stringify(column.name)}: ${value}`;
  });
  return prettyJson(`{${pairs.join(', ')}}`);
}
