import { lazy, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { kindIcons } from '../list/kind-icons.ts';
import { SchemaLink } from '../schema-link.tsx';
import { AfterRows } from './after-rows.tsx';
import classes from './table-toolbar.module.css';
import type { TableToolsProps } from './table-tools.tsx';

const TableTools = lazy(() => import('./table-tools.tsx'));

type TableHeadProps = TableToolsProps & { connectorName: string };

/** Where one is, and the tools. Knows no rows, so that it is not drawn again when more of them arrive. */
export const TableHead = memo(function TableHead({ connectorName, ...tools }: TableHeadProps) {
  const { t } = useTranslation('tables');
  const scopedHref = useScopedHref();
  const { name, title, details } = tools;
  return (
    <header className={classes.toolbar}>
      <nav className={classes.path} aria-label={t('path')}>
        <AppLink className={classes.parent} href={scopedHref('/explore')}>
          {connectorName}
        </AppLink>
        <Icon name="chevronRight" size={14} />
        <SchemaLink className={classes.parent} schema={name.schema} />
        <h1 className={classes.title} title={details.name}>
          {title}
        </h1>
        {details.kind !== 'table' && (
          <span className={classes.kind}>
            <Icon name={kindIcons[details.kind]} size={13} /> {t(`kind.${details.kind}`)}
          </span>
        )}
      </nav>
      {details.description && (
        <span className={classes.comment} title={details.description}>
          {details.description}
        </span>
      )}
      <div className={classes.tools}>
        <AfterRows>
          <Suspense fallback={null}>
            <TableTools {...tools} />
          </Suspense>
        </AfterRows>
      </div>
    </header>
  );
});
