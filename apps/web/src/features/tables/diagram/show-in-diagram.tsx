import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { TableName } from '../table-name.ts';
import { focusOn, useDiagramHref } from './use-diagram-look.ts';

/** From a table to the picture of what it refers to, and what refers to it. */
export function ShowInDiagram({ name }: { name: TableName }) {
  const { t } = useTranslation('tables');
  const hrefOf = useDiagramHref();
  return (
    <Tooltip label={t('diagram.show')}>
      <ActionIcon
        component={AppLink}
        href={hrefOf(focusOn(name))}
        size={28}
        variant="subtle"
        aria-label={t('diagram.show')}
      >
        <Icon name="tree" />
      </ActionIcon>
    </Tooltip>
  );
}
