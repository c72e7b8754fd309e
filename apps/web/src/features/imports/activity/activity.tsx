import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { exportsQuery } from '#domain/exports/exports-query.ts';
import { QueryView } from '#ui/query-view.tsx';
import { ExportLine } from './export-line.tsx';
import { ImportLine } from './import-line.tsx';
import { importsQuery } from '../imports-query.ts';
import classes from './lists.module.css';

/** Everything that came into this database and went out of it, running or over. */
export function Activity({ connector }: { connector: Connector }) {
  const { t } = useTranslation('imports');
  const imports = useInfiniteQuery(importsQuery(connector.id));
  const exports = useInfiniteQuery(exportsQuery(connector.id));
  return (
    <div className={classes.sections}>
      <Section title={t('activity.imports')} query={imports}>
        <QueryView
          query={imports}
          errorTitle={t('activity.failed')}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={<p className={classes.none}>{t('activity.noImports')}</p>}
        >
          {({ pages }) => (
            <ul className={classes.list}>
              {pages
                .flatMap(({ items }) => items)
                .map((record) => (
                  <ImportLine key={record.id} connectorId={connector.id} record={record} />
                ))}
            </ul>
          )}
        </QueryView>
      </Section>
      <Section title={t('activity.exports')} query={exports}>
        <QueryView
          query={exports}
          errorTitle={t('activity.failed')}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={<p className={classes.none}>{t('activity.noExports')}</p>}
        >
          {({ pages }) => (
            <ul className={classes.list}>
              {pages
                .flatMap(({ items }) => items)
                .map((record) => (
                  <ExportLine key={record.id} connectorId={connector.id} record={record} />
                ))}
            </ul>
          )}
        </QueryView>
      </Section>
    </div>
  );
}

type SectionProps = {
  title: string;
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  children: ReactNode;
};

function Section({ title, query, children }: SectionProps) {
  const { t } = useTranslation('imports');
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
      {query.hasNextPage && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('activity.more')}
        </Button>
      )}
    </section>
  );
}
