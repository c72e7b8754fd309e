import type { SchemaDiagram } from '@causeway/contract/tables/diagram.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import classes from './diagram.module.css';

type ChooseTableProps = { diagram: SchemaDiagram; hrefOf: (table: string) => string };

/** Where there are too many tables for one picture: where to begin. */
export function ChooseTable({ diagram: { total, hubs }, hrefOf }: ChooseTableProps) {
  const { t } = useTranslation('tables');
  const { number } = useFormats();
  const { showRawNames } = useSettings();
  return (
    <div className={classes.choose}>
      <EmptyState
        icon="tree"
        title={t('diagram.tooMany', { total: number(total) })}
        line={t(hubs.length > 0 ? 'diagram.chooseHub' : 'diagram.choose')}
      />
      {hubs.length > 0 && (
        <ul className={classes.hubs} aria-label={t('diagram.hubs')}>
          {hubs.map(({ name, label, references }) => (
            <li key={name}>
              <Button component={AppLink} href={hrefOf(name)} size="compact-sm" variant="default">
                {showRawNames ? name : label} · {number(references)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
