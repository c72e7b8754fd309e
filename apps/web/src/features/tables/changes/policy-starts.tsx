import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameableQuery } from '../structure/structure-query.ts';
import type { Source } from '../tables-query.ts';
import type { PolicyDraft } from './policy-sql.ts';
import {
  likelyOwner,
  needsColumn,
  offeredStarts,
  type PolicyStart,
  policyStarts,
  startPolicy,
} from './policy-start-sql.ts';
import classes from './changes.module.css';

type PolicyStartsProps = {
  source: Source;
  details: TableDetails;
  onChoose: (draft: Omit<PolicyDraft, 'name'>, name: string) => void;
};

/** What policies are mostly for, to be changed from there. */
export function PolicyStarts({ source, details, onChoose }: PolicyStartsProps) {
  const { t } = useTranslation('structure');
  const { data } = useQuery(nameableQuery(source.connectorId, details.schema));
  const [start, setStart] = useState<PolicyStart>();
  const [column, setColumn] = useState(() => likelyOwner(details.columns));
  const known = data ?? { roles: [], hasAuthUid: false };
  const choose = (next: PolicyStart | undefined, by = column) => {
    setStart(next);
    if (next) onChoose(startPolicy(next, by, known), t(`policy.starts.${next}`));
  };
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('policy.start')}
        data={[
          { value: '', label: t('policy.ownWords') },
          ...offeredStarts(known).map((value) => ({ value, label: t(`policy.starts.${value}`) })),
        ]}
        value={start ?? ''}
        onChange={({ currentTarget: { value } }) =>
          choose(policyStarts.find((one) => one === value))
        }
      />
      {start && needsColumn(start) && (
        <NativeSelect
          label={t('policy.ownerColumn')}
          data={details.columns.map(({ name }) => name)}
          value={column?.name ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const chosen = details.columns.find(({ name }) => name === value);
            setColumn(chosen);
            choose(start, chosen);
          }}
        />
      )}
    </div>
  );
}
