import { flagStates, type FlagState } from '@causeway/contract/flags.ts';
import { type StaffFlag, staffRoutes } from '@causeway/contract/staff.ts';
import { SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { StaffFrame } from './staff-frame.tsx';
import classes from './staff.module.css';

const key = ['staff', 'flags'];

/** TEAM-11: what is on for whom; it counts with the next request of everybody. */
export default function FlagsPage() {
  const flags = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(staffRoutes.flags, undefined, { signal }),
  });
  return (
    <StaffFrame>
      <QueryView query={flags}>
        {(list) => (
          <ul className={classes.rows}>
            {list.map((flag) => (
              <FlagRow key={flag.name} flag={flag} />
            ))}
          </ul>
        )}
      </QueryView>
    </StaffFrame>
  );
}

function FlagRow({ flag }: { flag: StaffFlag }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (state: FlagState) =>
      api.call(staffRoutes.setFlag, { params: { flag: flag.name }, body: { state } }),
    onSuccess: (list) => queryClient.setQueryData(key, list),
  });
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={classes.accountName}>{t(`flags.${flag.name}.name`)}</p>
        <p className={classes.line}>{t(`flags.${flag.name}.line`)}</p>
        <p className={classes.line}>
          {flag.changedAt
            ? t('flags.changed', {
                name: flag.changedBy ?? t('flags.somebody'),
                date: formats.dateTime(flag.changedAt),
              })
            : t('flags.unchanged')}
        </p>
        {set.error && (
          <p role="alert" className={classes.problem}>
            {errorText(set.error)}
          </p>
        )}
      </div>
      <SegmentedControl
        aria-label={t(`flags.${flag.name}.name`)}
        value={set.variables ?? flag.state}
        data={flagStates.map((value) => ({ value, label: t(`flags.states.${value}`) }))}
        onChange={(value) => set.mutate(value)}
      />
    </li>
  );
}
