import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { CheckSteps } from '#domain/connectors/check-steps.tsx';
import classes from './connection-check.module.css';
import { ConnectorStatus } from '../connector-status.tsx';
import { useTestConnector } from '../connectors-query.ts';
import { Problem } from '../problem.tsx';

type ConnectionCheckProps = { connector: Connector; mayTest: boolean };

/** A connection that was never checked as it is now is checked as soon as it is looked at. */
export function ConnectionCheck({ connector, mayTest }: ConnectionCheckProps) {
  const { t } = useTranslation('connectors');
  const { mutate: test, isPending, isIdle, error } = useTestConnector(connector);
  const isUnchecked = connector.lastCheck === null;
  useEffect(() => {
    if (isUnchecked && mayTest && isIdle) test();
  }, [isUnchecked, mayTest, isIdle, test]);
  return (
    <div className={classes.check} aria-live="polite">
      <div className={classes.head}>
        <ConnectorStatus connector={connector} isTesting={isPending} />
        {mayTest && (
          <Button
            variant="default"
            leftSection={<Icon name="bolt" />}
            loading={isPending}
            onClick={() => test()}
          >
            {t('check.action')}
          </Button>
        )}
      </div>
      <Problem error={error} />
      {(connector.lastCheck ?? isPending) && (
        <CheckSteps
          kind={connector.implementation}
          isTunnelled={'ssh' in connector.config && Boolean(connector.config.ssh)}
          check={connector.lastCheck ?? undefined}
          isRunning={isPending}
        />
      )}
    </div>
  );
}
