import type { Resource, Resources } from '@causeway/contract/connectors/resources.ts';
import { addressToPath } from '@causeway/contract/storage/object-path.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';

/** A line of the tree. What can be opened has `isOpen`; a note stands where there is nothing to list. */
export type TreeNode = { key: string; depth: number } & (
  | { kind: 'connector'; connector: Connector; isOpen: boolean }
  | { kind: 'schema'; connector: Connector; schema: string; tables: number; isOpen: boolean }
  | { kind: 'resource'; connector: Connector; resource: Resource }
  | { kind: 'note'; note: 'loading' | 'failed' | 'noTables' | 'noFolders' | 'noMatch' | 'more' }
);

/** What is known of a connector; undefined while it is on its way. */
export type Branch = {
  connector: Connector;
  resources: Resources | undefined;
  isFailed: boolean;
  /** Tables of schemas that are too many to come with the others. */
  bySchema: ReadonlyMap<string, Resources | undefined>;
};

/** Lines in the order they are shown. What is searched for stands open, whatever was folded. */
export function listNodes(
  branches: readonly Branch[],
  { isOpen, search }: { isOpen: (key: string, usually: boolean) => boolean; search: string },
): TreeNode[] {
  const wanted = search.toLowerCase();
  const nodes = branches.flatMap((branch) => listBranch(branch, isOpen, wanted));
  if (wanted !== '' && !nodes.some(({ kind }) => kind === 'resource')) {
    const isWaiting = nodes.some((node) => node.kind === 'note' && node.note === 'loading');
    return [{ key: 'none', depth: 0, kind: 'note', note: isWaiting ? 'loading' : 'noMatch' }];
  }
  return nodes;
}

/**
 * The schema of the table that is on screen, as its line is keyed. In a bucket that is the first
 * folder, of which there is no such line.
 */
export function findShownSchema(path: string, connectorId: string): string | undefined {
  const [, area, address = ''] = /^\/(explore|edit)\/(.+)$/s.exec(path) ?? [];
  if (area === undefined) return undefined;
  const parts = addressToPath(address);
  // A row page ends with the key of its row.
  const isNamed = parts.length > (area === 'edit' ? 2 : 1);
  return `${connectorId}/${isNamed ? parts[0] : DEFAULT_SCHEMA}`;
}

function listBranch(
  { connector, resources, isFailed, bySchema }: Branch,
  isOpen: (key: string, usually: boolean) => boolean,
  wanted: string,
): TreeNode[] {
  const key = connector.id;
  const isSearched = wanted !== '';
  const note = (note: (TreeNode & { kind: 'note' })['note']): TreeNode => ({
    key: `${key} ${note}`,
    depth: 1,
    kind: 'note',
    note,
  });
  const isConnectorOpen = isSearched || isOpen(key, false);
  const head: TreeNode = { key, depth: 0, kind: 'connector', connector, isOpen: isConnectorOpen };
  if (!isConnectorOpen) return [head];
  if (!resources) return [head, note(isFailed ? 'failed' : 'loading')];
  const found = isSearched ? resources.items.filter((one) => matches(one, wanted)) : [];
  if (isSearched && found.length === 0) return [];
  const { schemas, kind, items } = resources;
  if (!isSearched && items.length === 0) {
    return [head, note(kind === 'tables' ? 'noTables' : 'noFolders')];
  }
  const leaf = (resource: Resource, depth: number): TreeNode => ({
    key: `${key} ${resource.schema}.${resource.name}`,
    depth,
    kind: 'resource',
    connector,
    resource,
  });
  if (schemas.length < 2) {
    const listed = isSearched
      ? found
      : (resources.more && bySchema.get(schemas[0]?.name ?? '')?.items) || items;
    const isCut = resources.more && listed.length === items.length;
    return [head, ...listed.map((one) => leaf(one, 1)), ...(isCut ? [note('more')] : [])];
  }
  const usual = schemas[0]?.name;
  return [
    head,
    ...schemas.flatMap(({ name, tables }): TreeNode[] => {
      const schemaKey = `${key}/${name}`;
      const isSchemaOpen = isSearched || isOpen(schemaKey, name === usual);
      const inside = (isSearched ? found : (bySchema.get(name)?.items ?? items)).filter(
        ({ schema }) => schema === name,
      );
      if (isSearched && inside.length === 0) return [];
      return [
        {
          key: schemaKey,
          depth: 1,
          kind: 'schema',
          connector,
          schema: name,
          tables,
          isOpen: isSchemaOpen,
        },
        ...(isSchemaOpen ? inside.map((one) => leaf(one, 2)) : []),
      ];
    }),
  ];
}

function matches({ schema, name, label }: Resource, wanted: string): boolean {
  return `${schema}.${name}\n${label}`.toLowerCase().includes(wanted);
}
