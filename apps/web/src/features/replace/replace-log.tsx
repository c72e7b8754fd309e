import type { ChangeSet } from '@causeway/contract/ledger.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { changeSetsQuery } from '#domain/ledger/change-set-query.ts';
import { RevertSet } from '#domain/ledger/revert-set.tsx';
import { LogFrame } from './log-frame.tsx';
import classes from './replace-log.module.css';

type ReplaceLogProps = { connectorId: string; schema: string; table: string };

/** What was replaced in this table before, each with its way back. Nothing is drawn before there is any. */
export function ReplaceLog({ connectorId, schema, table }: ReplaceLogProps) {
  const { t } = useTranslation('replace');
  const sets = useInfiniteQuery(changeSetsQuery(connectorId, { schema, table }));
  const known = sets.data?.pages.flatMap(({ items }) => items) ?? [];
  const replaced = known.filter(({ kind }) => kind === 'replace');
  if (replaced.length === 0 && !sets.hasNextPage) return null;
  return (
    <LogFrame
      lines={replaced.map((set) => (
        <LogLine key={set.id} connectorId={connectorId} set={set} />
      ))}
      more={
        sets.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={sets.isFetchingNextPage}
            onClick={() => void sets.fetchNextPage()}
          >
            {t('log.more')}
          </Button>
        )
      }
    />
  );
}

function LogLine({ connectorId, set }: { connectorId: string; set: ChangeSet }) {
  const { t } = useTranslation('replace');
  const { dateTime, number } = useFormats();
  return (
    <li className={classes.line}>
      <span className={classes.words}>
        {t('log.rows', { count: set.updated, number: number(set.updated) })}
        <span className={classes.facts}>{[set.who.name, dateTime(set.at)].join(' · ')}</span>
      </span>
      <RevertSet
        size="compact-sm"
        variant="subtle"
        connectorId={connectorId}
        changeSetId={set.id}
        set={set}
        screen="replace"
        label={t('undo')}
      />
    </li>
  );
}
