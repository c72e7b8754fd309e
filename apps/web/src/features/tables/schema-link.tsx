import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { DEFAULT_SCHEMA } from './table-name.ts';

type SchemaLinkProps = { schema: string; className?: string | undefined };

/** On the way to a table: its schema with the tables in it, where it is not the default one. */
export function SchemaLink({ schema, className }: SchemaLinkProps) {
  const scopedHref = useScopedHref();
  if (schema === DEFAULT_SCHEMA) return null;
  return (
    <>
      <AppLink
        className={className}
        href={`${scopedHref('/explore')}&${new URLSearchParams({ schema })}`}
      >
        {schema}
      </AppLink>
      <Icon name="chevronRight" size={14} />
    </>
  );
}
