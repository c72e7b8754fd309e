import type { Connector } from '#platform/current-project/projects-query.ts';
import type { IconName } from '#ui/icon.tsx';

export function connectorIcon({ implementation }: Connector): IconName {
  return implementation === 'sql' ? 'database' : 'folder';
}
