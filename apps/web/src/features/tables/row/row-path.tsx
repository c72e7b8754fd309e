import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { SchemaLink } from '../schema-link.tsx';
import classes from '../page-head.module.css';

type RowPathProps = {
  connectorName: string;
  schema: string;
  table: string;
  tableHref: string;
  /** Undefined for a new row. */
  title: string | undefined;
};

export function RowPath({ connectorName, schema, table, tableHref, title }: RowPathProps) {
  const { t } = useTranslation('edits');
  const scopedHref = useScopedHref();
  return (
    <nav className={classes.path} aria-label={t('history.path')}>
      <AppLink href={scopedHref('/explore')}>{connectorName}</AppLink>
      <Icon name="chevronRight" size={14} />
      <SchemaLink schema={schema} />
      <AppLink href={tableHref}>{table}</AppLink>
      <Icon name="chevronRight" size={14} />
      <h1 className={classes.title} data-values>
        {title ?? t('row.new')}
      </h1>
    </nav>
  );
}
