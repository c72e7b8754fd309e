import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findMeant, isUnknownName, type Meant } from '../completion/did-you-mean.ts';
import { findPlace } from '../completion/place.ts';
import { tablesInReach } from '../completion/suggest.ts';
import { useNames } from '../completion/use-names.ts';
import classes from './failed-run.module.css';

type DidYouMeanProps = {
  connectorId: string;
  statement: SqlStatement;
  sqlState: string;
  /** Counts from 1, in the statement. */
  position: number;
  onFix: (statement: SqlStatement, meant: Meant) => void;
};

/** Names like the one the database does not know; a click writes it. */
export function DidYouMean(props: DidYouMeanProps) {
  const { connectorId, statement, sqlState, position, onFix } = props;
  const { t } = useTranslation('sql');
  const live = useNames(connectorId);
  const { data: found = [] } = useQuery({
    queryKey: ['queries', connectorId, 'meant', statement.text, position],
    queryFn: async () => {
      if (!live) return [];
      const place = findPlace(statement.text, position);
      if (place) await live.learn(tablesInReach(live.index, place));
      return findMeant(live.index, statement.text, { sqlState, position });
    },
    enabled: live !== undefined && isUnknownName(sqlState),
  });
  if (found.length === 0) return null;
  return (
    <p className={classes.meant}>
      {t('failed.meant')}
      {found.map((meant) => (
        <Button
          key={meant.label}
          size="compact-sm"
          variant="light"
          className={classes.name ?? ''}
          onClick={() => onFix(statement, meant)}
        >
          {meant.label}
        </Button>
      ))}
    </p>
  );
}
