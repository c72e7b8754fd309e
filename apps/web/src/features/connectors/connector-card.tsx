import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './connector-card.module.css';
import { ConnectorStatus } from './connector-status.tsx';
import { useTestConnector } from './connectors-query.ts';
import { destinationOf, kindIcons } from './connection/kinds.ts';
import { Problem } from './problem.tsx';

type ConnectorCardProps = { connector: Connector; mayTest: boolean };

export function ConnectorCard({ connector, mayTest }: ConnectorCardProps) {
  const { t } = useTranslation('connectors');
  const test = useTestConnector(connector);
  const { id, name, implementation: kind, settings } = connector;
  const destination = destinationOf(connector);
  return (
    <article className={classes.card}>
      <span className={classes.icon}>
        <Icon name={kindIcons[kind]} size={18} label={t(`kind.${kind}`)} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <AppLink href={`/settings/connectors/${id}`} className={classes.link}>
            {name}
          </AppLink>
        </h2>
        <p className={classes.destination} title={destination}>
          {destination}
        </p>
      </div>
      {settings.readOnly && (
        <Badge size="sm" variant="light" color="gray" radius="sm" className={classes.badge}>
          {t('readOnly.badge')}
        </Badge>
      )}
      <div className={classes.state}>
        <ConnectorStatus connector={connector} isTesting={test.isPending} />
        {mayTest && (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.test}
            loading={test.isPending}
            aria-label={t('check.actionFor', { name })}
            onClick={() => test.mutate()}
          >
            {t('check.short')}
          </Button>
        )}
      </div>
      {test.error && (
        <div className={classes.problem}>
          <Problem error={test.error} />
        </div>
      )}
    </article>
  );
}
