import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSingleTap } from '#platform/single-tap.ts';
import { showUndo } from '#ui/show-undo.tsx';
import { useChangeSettings } from '../connectors-query.ts';
import { Problem } from '../problem.tsx';

export function ReadOnlySwitch({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const change = useChangeSettings(connector);
  const { readOnly } = connector.settings;
  const toggle = useSingleTap(() => {
    change.mutate({ readOnly: !readOnly });
    void showUndo(
      t(readOnly ? 'readOnly.nowOff' : 'readOnly.nowOn', { name: connector.name }),
      () => change.mutate({ readOnly }),
    );
  });
  return (
    <>
      <Switch
        label={t('readOnly.label')}
        description={t('readOnly.line')}
        checked={readOnly}
        onChange={toggle}
      />
      <Problem error={change.error} />
    </>
  );
}
